import type { UnixMs } from '../../ground/units.ts';
import type { DocumentPlace, DocumentProgress, NewDocument } from '../../shop/documents/document-store.ts';
import { lockAccount } from './account-procedures.ts';
import {
  bytesValue,
  change,
  changed,
  countOf,
  momentValue,
  optional,
  type Procedure,
  query,
  type SqlValue,
  wholeNumberValue,
} from './procedure.ts';

const countUnfinished = `select count(*) from documents where account_id = $1 and expires_at > $2
 and not exists (select 1 from replies where replies.account_id = documents.account_id
  and replies.key_hash = documents.id_hash and keep_until > $2)`;

const insert = `insert into documents (account_id, id_hash, about, file, characters, created_at, expires_at)
 values ($1, $2, $3, $4, $5, $6, $7)`;

const select = `select about, characters, characters_done, created_at, expires_at from documents
 where account_id = $1 and id_hash = $2 and expires_at > $3`;

const forget = `delete from documents where (account_id, id_hash) in
 (select account_id, id_hash from documents where expires_at <= $1 order by expires_at limit $2)`;

/** A document may have 40 MB, so a step deletes few. */
export const documentsPerStep = 10;

export function* createDocument(document: NewDocument, unfinishedMax: number): Procedure<'created' | 'too_many'> {
  const { accountId, idHash, about, file, characters, createdAt, expiresAt } = document;
  yield* lockAccount(accountId);
  if (countOf(yield query(countUnfinished, accountId, createdAt)) >= unfinishedMax) return 'too_many';
  yield change(insert, accountId, idHash, about, file, characters, createdAt, expiresAt);
  return 'created';
}

export function* findDocument(place: DocumentPlace, now: UnixMs): Procedure<DocumentProgress | undefined> {
  const [row] = yield query(select, place.accountId, place.idHash, now);
  if (row === undefined) return undefined;
  const [about, characters, charactersDone, createdAt, expiresAt] = row;
  return {
    about: bytesValue(about),
    characters: wholeNumberValue(characters),
    charactersDone: optional(charactersDone, wholeNumberValue),
    createdAt: momentValue(createdAt),
    expiresAt: momentValue(expiresAt),
  };
}

export const readFile = (place: DocumentPlace) => readBytes('file', place);
export const readContent = (place: DocumentPlace) => readBytes('content', place);

function* readBytes(column: string, { accountId, idHash }: DocumentPlace): Procedure<Uint8Array | undefined> {
  const sql = `select ${column} from documents where account_id = $1 and id_hash = $2`;
  const [[bytes = null] = []] = yield query(sql, accountId, idHash);
  return optional(bytes, bytesValue);
}

export const noteProgress = (place: DocumentPlace, charactersDone: number) =>
  set('characters_done', place, charactersDone);
export const keepContent = (place: DocumentPlace, content: Uint8Array) => set('content', place, content);

function* set(column: string, { accountId, idHash }: DocumentPlace, value: SqlValue): Procedure<boolean> {
  const sql = `update documents set ${column} = $3 where account_id = $1 and id_hash = $2`;
  return changed(yield change(sql, accountId, idHash, value));
}

export function* removeDocument({ accountId, idHash }: DocumentPlace): Procedure<boolean> {
  return changed(yield change('delete from documents where account_id = $1 and id_hash = $2', accountId, idHash));
}

/** Deletes at most `documentsPerStep` documents and returns how many. */
export function* forgetDocumentsStep(now: UnixMs): Procedure<number> {
  return countOf(yield change(forget, now, documentsPerStep));
}

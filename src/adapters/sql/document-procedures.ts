import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type {
  DocumentCreation,
  DocumentLimits,
  DocumentPlace,
  DocumentProgress,
  NewDocument,
  UnfinishedDocument,
} from '../../shop/documents/document-store.ts';
import { lockAccount } from './account-procedures.ts';
import {
  bytesValue,
  change,
  changed,
  countOf,
  momentValue,
  optional,
  type Procedure,
  plainText,
  query,
  type SqlRow,
  wholeNumberValue,
} from './procedure.ts';

const unfinished = `from documents where account_id = $1 and expires_at > $2
 and not exists (select 1 from replies where replies.account_id = documents.account_id
  and replies.key_hash = documents.id_hash and keep_until > $2)`;

const selectUnfinished = `select id_hash, characters, characters_done, created_at, expires_at ${unfinished}
 order by created_at desc`;

const sum = 'select cast(coalesce(sum(bytes), 0) as bigint) from documents where expires_at > $1';

const insert = `insert into documents (account_id, id_hash, about, characters, created_at, expires_at, bytes)
 values ($1, $2, $3, $4, $5, $6, $7)`;

const insertBytes = `insert into document_files (account_id, id_hash, kind, bytes) values ($1, $2, $3, $4)
 on conflict (account_id, id_hash, kind) do update set bytes = excluded.bytes`;

const selectBytes = 'select bytes from document_files where account_id = $1 and id_hash = $2 and kind = $3';

const note = `update documents set characters_done = coalesce($3, characters_done)
 where account_id = $1 and id_hash = $2 and expires_at > $4`;

const noteRoom = `update documents set bytes = (select sum(octet_length(bytes)) from document_files
  where document_files.account_id = $1 and document_files.id_hash = $2) where account_id = $1 and id_hash = $2`;

const select = `select about, characters, characters_done, created_at, expires_at from documents
 where account_id = $1 and id_hash = $2 and expires_at > $3`;

const forget = `delete from documents where (account_id, id_hash) in
 (select account_id, id_hash from documents where expires_at <= $1 order by expires_at limit $2)`;

/** A document may have 40 MB, so a step deletes few. */
export const documentsPerStep = 10;

export function* createDocument(
  document: NewDocument,
  { unfinishedMax, bytesMax }: DocumentLimits,
): Procedure<DocumentCreation> {
  const { accountId, idHash, about, file, characters, createdAt, expiresAt } = document;
  const account = yield* lockAccount(accountId);
  if (account === undefined || account.erasedAt !== undefined) return 'no_account';
  if (countOf(yield query(`select count(*) ${unfinished}`, accountId, createdAt)) >= unfinishedMax) return 'too_many';
  const bytes = 2 * file.byteLength;
  const own = countOf(yield query(`${sum} and account_id = $2`, createdAt, accountId));
  const free = bytesMax - countOf(yield query(sum, createdAt)) - bytes;
  // The rule of `Backlog`. It is the account that is full if there is room without its other documents.
  if (own + bytes > free) return bytes > free + own ? 'full' : 'account_full';
  yield change(insert, accountId, idHash, about, characters, createdAt, expiresAt, bytes);
  yield change(insertBytes, accountId, idHash, 'file', file);
  return 'created';
}

export function* findDocument(place: DocumentPlace, now: UnixMs): Procedure<DocumentProgress | undefined> {
  const [row] = yield query(select, place.accountId, place.idHash, now);
  if (row === undefined) return undefined;
  const [about, ...progress] = row;
  return { about: bytesValue(about), ...progressOf(progress) };
}

export function* listUnfinished(accountId: AccountId, now: UnixMs): Procedure<readonly UnfinishedDocument[]> {
  const rows = yield query(selectUnfinished, accountId, now);
  return rows.map(([idHash, ...progress]) => ({ idHash: plainText(idHash), ...progressOf(progress) }));
}

function progressOf([characters, charactersDone, createdAt, expiresAt]: SqlRow): Omit<DocumentProgress, 'about'> {
  return {
    characters: wholeNumberValue(characters),
    charactersDone: optional(charactersDone, wholeNumberValue),
    createdAt: momentValue(createdAt),
    expiresAt: momentValue(expiresAt),
  };
}

export function* sumDocuments(now: UnixMs): Procedure<number> {
  return countOf(yield query(sum, now));
}

export const readFile = (place: DocumentPlace) => readBytes('file', place);
export const readContent = (place: DocumentPlace) => readBytes('content', place);

function* readBytes(kind: 'content' | 'file', { accountId, idHash }: DocumentPlace): Procedure<Uint8Array | undefined> {
  const [[bytes = null] = []] = yield query(selectBytes, accountId, idHash, kind);
  return optional(bytes, bytesValue);
}

export function* noteProgress(
  { accountId, idHash }: DocumentPlace,
  charactersDone: number | null,
  now: UnixMs,
): Procedure<boolean> {
  return changed(yield change(note, accountId, idHash, charactersDone, now));
}

export function* keepContent(place: DocumentPlace, content: Uint8Array, now: UnixMs): Procedure<boolean> {
  // The row is locked: nothing deletes it before the content is stored.
  if (!(yield* noteProgress(place, null, now))) return false;
  yield change(insertBytes, place.accountId, place.idHash, 'content', content);
  yield change(noteRoom, place.accountId, place.idHash);
  return true;
}

export function* removeDocument({ accountId, idHash }: DocumentPlace): Procedure<boolean> {
  return changed(yield change('delete from documents where account_id = $1 and id_hash = $2', accountId, idHash));
}

/** Deletes at most `documentsPerStep` documents and returns how many. */
export function* forgetDocumentsStep(now: UnixMs): Procedure<number> {
  return countOf(yield change(forget, now, documentsPerStep));
}

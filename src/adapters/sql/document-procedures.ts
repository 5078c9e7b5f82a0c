import type { UnixMs } from '../../ground/units.ts';
import type { DocumentPlace, DocumentProgress, DocumentStore } from '../../shop/documents/document.ts';
import { lockKeptAccount } from './account-procedures.ts';
import { bytesValue, optional, plainText, record } from './column-values.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';

const progress = record<Omit<DocumentProgress, 'about'>>({
  characters: 'number',
  charactersDone: 'number?',
  createdAt: 'number',
  expiresAt: 'number',
});

const unfinished = `from documents where account_id = $1 and expires_at > $2
 and not exists (select 1 from replies where replies.account_id = documents.account_id
  and replies.key_hash = documents.id_hash and keep_until > $2)`;

const selectUnfinished = `select ${progress.columns}, id_hash ${unfinished}
 order by created_at desc`;

const sum = 'select cast(coalesce(sum(bytes), 0) as bigint) from documents where expires_at > $1';

const insert = `insert into documents (account_id, id_hash, about, characters, created_at, expires_at, bytes)
 values ($1, $2, $3, $4, $5, $6, $7)`;

const insertBytes = `insert into document_files (account_id, id_hash, kind, bytes, units) values ($1, $2, $3, $4, $5)
 on conflict (account_id, id_hash, kind) do update set bytes = excluded.bytes, units = excluded.units`;

const selectBytes = (column: 'bytes' | 'units') =>
  `select ${column} from document_files where account_id = $1 and id_hash = $2 and kind = $3`;

const note = `update documents set characters_done = coalesce($3, characters_done)
 where account_id = $1 and id_hash = $2 and expires_at > $4`;

const noteRoom = `update documents set bytes = (select sum(octet_length(bytes) + coalesce(octet_length(units), 0)) from document_files
  where document_files.account_id = $1 and document_files.id_hash = $2) where account_id = $1 and id_hash = $2`;

const select = `select ${progress.columns}, about from documents
 where account_id = $1 and id_hash = $2 and expires_at > $3`;

const forget = `delete from documents where (account_id, id_hash) in
 (select account_id, id_hash from documents where expires_at <= $1 order by expires_at limit $2)`;

/** A document may have 40 MB, so a step deletes few. */
export const documentsPerStep = 10;

export const documentReads = {
  *findDocument({ accountId, idHash }, now) {
    const [row] = yield query(select, accountId, idHash, now);
    return row && { about: bytesValue(row.at(-1)), ...progress.read(row) };
  },

  *listUnfinished(accountId, now) {
    const rows = yield query(selectUnfinished, accountId, now);
    return rows.map((row) => ({ idHash: plainText(row.at(-1)), ...progress.read(row) }));
  },

  *sumDocuments(now) {
    return countOf(yield query(sum, now));
  },

  readFile: (place) => readBytes('file', place),
  readContent: (place) => readBytes('content', place),
  readUnits: (place) => readBytes('content', place, 'units'),
} satisfies ProceduresOf<DocumentStore>;

function* readBytes(
  kind: 'content' | 'file',
  { accountId, idHash }: DocumentPlace,
  column: 'bytes' | 'units' = 'bytes',
): Procedure<Uint8Array | undefined> {
  const [[bytes = null] = []] = yield query(selectBytes(column), accountId, idHash, kind);
  return optional(bytes, bytesValue);
}

export const documentChanges = {
  *createDocument(document, { unfinishedMax, bytesMax }) {
    const { accountId, idHash, about, file, characters, createdAt, expiresAt } = document;
    if ((yield* lockKeptAccount(accountId)) === undefined) return 'no_account';
    if (countOf(yield query(`select count(*) ${unfinished}`, accountId, createdAt)) >= unfinishedMax) return 'too_many';
    const bytes = 2 * file.byteLength;
    const own = countOf(yield query(`${sum} and account_id = $2`, createdAt, accountId));
    const free = bytesMax - countOf(yield query(sum, createdAt)) - bytes;
    // The rule of `Backlog`. It is the account that is full if there is room without its other documents.
    if (own + bytes > free) return bytes > free + own ? 'full' : 'account_full';
    yield change(insert, accountId, idHash, about, characters, createdAt, expiresAt, bytes);
    yield change(insertBytes, accountId, idHash, 'file', file, null);
    return 'created';
  },

  noteProgress,

  *keepContent(place, { file, units }, now) {
    // The row is locked: nothing deletes it before the content is stored.
    if (!(yield* noteProgress(place, null, now))) return false;
    yield change(insertBytes, place.accountId, place.idHash, 'content', file, units);
    yield change(noteRoom, place.accountId, place.idHash);
    return true;
  },

  *removeDocument({ accountId, idHash }) {
    return changed(yield change('delete from documents where account_id = $1 and id_hash = $2', accountId, idHash));
  },
} satisfies ProceduresOf<DocumentStore>;

function* noteProgress(place: DocumentPlace, charactersDone: number | null, now: UnixMs): Procedure<boolean> {
  return changed(yield change(note, place.accountId, place.idHash, charactersDone, now));
}

/** Deletes at most `documentsPerStep` documents and returns how many. */
export function* forgetDocumentsStep(now: UnixMs): Procedure<number> {
  return countOf(yield change(forget, now, documentsPerStep));
}

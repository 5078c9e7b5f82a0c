import { assert } from '../../ground/assert.ts';
import { countCharacters } from '../../ground/units.ts';
import { memoryOrigins, type StoredMemoryEntry } from '../../shop/memory/memory-entry.ts';
import {
  alikeMax,
  type DigestedEntry,
  type HashedEntry,
  type KeyedMemoryEntry,
  type MemoryHashes,
  type MemoryLookup,
  type MemoryPlace,
  type MemoryStore,
} from '../../shop/memory/memory-store.ts';
import { oneOf, plainText, record, type SqlValue, wholeNumberValue } from './column-values.ts';
import { type Procedure, type ProceduresOf, query } from './procedure.ts';
import { Values } from './selection.ts';
import { entryReads, foldCase, isLive, isText, kindOf, listRows, placeOf, type RowOwner } from './versioned-rows.ts';

export function memoryOwner({ accountId }: MemoryPlace): RowOwner {
  return { kind: 'memory', accountId, id: accountId };
}

const storedFields = {
  id: 'text',
  sourceLanguage: 'text',
  targetLanguage: 'text',
  source: 'text',
  target: 'text',
  note: 'text',
  origin: (value: SqlValue | undefined) => oneOf(memoryOrigins, value),
  createdAt: 'number',
  createdBy: 'text',
  updatedAt: 'number',
} as const;

const stored = record<StoredMemoryEntry>(storedFields);

const hashed = record<HashedEntry>({
  ...storedFields,
  hash: 'number',
  untaggedHash: 'number?',
});

const hashRow = record<MemoryHashes>({
  id: 'text',
  sourceLanguage: 'text',
  targetLanguage: 'text',
  hash: 'number',
  untaggedHash: 'number?',
  liveFrom: 'number',
});

export const memoryReads = {
  ...entryReads(memoryOwner, stored),

  *findDigests({ accountId, digests }) {
    const found: DigestedEntry[] = [];
    for (const batch of batchesOf(digests, digestsInBatch)) {
      const values = new Values(accountId);
      const sql = `select ${stored.columns}, digest from memory_entries
 where ${isLive(memoryOwner({ accountId }))} and digest in (${values.next(...batch)})`;
      for (const row of yield query(sql, ...values.all))
        found.push({ ...stored.read(row), digest: plainText(row.at(-1)) });
    }
    return found;
  },
} satisfies ProceduresOf<MemoryStore>;

const digestsInBatch = 100;
const hashesInBatch = 8;
/** More than the subtags of nearly every language. */
const languagesInBatch = 4;

/** Returns batches of one length, so that their statements are the same: the last one repeats its first item. */
function* batchesOf<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += length) {
    const batch = items.slice(start, start + length);
    const [first] = batch;
    assert(first !== undefined, 'a batch is not empty');
    yield [...batch, ...Array.from({ length: length - batch.length }, () => first)];
  }
}

/** Reads in the order of an index. */
export const memoryListReads = {
  listEntries: (filter) => listRows(memoryOwner(filter), stored, filter),

  *readHashes({ accountId, after, limit }) {
    const { counts } = kindOf(memoryOwner({ accountId }));
    const live = `live_from <= (select version from (${counts}) as counts)
 and removed_in > (select version from (${counts}) as counts)`;
    // One statement, because each sees the latest commits; the version is there without a row, too.
    const sql = `select version, ${hashRow.columns} from (${counts}) as counts left join (
 select ${hashRow.columns} from memory_entries
 where account_id = $1 and (live_from, id) > ($2, $3) and ${live} order by live_from, id limit $4) as page on true
 order by live_from, id`;
    const rows = yield query(sql, accountId, after.liveFrom, after.id, limit);
    const hashes = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [hashRow.read(row)]));
    return { version: wholeNumberValue(rows[0]?.[0] ?? 0), hashes };
  },
} satisfies ProceduresOf<MemoryStore>;

export type ApprovedRow = { readonly entry: HashedEntry; readonly digest: string; readonly addedIn: number };

/** Returns what a look-up finds, in any order; an entry may be there more than once. Reads in the order of an index. */
export function* findApprovedStep(lookup: MemoryLookup): Procedure<readonly ApprovedRow[]> {
  const found: ApprovedRow[] = [];
  const wanted = lookup.wanted.map(({ digest }) => digest);
  for (const digests of batchesOf(wanted, hashesInBatch)) {
    found.push(...(yield* select(lookup, (values) => [`digest in (${values.next(...digests)})`])));
  }
  const exact = new Set(lookup.sources && found.map(({ digest }) => digest));
  const others = new Set(lookup.wanted.flatMap(({ digest, hash }) => (exact.has(digest) ? [] : hash)));
  for (const hashes of batchesOf([...others], hashesInBatch)) {
    const columns = ['hash', 'untagged_hash'];
    const conditions = (values: Values) =>
      [...new Set(hashes)].flatMap((hash) => columns.map((column) => `${column} = ${values.next(hash)}`));
    found.push(...(yield* select(lookup, conditions, alikeMax)));
  }
  return found;
}

export function newestFirst(one: ApprovedRow, other: ApprovedRow): number {
  return other.addedIn - one.addedIn || (one.entry.id < other.entry.id ? 1 : -1);
}

/** Returns the newest live entries that fulfil each of the conditions; all without `max`. */
function* select(
  { accountId, sources, targets }: MemoryLookup,
  conditions: (values: Values) => readonly string[],
  max?: number,
): Procedure<readonly ApprovedRow[]> {
  const values = new Values(accountId);
  // This form matches no index: planners would read all entries of two languages to find a few by hash.
  const among = (column: string, tags: readonly string[] | undefined) =>
    tags === undefined
      ? ''
      : ` and ${column} || '' in (${values.next(...[...batchesOf(tags, languagesInBatch)].flat())})`;
  const isWanted = `${isLive(memoryOwner({ accountId }))}${among('source_language', sources)}${among('target_language', targets)}`;
  const parts = conditions(values).map(
    (condition) => `select * from (select ${hashed.columns}, digest, added_in from memory_entries
 where ${isWanted} and ${condition} order by added_in desc, id desc${max === undefined ? '' : ` limit ${max}`}) as newest`,
  );
  const rows = yield query(parts.join('\nunion all '), ...values.all);
  return rows.map((row) => {
    return { entry: hashed.read(row), digest: plainText(row.at(-2)), addedIn: wholeNumberValue(row.at(-1)) };
  });
}

/** Returns the values of a packed row of `memory_entries`, in order. */
export function packedMemoryEntry(entry: KeyedMemoryEntry): readonly unknown[] {
  const { digest, sourceLanguage, targetLanguage, id, source, target, note, origin, ...rest } = entry;
  const { createdBy, createdAt, updatedAt, hash, untaggedHash } = rest;
  assert([source, target, note].every(isText), 'an entry holds half a surrogate pair, or U+0000');
  const folded = foldCase(`${source}\n${target}`);
  const place = placeOf(source.slice(0, placedUnitsMax).toWellFormed());
  const characters = countCharacters(source) + countCharacters(target);
  return [
    ...[digest, sourceLanguage, targetLanguage, id, source, target, note, origin, folded, place],
    ...[createdBy, createdAt, updatedAt, hash, untaggedHash, characters],
  ];
}

/** More than a sort key needs of a source, which may be long. */
const placedUnitsMax = 400;

/** In the order of the primary key. */
export function byDigest(one: KeyedMemoryEntry, other: KeyedMemoryEntry): number {
  return one.digest < other.digest ? -1 : 1;
}

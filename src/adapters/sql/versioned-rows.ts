import type { AccountId } from '../../shop/accounts/account.ts';
import type { EntryChange } from '../../shop/entries/entry-changes.ts';
import type { EntryQuery, PageOf } from '../../shop/entries/entry-store.ts';
import { namedLimits } from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax } from '../../shop/glossaries/stored-entry.ts';
import { memoryLimits } from '../../shop/memory/memory-entry.ts';
import { plainText, record, type SqlRow, wholeNumberValue } from './column-values.ts';
import { change, type Procedure, type Query, query } from './procedure.ts';
import { Values } from './selection.ts';

// A row is live in the versions from live_from until before removed_in, which is 2^53 - 1 while nothing has removed it.
// Rows of the next version are invisible until one small step gives their owner that version.

/** A table of entries with versions. Beside the columns that it names it has those that the comment above does. */
type VersionedTable = {
  readonly name: 'terms' | 'memory_entries';
  /** The table of its history. */
  readonly changes: 'term_changes' | 'memory_changes';
  /** Columns that only one live row of an owner has. */
  readonly key: readonly string[];
  readonly languages: readonly [source: string, target: string];
  /** The order of lists, which has its own index. Unique. */
  readonly order: string;
  /** The columns of a packed row, in order; those of `key` first. */
  readonly packed: Readonly<Record<string, 'text' | 'number'>>;
  /** Maximum of rows that one step writes or deletes, so that requests run in between. */
  readonly stepRows: number;
  /** What of a row counts as characters. */
  readonly characters: '0' | 'characters';
};

const terms: VersionedTable = {
  name: 'terms',
  changes: 'term_changes',
  key: ['source', 'target', 'term', 'case_rule'],
  languages: ['source', 'target'],
  order: 'source, target, place, term, case_rule',
  packed: {
    source: 'text',
    target: 'text',
    term: 'text',
    case_rule: 'text',
    id: 'text',
    translation: 'text',
    part_of_speech: 'text',
    note: 'text',
    folded: 'text',
    created_by: 'text',
    created_at: 'number',
    place: 'text',
  },
  stepRows: 500,
  characters: '0',
};

const memoryEntries: VersionedTable = {
  name: 'memory_entries',
  changes: 'memory_changes',
  key: ['digest', 'source_language', 'target_language'],
  languages: ['source_language', 'target_language'],
  order: 'source_language, target_language, place, digest',
  packed: {
    digest: 'text',
    source_language: 'text',
    target_language: 'text',
    id: 'text',
    source: 'text',
    target: 'text',
    note: 'text',
    origin: 'text',
    folded: 'text',
    place: 'text',
    created_by: 'text',
    created_at: 'number',
    updated_at: 'number',
    hash: 'number',
    untagged_hash: 'number',
    characters: 'number',
  },
  // Larger, and with more indexes. During an import with steps of 200, the median of requests was 6 times as long, with
  // these 1.1 to 1.4 times.
  stepRows: 20,
  characters: 'characters',
};

/** A number of rows, and the sum of their characters. */
export type RowAmount = { readonly count: number; readonly characters: number };

/** The step from `version` to the next. */
type Advance = {
  readonly owner: RowOwner;
  readonly version: number;
  /** How much more is live. */
  readonly more: RowAmount;
  /** For a pair of a named glossary: the length of its entries after the change. */
  readonly length: number;
};

type OwnerKind = {
  readonly table: VersionedTable;
  /** The table of changes that are being written. */
  readonly drafts: string;
  /** Selects `version` and `entries`, the number of live rows, of the owner `$1`. */
  readonly counts: string;
  /** Changes no row if a limit would be exceeded. */
  readonly advance: (step: Advance) => Query;
  /** Subtracts live rows that an erasure has deleted. */
  readonly countOff: (owner: RowOwner, deleted: RowAmount) => Query;
  /** The error while another change is being written. */
  readonly busy: 'glossary_busy' | 'memory_busy';
};

const advanceAccount = `update accounts set terms_version = $2, live_terms = live_terms + $3
 where id = $1 and terms_version = $4 and live_terms + $3 <= $5 and erased_at is null`;

const ofOthers = (column: string) =>
  `(select coalesce(sum(${column}), 0) from named_dictionaries where account_id = $5 and id <> $1)`;

const advancePair = `update named_dictionaries set terms_version = $2, entry_count = entry_count + $3, length = $6
 where id = $1 and terms_version = $4 and ${ofOthers('entry_count')} + entry_count + $3 <= $7
 and ${ofOthers('length')} + $6 <= $8`;

const advanceMemory = `update accounts
 set memory_version = $2, memory_entries = memory_entries + $3, memory_characters = memory_characters + $6
 where id = $1 and memory_version = $4 and memory_entries + $3 <= $5 and memory_characters + $6 <= $7
 and erased_at is null`;

const countOffMemory = `update accounts
 set memory_entries = memory_entries - $2, memory_characters = memory_characters - $3 where id = $1`;

const ownerKinds = {
  /** An account's glossary. */
  account: {
    table: terms,
    drafts: 'term_drafts',
    counts: 'select terms_version as version, live_terms as entries from accounts where id = $1',
    advance: ({ owner, version, more }) =>
      change(advanceAccount, owner.id, version + 1, more.count, version, accountEntriesMax),
    countOff: ({ id }, { count }) =>
      change('update accounts set live_terms = live_terms - $2 where id = $1', id, count),
    busy: 'glossary_busy',
  },
  /** A pair of a named glossary. */
  pair: {
    table: terms,
    drafts: 'named_drafts',
    counts: 'select terms_version as version, entry_count as entries from named_dictionaries where id = $1',
    advance({ owner, version, more, length }) {
      const values = [owner.id, version + 1, more.count, version, owner.accountId, length] as const;
      return change(advancePair, ...values, namedLimits.entries, namedLimits.lengthOfEntries);
    },
    countOff: ({ id }, { count }) =>
      change('update named_dictionaries set entry_count = entry_count - $2 where id = $1', id, count),
    busy: 'glossary_busy',
  },
  /** An account's memory. */
  memory: {
    table: memoryEntries,
    drafts: 'memory_drafts',
    counts: 'select memory_version as version, memory_entries as entries from accounts where id = $1',
    advance({ owner, version, more }) {
      const values = [owner.id, version + 1, more.count, version, memoryLimits.entries, more.characters] as const;
      return change(advanceMemory, ...values, memoryLimits.characters);
    },
    countOff: ({ id }, { count, characters }) => change(countOffMemory, id, count, characters),
    busy: 'memory_busy',
  },
} satisfies Readonly<Record<string, OwnerKind>>;

/** Whose entries rows are. Plain data, because steps of changes travel between threads. */
export type RowOwner = {
  readonly kind: keyof typeof ownerKinds;
  readonly accountId: AccountId;
  /** The column `account_id` of the rows. */
  readonly id: string;
};

export function kindOf({ kind }: RowOwner): OwnerKind {
  return ownerKinds[kind];
}

export function rowTableOf(owner: RowOwner): VersionedTable {
  return kindOf(owner).table;
}

/** The columns of the primary key. */
export function identityOf({ key }: VersionedTable): string {
  return ['account_id', ...key, 'removed_in'].join(', ');
}

export const termIdentity = identityOf(terms);

export const termsInStep = terms.stepRows;

/** The condition for live rows of the owner `$1`. */
export function isLive(owner: RowOwner): string {
  const version = `(select version from (${kindOf(owner).counts}) as counts)`;
  // With a sum, which matches no index: without statistics, SQLite prefers a range of versions to the same words.
  return `account_id = $1 and live_from + 0 <= ${version} and removed_in > ${version}`;
}

export function* countRows(owner: RowOwner): Procedure<{ readonly version: number; readonly count: number }> {
  const [version, count] = (yield query(kindOf(owner).counts, owner.id))[0] ?? [0, 0];
  return { version: wholeNumberValue(version), count: wholeNumberValue(count) };
}

const entryChange = record<EntryChange>({
  version: 'number',
  kind: 'text',
  at: 'number',
  by: 'text',
  added: 'number',
  removed: 'number',
  undoneIn: 'number?',
});

type RowReader<Entry> = { readonly columns: string; readonly read: (row: SqlRow) => Entry };

/** Returns the reads that glossaries and memories share. */
export function entryReads<Place, Entry extends { readonly id: string }>(
  ownerOf: (place: Place) => RowOwner,
  { columns, read }: RowReader<Entry>,
) {
  return {
    countEntries: (place: Place) => countRows(ownerOf(place)),

    *findEntry(which: Place & { readonly id: Entry['id'] }): Procedure<Entry | undefined> {
      const owner = ownerOf(which);
      const sql = `select ${columns} from ${rowTableOf(owner).name} where ${isLive(owner)} and id = $2`;
      return (yield query(sql, owner.id, which.id)).map(read)[0];
    },

    *listChanges(asked: Place & { readonly limit: number }): Procedure<readonly EntryChange[]> {
      const owner = ownerOf(asked);
      const sql = `select version, kind, at, made_by, added, removed, undone_in from ${rowTableOf(owner).changes}
 where account_id = $1 order by version desc limit $2`;
      return (yield query(sql, owner.id, asked.limit)).map(entryChange.read);
    },
  };
}

/** Returns live rows in the order of lists, and the last that was looked at; undefined after the last of all. */
export function* listRows<Id extends string, Entry extends { readonly id: Id }>(
  owner: RowOwner,
  { columns, read }: RowReader<Entry>,
  filter: EntryQuery<Id, string>,
): Procedure<PageOf<Entry>> {
  const { source, target, holding, after, limit, lookedThroughMax } = filter;
  const { name, order, languages } = rowTableOf(owner);
  const values = new Values(owner.id);
  // What the index of the order can use.
  let range = isLive(owner) + values.conditions([[`${languages[0]} =`, source]]);
  if (after !== undefined) {
    const find = `select ${order} from ${name} where account_id = $1 and id = $2 order by removed_in desc limit 1`;
    const [position] = yield query(find, owner.id, after);
    if (position === undefined) return { entries: [], goesOnAfter: undefined };
    range += ` and (${order}) > (${values.next(...position)})`;
  }
  const skip = `select id, ${order} from ${name} where ${range} order by ${order}
 limit 1 offset $${values.all.length + 1}`;
  // Without a filter the first entries all match, so that no bound is needed.
  const isBounded = lookedThroughMax !== undefined && (holding !== undefined || target !== undefined);
  const [last] = isBounded ? yield query(skip, ...values.all, lookedThroughMax - 1) : [];
  if (last !== undefined) range += ` and (${order}) <= (${values.next(...last.slice(1))})`;
  const pattern = holding === undefined ? undefined : patternOf(holding);
  const choice = values.conditions([
    [`${languages[1]} =`, target],
    ['folded like', pattern],
  ]);
  const escape = pattern === undefined ? '' : ` escape '\\'`;
  const sql = `select ${columns} from ${name} where ${range}${choice}${escape} order by ${order}
 limit ${values.next(limit + 1)}`;
  const found = (yield query(sql, ...values.all)).map(read);
  const entries = found.slice(0, limit);
  return { entries, goesOnAfter: found.length > limit ? entries.at(-1)?.id : last && (plainText(last[0]) as Id) };
}

/** Escapes the wildcards of a `like` pattern. */
function patternOf(holding: string): string {
  return `%${foldForSearch(holding).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Folds case for a search. Done here because SQLite folds only ASCII, and PostgreSQL depends on its locale. */
export function foldForSearch(text: string): string {
  return foldCase(text.normalize('NFC'));
}

/** The same of a text in NFC, which takes quadratic time in the number of marks on a letter. */
export function foldCase(text: string): string {
  // Upper case first, because only that folds ß to ss. The final sigma depends on position and equals σ.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Base letters of letters that Unicode does not decompose. */
const baseLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd' };

/** Keeps an index entry far below PostgreSQL's limit of 2,704 bytes; the rest of the order decides between equal places. */
const placeCharactersMax = 80;

/**
 * Returns the sort key of an entry in a list: without case and the accents of Latin and Greek letters; `ё` is `е`.
 * Stored, because collations differ. The migration `0009-term-places` repeats this rule for PostgreSQL.
 */
export function placeOf(text: string): string {
  const plain = foldForSearch(text)
    .normalize('NFD')
    .replaceAll(/([a-zα-ωе])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/[øłđ]/gu, (letter) => baseLetters[letter] ?? letter);
  return [...plain].slice(0, placeCharactersMax).join('');
}

/** Whether both databases can store a text. Each would refuse, or accept, other text. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Differences between the databases in unpacking values. */
export type RowDialect = {
  /** Returns the table expression for rows packed in a parameter; each is a column `value`, with members read by `->>`. */
  readonly rows: (parameter: string) => string;
  /** At the end of a select: its rows do not change until the step ends. SQLite has one writer, so nothing changes. */
  readonly unchanged: string;
  /** Returns the table, with an index hint for ids. */
  readonly byId: (table: string) => string;
  /** The condition for rows of account `$1` with ids packed in `$3`. */
  readonly isListed: string;
};

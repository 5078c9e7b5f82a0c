import type { AccountId } from '../../shop/accounts/account.ts';
import type {
  EntryFilter,
  EntrySearch,
  EntrySearchStep,
  GlossaryChange,
  GlossaryChangeKind,
  GlossaryStore,
  GlossaryVersion,
} from '../../shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId, EntryLanguage, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import { baseColumns, baseEntryOf, entryColumns, foldForSearch, languageOf, storedEntryOf } from './glossary-rows.ts';
import { momentValue, optional, type Procedure, plainText, query, type SqlRow, wholeNumberValue } from './procedure.ts';
import { Values } from './selection.ts';

const selectVersion = 'select terms_version from accounts where id = $1';

const basePage = `select ${baseColumns} from terms
 where account_id = $1 and source = $2 and target = $3 and (term, case_rule) > ($4, $5)
 and live_from <= $6 and removed_in > $6
 order by term, case_rule limit $7`;

const wholeBase = (sources: string, targets: string) => `select terms_version, source, target, ${baseColumns}
 from accounts left join terms on terms.account_id = accounts.id and live_from <= terms_version
  and removed_in > terms_version and source in (${sources}) and target in (${targets})
 where accounts.id = $1`;

const identity = 'source, target, term, case_rule';

/** The order of lists. */
const listOrder = 'source, target, place, term, case_rule';

const position = `select ${listOrder} from terms where account_id = $1 and id = $2 order by removed_in desc limit 1`;

const oneEntry = `select ${entryColumns} from terms where account_id = $1 and id = $2
 and live_from <= (${selectVersion}) and removed_in > (${selectVersion}) order by removed_in desc limit 1`;

const counted = 'select terms_version, live_terms from accounts where id = $1';

const changes = `select version, kind, at, made_by, added, removed, undone_in from term_changes
 where account_id = $1 order by version desc limit $2`;

/** Returns 0 for an account that does not exist, as for one without entries. */
export function* readGlossaryVersion(accountId: AccountId): Procedure<GlossaryVersion> {
  const [row] = yield query(selectVersion, accountId);
  return row === undefined ? 0 : wholeNumberValue(row[0]);
}

type BasePageQuery = {
  readonly accountId: AccountId;
  readonly source: EntryLanguage;
  readonly target: EntryLanguage;
  /** Continues after this entry. */
  readonly after: GlossaryEntry | undefined;
  readonly version: GlossaryVersion;
  readonly limit: number;
};

/** Returns the entries live in a version; valid only while the account has that version. */
export function* readBasePage(page: BasePageQuery): Procedure<readonly GlossaryEntry[]> {
  const { accountId, source, target, after, limit } = page;
  const behind = [after?.term ?? '', after?.caseRule ?? ''];
  const rows = yield query(basePage, accountId, source, target, ...behind, page.version, limit);
  return rows.map((row) => baseEntryOf(row, page));
}

export type BaseQuery = Parameters<GlossaryStore['readGlossary']>[0];

export type ReadBase = Awaited<ReturnType<GlossaryStore['readGlossary']>>;

/** Reads the whole glossary by one statement, in one snapshot. */
export function* readBase({ accountId, sources, targets }: BaseQuery): Procedure<ReadBase> {
  const values = new Values(accountId);
  const sql = wholeBase(values.next(...sources), values.next(...targets));
  const rows = yield query(sql, ...values.all);
  const entries = rows.flatMap(([, source, target, ...columns]) =>
    source === null ? [] : [baseEntryOf(columns, { source: languageOf(source), target: languageOf(target) })],
  );
  return { version: wholeNumberValue(rows[0]?.[0] ?? 0), entries };
}

export function* listEntries(filter: EntryFilter): Procedure<readonly StoredEntry[]> {
  const values = new Values(filter.accountId);
  const range = yield* rangeOf(filter, values);
  if (range === undefined) return [];
  const conditions = range + choiceOf(filter, values);
  return yield* selectEntries(conditions, values, filter.limit);
}

export function* searchEntries({ lookedThroughMax, limit, ...filter }: EntrySearch): Procedure<EntrySearchStep> {
  const values = new Values(filter.accountId);
  const range = yield* rangeOf({ ...filter, limit }, values);
  if (range === undefined) return { entries: [], goesOnAfter: undefined };
  const isChosen = filter.holding !== undefined || filter.target !== undefined;
  const skip = `select id, ${listOrder} from terms where ${range} order by ${listOrder}
 limit 1 offset $${values.all.length + 1}`;
  // Without a filter the first entries all match, so that no bound is needed.
  const [last] = isChosen ? yield query(skip, ...values.all, lookedThroughMax - 1) : [];
  const until = last === undefined ? '' : ` and (${listOrder}) <= (${values.next(...last.slice(1))})`;
  const found = yield* selectEntries(range + until + choiceOf(filter, values), values, limit + 1);
  const entries = found.slice(0, limit);
  if (found.length > limit) return { entries, goesOnAfter: entries.at(-1)?.id };
  return { entries, goesOnAfter: last && idOf(last) };
}

function* selectEntries(conditions: string, values: Values, limit: number): Procedure<readonly StoredEntry[]> {
  const sql = `select ${entryColumns} from terms where ${conditions} order by ${listOrder} limit ${values.next(limit)}`;
  return (yield query(sql, ...values.all)).map(storedEntryOf);
}

const live = `account_id = $1 and live_from <= (${selectVersion}) and removed_in > (${selectVersion})`;

/**
 * Returns conditions for live entries that the index of the order can use; undefined when the entry to continue after is
 * gone.
 */
function* rangeOf({ accountId, source, after }: EntryFilter, values: Values): Procedure<string | undefined> {
  const range = live + values.conditions([['source =', source]]);
  if (after === undefined) return range;
  const [row] = yield query(position, accountId, after);
  return row && `${range} and (${listOrder}) > (${values.next(...row)})`;
}

/** Returns conditions that are evaluated row by row. */
function choiceOf({ target, holding }: Pick<EntryFilter, 'target' | 'holding'>, values: Values): string {
  const choice = values.conditions([['target =', target]]);
  return holding === undefined ? choice : `${choice} and folded like ${values.next(patternOf(holding))} escape '\\'`;
}

export function* findEntry({
  accountId,
  id,
}: Parameters<GlossaryStore['findEntry']>[0]): Procedure<StoredEntry | undefined> {
  return (yield query(oneEntry, accountId, id)).map(storedEntryOf)[0];
}

export function* countEntries(
  accountId: AccountId,
): Procedure<{ readonly version: GlossaryVersion; readonly count: number }> {
  const [row] = yield query(counted, accountId);
  return { version: wholeNumberValue(row?.[0] ?? 0), count: wholeNumberValue(row?.[1] ?? 0) };
}

/** Escapes the wildcards of a `like` pattern. */
function patternOf(holding: string): string {
  return `%${foldForSearch(holding).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export function* listGlossaryChanges(
  asked: Parameters<GlossaryStore['listGlossaryChanges']>[0],
): Procedure<readonly GlossaryChange[]> {
  return (yield query(changes, asked.accountId, asked.limit)).map(changeOf);
}

function changeOf([number, kind, at, by, added, removed, undoneIn]: SqlRow): GlossaryChange {
  return {
    version: wholeNumberValue(number),
    kind: plainText(kind) as GlossaryChangeKind,
    at: momentValue(at),
    by: plainText(by),
    added: wholeNumberValue(added),
    removed: wholeNumberValue(removed),
    undoneIn: optional(undoneIn, wholeNumberValue),
  };
}

// In the order of the table, so that one step changes few pages.
const added = `select id from terms
 where account_id = $1 and added_in = $2 and removed_in > $3 and live_from <= $3 order by ${identity}`;

const removed = `select id from terms
 where account_id = $1 and removed_in = $2 and removed_in < 9007199254740991 order by ${identity}`;

const drafted = `select id from terms where account_id = $1 and live_from > $2 order by ${identity}`;

const setAside = `select id from terms
 where account_id = $1 and removed_in > $2 and removed_in < 9007199254740991 order by ${identity}`;

export type ChangedRows = { readonly added: readonly EntryId[]; readonly removed: readonly EntryId[] };

/** Returns the entries that an import added and that still exist, and those that it removed. */
export function* readImported(
  accountId: AccountId,
  importedIn: GlossaryVersion,
  version: GlossaryVersion,
): Procedure<ChangedRows> {
  return {
    added: (yield query(added, accountId, importedIn, version)).map(idOf),
    removed: (yield query(removed, accountId, importedIn)).map(idOf),
  };
}

/** Returns the rows of a draft: new rows, and rows to remove. */
export function* readDrafted(accountId: AccountId, version: GlossaryVersion): Procedure<ChangedRows> {
  return {
    added: (yield query(drafted, accountId, version)).map(idOf),
    removed: (yield query(setAside, accountId, version)).map(idOf),
  };
}

function idOf([id]: SqlRow): EntryId {
  return plainText(id) as EntryId;
}

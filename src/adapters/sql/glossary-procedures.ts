import type { GlossaryChange, GlossaryPlace, GlossaryStore } from '../../shop/glossaries/glossary-store.ts';
import type { EntryId, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import { plainText, record, type SqlRow, wholeNumberValue } from './column-values.ts';
import {
  foldForSearch,
  isLive,
  matchedColumns,
  matchedEntryOf,
  ownerOf,
  placeOf,
  selectCounts,
  storedEntry,
} from './glossary-rows.ts';
import { type Procedure, type ProceduresOf, query } from './procedure.ts';
import { Values } from './selection.ts';

const listOrder = 'source, target, place, term, case_rule';

const findPosition = `select ${listOrder} from terms where account_id = $1 and id = $2 order by removed_in desc limit 1`;

const changes = `select version, kind, at, made_by, added, removed, undone_in from term_changes
 where account_id = $1 order by version desc limit $2`;

const glossaryChange = record<GlossaryChange>({
  version: 'number',
  kind: 'text',
  at: 'number',
  by: 'text',
  added: 'number',
  removed: 'number',
  undoneIn: 'number?',
});

export const glossaryReads = {
  *countEntries(place) {
    const rows = yield query(selectCounts(place), ownerOf(place));
    const [version, count] = rows[0] ?? [0, 0];
    return { version: wholeNumberValue(version), count: wholeNumberValue(count) };
  },

  *findEntry(which) {
    const sql = `select ${storedEntry.columns} from terms where ${isLive(which)} and id = $2`;
    return (yield query(sql, ownerOf(which), which.id)).map(storedEntry.read)[0];
  },

  *listGlossaryChanges(asked) {
    return (yield query(changes, ownerOf(asked), asked.limit)).map(glossaryChange.read);
  },
} satisfies ProceduresOf<GlossaryStore>;

/** Reads in the order of lists, which has its own index. */
export const glossaryListReads = {
  *listEntries(filter) {
    const { source, target, holding, after, limit, lookedThroughMax } = filter;
    const values = new Values(ownerOf(filter));
    // What the index of the order can use.
    let range = isLive(filter) + values.conditions([['source =', source]]);
    if (after !== undefined) {
      const [position] = yield query(findPosition, ownerOf(filter), after);
      if (position === undefined) return { entries: [], goesOnAfter: undefined };
      range += ` and (${listOrder}) > (${values.next(...position)})`;
    }
    const skip = `select id, ${listOrder} from terms where ${range} order by ${listOrder}
 limit 1 offset $${values.all.length + 1}`;
    // Without a filter the first entries all match, so that no bound is needed.
    const isBounded = lookedThroughMax !== undefined && (holding !== undefined || target !== undefined);
    const [last] = isBounded ? yield query(skip, ...values.all, lookedThroughMax - 1) : [];
    if (last !== undefined) range += ` and (${listOrder}) <= (${values.next(...last.slice(1))})`;
    const pattern = holding === undefined ? undefined : patternOf(holding);
    const choice = values.conditions([
      ['target =', target],
      [`folded like`, pattern],
    ]);
    const escape = pattern === undefined ? '' : ` escape '\\'`;
    const sql = `select ${storedEntry.columns} from terms where ${range}${choice}${escape} order by ${listOrder}
 limit ${values.next(limit + 1)}`;
    const found = (yield query(sql, ...values.all)).map(storedEntry.read);
    const entries = found.slice(0, limit);
    return { entries, goesOnAfter: found.length > limit ? entries.at(-1)?.id : last && idOf(last) };
  },

  *findAlike(words) {
    const { source, target, term } = words;
    // In this order and form, so that planners use the index of lists, and not the primary key for all entries of the pair.
    const sql = `select ${storedEntry.columns} from terms where ${isLive(words)}
 and (source, target, place) >= ($2, $3, $4) and (source, target, place) <= ($2, $3, $4) order by ${listOrder}`;
    const found = yield query(sql, ownerOf(words), source, target, placeOf(term));
    // Nodes of 0.1.0 write no place.
    return [...found, ...(yield query(sql, ownerOf(words), source, target, ''))].map(storedEntry.read);
  },
} satisfies ProceduresOf<GlossaryStore>;

/** Returns a page of the live entries of one pair, for matching. */
export function* readMatched(
  page: GlossaryPlace & Pick<GlossaryEntry, 'source' | 'target'> & { readonly limit: number },
  after: GlossaryEntry | undefined,
): Procedure<readonly GlossaryEntry[]> {
  const { source, target, limit } = page;
  // In the order of the primary key.
  const sql = `select ${matchedColumns} from terms where ${isLive(page)}
 and source = $2 and target = $3 and (term, case_rule) > ($4, $5) order by term, case_rule limit $6`;
  const rows = yield query(sql, ownerOf(page), source, target, after?.term ?? '', after?.caseRule ?? '', limit);
  return rows.map((row) => matchedEntryOf(row, page));
}

/** Escapes the wildcards of a `like` pattern. */
function patternOf(holding: string): string {
  return `%${foldForSearch(holding).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export function idOf([id]: SqlRow): EntryId {
  return plainText(id) as EntryId;
}

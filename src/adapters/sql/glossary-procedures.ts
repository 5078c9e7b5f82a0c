import type { GlossaryPlace, GlossaryStore } from '../../shop/glossaries/glossary-store.ts';
import type { GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import { matchedColumns, matchedEntryOf, ownerOf, storedEntry } from './glossary-rows.ts';
import { type Procedure, type ProceduresOf, query } from './procedure.ts';
import { entryReads, isLive, listRows, placeOf, rowTableOf } from './versioned-rows.ts';

export const glossaryReads = entryReads(ownerOf, storedEntry);

/** Reads in the order of lists, which has its own index. */
export const glossaryListReads = {
  listEntries: (filter) => listRows(ownerOf(filter), storedEntry, filter),

  *findAlike(words) {
    const { source, target, term } = words;
    const owner = ownerOf(words);
    // In this order and form, so that planners use the index of lists, and not the primary key for all entries of the pair.
    const sql = `select ${storedEntry.columns} from terms where ${isLive(owner)}
 and (source, target, place) >= ($2, $3, $4) and (source, target, place) <= ($2, $3, $4) order by ${rowTableOf(owner).order}`;
    const found = yield query(sql, owner.id, source, target, placeOf(term));
    // Nodes of 0.1.0 write no place.
    return [...found, ...(yield query(sql, owner.id, source, target, ''))].map(storedEntry.read);
  },
} satisfies ProceduresOf<GlossaryStore>;

/** Returns a page of the live entries of one pair, for matching. */
export function* readMatched(
  page: GlossaryPlace & Pick<GlossaryEntry, 'source' | 'target'> & { readonly limit: number },
  after: GlossaryEntry | undefined,
): Procedure<readonly GlossaryEntry[]> {
  const { source, target, limit } = page;
  const owner = ownerOf(page);
  // In the order of the primary key.
  const sql = `select ${matchedColumns} from terms where ${isLive(owner)}
 and source = $2 and target = $3 and (term, case_rule) > ($4, $5) order by term, case_rule limit $6`;
  const rows = yield query(sql, owner.id, source, target, after?.term ?? '', after?.caseRule ?? '', limit);
  return rows.map((row) => matchedEntryOf(row, page));
}

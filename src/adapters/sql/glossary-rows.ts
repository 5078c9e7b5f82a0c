import { assert } from '../../ground/assert.ts';
import type { GlossaryPlace } from '../../shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { caseRules, type EntryId, type GlossaryEntry, partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { oneOf, optional, plainText, record, type SqlRow, type SqlValue, wholeNumberValue } from './column-values.ts';
import { foldForSearch, isText, placeOf, type RowOwner } from './versioned-rows.ts';

export function ownerOf({ accountId, pairId }: GlossaryPlace): RowOwner {
  return pairId === undefined ? { kind: 'account', accountId, id: accountId } : { kind: 'pair', accountId, id: pairId };
}

/** All columns of an entry. */
export const storedEntry = record<StoredEntry>({
  id: 'text',
  source: 'text',
  target: 'text',
  term: 'text',
  translation: 'text?',
  caseRule: (value) => oneOf(caseRules, value),
  partOfSpeech: (value) => optional(value, partOfSpeechOf),
  note: 'text',
  createdAt: 'number',
  createdBy: 'text',
});

function partOfSpeechOf(value: SqlValue | undefined) {
  return oneOf(partsOfSpeech, value);
}

/** For matching, without languages; read with `matchedEntryOf`. The usual case rule is null: 50,000 texts take time. */
export const matchedColumns = `id, term, translation, nullif(case_rule, 'follow'), part_of_speech, added_in`;

export function matchedEntryOf(
  row: SqlRow,
  { source, target }: Pick<GlossaryEntry, 'source' | 'target'>,
): GlossaryEntry {
  const [id, term, translation, exact, partOfSpeech, addedIn] = row;
  return {
    id: plainText(id) as EntryId,
    source,
    target,
    term: plainText(term),
    translation: optional(translation, plainText),
    caseRule: exact === null ? 'follow' : 'exact',
    partOfSpeech: optional(partOfSpeech, partOfSpeechOf),
    addedIn: wholeNumberValue(addedIn),
  };
}

/** Returns the values of a packed row of `terms`, in order. */
export function packedEntry({ source, target, term, caseRule, id, translation, partOfSpeech, ...rest }: StoredEntry) {
  const { note, createdBy, createdAt } = rest;
  assert([term, translation ?? '', note].every(isText), 'a term holds half a surrogate pair, or U+0000');
  const [folded, place] = [foldForSearch(`${term}\n${translation ?? ''}`), placeOf(term)];
  return [source, target, term, caseRule, id, translation, partOfSpeech, note, folded, createdBy, createdAt, place];
}

import { assert } from '../../ground/assert.ts';
import type { GlossaryPlace } from '../../shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { caseRules, type EntryId, type GlossaryEntry, partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { oneOf, optional, plainText, record, type SqlRow, type SqlValue, wholeNumberValue } from './column-values.ts';

// A row is live in the versions from live_from until before removed_in, which is 2^53 - 1 while nothing has removed it.
// Rows of the next version are invisible until one small step gives the glossary that version.

/** The column `account_id` of the rows of a glossary. */
export function ownerOf({ accountId, pairId }: GlossaryPlace): string {
  return pairId ?? accountId;
}

/** Selects the version and the number of entries of the glossary with the owner `$1`. */
export function selectCounts({ pairId }: GlossaryPlace): string {
  return pairId === undefined
    ? 'select terms_version as version, live_terms as entries from accounts where id = $1'
    : 'select terms_version as version, entry_count as entries from named_dictionaries where id = $1';
}

/** The condition for live rows of the owner `$1`. */
export function isLive(place: GlossaryPlace): string {
  const version = `(select version from (${selectCounts(place)}) as counts)`;
  return `account_id = $1 and live_from <= ${version} and removed_in > ${version}`;
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

/** The columns of a packed entry, in order. */
export const packedColumns =
  'source, target, term, case_rule, id, translation, part_of_speech, note, folded, created_by, created_at, place';

/** Packs many entries into one parameter, which costs a fraction of one parameter per column. */
export function packEntries(entries: readonly StoredEntry[]): string {
  return JSON.stringify(entries.map(packed));
}

/** The values of `packedColumns`; JSON has null for a missing one. */
function packed({ source, target, term, caseRule, id, translation, partOfSpeech, ...rest }: StoredEntry) {
  const { note, createdBy, createdAt } = rest;
  // Each database would refuse, or accept, other text.
  const isText = [term, translation ?? '', note].every((text) => text.isWellFormed() && !text.includes('\0'));
  assert(isText, 'a term holds half a surrogate pair, or U+0000');
  const [folded, place] = [foldForSearch(`${term}\n${translation ?? ''}`), placeOf(term)];
  return [source, target, term, caseRule, id, translation, partOfSpeech, note, folded, createdBy, createdAt, place];
}

/** Folds case for a search. Done here because SQLite folds only ASCII, and PostgreSQL depends on its locale. */
export function foldForSearch(text: string): string {
  // Upper case first, because only that folds ß to ss. The final sigma depends on position and equals σ.
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Base letters of letters that Unicode does not decompose. */
const baseLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd' };

/** Keeps an index entry far below PostgreSQL's limit of 2,704 bytes; the whole term decides between equal places. */
const placeCharactersMax = 80;

/**
 * Returns the sort key of an entry in a list: without case and the accents of Latin and Greek letters; `ё` is `е`.
 * Stored, because collations differ. The migration `0009-term-places` repeats this rule for PostgreSQL.
 */
export function placeOf(term: string): string {
  const plain = foldForSearch(term)
    .normalize('NFD')
    .replaceAll(/([a-zα-ωе])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/[øłđ]/gu, (letter) => baseLetters[letter] ?? letter);
  return [...plain].slice(0, placeCharactersMax).join('');
}

/** Differences between the databases in unpacking values. */
export type GlossaryDialect = {
  /** Returns the table expression for rows packed in a parameter; each is a column `value`, with members read by `->>`. */
  readonly rows: (parameter: string) => string;
  /** At the end of a select: its rows do not change until the step ends. SQLite has one writer, so nothing changes. */
  readonly unchanged: string;
  /** The table, with an index hint for ids. */
  readonly byId: string;
  /** The condition for rows of account `$1` with ids packed in `$3`. */
  readonly isListed: string;
};

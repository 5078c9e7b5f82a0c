import { assert } from '../../ground/assert.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type {
  CaseRule,
  EntryId,
  EntryLanguage,
  GlossaryEntry,
  PartOfSpeech,
} from '../../text/glossary/glossary-entry.ts';
import { momentValue, optional, plainText, type SqlRow, type SqlValue, wholeNumberValue } from './procedure.ts';

/** All columns of an entry; read them with `storedEntryOf`. */
export const entryColumns =
  'id, source, target, term, translation, case_rule, part_of_speech, note, created_at, created_by';

/**
 * The columns that matching needs, without the languages; read them with `baseEntryOf`. The most common case rule is null,
 * because reading 50,000 text values takes time.
 */
export const baseColumns = `terms.id, term, translation, nullif(case_rule, 'follow'), part_of_speech, added_in`;

export function baseEntryOf(
  [id, entry, translation, exact, partOfSpeech, addedIn]: SqlRow,
  { source, target }: Pick<GlossaryEntry, 'source' | 'target'>,
): GlossaryEntry {
  return {
    id: plainText(id) as EntryId,
    source,
    target,
    term: plainText(entry),
    translation: optional(translation, plainText),
    caseRule: exact === null ? 'follow' : 'exact',
    partOfSpeech: shared(optional(partOfSpeech, plainText)) as PartOfSpeech | undefined,
    addedIn: wholeNumberValue(addedIn),
  };
}

export function storedEntryOf(row: SqlRow): StoredEntry {
  const [id, source, target, entry, translation, caseRule, partOfSpeech, note, createdAt, createdBy] = row;
  return {
    id: plainText(id) as EntryId,
    source: languageOf(source),
    target: languageOf(target),
    term: plainText(entry),
    translation: optional(translation, plainText),
    caseRule: shared(plainText(caseRule)) as CaseRule,
    partOfSpeech: shared(optional(partOfSpeech, plainText)) as PartOfSpeech | undefined,
    note: plainText(note),
    createdAt: momentValue(createdAt),
    createdBy: plainText(createdBy),
  };
}

export function languageOf(value: SqlValue | undefined): EntryLanguage {
  return shared(plainText(value)) as EntryLanguage;
}

const sharedTexts = new Map<string, string>();
const sharedTextsMax = 1_000;

/**
 * Returns one shared string for equal texts: a glossary of 50,000 entries has few languages, case rules and parts of
 * speech.
 */
function shared<Text extends string | undefined>(text: Text): Text {
  if (text === undefined) return text;
  const known = sharedTexts.get(text);
  if (known !== undefined) return known as Text;
  if (sharedTexts.size >= sharedTextsMax) sharedTexts.clear();
  sharedTexts.set(text, text);
  return text;
}

/** The columns of a packed entry, in order. */
export const packedColumns =
  'source, target, term, case_rule, id, translation, part_of_speech, note, folded, created_by, created_at, place';

/** Packs many entries into one parameter, which costs a fraction of one parameter per column. */
export function packEntries(entries: readonly StoredEntry[]): string {
  return JSON.stringify(entries.map(packed));
}

/** The values of `packedColumns`; JSON has null for a missing one. */
function packed({
  source,
  target,
  term,
  caseRule,
  id,
  translation,
  partOfSpeech,
  ...rest
}: StoredEntry): readonly unknown[] {
  const { note, createdBy, createdAt } = rest;
  const [folded, place] = [foldForSearch(`${term}\n${translation ?? ''}`), placeOf(term)];
  return [source, target, term, caseRule, id, translation, partOfSpeech, note, folded, createdBy, createdAt, place];
}

/** Packs many ids into one parameter. */
export function packIds(ids: readonly string[]): string {
  return JSON.stringify(ids);
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
 * Returns the sort key of an entry in a list: without case and without the accents of Latin and Greek letters, and `ё` is
 * `е`. Stored, because the collations of the databases differ. The migration `0009-term-places` repeats this rule for
 * PostgreSQL.
 */
export function placeOf(term: string): string {
  const plain = foldForSearch(term)
    .normalize('NFD')
    .replaceAll(/([a-zα-ωе])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/[øłđ]/gu, (letter) => baseLetters[letter] ?? letter);
  return [...plain].slice(0, placeCharactersMax).join('');
}

/**
 * Asserts the limits of entries here, because each database would refuse, or accept, invalid ones differently.
 *
 * @param identities of the earlier entries of the same change; those of `entries` are added
 */
export function assertStorable(entries: readonly StoredEntry[], identities: Set<string>): void {
  const before = identities.size;
  for (const { source, target, term, caseRule, translation = '', note } of entries) {
    const isText = [term, translation, note].every((text) => text.isWellFormed() && !text.includes('\0'));
    assert(isText, 'a term holds half a surrogate pair, or U+0000');
    identities.add([source, target, caseRule, term].join('\0'));
  }
  assert(identities.size === before + entries.length, 'a change adds a term twice');
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

import { assert } from '../../core/assert.ts';
import type { CaseRule, PartOfSpeech, Term, TermId, TermLanguage } from '../../core/terms/term.ts';
import type { BaseTerm } from '../../core/terms/term-store.ts';
import { unixMs } from '../../core/units.ts';
import { plainText, type Row, type SqlValue, wholeNumber } from './procedure.ts';

/** What matching needs of a term; read it with `baseTermOf`. */
export const baseColumns = 'id, source, target, term, translation, case_rule, part_of_speech, added_in';

/** All of a term; read it with `termOf`. */
export const termColumns =
  'id, source, target, term, translation, case_rule, part_of_speech, note, created_at, created_by';

export function baseTermOf([id, source, target, term, translation, caseRule, ...others]: Row): BaseTerm {
  const languages = {
    source: shared(plainText(source)) as TermLanguage,
    target: shared(plainText(target)) as TermLanguage,
  };
  const rule = caseRule === 'exact' ? caseRule : null;
  return pageTermOf([id ?? null, term ?? null, translation ?? null, rule, ...others], languages);
}

/**
 * The same of terms of which the languages are known; read it with `pageTermOf`. Each text costs time, 50,000 times, so
 * that the usual case rule is null.
 */
export const pageColumns = `id, term, translation, nullif(case_rule, 'follow'), part_of_speech, added_in`;

export function pageTermOf(
  [id, term, translation, exact, partOfSpeech, addedIn]: Row,
  { source, target }: Pick<BaseTerm, 'source' | 'target'>,
): BaseTerm {
  return {
    id: plainText(id) as TermId,
    source,
    target,
    term: plainText(term),
    translation: orUndefined(translation),
    caseRule: exact === null ? 'follow' : 'exact',
    partOfSpeech: shared(orUndefined(partOfSpeech)) as PartOfSpeech | undefined,
    addedIn: wholeNumber(addedIn),
  };
}

export function termOf(row: Row): Term {
  const [note, createdAt, createdBy] = row.slice(7);
  return {
    ...wordsOf(row),
    note: plainText(note),
    createdAt: unixMs(wholeNumber(createdAt)),
    createdBy: plainText(createdBy),
  };
}

function wordsOf([id, source, target, term, translation, caseRule, partOfSpeech]: Row): Omit<BaseTerm, 'addedIn'> {
  return {
    id: plainText(id) as TermId,
    source: shared(plainText(source)) as TermLanguage,
    target: shared(plainText(target)) as TermLanguage,
    term: plainText(term),
    translation: orUndefined(translation),
    caseRule: shared(plainText(caseRule)) as CaseRule,
    partOfSpeech: shared(orUndefined(partOfSpeech)) as PartOfSpeech | undefined,
  };
}

const sharedTexts = new Map<string, string>();
const sharedTextsMax = 1_000;

/**
 * One string for all terms that have it in common: a loaded base has a few languages, case rules and parts of speech, each
 * of which would be there 50,000 times.
 */
function shared<Text extends string | undefined>(text: Text): Text {
  if (text === undefined) return text;
  const known = sharedTexts.get(text);
  if (known !== undefined) return known as Text;
  if (sharedTexts.size >= sharedTextsMax) sharedTexts.clear();
  sharedTexts.set(text, text);
  return text;
}

function orUndefined(value: SqlValue | undefined): string | undefined {
  return value === null ? undefined : plainText(value);
}

/** Members of a packed term, in order; the names of their columns. */
export const packedColumns =
  'source, target, term, case_rule, id, translation, part_of_speech, note, folded, created_by, created_at';

/** Many terms as one value of a statement, which costs a database a fraction of as many values as they have members. */
export function packTerms(terms: readonly Term[]): string {
  return JSON.stringify(
    terms.map(({ source, target, term, caseRule, id, translation = null, partOfSpeech = null, ...rest }) => {
      const folded = foldForSearch(`${term}\n${translation ?? ''}`);
      return [
        source,
        target,
        term,
        caseRule,
        id,
        translation,
        partOfSpeech,
        rest.note,
        folded,
        rest.createdBy,
        rest.createdAt,
      ];
    }),
  );
}

/** Many ids as one value of a statement. */
export function packIds(ids: readonly string[]): string {
  return JSON.stringify(ids);
}

/**
 * Without the difference between capitals and small letters. Done here and not by the databases, of which one knows
 * ASCII alone and the other goes by its locale.
 */
export function foldForSearch(text: string): string {
  // Capitals first, because only they bring ß and ss together; the final sigma is a matter of place, not of the letter.
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Whatever the databases would each refuse in a way of their own, or one of them would take.
 *
 * @param identities of the terms of the same change so far; those of `terms` are added
 */
export function assertStorable(terms: readonly Term[], identities: Set<string>): void {
  const before = identities.size;
  for (const { source, target, term, caseRule, translation = '', note } of terms) {
    const isText = [term, translation, note].every((text) => text.isWellFormed() && !text.includes('\0'));
    assert(isText, 'a term holds half a surrogate pair, or U+0000');
    identities.add([source, target, caseRule, term].join('\0'));
  }
  assert(identities.size === before + terms.length, 'a change adds a term twice');
}

/** How the databases differ in what they make of packed values, which are `$3` in every statement. */
export type TermDialect = {
  /** What stands after `from` for packed terms; each is a column `value`, whose members `->>` gives. */
  readonly rows: string;
  /** The table, where rows are found by ids. */
  readonly byId: string;
  /** What finds the account `$1`'s rows with packed ids. */
  readonly isListed: string;
};

import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { parseEntryLanguage, unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import type { FormProblem } from '../pieces.ts';
import { problemOf } from '../wordings.ts';

export type LanguageField =
  | { readonly kind: 'language'; readonly tag: LanguageTag }
  | { readonly kind: 'none'; readonly problem: FormProblem };

/** Returns the served language that a field names. */
export function servedLanguage(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  typed: string,
  role: LanguageRole,
): LanguageField {
  const lookup = catalogue.parse(typed.trim(), role);
  if (lookup.kind !== 'unknown') return { kind: 'language', tag: lookup.tag };
  const message =
    parseEntryLanguage(typed) === undefined
      ? unknownLanguage(typed)
      : `This language is not available now. ${lookup.nearest === undefined ? 'Try again later.' : `The nearest one is ${lookup.nearest}.`}`;
  return { kind: 'none', problem: { param: role, message } };
}

/** Returns what is wrong with the length of a typed text. */
export function lengthProblems(text: string, charactersMax: number): readonly FormProblem[] {
  if (text.trim() === '') return [{ param: 'text', message: 'Enter a text.' }];
  if (countCharacters(text) <= charactersMax) return [];
  return [{ param: 'text', message: `The text has more than ${formatCount(charactersMax)} characters.` }];
}

const tookTooLong = 'The search took too long. Try a shorter text, or try again in a moment.';

/**
 * Returns what is wrong with a text, by form field.
 *
 * @throws every failure that the visitor cannot correct
 */
export function textProblemOf(error: unknown): FormProblem {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate ? { param: 'text', message: tookTooLong } : problemOf(error);
}

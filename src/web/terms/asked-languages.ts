import type { LanguageCatalogue } from '../../core/languages/catalogue.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import type { LanguageRole } from '../../core/languages/language-match.ts';
import { type FieldProblem, ServiceError } from '../../core/service-error.ts';

export type AskedLanguage =
  | { readonly kind: 'language'; readonly tag: LanguageTag }
  | { readonly kind: 'none'; readonly problem: FieldProblem };

/** The served language that a field means. */
export function servedLanguage(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  typed: string,
  role: LanguageRole,
): AskedLanguage {
  const lookup = catalogue.parse(typed.trim(), role);
  if (lookup.kind !== 'unknown') return { kind: 'language', tag: lookup.tag };
  const hint = lookup.nearest === undefined ? 'none is at the moment' : `the nearest that is: ${lookup.nearest}`;
  return { kind: 'none', problem: { param: role, message: `This language is not served; ${hint}.` } };
}

const fields: Readonly<Record<string, string>> = { source_lang: 'source', target_lang: 'target' };

const tookTooLong = 'To look through this text took too long. Try a shorter one, or the same in a moment.';

/** What went wrong with a text, by the fields of a form. @throws whatever the visitor can do nothing about */
export function problemOf(error: unknown): FieldProblem {
  if (error instanceof DOMException && error.name === 'TimeoutError') return { param: 'text', message: tookTooLong };
  if (!(error instanceof ServiceError)) throw error;
  if (error.code !== 'validation_error' && error.code !== 'engine_unavailable') throw error;
  const param = fields[error.param ?? ''] ?? error.param ?? '';
  // The API's name of the field is not on the page.
  return { param, message: error.message.replace(' Name it in source_lang.', ' Say which it is.') };
}

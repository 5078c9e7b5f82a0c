import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import { attemptOf, type Form } from '../form.ts';
import { byName } from '../language-names.ts';
import type { FormProblem } from '../pieces.ts';

export type PlaygroundDraft = {
  readonly text: string;
  readonly source: string;
  readonly target: string;
  readonly attempt: string;
};

export type ShownTranslation = {
  readonly pair: LanguagePair;
  readonly translation: string;
  /** Whether it was approved just now. */
  readonly isApproved?: boolean;
};

export type Chosen = { readonly source: LanguageTag | 'auto'; readonly target: LanguageTag };

/** The form before the first input: to English if it is served. */
export function blankDraft(catalogue: Pick<LanguageCatalogue, 'entries'>): PlaygroundDraft {
  const targets = chosenLanguages(catalogue, 'target');
  const [target] = targets.find(([code]) => code === 'en') ?? targets[0] ?? ['en'];
  return { text: '', source: 'auto', target, attempt: attemptOf(undefined) };
}

/**
 * `named` comes from a button that offers a language when detection failed; it takes precedence over the chosen one.
 */
export function draftOf(form: Form): PlaygroundDraft {
  return {
    text: form.text('text'),
    source: form.text('named') || form.text('source') || 'auto',
    target: form.text('target'),
    attempt: attemptOf(form.text('attempt')),
  };
}

/** Returns the translation that the page showed when the form was sent; undefined if it showed none. */
export function shownTranslation(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  form: Form,
): ShownTranslation | undefined {
  const [from = '', to = ''] = form.text('translated').split(' ');
  const [source, target] = [servedTag(catalogue, from, 'source'), servedTag(catalogue, to, 'target')];
  const translation = form.text('translation');
  if (source === undefined || target === undefined || translation === '') return undefined;
  return { pair: { source, target }, translation };
}

/** Returns the choices of a form, by name. */
export function chosenLanguages(
  catalogue: Pick<LanguageCatalogue, 'entries'>,
  role: LanguageRole,
): readonly (readonly [code: string, name: string])[] {
  return byName(catalogue.entries().filter((entry) => entry[role])).map(({ code, name }) => [code, name]);
}

/** Returns what to translate, from which language and to which. @returns all errors of the draft otherwise */
export function chosenOf(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  draft: PlaygroundDraft,
): Chosen | { readonly problems: readonly FormProblem[] } {
  const source = draft.source === 'auto' ? 'auto' : servedTag(catalogue, draft.source, 'source');
  const target = servedTag(catalogue, draft.target, 'target');
  const problems: FormProblem[] = [];
  const wrongText = textProblem(draft.text);
  if (wrongText !== undefined) problems.push({ param: 'text', message: wrongText });
  if (source === undefined) problems.push({ param: 'source', message: 'Choose a language under From.' });
  if (target === undefined) problems.push({ param: 'target', message: 'Choose a language under To.' });
  if (source !== undefined && target !== undefined && problems.length === 0) return { source, target };
  return { problems };
}

/** Returns why a pair has no other direction; undefined if it has one. */
export function swapProblem(
  catalogue: Pick<LanguageCatalogue, 'parse' | 'qualityOf'>,
  draft: Pick<PlaygroundDraft, 'source' | 'target'>,
): FormProblem | undefined {
  if (draft.source === 'auto') return { param: 'source', message: 'Choose a language first, then swap.' };
  const source = servedTag(catalogue, draft.target, 'source');
  const target = servedTag(catalogue, draft.source, 'target');
  const isServed =
    source !== undefined && target !== undefined && catalogue.qualityOf({ source, target }) !== undefined;
  return isServed ? undefined : { param: 'target', message: 'This pair is translated in one direction only.' };
}

function textProblem(text: string): string | undefined {
  if (text === '') return 'Enter a text to translate.';
  const count = countCharacters(text);
  if (count <= textCharactersMax) return undefined;
  return `A request can have at most ${formatCount(textCharactersMax)} characters. This text has ${formatCount(count)}.`;
}

/** Undefined for a language that is not served. */
export function servedTag(
  catalogue: Pick<LanguageCatalogue, 'parse'>,
  written: string,
  role: LanguageRole,
): LanguageTag | undefined {
  const lookup = catalogue.parse(written, role);
  return lookup.kind === 'unknown' ? undefined : lookup.tag;
}

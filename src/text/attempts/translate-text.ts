import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Turns } from '../../ground/turns.ts';
import { type Document, parseDocument } from '../document/document.ts';
import { type Rendered, render } from '../document/render.ts';
import { noncharacter } from '../document/token.ts';
import type { TextEvents } from '../events.ts';
import {
  type EntriesBySentence,
  type LocatedEntries,
  locateEntries,
  type PairGlossary,
} from '../glossary/located-entries.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { type Attempted, type AttemptParts, attempt } from './attempts.ts';
import type { AppliedEntry } from './glossary-variants.ts';

export type TextToParse = {
  readonly text: string;
  readonly language: LanguageTag;
  readonly glossary: PairGlossary | undefined;
};

/** Parses a text and locates the entries of a glossary in it. */
export async function parseText(
  { turns }: { readonly turns: Turns },
  { text, language, glossary }: TextToParse,
  signal: AbortSignal,
): Promise<LocatedEntries> {
  const unprotected = glossary?.unprotected;
  const writesOut = unprotected && ((written: string) => unprotected.has(written));
  const document = await turns.run(parseDocument(text, language, writesOut), signal);
  if (glossary === undefined) return { document, entries: new Map() };
  return await locateEntries({ turns }, { document, glossary }, signal);
}

export type TextWork = Pick<DocumentWork, 'pair' | 'routes' | 'share'> & Omit<TextToParse, 'language'>;

/**
 * Translates a text, with the entries of a glossary applied.
 *
 * @returns undefined if the text has only protected spans
 * @throws ServiceError as `translateDocument`
 */
export async function translateText(
  parts: DocumentParts,
  { text, glossary, ...work }: TextWork,
  signal: AbortSignal,
): Promise<TranslatedDocument | undefined> {
  const parsed = await parseText(parts, { text, language: work.pair.source, glossary }, signal);
  if (parsed.document.sentences.length === 0) return undefined;
  return await translateDocument(parts, { ...work, ...parsed }, signal);
}

export type DocumentParts = AttemptParts & { readonly events: Pick<TextEvents, 'sentenceFailed'> };

export type DocumentWork = {
  readonly document: Document;
  readonly pair: LanguagePair;
  /** Best first, at least one. */
  readonly routes: readonly Route[];
  /** As `AttemptWork.share`. */
  readonly share: string;
  /** The glossary entries in the sentences of `document` */
  readonly entries: EntriesBySentence;
};

export type TranslatedDocument = {
  readonly document: Document;
  /** The engine of the best route that translated at least one sentence. */
  readonly engine: string;
  readonly translatedText: string;
  /** Where each segment is in the translated text. */
  readonly map: Rendered['map'];
  /** By sentence, the spans of its glossary entries in its translation. */
  readonly applied: ReadonlyMap<string, readonly AppliedEntry[]>;
};

/**
 * Translates a document. A repeated sentence is translated once.
 *
 * @throws ServiceError `unfaithful_translation` if no route gives a valid translation of a sentence with its glossary
 * entries; `engine_unavailable` if all routes are down
 */
export async function translateDocument(
  parts: DocumentParts,
  { document, entries, routes, share, pair }: DocumentWork,
  signal: AbortSignal,
): Promise<TranslatedDocument> {
  const sentences = [...new Set(document.sentences)];
  const attempted = await attempt(parts, { sentences, routes, share, entries }, signal);
  const { engine, applied, translations } = attempted;
  if (translations.size < sentences.length) throw failureOf(parts, attempted, { sentences, pair });
  assert(engine !== undefined, 'a text without sentences needs no engine');
  const inOrder = document.sentences.map((sentence) => translations.get(sentence) ?? '');
  const { text, map } = render(document, inOrder);
  assertWhole(document.text, text);
  return { document, engine, applied, translatedText: text, map };
}

function failureOf(
  { events }: DocumentParts,
  { translations, issues, failure }: Attempted,
  { sentences, pair }: { readonly sentences: readonly string[]; readonly pair: LanguagePair },
): unknown {
  const missing = sentences.filter((sentence) => !translations.has(sentence));
  const failed = missing.flatMap((sentence) => issues.get(sentence) ?? []);
  for (const each of failed) events.sentenceFailed(each);
  const [first] = failed;
  if (first === undefined) return failure;
  return new ServiceError('unfaithful_translation', {
    detail: { ...first, pair: pairName(pair), sentences: failed.length },
    cause: failure,
  });
}

/** Asserts that all placeholder tokens were replaced, and no line break was lost or added. */
function assertWhole(text: string, translatedText: string): void {
  assert(!noncharacter.test(translatedText) || noncharacter.test(text), 'a token was not replaced by its span');
  assert(countLines(translatedText) === countLines(text), 'a line break was lost or added');
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

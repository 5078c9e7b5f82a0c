import type { Turns } from '../../ground/turns.ts';
import { parseDocument } from '../document/document.ts';
import { type LocatedEntries, locateEntries, type PairGlossary } from '../glossary/located-entries.ts';
import type { LanguageTag } from '../languages/language.ts';
import {
  type DocumentParts,
  type DocumentWork,
  type TranslatedDocument,
  translateDocument,
} from './translate-document.ts';

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
  if (glossary === undefined) return { document, terms: new Map() };
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

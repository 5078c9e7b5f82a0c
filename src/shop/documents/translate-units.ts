import { hasReason } from '../../ground/service-error.ts';
import { type DocumentParts, parseTexts, translateDocuments } from '../../text/attempts/translate-text.ts';
import type { PairGlossary } from '../../text/glossary/located-entries.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';

export type UnitsWork = {
  readonly texts: readonly string[];
  readonly pair: LanguagePair;
  readonly routes: readonly Route[];
  readonly share: string;
  readonly glossary: PairGlossary | undefined;
};

export type TranslatedUnits = {
  /** In the order of the texts; undefined for a text that no engine translates validly. */
  readonly translations: readonly (string | undefined)[];
  /** Numbers of the texts of protected spans alone, such as a URL: their own translations, without an engine. */
  readonly free: ReadonlySet<number>;
  /** Undefined if no text needed one. */
  readonly engine: string | undefined;
};

/**
 * Translates texts together. One without a valid translation does not fail the others.
 *
 * @throws ServiceError as `translateDocuments`, except `unfaithful_texts`
 */
export async function translateUnits(
  parts: DocumentParts,
  { texts, glossary, pair, routes, share }: UnitsWork,
  signal: AbortSignal,
): Promise<TranslatedUnits> {
  const { documents, entries } = await parseTexts(parts, { texts, language: pair.source, glossary }, signal);
  const free = new Set(documents.flatMap(({ sentences }, number) => (sentences.length === 0 ? [number] : [])));
  const translations = texts.map((text, number) => (free.has(number) ? text : undefined));
  let left = [...texts.keys()].filter((number) => !free.has(number));
  while (left.length > 0) {
    const numbers = left;
    const group = { documents: numbers.flatMap((number) => documents[number] ?? []), entries, pair, routes, numbers };
    try {
      const [translated = []] = await translateDocuments(parts, { groups: [group], share }, signal);
      for (const [index, number] of numbers.entries()) translations[number] = translated[index]?.translatedText;
      return { translations, free, engine: translated[0]?.engine };
    } catch (error) {
      if (!hasReason(error, 'unfaithful_texts')) throw error;
      const failed = new Set(error.data.texts);
      // Each round has fewer texts, and their translations are cached.
      left = numbers.filter((number) => !failed.has(number));
      if (left.length === numbers.length) throw error;
    }
  }
  return { translations, free, engine: undefined };
}

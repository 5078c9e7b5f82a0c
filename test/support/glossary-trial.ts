import type { FindGlossary } from '../../src/shop/glossaries/glossary-cache.ts';
import type { GlossaryVersion } from '../../src/shop/glossaries/glossary-store.ts';
import { routesOfText, type TextRouteParts, type TextRouteRequest } from '../../src/shop/sale/routes-of-text.ts';
import { type ReportedEntry, reportEntries } from '../../src/text/attempts/reported-entries.ts';
import { type DocumentParts, translateText } from '../../src/text/attempts/translate-text.ts';
import type { LanguagePair } from '../../src/text/languages/language.ts';

export type GlossaryTrialParts = DocumentParts & TextRouteParts & { readonly findGlossary: FindGlossary };

export type GlossaryTrialRequest = TextRouteRequest & { readonly glossaryVersion: GlossaryVersion };

/** The result of an account's glossary for one text. */
export type GlossaryTrial = {
  readonly pair: LanguagePair;
  readonly translatedText: string;
  /** Undefined if there was nothing to translate. */
  readonly engine: string | undefined;
  /** In the order of the text; once for each occurrence. */
  readonly entries: readonly ReportedEntry[];
};

/**
 * Translates a text as a request does, and returns which entries matched, where, and how they were applied. Charges
 * nothing.
 * @throws ServiceError as for a request, except about the balance
 */
export async function tryGlossary(
  parts: GlossaryTrialParts,
  request: GlossaryTrialRequest,
  signal: AbortSignal,
): Promise<GlossaryTrial> {
  const { accountId, glossaryVersion, text } = request;
  const { pair, routes } = await routesOfText(parts, request);
  const unchanged = { pair, translatedText: text, engine: undefined, entries: [] };
  if (routes.length === 0) return unchanged;
  const glossary = await parts.findGlossary({ accountId, glossaryVersion, pair });
  const work = { text, pair, routes, share: accountId, glossary };
  const translated = await translateText(parts, work, signal);
  if (translated === undefined) return unchanged;
  const { engine, translatedText } = translated;
  return { pair, translatedText, engine, entries: reportEntries(translated) };
}

import { orAborted } from '../../ground/abort.ts';
import type { Turns } from '../../ground/turns.ts';
import { parseText } from '../../text/attempts/translate-text.ts';
import { alignmentOf } from '../../text/document/render.ts';
import type { Span } from '../../text/document/span.ts';
import type { EntryUse } from '../../text/glossary/entry-match.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { FindGlossary } from '../glossaries/glossary-cache.ts';
import { routesOfText, type TextRouteParts } from '../sale/routes-of-text.ts';
import type { GlossaryTrialRequest } from './glossary-trial.ts';

export type EntryPlacesParts = TextRouteParts & { readonly turns: Turns; readonly findGlossary: FindGlossary };

/** A glossary entry that applies to a text, and its span. */
export type PlacedEntry = {
  readonly use: EntryUse;
  /** UTF-16 offsets in the text. */
  readonly inText: Span;
};

/**
 * Locates the glossary entries that apply to a text. Calls no engine and charges nothing.
 *
 * @returns in the order of the text; empty if nothing would be translated
 * @throws ServiceError as for a request, except about the balance
 */
export async function findPlacedEntries(
  parts: EntryPlacesParts,
  request: GlossaryTrialRequest,
  signal: AbortSignal,
): Promise<{ readonly pair: LanguagePair; readonly entries: readonly PlacedEntry[] }> {
  const { accountId, glossaryVersion, text } = request;
  const { pair, routes } = await routesOfText(parts, request);
  if (routes.length === 0) return { pair, entries: [] };
  const glossary = await orAborted(parts.findGlossary({ accountId, glossaryVersion, pair }), signal);
  const { document, entries } = await parseText(parts, { text, language: pair.source, glossary }, signal);
  const placed = document.segments.flatMap((segment): readonly PlacedEntry[] => {
    const uses = entries.get(segment.text);
    if (uses === undefined) return [];
    const alignment = alignmentOf(segment);
    return uses.map((use) => ({ use, inText: alignment.locate(use) }));
  });
  return { pair, entries: placed };
}

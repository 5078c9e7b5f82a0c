import { silentEvents } from '../src/adapters/telemetry/events.ts';
import { ServiceError } from '../src/ground/service-error.ts';
import { Turns } from '../src/ground/steps.ts';
import type { EntryOutcome } from '../src/text/attempts/glossary-variants.ts';
import { type DocumentParts, translateDocuments } from '../src/text/attempts/translate-text.ts';
import { TranslationCache } from '../src/text/cache/translation-cache.ts';
import { parseDocument } from '../src/text/document/document.ts';
import type { Engine } from '../src/text/engine/engine.ts';
import type { EntriesBySentence } from '../src/text/glossary/located-entries.ts';
import type { Detector } from '../src/text/languages/detector.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';

export type LineParts = {
  readonly engine: Engine;
  readonly detector: Detector;
  /** The matching glossary entries; none by default. */
  readonly findEntries?: (sentences: readonly string[]) => Promise<EntriesBySentence>;
};

export type Translated = {
  /** One for each line; empty where the service would have returned an error. */
  readonly lines: readonly string[];
  readonly refused: number;
  /** Number of lines for each outcome of a term. */
  readonly entries: Readonly<Record<EntryOutcome, number>>;
};

/** Concurrent lines: enough for every worker, few enough for every queue. */
const atOnce = 32;
const outcomes: readonly EntryOutcome[] = ['natural', 'replaced', 'placeholder', 'opaque'];
const never = new AbortController().signal;

/**
 * Translates each line as a separate text, along one path of one engine, as the service does: split into sentences,
 * checked and repaired. No other route is tried.
 */
export async function translateLines(
  { engine, detector, findEntries }: LineParts,
  path: readonly LanguageTag[],
  lines: readonly string[],
): Promise<Translated> {
  const entries: Record<EntryOutcome, number> = { natural: 0, replaced: 0, placeholder: 0, opaque: 0 };
  const parts: DocumentParts = {
    detector,
    cache: new TranslationCache(0),
    turns: new Turns(),
    events: {
      ...silentEvents,
      entriesApplied: (counts) => {
        for (const outcome of outcomes) entries[outcome] += counts[outcome];
      },
    },
  };
  const translated: (string | undefined)[] = [];
  const waiting = lines.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, line] of waiting)
      translated[index] = await translateLine(parts, { engine, path, line, findEntries });
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
  return {
    lines: translated.map((line) => line ?? ''),
    refused: translated.filter((line) => line === undefined).length,
    entries,
  };
}

type LineWork = Pick<LineParts, 'engine'> & {
  readonly path: readonly LanguageTag[];
  readonly line: string;
  readonly findEntries: LineParts['findEntries'];
};

async function translateLine(
  parts: DocumentParts,
  { engine, path, line, findEntries }: LineWork,
): Promise<string | undefined> {
  const [source, target] = [path[0], path.at(-1)];
  if (source === undefined || target === undefined) throw new Error('a path has two ends');
  const document = await parts.turns.run(parseDocument(line, source), never);
  if (document.sentences.length === 0) return line;
  const entries = (await findEntries?.(document.sentences)) ?? new Map();
  const group = { documents: [document], entries, pair: { source, target }, routes: [{ engine, path }] };
  try {
    const [[translated] = []] = await translateDocuments(parts, { groups: [group], share: 'eval' }, never);
    return translated?.translatedText;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unfaithful_translation') return undefined;
    throw error;
  }
}

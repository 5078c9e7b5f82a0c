import type { AccountId } from '../src/core/accounts/account.ts';
import type { Engine } from '../src/core/engine/engine.ts';
import type { Detector } from '../src/core/languages/detector.ts';
import type { LanguageTag } from '../src/core/languages/language.ts';
import { SentenceMemory } from '../src/core/memory/sentence-memory.ts';
import { ServiceError } from '../src/core/service-error.ts';
import { type FaithfulParts, layOut, translateFaithfully } from '../src/core/translation/faithful-text.ts';
import { Turns } from '../src/core/translation/turns.ts';

export type Translated = {
  /** One for each line; empty where the service would have answered with an error. */
  readonly lines: readonly string[];
  readonly refused: number;
};

/** Lines on their way at a time: enough for every worker, few enough for no queue to be full. */
const atOnce = 32;
const never = new AbortController().signal;

/**
 * Translates each line as a text of its own, along one path of one engine, as the service does: cut into sentences,
 * examined and repaired. No other route steps in.
 */
export async function translateLines(
  { engine, detector }: { readonly engine: Engine; readonly detector: Detector },
  path: readonly LanguageTag[],
  lines: readonly string[],
): Promise<Translated> {
  const parts: FaithfulParts = {
    detector,
    memory: new SentenceMemory(0),
    turns: new Turns(),
    events: {
      repairTried: () => undefined,
      sentenceFailed: () => undefined,
      termsApplied: () => undefined,
      memoryUsed: () => undefined,
    },
  };
  const translated: (string | undefined)[] = [];
  const waiting = lines.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, line] of waiting) translated[index] = await translateLine(parts, { engine, path, line });
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
  return {
    lines: translated.map((line) => line ?? ''),
    refused: translated.filter((line) => line === undefined).length,
  };
}

type LineWork = { readonly engine: Engine; readonly path: readonly LanguageTag[]; readonly line: string };

async function translateLine(parts: FaithfulParts, { engine, path, line }: LineWork): Promise<string | undefined> {
  const [source, target] = [path[0], path.at(-1)];
  if (source === undefined || target === undefined) throw new Error('a path has two ends');
  const layout = await layOut(parts, { text: line, language: source }, never);
  if (layout.sentences.length === 0) return line;
  const work = { text: line, layout, pair: { source, target }, routes: [{ engine, path }] };
  try {
    return (await translateFaithfully(parts, { ...work, accountId: 'eval' as AccountId }, never)).translatedText;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unfaithful_translation') return undefined;
    throw error;
  }
}

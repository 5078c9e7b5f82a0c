import assert from 'node:assert/strict';
import type { Events } from '../../src/adapters/telemetry/events.ts';
import { Turns } from '../../src/ground/steps.ts';
import { type DocumentParts, translateDocuments } from '../../src/text/attempts/translate-text.ts';
import { TranslationCache } from '../../src/text/cache/translation-cache.ts';
import { parseDocument } from '../../src/text/document/document.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import type { EntryUse } from '../../src/text/glossary/glossary-entry.ts';
import type { Detector } from '../../src/text/languages/detector.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { findRoutesFrom } from '../../src/text/languages/routes.ts';

type Tried = Parameters<Events['repairTried']>[0];
type Failed = Parameters<Events['sentenceFailed']>[0];
type Applied = Parameters<Events['entriesApplied']>[0];

export type DocumentWorld = ReturnType<typeof documentWorld>;

type TranslateOptions = {
  readonly source?: string;
  readonly target?: string;
  readonly account?: string;
  readonly signal?: AbortSignal;
  /** The glossary entries in a sentence; default: none. */
  readonly uses?: (sentence: string) => readonly EntryUse[];
};

/** Checked translation of texts without accounts, balances and HTTP. The cache is off unless `memoryBytes` is given. */
export function documentWorld(
  engines: readonly Engine[],
  { memoryBytes = 0, detector = undecided }: { readonly memoryBytes?: number; readonly detector?: Detector } = {},
) {
  const repairs: Tried[] = [];
  const failures: Failed[] = [];
  const applied: Applied[] = [];
  const parts: DocumentParts = {
    detector,
    cache: new TranslationCache(memoryBytes),
    turns: new Turns(),
    events: {
      repairTried: (tried) => repairs.push(tried),
      sentenceFailed: (failed) => failures.push(failed),
      entriesApplied: (event) => applied.push(event),
      cacheUsed: () => undefined,
    },
  };
  return {
    repairs,
    failures,
    applied,
    /** Translates by the routes through the world's engines; default: es > en. */
    translate: async (
      text: string,
      { source = 'es', target = 'en', account = 'ana', signal = never, uses }: TranslateOptions = {},
    ) => {
      const pair = { source: source as LanguageTag, target: target as LanguageTag };
      const routes = findRoutesFrom(engines, pair.source).get(pair.target) ?? assert.fail('no route');
      const document = await parts.turns.run(parseDocument(text, pair.source), signal);
      const entries = new Map(document.sentences.map((sentence) => [sentence, uses?.(sentence) ?? []]));
      for (const [sentence, { length }] of entries) if (length === 0) entries.delete(sentence);
      const group = { documents: [document], pair, routes, entries };
      const [[translated] = []] = await translateDocuments(parts, { share: account, groups: [group] }, signal);
      const { engine, translatedText } = translated ?? assert.fail('one result for each document');
      return { engine, translatedText };
    },
  };
}

const never = new AbortController().signal;

const undecided: Detector = { detect: () => ({ kind: 'undecided', candidates: [] }) };

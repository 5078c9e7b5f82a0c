import assert from 'node:assert/strict';
import type { AccountId } from '../../src/core/accounts/account.ts';
import type { Engine } from '../../src/core/engine/engine.ts';
import type { Events } from '../../src/core/events.ts';
import type { Detector } from '../../src/core/languages/detector.ts';
import type { LanguageTag } from '../../src/core/languages/language.ts';
import { findRoutesFrom } from '../../src/core/languages/routes.ts';
import { SentenceMemory } from '../../src/core/memory/sentence-memory.ts';
import { type FaithfulParts, layOut, translateFaithfully } from '../../src/core/translation/faithful-text.ts';
import { Turns } from '../../src/core/translation/turns.ts';

type Tried = Parameters<Events['repairTried']>[0];
type Failed = Parameters<Events['sentenceFailed']>[0];

export type FaithfulWorld = {
  readonly repairs: readonly Tried[];
  readonly failures: readonly Failed[];
  /** Translates by the routes through the world's engines, es > en unless said otherwise. */
  readonly translate: (
    text: string,
    options?: {
      readonly source?: string;
      readonly target?: string;
      readonly account?: string;
      readonly signal?: AbortSignal;
    },
  ) => Promise<{ readonly engine: string; readonly translatedText: string }>;
};

/** Faithful translation of texts without accounts, balances and HTTP. The memory is off unless `memoryBytes` is given. */
export function faithfulWorld(
  engines: readonly Engine[],
  { memoryBytes = 0, detector = undecided }: { readonly memoryBytes?: number; readonly detector?: Detector } = {},
): FaithfulWorld {
  const repairs: Tried[] = [];
  const failures: Failed[] = [];
  const parts: FaithfulParts = {
    detector,
    memory: new SentenceMemory(memoryBytes),
    turns: new Turns(),
    events: {
      repairTried: (tried) => repairs.push(tried),
      sentenceFailed: (failed) => failures.push(failed),
      termsApplied: () => undefined,
      memoryUsed: () => undefined,
    },
  };
  return {
    repairs,
    failures,
    translate: async (text, { source = 'es', target = 'en', account = 'ana', signal = never } = {}) => {
      const pair = { source: source as LanguageTag, target: target as LanguageTag };
      const routes = findRoutesFrom(engines, pair.source).get(pair.target) ?? assert.fail('no route');
      const layout = await layOut(parts, { text, language: pair.source }, signal);
      return translateFaithfully(parts, { text, layout, pair, routes, accountId: account as AccountId }, signal);
    },
  };
}

const never = new AbortController().signal;

const undecided: Detector = { detect: () => ({ kind: 'undecided', candidates: [] }) };

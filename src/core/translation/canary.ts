import type { Engine } from '../engine/engine.ts';
import type { LanguagePair } from '../languages/language.ts';
import { type Clock, later, type UnixMs, unixMs } from '../units.ts';

/** For how long a success is believed. */
const believedMs = 30_000;

const answerMsMax = 10_000;

/** Sentences that an engine must manage, where their language is served; elsewhere a name does. */
const sentences: Readonly<Record<string, string>> = {
  es: 'La luz del puerto se ve desde lejos.',
  en: 'The light of the harbour can be seen from afar.',
};

/** Knows whether the engines really translate, by having them do it. */
export class Canary {
  readonly #engines: readonly Engine[];
  readonly #now: Clock;
  #believedUntil: UnixMs = unixMs(0);
  #running: Promise<boolean> | undefined;

  constructor(engines: readonly Engine[], now: Clock) {
    this.#engines = engines;
    this.#now = now;
  }

  /** True when a sentence was translated within the last half minute, now if need be. Never throws. */
  async sings(): Promise<boolean> {
    if (this.#now() < this.#believedUntil) return true;
    this.#running ??= this.#sing().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sing(): Promise<boolean> {
    for (const engine of this.#engines) {
      const pair = favourite(engine.pairs());
      if (pair === undefined) continue;
      const sung = await translates(engine, pair);
      if (!sung) continue;
      this.#believedUntil = later(this.#now(), believedMs);
      return true;
    }
    return false;
  }
}

/** The pair that most callers ask for where it exists, so that its pipeline is warm when they do. */
function favourite(pairs: readonly LanguagePair[]): LanguagePair | undefined {
  return pairs.find(({ source, target }) => source === 'es' && target === 'en') ?? pairs[0];
}

async function translates(engine: Engine, pair: LanguagePair): Promise<boolean> {
  try {
    const segments = [sentences[pair.source] ?? 'Dragoman'];
    const [translation = ''] = await engine.translate({ pair, segments }, AbortSignal.timeout(answerMsMax));
    return translation.trim() !== '';
  } catch {
    return false;
  }
}

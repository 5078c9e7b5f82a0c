import type { Engine } from '../engine/engine.ts';
import type { LanguagePair } from '../languages/language.ts';
import { type Clock, later, type UnixMs, unixMs } from '../units.ts';

/** How long a success stays valid. */
const believedMs = 30_000;

/** For each pair that is tried. */
const answerMsMax = 10_000;

/** Of one engine: where so many fail, it is hardly their own fault. */
const pairsTriedMax = 3;

/** Sentences that an engine must manage, where their language is served; elsewhere a name does. */
const sentences: Readonly<Record<string, string>> = {
  es: 'La luz del puerto se ve desde lejos.',
  en: 'The light of the harbour can be seen from afar.',
};

/** What an operator reads where every pair that is served would have to be fetched first. */
const noneReady = 'no model is on disk: the first request of a pair fetches one, and "dragoman model pull" does';

/** Checks that the engines translate, on pairs that are installed. */
export class Canary {
  readonly #engines: readonly Engine[];
  readonly #now: Clock;
  #believedUntil: UnixMs = unixMs(0);
  #running: Promise<string | undefined> | undefined;

  constructor(engines: readonly Engine[], now: Clock) {
    this.#engines = engines;
    this.#now = now;
  }

  /**
   * Why no engine translates, in one line for the operator; undefined when a sentence was translated within the last half
   * minute, now if need be. Never throws.
   */
  async silence(): Promise<string | undefined> {
    if (this.#now() < this.#believedUntil) return undefined;
    this.#running ??= this.#sing().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sing(): Promise<string | undefined> {
    const served = this.#engines.map((engine) => ({ engine, pairs: engine.pairs() }));
    const ready = served.map(({ engine, pairs }) => ({
      engine,
      pairs: pairs.filter((pair) => engine.isReady(pair)),
    }));
    for (const { engine, pairs } of ready) {
      for (const pair of pairsToTry(pairs)) {
        const sung = await translates(engine, pair);
        if (!sung) continue;
        this.#believedUntil = later(this.#now(), believedMs);
        return undefined;
      }
    }
    const isEmpty = (all: typeof served) => all.every(({ pairs }) => pairs.length === 0);
    return isEmpty(ready) && !isEmpty(served) ? noneReady : 'no engine has translated the canary sentence';
  }
}

/** The favourite, then those that have least in common with what was tried before: one broken pair says little. */
function pairsToTry(pairs: readonly LanguagePair[]): readonly LanguagePair[] {
  const chosen: LanguagePair[] = [];
  while (chosen.length < Math.min(pairsTriedMax, pairs.length)) {
    const left = pairs.filter((pair) => !chosen.includes(pair));
    const next = chosen.length === 0 ? favourite(left) : leastLike(left, chosen);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

/** The first of `pairs` that shares the fewest languages with those that were chosen. */
function leastLike(pairs: readonly LanguagePair[], chosen: readonly LanguagePair[]): LanguagePair | undefined {
  const languages = chosen.flatMap(({ source, target }) => [source, target]);
  const shared = ({ source, target }: LanguagePair) =>
    languages.filter((language) => language === source || language === target).length;
  return pairs.toSorted((one, other) => shared(one) - shared(other))[0];
}

/** The pair that most callers ask for where it exists, so that its pipeline is warm when they do. */
function favourite(pairs: readonly LanguagePair[]): LanguagePair | undefined {
  return pairs.find(({ source, target }) => source === 'es' && target === 'en') ?? pairs[0];
}

async function translates(engine: Engine, pair: LanguagePair): Promise<boolean> {
  try {
    const segments = [sentences[pair.source] ?? 'Dragoman'];
    const [translation = ''] = await engine.translate(
      { pair, segments, share: 'canary' },
      AbortSignal.timeout(answerMsMax),
    );
    return translation.trim() !== '';
  } catch {
    return false;
  }
}

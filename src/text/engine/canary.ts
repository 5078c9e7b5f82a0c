import { type Clock, later, type UnixMs, unixMs } from '../../ground/units.ts';
import { type LanguagePair, pairName } from '../languages/language.ts';
import type { Engine } from './engine.ts';

const validMs = 30_000;

const answerMsMax = 10_000;

/** Pairs tried per engine. If this many fail, the engine is probably at fault. */
const pairsTriedMax = 3;

/** Sample sentences for common source languages. Others use the service's name. */
const sentences: Readonly<Record<string, string>> = {
  es: 'La luz del puerto se ve desde lejos.',
  en: 'The light of the harbour can be seen from afar.',
};

/** The reason when no served pair has a model on disk. */
const noneReady = 'no model is on disk: run "dragoman model pull", or let the first request of a pair download one';

/** Checks that the engines translate, on pairs that are installed. */
export class Canary {
  readonly #engines: readonly Engine[];
  readonly #now: Clock;
  #validUntil: UnixMs = unixMs(0);
  #running: Promise<string | undefined> | undefined;

  constructor(engines: readonly Engine[], now: Clock) {
    this.#engines = engines;
    this.#now = now;
  }

  /** Returns why no engine translates, in one line; undefined if one does, or did within 30 seconds. Never throws. */
  async failureReason(): Promise<string | undefined> {
    if (this.#now() < this.#validUntil) return undefined;
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #check(): Promise<string | undefined> {
    const served = this.#engines.map((engine) => ({ engine, pairs: engine.pairs() }));
    const ready = served.map(({ engine, pairs }) => ({ engine, pairs: pairs.filter((pair) => engine.isReady(pair)) }));
    for (const { engine, pairs } of ready) {
      for (const pair of pairsToTry(pairs)) {
        const isTranslated = await translates(engine, pair);
        if (!isTranslated) continue;
        this.#validUntil = later(this.#now(), validMs);
        return undefined;
      }
    }
    const isEmpty = (all: typeof served) => all.every(({ pairs }) => pairs.length === 0);
    return isEmpty(ready) && !isEmpty(served) ? noneReady : 'no engine has translated the canary sentence';
  }
}

/**
 * Returns the favourite pair, then pairs that share the fewest languages with earlier ones: one broken pair does not
 * mean that the engine is broken.
 */
function pairsToTry(pairs: readonly LanguagePair[]): readonly LanguagePair[] {
  const chosen: LanguagePair[] = [];
  while (chosen.length < Math.min(pairsTriedMax, pairs.length)) {
    const left = pairs.filter((pair) => !chosen.includes(pair));
    // The most requested pair, so that the check also keeps its pipeline running.
    const favourite = left.find((pair) => chosen.length === 0 && pairName(pair) === 'es>en');
    const next = favourite ?? leastLike(left, chosen);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

/** Returns the first of `pairs` that shares the fewest languages with the chosen ones. */
function leastLike(pairs: readonly LanguagePair[], chosen: readonly LanguagePair[]): LanguagePair | undefined {
  const languages = chosen.flatMap(({ source, target }) => [source, target]);
  const shared = ({ source, target }: LanguagePair) =>
    languages.filter((language) => language === source || language === target).length;
  return pairs.toSorted((one, other) => shared(one) - shared(other))[0];
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

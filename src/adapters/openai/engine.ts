import { hash } from 'node:crypto';
import type { Engine, Job } from '../../core/engine/engine.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../core/languages/language.ts';
import { Backlog } from '../../core/scheduling/backlog.ts';
import { ServiceError } from '../../core/service-error.ts';
import { Desk, type Sentences } from './desk.ts';
import { type Dialect, firstDialect } from './dialect.ts';
import { type Failure, inWords } from './endpoint.ts';
import { Health } from './health.ts';
import { instructionsFor } from './instructions.ts';
import { type Answer, Model } from './model.ts';
import { defaultLimits, type OpenAiLimits, type OpenAiOptions } from './options.ts';
import { unitsAt } from './pending-job.ts';
import { findDialect } from './probe.ts';
import { measuredScore } from './quality.ts';

/** The endpoint, described for operators. */
export type ModelDescription = {
  readonly model: string;
  readonly pairs: readonly LanguagePair[];
  /** chrF2 of the first of `pairs`; undefined where it was not measured. */
  readonly score: number | undefined;
  readonly state: 'ready' | 'unavailable';
  /** Why it is unavailable. */
  readonly reason: string | undefined;
};

export type OpenAiEngine = Engine & { describePairs(): readonly ModelDescription[] };

/**
 * Opens the engine and has the endpoint translate a sentence. While the endpoint does not work, then or later, `pairs()`
 * is empty, and it is tried again now and then.
 */
export async function openOpenAi(options: OpenAiOptions): Promise<OpenAiEngine> {
  const engine = new OpenAi(options, { ...defaultLimits(), ...options.limits });
  await engine.start();
  return engine;
}

/** What a segment costs beside its characters, in UTF-16 units. */
const unitsPerSegment = 32;

/** A repeated request uses another seed, to avoid the same error. */
const seeds = { first: 1, repeat: 2 };

const none: readonly LanguagePair[] = [];

class OpenAi implements OpenAiEngine {
  readonly name = 'openai';
  /** At temperature 0 servers mostly answer alike and none promises it; and the sentences around one may sway a model. */
  readonly isDeterministic = false;
  readonly missedTerms = 'replace';
  readonly pivotsMax = 0;
  readonly #options: OpenAiOptions;
  readonly #limits: OpenAiLimits;
  readonly #model: Model;
  readonly #health: Health;
  readonly #desk: Desk;
  readonly #backlog: Backlog;
  readonly #pairs: readonly LanguagePair[];
  /** By the name of the pair. */
  readonly #versions: ReadonlyMap<string, string>;
  #dialect: Dialect = firstDialect;
  #isClosed = false;

  constructor(options: OpenAiOptions, limits: OpenAiLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#model = new Model(options, limits);
    this.#backlog = new Backlog(limits.queueUnitsMax);
    this.#pairs = pairsOf([...new Set(options.languages)]);
    this.#versions = new Map(this.#pairs.map((pair) => [pairName(pair), versionFor(pair, options)]));
    this.#desk = new Desk({
      limits,
      ask: (sentences, signal) => this.#ask(sentences, signal),
      errorFor: (pair, failure) => this.#unavailable(failure, pair),
    });
    this.#health = new Health({
      limits,
      probe: (signal) => this.#probe(signal),
      failed: (found) =>
        options.events.backgroundFailed({ task: 'try the openai endpoint', cause: this.#unavailable(found) }),
      withdrawn: (found) => this.#desk.failWaiting(found),
    });
  }

  start(): Promise<void> {
    return this.#health.start();
  }

  pairs(): readonly LanguagePair[] {
    return this.#isUsable ? this.#pairs : none;
  }

  isAtHand(pair: LanguagePair): boolean {
    return this.#isUsable && this.#versions.has(pairName(pair));
  }

  versionOf(pair: LanguagePair): string {
    return this.#versions.get(pairName(pair)) ?? '';
  }

  measuredScore(path: readonly LanguageTag[]): number | undefined {
    return measuredScore(this.#options.model, path);
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    if (!this.isAtHand(job.pair)) throw this.#unavailable(this.#health.obstacle, job.pair);
    if (job.segments.length === 0) return [];
    using admission = this.#backlog.admit(job.share, workIn(job));
    if (admission === undefined) throw this.#overloaded(job.pair);
    return await this.#desk.translate(job, signal);
  }

  describePairs(): readonly ModelDescription[] {
    const { obstacle } = this.#health;
    const [first] = this.#pairs;
    const score = first && this.measuredScore([first.source, first.target]);
    const state = obstacle === undefined ? 'ready' : 'unavailable';
    return [{ model: this.#options.model, pairs: this.#pairs, score, state, reason: obstacle && inWords(obstacle) }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#health[Symbol.asyncDispose](), this.#desk[Symbol.asyncDispose]()]);
  }

  get #isUsable(): boolean {
    return !this.#isClosed && this.#health.obstacle === undefined;
  }

  async #ask({ pair, sentences, isRepeat }: Sentences, signal: AbortSignal): Promise<Answer> {
    const seed = isRepeat ? seeds.repeat : seeds.first;
    const question = { instructions: instructionsFor(pair), sentences, seed };
    const answer = await this.#model.ask(question, this.#dialect, signal);
    switch (answer.kind) {
      case 'answered':
        if (answer.texts.some((text) => text !== undefined)) this.#health.succeeded();
        else this.#health.suspect();
        break;
      case 'refused':
        this.#health.suspect();
        break;
      case 'failed':
        if (answer.isForAll || asksForQuiet(answer, this.#limits)) this.#health.withdraw(answer);
        else this.#health.suspect();
    }
    return answer;
  }

  async #probe(signal: AbortSignal): Promise<Failure | undefined> {
    const [pair] = this.#pairs;
    if (pair === undefined) return undefined;
    const found = await findDialect(this.#model, pair, signal);
    if (found.kind === 'failed') return found;
    this.#dialect = found.dialect;
    return undefined;
  }

  #unavailable(failure: Failure | undefined, pair?: LanguagePair): ServiceError {
    const { model } = this.#options;
    const reason = failure && { reason: failure.reason, explanation: inWords(failure), status: failure.status };
    const detail = { engine: this.name, model, ...(pair && { pair: pairName(pair) }), ...reason };
    return new ServiceError('engine_unavailable', { detail });
  }

  #overloaded(pair: LanguagePair): ServiceError {
    const detail = { engine: this.name, pair: pairName(pair) };
    return new ServiceError('overloaded', { detail });
  }
}

/** For longer than a request can wait. */
function asksForQuiet({ retryAfterMs = 0 }: Failure, { retryPauseMsMax }: OpenAiLimits): boolean {
  return retryAfterMs > retryPauseMsMax;
}

function pairsOf(languages: readonly LanguageTag[]): readonly LanguagePair[] {
  return languages.flatMap((source) =>
    languages.filter((target) => target !== source).map((target) => ({ source, target })),
  );
}

/** Whatever is behind the model's name may change unseen: an operator who changes it should change the name. */
function versionFor(pair: LanguagePair, { baseUrl, model, extraBody }: OpenAiOptions): string {
  return hash('sha256', JSON.stringify([baseUrl, model, extraBody, instructionsFor(pair)])).slice(0, 16);
}

function workIn(job: Job): number {
  return job.segments.reduce((sum, _, index) => sum + unitsAt(job, index) + unitsPerSegment, 0);
}

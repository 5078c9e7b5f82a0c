import { hash } from 'node:crypto';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { Admission } from '../../text/engine/admission.ts';
import { type Call, CallPool } from '../../text/engine/call-pool.ts';
import { EndpointHealth } from '../../text/engine/endpoint-health.ts';
import type { DescribedEngine, EngineUnit, Job, SegmentEntry } from '../../text/engine/engine.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../text/languages/language.ts';
import { type Dialect, firstDialect, nextDialect } from './dialect.ts';
import { type CompletionRequest, instructionsFor } from './exchange.ts';
import { type EndpointFailure, failure, inWords } from './failure.ts';
import { writeTags } from './inline-tags.ts';
import { type Completion, Model } from './model.ts';
import { defaultLimits, type OpenAiLimits, type OpenAiOptions } from './options.ts';
import scores from './quality.json' with { type: 'json' };

/** Translates a test sentence. While the endpoint does not work, now or later, `pairs()` is empty and it is probed. */
export async function openOpenAi(options: OpenAiOptions): Promise<DescribedEngine> {
  const engine = new OpenAi(options, { ...defaultLimits(), ...options.limits });
  await engine.start();
  return engine;
}

/** The cost of a segment in addition to its characters, in UTF-16 units. */
const unitsPerSegment = 32;

/** A repeated request uses another seed, to avoid the same error. */
const seeds = { first: 1, repeat: 2 };

const noPairs: readonly LanguagePair[] = [];
const noEntries: readonly SegmentEntry[] = [];

type Input = { readonly pair: LanguagePair; readonly segment: string; readonly entries: readonly SegmentEntry[] };

class OpenAi implements DescribedEngine {
  readonly name = 'openai';
  /** Servers do not guarantee equal answers at temperature 0, and other sentences may influence the model. */
  readonly isDeterministic = false;
  readonly missedEntries = 'replace';
  readonly pivotsMax = 0;
  readonly #options: OpenAiOptions;
  readonly #limits: OpenAiLimits;
  readonly #model: Model;
  readonly #health: EndpointHealth<EndpointFailure>;
  readonly #calls: CallPool<Input, string>;
  readonly #admission: Admission;
  readonly #pairs: readonly LanguagePair[];
  /** By the name of the pair. */
  readonly #versions: ReadonlyMap<string, string>;
  #dialect: Dialect = firstDialect;
  #isClosed = false;

  constructor(options: OpenAiOptions, limits: OpenAiLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#model = new Model(options, limits);
    this.#admission = new Admission({
      engine: this.name,
      unitsMax: limits.queueUnitsMax,
      unitsPerSegment,
      unitsAt: (job, index) => unitsOf(inputAt(job, index)),
    });
    this.#pairs = pairsOf([...new Set(options.languages)]);
    this.#versions = new Map(this.#pairs.map((pair) => [pairName(pair), versionFor(pair, options)]));
    this.#calls = new CallPool<Input, string>({
      detail: { engine: this.name, model: options.model },
      callsMax: limits.requestsMax,
      callMax: { requests: limits.sentencesPerRequest, units: limits.unitsPerRequest },
      unitsOf,
      call: (call) => this.#call(call),
    });
    this.#health = new EndpointHealth({
      limits,
      unprobed: failure('timeout'),
      probe: (signal) => this.#probe(signal),
      failed: (found) =>
        options.events.backgroundFailed({ task: 'try the openai endpoint', cause: this.#unavailable(found) }),
      withdrawn: (found) => this.#calls.queue.failWaiting(this.#unavailable(found)),
    });
  }

  start(): Promise<void> {
    return this.#health.start();
  }

  pairs(): readonly LanguagePair[] {
    return this.#isUsable ? this.#pairs : noPairs;
  }

  isReady(pair: LanguagePair): boolean {
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
    if (!this.isReady(job.pair)) throw this.#unavailable(this.#health.obstacle, job.pair);
    return await this.#admission.run(job, () =>
      this.#calls.queue.run({ share: job.share, signal }, (ask) =>
        Promise.all(
          job.segments.map(async (segment, index) => (segment === '' ? '' : ((await ask(inputAt(job, index))) ?? ''))),
        ),
      ),
    );
  }

  describeUnits(): readonly EngineUnit[] {
    const { obstacle } = this.#health;
    const [first] = this.#pairs;
    const score = first && this.measuredScore([first.source, first.target]);
    const state = obstacle === undefined ? 'ready' : 'unavailable';
    return [{ unit: this.#options.model, pairs: this.#pairs, score, state, reason: obstacle && inWords(obstacle) }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#health[Symbol.asyncDispose](), this.#calls[Symbol.asyncDispose]()]);
  }

  get #isUsable(): boolean {
    return !this.#isClosed && this.#health.obstacle === undefined;
  }

  async #call({ inputs, isRepeat, signal }: Call<Input>): Promise<readonly (string | undefined)[]> {
    const [first] = inputs;
    assert(first !== undefined, 'a call has requests');
    const { pair } = first;
    const sentences = inputs.map(({ segment, entries }) => writeTags(segment, entries));
    const seed = isRepeat ? seeds.repeat : seeds.first;
    const question = { instructions: instructionsFor(pair), sentences, seed };
    const answer = await this.#model.ask(question, this.#dialect, signal);
    this.#judge(answer);
    if (answer.kind === 'failed') throw this.#unavailable(answer, pair);
    const texts = answer.kind === 'answered' ? answer.texts : [];
    return sentences.map(({ restore }, index) => {
      const text = texts[index];
      return text === undefined ? undefined : restore(text);
    });
  }

  #judge(answer: Completion): void {
    const isHelpful = answer.kind === 'answered' && answer.texts.some((text) => text !== undefined);
    if (isHelpful) this.#health.succeeded();
    else if (answer.kind === 'failed' && (answer.isForAll || this.#asksForQuiet(answer))) this.#health.withdraw(answer);
    else this.#health.suspect();
  }

  async #probe(signal: AbortSignal): Promise<EndpointFailure | undefined> {
    const [pair] = this.#pairs;
    if (pair === undefined) return undefined;
    const found = await findDialect(this.#model, pair, signal);
    if (found.kind === 'failed') return found;
    this.#dialect = found.dialect;
    return undefined;
  }

  /** Whether the server requests a longer pause than a retry may wait. */
  #asksForQuiet({ retryAfterMs = 0 }: EndpointFailure): boolean {
    return retryAfterMs > this.#limits.retryPauseMsMax;
  }

  #unavailable(found: EndpointFailure | undefined, pair?: LanguagePair): ServiceError {
    const { model } = this.#options;
    const reason = found && { reason: found.reason, explanation: inWords(found), status: found.status };
    const detail = { engine: this.name, model, ...(pair && { pair: pairName(pair) }), ...reason };
    return new ServiceError('engine_unavailable', { detail });
  }
}

function pairsOf(languages: readonly LanguageTag[]): readonly LanguagePair[] {
  return languages.flatMap((source) =>
    languages.filter((target) => target !== source).map((target) => ({ source, target })),
  );
}

/** Does not change if the server changes the model under the same name: the operator should then change the name. */
function versionFor(pair: LanguagePair, { baseUrl, model, extraBody }: OpenAiOptions): string {
  return hash('sha256', JSON.stringify([baseUrl, model, extraBody, instructionsFor(pair)])).slice(0, 16);
}

function inputAt({ pair, segments, entries }: Job, index: number): Input {
  return { pair, segment: segments[index] ?? '', entries: entries?.[index] ?? noEntries };
}

/** UTF-16 units of a segment and of the required translations of its terms. */
function unitsOf({ segment, entries }: Input): number {
  return entries.reduce((sum, { wanted = '' }) => sum + wanted.length, segment.length);
}

const probes: Readonly<Record<string, string>> = {
  en: 'The light of the harbour can be seen from afar.',
  es: 'La luz del puerto se ve desde lejos.',
};

/** Tries dialects with a fixed sentence until the answer is readable. @throws the signal's reason when it aborts */
async function findDialect(
  model: Model,
  pair: LanguagePair,
  signal: AbortSignal,
): Promise<{ readonly kind: 'found'; readonly dialect: Dialect } | EndpointFailure> {
  const asked = [{ text: probes[pair.source] ?? 'Dragoman', entries: undefined }];
  const question: CompletionRequest = { instructions: instructionsFor(pair), sentences: asked, seed: 1 };
  let dialect = firstDialect;
  for (;;) {
    const answer = await model.askOnce(question, dialect, signal);
    if (answer.kind === 'failed') return answer;
    if (answer.kind === 'answered' && answer.texts[0] !== undefined) return { kind: 'found', dialect };
    const refusal = answer.kind === 'refused' ? answer.refusal : undefined;
    const next = nextDialect(dialect, refusal);
    if (next === undefined) return failure(refusal ? 'refused' : 'unreadable');
    dialect = next;
  }
}

/** By the configured model name, then by path: `es>en`. */
const scoresByModel: Readonly<Record<string, Readonly<Record<string, { readonly chrF2: number }>>>> = scores;

/** chrF2 of a model for these languages, 0-100; undefined if not measured. */
function measuredScore(model: string, path: readonly LanguageTag[]): number | undefined {
  const scoreByPath = Object.hasOwn(scoresByModel, model) ? scoresByModel[model] : undefined;
  return scoreByPath?.[path.join('>')]?.chrF2;
}

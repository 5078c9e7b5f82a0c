import type { Model } from '../../../packages/marian/src/index.ts';
import { type Caller, JobQueue, type JobQueueOptions } from '../../text/engine/job-queue.ts';
import type { Lease, Occupant, Tenant } from '../../text/engine/memory-budget.ts';
import { type JobSize, jobSizes, type Request } from '../../text/engine/waiting-requests.ts';
import { type LanguagePair, pairName } from '../../text/languages/language.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel } from './model.ts';
import type { HasCharacter } from './post-edit/model-characters.ts';
import type { TextToTranslate } from './segment-translation.ts';
import type { EngineTranslation, LoadedModel } from './worker.ts';

export type TextRequest = Request<TextToTranslate, EngineTranslation>;

const textsMax = 64;

/** Fixed cost of a text in addition to its characters, in UTF-16 units. */
export const unitsPerText = 16;

/** A job that loses more texts than this fails, because other jobs wait while its threads are replaced. */
const givenUpMax = 8;

export type ServedModelOptions = Pick<JobQueueOptions<TextToTranslate>, 'wake' | 'abandoned' | 'changed'> & {
  readonly engine: string;
  readonly limits: BergamotLimits;
  readonly bytesEstimated: number;
  /** Why the model cannot be used, apart from its own failures. */
  obstacle(model: ServedModel): string | undefined;
  /** Called when it must leave memory. */
  retired(model: ServedModel): void;
};

let keys = 0;

export class ServedModel implements Tenant, Occupant, Disposable {
  /** Identifies the model in threads. The same files may serve two pairs, or one pair from two folders. */
  readonly key = ++keys;
  readonly installed: InstalledModel;
  readonly queue: JobQueue<TextToTranslate, EngineTranslation>;
  /** Whether it was removed or replaced on disk. Accepted work is still translated. */
  isGone = false;
  /** Jobs that are translated with it or prepared for it. */
  jobs = 0;
  /** The pool's turn that used it last. */
  turn = 0;
  /** Running calls of threads that use it. */
  calls = 0;
  /** Undefined while it is neither in memory nor loaded. */
  lease: Lease<ServedModel> | undefined;
  memory: Model | undefined;
  /** Whether it gets no more calls until it has left memory. */
  isRetiring = false;
  /** Returns whether its source vocabulary has a character. Undefined until the first load. */
  hasCharacter: HasCharacter | undefined;
  /** By `performance.now()`. */
  lastUsedAt = 0;
  readonly #options: ServedModelOptions;
  readonly #opened = Promise.withResolvers<HasCharacter>();
  /** Callers that wait for `hasCharacter`. */
  #openings = 0;
  #isSuspectsTurn = false;
  #size: JobSize = 'long';

  constructor(installed: InstalledModel, options: ServedModelOptions) {
    const { engine, limits, obstacle } = options;
    this.installed = installed;
    this.#options = options;
    this.queue = new JobQueue({
      ...options,
      detail: { engine, pair: pairName(installed.pair) },
      shortJob: { requests: Number.POSITIVE_INFINITY, units: limits.shortJobUnitsMax },
      givenUpMax,
      withdrawMs: limits.withdrawMs,
      unitsOf: ({ text }) => text.text.length + unitsPerText,
      obstacle: () => obstacle(this),
    });
  }

  get pair(): LanguagePair {
    return this.installed.pair;
  }

  get bytesNeeded(): number {
    return this.memory?.bytes ?? this.#options.bytesEstimated;
  }

  get isLoading(): boolean {
    return this.lease !== undefined && this.memory === undefined;
  }

  get isIdle(): boolean {
    return !this.isWanted && this.calls === 0;
  }

  get isWanted(): boolean {
    return !this.queue.waiting.isEmpty || this.#openings > 0;
  }

  /** Waits until the model has been loaded, and returns which characters it has. */
  async open(caller: Caller): Promise<HasCharacter> {
    if (this.hasCharacter !== undefined) return this.hasCharacter;
    this.#openings++;
    try {
      return await this.queue.run(caller, () => this.#opened.promise);
    } finally {
      this.#openings--;
    }
  }

  /**
   * Takes the texts of the next call for one of `idle` threads: every other time one suspect alone, else from short and
   * long jobs in turn. With `only`, takes from jobs of this size, and no suspects.
   */
  takeBatch(idle: number, only?: JobSize): readonly TextRequest[] {
    const { waiting } = this.queue;
    this.#isSuspectsTurn = !this.#isSuspectsTurn || !jobSizes.some((size) => waiting.has(size));
    const suspect = only === undefined && this.#isSuspectsTurn ? waiting.takeSuspect() : undefined;
    if (suspect !== undefined) return [suspect];
    const other = this.#size === 'long' ? 'short' : 'long';
    if (waiting.has(other)) this.#size = other;
    return this.queue.take(only ?? this.#size, { requests: textsMax, units: this.#options.limits.callUnits / idle });
  }

  loaded({ model, characters }: LoadedModel): void {
    const known = new Set(characters);
    const hasCharacter: HasCharacter = (character) => known.has(character);
    this.memory = model;
    this.hasCharacter = hasCharacter;
    this.queue.breaker.succeeded();
    this.#opened.resolve(hasCharacter);
  }

  wake(): void {
    this.#options.wake();
  }

  retire(): void {
    this.isRetiring = true;
    this.#options.retired(this);
  }

  [Symbol.dispose](): void {
    this.queue[Symbol.dispose]();
  }
}

/** How many batches of one text are with the engine at once: one is worked on while the next one waits behind it. */
const underWayMax = 2;

/** Of the first batches and of the largest, as `sizeOf` measures. */
const sizes = { first: 8_192, max: 65_536 };

/** What a sentence costs an engine beside its characters. */
const sentenceUnits = 32;

/** A batch that comes back sooner than this may be followed by larger ones. */
const quickMs = 100;

/**
 * The batches of one text that are being translated. Small ones, so that whoever waits for one of their sentences does
 * not wait for the whole text; large enough that the engine always has work, however many workers it has.
 *
 * Disposing waits until none is under way. Once one has failed, the others are aborted.
 */
export class Batches implements AsyncDisposable {
  readonly #caller: AbortSignal;
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #size = sizes.first;

  constructor(signal: AbortSignal) {
    this.#caller = signal;
    // Not by AbortSignal.any, which costs a short text more than its sentences: weak references for the collector.
    signal.addEventListener('abort', this.#follow, { once: true });
    if (signal.aborted) this.#follow();
  }

  /** Aborts with the caller's, and once a batch has failed. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** How large the next one is to be, as `sizeOf` measures its sentences. */
  get size(): number {
    return this.#size;
  }

  /**
   * Resolves once another one may begin.
   *
   * @throws why a batch failed, or the signal's reason
   */
  async room(): Promise<void> {
    while (this.#underWay.size >= underWayMax) await Promise.race(this.#underWay);
    this.signal.throwIfAborted();
  }

  begin(work: () => Promise<void>): void {
    const underWay = this.#run(work).finally(() => this.#underWay.delete(underWay));
    this.#underWay.add(underWay);
  }

  /**
   * Resolves once all are done.
   *
   * @throws as `room` does
   */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
    this.signal.throwIfAborted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#underWay.size > 0) this.#ended.abort(new Error('nobody waits for the rest of the text'));
    await Promise.all(this.#underWay);
    this.#caller.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => this.#ended.abort(this.#caller.reason);

  async #run(work: () => Promise<void>): Promise<void> {
    const beganAt = performance.now();
    try {
      await work();
    } catch (error) {
      this.#ended.abort(error);
      return;
    }
    if (performance.now() - beganAt < quickMs) this.#size = Math.min(2 * this.#size, sizes.max);
  }
}

/** How much work a sentence is, in UTF-16 units. */
export function sizeOf(sentence: string): number {
  return sentence.length + sentenceUnits;
}

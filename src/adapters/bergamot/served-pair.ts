import type { Job } from '../../core/engine/engine.ts';
import type { Knows } from '../../core/neural/unknown-signs.ts';
import type { Crew } from './crew.ts';
import { readKnownCharacters } from './known-characters.ts';
import type { BergamotLimits } from './limits.ts';
import type { InstalledModel } from './model.ts';
import { type PreparedSegment, prepareSegments } from './pending-segment.ts';
import { ServedModel } from './served-model.ts';

export type ServedPairOptions = {
  readonly crew: Crew;
  readonly limits: BergamotLimits;
  /** Whether models say of every sentence how sure they are of it. */
  readonly isScored: boolean;
};

/**
 * The model of one pair as it is served. Saying how sure it is costs a model speed and changes no translation, so that those
 * few segments that need it go to a copy of their own, unless all do.
 */
export class ServedPair {
  readonly installed: InstalledModel;
  readonly #crew: Crew;
  readonly #main: ServedModel;
  /** Undefined where there is no memory for both. */
  readonly #scored: ServedModel | undefined;
  #knows: Promise<Knows> | undefined;

  constructor(installed: InstalledModel, { crew, limits, isScored }: ServedPairOptions) {
    const open = (options: { readonly isScored: boolean }) =>
      new ServedModel(installed, { ...options, limits, changed: () => crew.availabilityChanged() });
    this.installed = installed;
    this.#crew = crew;
    this.#main = open({ isScored });
    if (isScored) this.#scored = this.#main;
    else if (crew.canHold([installed.bytes, installed.bytes])) this.#scored = open({ isScored: true });
  }

  /** Why it cannot be used now; undefined when it can. */
  get obstacle(): string | undefined {
    return this.#crew.obstacleOf(this.#main);
  }

  /** Whether a worker has it in memory, or is about to. */
  get isRunning(): boolean {
    return this.#models.some((model) => this.#crew.holds(model));
  }

  /** It was removed or replaced on disk. What was accepted is still translated. */
  retire(): void {
    for (const model of this.#models) this.#crew.retire(model);
  }

  /**
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async translate({ pair, segments, terms, share }: Job, signal: AbortSignal): Promise<readonly string[]> {
    const knows = await this.#readKnown();
    const carried = segments.map((segment, index) => ({ segment, terms: terms?.[index] ?? [] }));
    const prepared = await prepareSegments(carried, { pair, knows }, signal);
    const scored = this.#scored;
    if (scored === undefined || scored === this.#main || !prepared.some(isCompared)) {
      const plain = scored === undefined ? prepared.map((one) => ({ ...one, other: undefined })) : prepared;
      return await this.#crew.translate(this.#main, { segments: plain, share }, signal);
    }
    const [compared, others] = await allOrNone(signal, [
      (either) => this.#crew.translate(scored, { segments: prepared.filter(isCompared), share }, either),
      (either) => this.#crew.translate(this.#main, { segments: prepared.filter(isPlain), share }, either),
    ]);
    const taken = { compared: 0, others: 0 };
    return prepared.map((one) => (isCompared(one) ? compared?.[taken.compared++] : others?.[taken.others++]) ?? '');
  }

  /** Where its vocabulary cannot be read, its threads cannot load it either: they say so, and have it withdrawn. */
  async #readKnown(): Promise<Knows> {
    this.#knows ??= readKnownCharacters(this.installed.files);
    try {
      return await this.#knows;
    } catch {
      this.#knows = undefined;
      return () => true;
    }
  }

  get #models(): readonly ServedModel[] {
    return [...new Set([this.#main, this.#scored])].filter((model) => model !== undefined);
  }
}

/** Whether the model has to say of which of two wordings it is surer. */
function isCompared({ other }: PreparedSegment): boolean {
  return other !== undefined;
}

function isPlain(segment: PreparedSegment): boolean {
  return !isCompared(segment);
}

/** Does all of `works`; as soon as one of them fails the others are aborted. */
async function allOrNone<Result>(
  signal: AbortSignal,
  works: readonly ((signal: AbortSignal) => Promise<Result>)[],
): Promise<readonly Result[]> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    return await Promise.all(works.map((work) => work(either)));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

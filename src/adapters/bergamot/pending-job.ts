import type { Lane, LaneJob } from '../../core/engine-runtime/lane-queue.ts';
import type { EngineText } from './carried.ts';
import { type PreparedSegment, translateSegment } from './segment-translation.ts';
import type { EngineTranslation } from './worker.ts';

/** A text that waits for its translation. */
export type TextRequest = {
  readonly job: PendingJob;
  readonly text: EngineText;
  /** Whether the confidence of its translation is needed. */
  readonly isScored: boolean;
  /** Its work, in UTF-16 units. */
  readonly units: number;
  /** How often a thread ended while working on it. */
  readonly strikes: number;
  /** @param translation undefined if it was given up */
  resolve(translation: EngineTranslation | undefined): void;
};

export type PendingJobOptions = {
  readonly segments: readonly PreparedSegment[];
  readonly share: string;
  /** A job of up to this many UTF-16 units is short. */
  readonly shortUnitsMax: number;
  /** Accepts a text of a later round of its segment. */
  further(request: TextRequest): void;
};

/** Fixed cost of a text in addition to its characters, in UTF-16 units. */
export const unitsPerText = 16;

/** A caller's segments until all are translated or the caller gives up. */
export class PendingJob implements LaneJob<TextRequest> {
  readonly share: string;
  readonly lane: Lane;
  /** Count of its texts that were given up. */
  givenUp = 0;
  readonly #requests: TextRequest[] = [];
  readonly #finished = Promise.withResolvers<readonly string[]>();
  #taken = 0;
  #isOver = false;

  constructor({ segments, share, shortUnitsMax, further }: PendingJobOptions) {
    let isComplete = false;
    const ask = (text: EngineText, isScored: boolean) =>
      new Promise<EngineTranslation | undefined>((resolve) => {
        const units = text.text.length + unitsPerText;
        const request: TextRequest = { job: this, text, isScored, units, strikes: 0, resolve };
        if (isComplete) further(request);
        else this.#requests.push(request);
      });
    this.share = share;
    const translations = Promise.all(segments.map((segment) => translateSegment(segment, ask)));
    isComplete = true;
    const units = this.#requests.reduce((sum, request) => sum + request.units, 0);
    this.lane = units <= shortUnitsMax ? 'short' : 'long';
    translations.then(
      (all) => {
        this.#isOver = true;
        this.#finished.resolve(all);
      },
      (error: unknown) => this.fail(error),
    );
  }

  get promise(): Promise<readonly string[]> {
    return this.#finished.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get hasMore(): boolean {
    return !this.#isOver && this.#taken < this.#requests.length;
  }

  take(): TextRequest | undefined {
    return this.#isOver ? undefined : this.#requests[this.#taken++];
  }

  fail(reason: unknown): void {
    this.#isOver = true;
    this.#finished.reject(reason);
  }
}

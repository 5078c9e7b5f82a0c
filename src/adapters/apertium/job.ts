import type { Lane, LaneJob } from '../../core/scheduling/lane-queue.ts';
import type { StandIns } from './stand-in-choice.ts';

/** One segment on its way. */
export type Request = {
  readonly job: PendingJob;
  readonly index: number;
  readonly text: string;
  readonly standIns: StandIns | undefined;
  /** How often a pipeline failed while working on it. */
  readonly strikes: number;
};

/** What goes through pipelines together. */
export type Work = {
  readonly segments: readonly string[];
  readonly share: string;
  /** The placeholder nouns of each segment; undefined if there are none. */
  readonly standIns?: readonly (StandIns | undefined)[] | undefined;
};

export type PendingJobOptions = Work & { readonly lane: Lane };

/** A caller's segments until all are translated, one cannot be, or the caller gives up. */
export class PendingJob implements LaneJob<Request> {
  readonly share: string;
  readonly lane: Lane;
  readonly promise: Promise<readonly string[]>;
  readonly #segments: readonly string[];
  readonly #standIns: readonly (StandIns | undefined)[];
  readonly #translations: string[];
  readonly #resolve: (translations: readonly string[]) => void;
  readonly #reject: (reason: unknown) => void;
  #taken = 0;
  #translated = 0;
  #isOver = false;

  constructor({ segments, share, standIns = [], lane }: PendingJobOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    this.share = share;
    this.lane = lane;
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#segments = segments;
    this.#standIns = standIns;
    this.#translations = new Array<string>(segments.length).fill('');
  }

  /** Whether no caller waits any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get hasMore(): boolean {
    return !this.#isOver && this.#taken < this.#segments.length;
  }

  /** The next segment to send; undefined when none is left. */
  take(): Request | undefined {
    const index = this.#taken;
    const text = this.#segments[index];
    if (text === undefined || this.#isOver) return undefined;
    this.#taken++;
    return { job: this, index, text, standIns: this.#standIns[index], strikes: 0 };
  }

  settle(index: number, translation: string): void {
    if (this.#isOver) return;
    this.#translations[index] = translation;
    this.#translated++;
    if (this.#translated < this.#segments.length) return;
    this.#isOver = true;
    this.#resolve(this.#translations);
  }

  fail(reason: unknown): void {
    this.#isOver = true;
    this.#reject(reason);
  }
}

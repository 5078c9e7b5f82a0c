import type { QueuedJob } from '../../core/scheduling/fair-queue.ts';
import { PendingSegment, type PreparedSegment, type SegmentText } from './pending-segment.ts';
import type { EngineTranslation } from './worker.ts';

/** One text on its way. */
export type TextRequest = SegmentText & {
  readonly job: PendingJob;
  readonly segment: PendingSegment;
  readonly units: number;
  /** How often a worker ended while working on it. */
  readonly strikes: number;
};

/** Short texts are what somebody waits for; long ones take longer than anybody notices a moment of. */
export type Lane = 'short' | 'long';

export type PendingJobOptions = {
  readonly segments: readonly PreparedSegment[];
  readonly share: string;
  /** UTF-16 units of a job that is short. */
  readonly shortUnitsMax: number;
};

/** What a text costs beside its characters, in UTF-16 units of a sentence. */
export const unitsPerText = 16;

/** A caller's segments until all are translated or the caller gives up. */
export class PendingJob implements QueuedJob<TextRequest> {
  readonly share: string;
  readonly lane: Lane;
  readonly #finished = Promise.withResolvers<readonly string[]>();
  readonly #translations: string[];
  readonly #requests: readonly TextRequest[];
  #missing: number;
  #taken = 0;
  #givenUp = 0;
  #isOver = false;

  constructor({ segments, share, shortUnitsMax }: PendingJobOptions) {
    this.share = share;
    this.#translations = new Array<string>(segments.length).fill('');
    this.#missing = segments.length;
    this.#requests = segments
      .map((segment, position) => new PendingSegment(segment, position))
      .flatMap((segment) => this.#follow(segment, segment.begin()));
    this.lane = this.units <= shortUnitsMax ? 'short' : 'long';
    if (segments.length === 0) this.#finish();
  }

  get promise(): Promise<readonly string[]> {
    return this.#finished.promise;
  }

  /** Whether nobody waits any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How many segments were given up. */
  get givenUp(): number {
    return this.#givenUp;
  }

  get hasMore(): boolean {
    return !this.#isOver && this.#taken < this.#requests.length;
  }

  /** The work of all its texts. */
  get units(): number {
    return this.#requests.reduce((sum, { units }) => sum + units, 0);
  }

  /** The next text to send; undefined when none is left. */
  take(): TextRequest | undefined {
    return this.#isOver ? undefined : this.#requests[this.#taken++];
  }

  /**
   * Takes in the translation of one text.
   *
   * @returns further texts of its segment, where another way has to be tried
   */
  translated({ segment, wording, index }: TextRequest, translation: EngineTranslation): readonly TextRequest[] {
    if (this.#isOver || segment.isDone) return [];
    return this.#follow(segment, wording.translated(index, translation));
  }

  /** A text of the segment cannot be translated, so that the segment is not translated in part. */
  giveUp({ segment }: TextRequest): void {
    if (this.#isOver || segment.isDone) return;
    segment.giveUp();
    this.#givenUp++;
    this.#follow(segment, []);
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#finished.reject(reason);
  }

  /** The requests for what is next of a segment, of which this may have been all. */
  #follow(segment: PendingSegment, texts: readonly SegmentText[]): readonly TextRequest[] {
    const { translation } = segment;
    if (translation !== undefined) {
      this.#translations[segment.position] = translation;
      this.#missing--;
      if (this.#missing === 0) this.#finish();
    }
    return texts.map((one) => {
      return { ...one, job: this, segment, units: one.text.text.length + unitsPerText, strikes: 0 };
    });
  }

  #finish(): void {
    this.#isOver = true;
    this.#finished.resolve(this.#translations);
  }
}

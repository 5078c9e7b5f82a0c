import type { Job, SegmentTerm } from '../../core/engine/engine.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import type { QueuedJob } from '../../core/scheduling/fair-queue.ts';
import type { OpenAiLimits } from './options.ts';

/** Segments of one job that go into one request. Those of two jobs never do: one caller's text could sway another's. */
export type Ask = {
  readonly job: PendingJob;
  /** Of the segments, in order. */
  readonly indices: readonly number[];
  /** Whether an earlier request for them failed. */
  readonly isRepeat: boolean;
};

const noTerms: readonly SegmentTerm[] = [];

/** What the model reads of a segment, in UTF-16 units. */
export function unitsAt({ segments, terms }: Job, index: number): number {
  const own = terms?.[index] ?? noTerms;
  return own.reduce((sum, { wanted = '' }) => sum + wanted.length, segments[index]?.length ?? 0);
}

type RequestSize = Pick<OpenAiLimits, 'sentencesPerRequest' | 'unitsPerRequest'>;

/** A caller's segments until all are translated or given up, the endpoint fails, or no caller waits. */
export class PendingJob implements QueuedJob<Ask> {
  readonly share: string;
  readonly pair: LanguagePair;
  readonly promise: Promise<readonly string[]>;
  readonly #job: Job;
  readonly #size: RequestSize;
  readonly #translations: (string | undefined)[];
  readonly #over = new AbortController();
  readonly #resolve: (translations: readonly string[]) => void;
  readonly #reject: (reason: unknown) => void;
  #next = 0;
  #unsettled: number;

  /** @param job with at least one segment */
  constructor(job: Job, size: RequestSize) {
    const { pair, segments, share } = job;
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    this.share = share;
    this.pair = pair;
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#job = job;
    this.#size = size;
    this.#translations = new Array<undefined>(segments.length).fill(undefined);
    this.#unsettled = segments.length;
    for (const [index, segment] of segments.entries()) if (segment === '') this.settle(index, '');
  }

  /** Aborts when no caller waits for the job. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get hasMore(): boolean {
    return !this.#over.signal.aborted && this.#peek() !== undefined;
  }

  take(): Ask | undefined {
    if (this.#over.signal.aborted) return undefined;
    const indices: number[] = [];
    let units = 0;
    for (let index = this.#peek(); index !== undefined; index = this.#peek()) {
      const length = unitsAt(this.#job, index);
      const isFull = indices.length >= this.#size.sentencesPerRequest || units + length > this.#size.unitsPerRequest;
      if (indices.length > 0 && isFull) break;
      indices.push(index);
      units += length;
      this.#next = index + 1;
    }
    return indices.length === 0 ? undefined : { job: this, indices, isRepeat: false };
  }

  segmentAt(index: number): string {
    return this.#job.segments[index] ?? '';
  }

  termsAt(index: number): readonly SegmentTerm[] {
    return this.#job.terms?.[index] ?? noTerms;
  }

  settle(index: number, translation: string): void {
    if (this.#translations[index] !== undefined) return;
    this.#translations[index] = translation;
    this.#unsettled--;
    if (this.#unsettled > 0) return;
    this.#resolve(this.#translations.map((settled) => settled ?? ''));
    this.#over.abort();
  }

  fail(reason: unknown): void {
    this.#reject(reason);
    this.#over.abort();
  }

  /** The next segment that needs a translation. */
  #peek(): number | undefined {
    const { segments } = this.#job;
    while (this.#next < segments.length && segments[this.#next] === '') this.#next++;
    return this.#next < segments.length ? this.#next : undefined;
  }
}

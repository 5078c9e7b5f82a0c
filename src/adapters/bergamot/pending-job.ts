import { setImmediate } from 'node:timers/promises';
import { assert } from '../../core/assert.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import { type Eased, easeSegment } from '../../core/neural/ease.ts';
import type { QueuedJob } from '../../core/scheduling/fair-queue.ts';
import { type Carried, carry } from './marked-text.ts';
import type { EngineText } from './worker-thread.ts';

/** One text on its way. */
export type TextRequest = {
  readonly job: PendingJob;
  readonly segment: PendingSegment;
  /** Which of the segment's texts. */
  readonly index: number;
  readonly text: EngineText;
  readonly units: number;
  /** How often a worker ended while working on it. */
  readonly strikes: number;
};

type PendingSegment = {
  readonly position: number;
  readonly eased: Eased;
  carried: Carried;
  translations: string[];
  missing: number;
  isDone: boolean;
};

/** A segment as it goes through the library. */
export type PreparedSegment = { readonly eased: Eased; readonly carried: Carried };

/** What a text costs beside its characters, in UTF-16 units of a sentence. */
export const unitsPerText = 16;

/** How a segment is tried: with its marks, and without. More would be a fault of what carries it. */
const triesMax = 4;

/** What a segment comes out as that cannot be translated, so that its job loses no more than it. */
const untranslatable = '';

function unitsIn({ text, isHtml }: EngineText): number {
  return (isHtml ? text.replaceAll(/<[^<>]*>/g, '') : text).length + unitsPerText;
}

/** So long others wait at most while segments are prepared. */
const sliceMs = 5;

/** @throws the signal's reason when it aborts in a pause */
export async function prepareSegments(
  segments: readonly string[],
  pair: LanguagePair,
  signal: AbortSignal,
): Promise<readonly PreparedSegment[]> {
  const prepared: PreparedSegment[] = [];
  let pausedAt = performance.now();
  for (const segment of segments) {
    prepared.push(prepareSegment(segment, pair));
    if (performance.now() - pausedAt < sliceMs) continue;
    await setImmediate();
    signal.throwIfAborted();
    pausedAt = performance.now();
  }
  return prepared;
}

function prepareSegment(segment: string, pair: LanguagePair): PreparedSegment {
  const eased = easeSegment(segment, pair);
  return { eased, carried: eased.text === '' ? { texts: [], read: () => '' } : carry(eased.text, pair.target) };
}

/**
 * A caller's segments until all are translated or the caller gives up. Its longest texts are handed out first: those that
 * go through the library together are of one length then, and none is left over at the end that takes long.
 */
export class PendingJob implements QueuedJob<TextRequest> {
  readonly share: string;
  readonly promise: Promise<readonly string[]>;
  readonly #resolve: (translations: readonly string[]) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #translations: string[];
  readonly #requests: readonly TextRequest[];
  #missing: number;
  #taken = 0;
  #givenUp = 0;
  #isOver = false;

  constructor(segments: readonly PreparedSegment[], share: string) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    this.share = share;
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#translations = new Array<string>(segments.length).fill(untranslatable);
    this.#missing = segments.length;
    this.#requests = segments
      .flatMap(({ eased, carried }, position) =>
        this.#begin({ position, eased, carried, translations: [], missing: 0, isDone: false }),
      )
      .toSorted((one, other) => other.units - one.units);
    if (segments.length === 0) this.#finish();
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
  translated({ segment, index }: TextRequest, translation: string): readonly TextRequest[] {
    if (this.#isOver || segment.isDone) return [];
    segment.translations[index] = translation;
    segment.missing--;
    return segment.missing === 0 ? this.#read(segment) : [];
  }

  /** A text of the segment cannot be translated, so that the segment is not translated in part. */
  giveUp({ segment }: TextRequest): void {
    if (segment.isDone) return;
    this.#givenUp++;
    this.#settle(segment, untranslatable);
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reject(reason);
  }

  #begin(segment: PendingSegment): readonly TextRequest[] {
    const { texts } = segment.carried;
    segment.translations = new Array<string>(texts.length).fill('');
    segment.missing = texts.length;
    if (texts.length === 0) return this.#read(segment);
    return texts.map((text, index) => {
      return { job: this, segment, index, text, units: unitsIn(text), strikes: 0 };
    });
  }

  #read(segment: PendingSegment): readonly TextRequest[] {
    for (let tries = 0; tries < triesMax; tries++) {
      const outcome = segment.carried.read(segment.translations);
      if (typeof outcome === 'string') {
        this.#settle(segment, segment.eased.restore(outcome));
        return [];
      }
      segment.carried = outcome;
      if (outcome.texts.length > 0) return this.#begin(segment);
      segment.translations = [];
    }
    assert(false, 'a segment is carried in one way or another');
  }

  #settle(segment: PendingSegment, translation: string): void {
    if (this.#isOver) return;
    segment.isDone = true;
    this.#translations[segment.position] = translation;
    this.#missing--;
    if (this.#missing === 0) this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    this.#resolve(this.#translations);
  }
}

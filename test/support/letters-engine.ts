import type { Engine, Job } from '../../src/text/engine/engine.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';

/** What an engine does with a job instead of answering it. `honest` is the normal answer. */
export type Twist = (
  job: Job,
  honest: readonly string[],
  signal: AbortSignal,
) => readonly string[] | Promise<readonly string[]>;

export type LettersOptions = {
  readonly name?: string;
  /** As in `es-en en-fr`. */
  readonly pairs?: string;
  readonly isDeterministic?: boolean;
  readonly missedEntries?: Engine['missedEntries'];
  readonly pivotsMax?: number;
  readonly keepsUnknownWords?: true | undefined;
  readonly twist?: Twist;
};

/** A fake engine: writes each word backwards, and keeps tags, numbers and word order. The test sets its faults. */
export class LettersEngine implements Engine {
  readonly name: string;
  readonly isDeterministic: boolean;
  readonly missedEntries: Engine['missedEntries'];
  readonly pivotsMax: number;
  readonly keepsUnknownWords?: true;
  readonly jobs: Job[] = [];
  twist: Twist | undefined;
  readonly #pairs: readonly LanguagePair[];

  constructor({
    name = 'letters',
    pairs = 'es-en',
    isDeterministic = true,
    missedEntries = 'replace',
    pivotsMax = 0,
    keepsUnknownWords,
    twist,
  }: LettersOptions = {}) {
    this.name = name;
    this.isDeterministic = isDeterministic;
    this.missedEntries = missedEntries;
    this.pivotsMax = pivotsMax;
    if (keepsUnknownWords) this.keepsUnknownWords = keepsUnknownWords;
    this.twist = twist;
    this.#pairs = pairs.split(' ').map((pair) => {
      const [source = '', target = ''] = pair.split('-');
      return { source: source as LanguageTag, target: target as LanguageTag };
    });
  }

  /** Returns every segment of every job so far. */
  get segments(): readonly string[] {
    return this.jobs.flatMap((job) => job.segments);
  }

  pairs(): readonly LanguagePair[] {
    return this.#pairs;
  }

  isReady({ source, target }: LanguagePair): boolean {
    return this.#pairs.some((pair) => pair.source === source && pair.target === target);
  }

  versionOf(): string {
    return '1';
  }

  measuredScore(): undefined {
    return undefined;
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    this.jobs.push(job);
    const honest = job.segments.map(backwards);
    return this.twist === undefined ? honest : this.twist(job, honest, signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the engine's normal answer for a segment; a capitalised word stays capitalised. */
export function backwards(segment: string): string {
  return segment.replace(/(?:\p{L}\p{M}*)+/gu, (word) => {
    const turned = (word.match(/\p{L}\p{M}*/gu) ?? []).toReversed().join('');
    return /^\p{Lu}/u.test(word) ? turned.charAt(0).toUpperCase() + turned.slice(1).toLowerCase() : turned;
  });
}

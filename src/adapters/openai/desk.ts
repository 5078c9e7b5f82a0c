import type { Job } from '../../core/engine/engine.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import { FairQueue } from '../../core/scheduling/fair-queue.ts';
import type { Failure } from './endpoint.ts';
import type { AskedSentence } from './exchange.ts';
import type { Answer } from './model.ts';
import type { OpenAiLimits } from './options.ts';
import { type Ask, PendingJob } from './pending-job.ts';
import { standIn } from './stand-ins.ts';

/** Sentences of one text, as the model reads them. */
export type Sentences = {
  readonly pair: LanguagePair;
  readonly sentences: readonly AskedSentence[];
  /** Whether an earlier request for them failed. */
  readonly isRepeat: boolean;
};

export type DeskOptions = {
  readonly limits: Pick<OpenAiLimits, 'requestsMax' | 'sentencesPerRequest' | 'unitsPerRequest'>;
  /** @throws the signal's reason when it aborts */
  ask(sentences: Sentences, signal: AbortSignal): Promise<Answer>;
  /** What a caller gets to hear whose pair cannot be served, for `failure` where there is one. */
  errorFor(pair: LanguagePair, failure: Failure | undefined): unknown;
};

/**
 * Sends the sentences of many jobs to the model, a few requests at a time, in turns between accounts. Missing or
 * garbled sentences are requested once more, each alone. After that they return empty.
 */
export class Desk implements AsyncDisposable {
  readonly #options: DeskOptions;
  readonly #queue = new FairQueue<Ask, PendingJob>();
  readonly #jobs = new Set<PendingJob>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /**
   * @param job with at least one segment
   * @throws what `errorFor` makes of a failure; the signal's reason when it aborts
   */
  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    const pending = new PendingJob(job, this.#options.limits);
    const giveUp = (): void => pending.fail(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#jobs.add(pending);
    try {
      this.#queue.add(pending);
      this.#fill();
      return await pending.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#queue.remove(pending);
      this.#jobs.delete(pending);
    }
  }

  /** Fails the jobs that still have queued sentences. */
  failWaiting(failure: Failure): void {
    for (const job of this.#queue.jobs()) this.#fail(job, failure);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const job of this.#jobs) this.#fail(job, undefined);
    await Promise.all(this.#underWay);
  }

  #fail(job: PendingJob, failure: Failure | undefined): void {
    this.#queue.remove(job);
    job.fail(this.#options.errorFor(job.pair, failure));
  }

  #fill(): void {
    while (this.#underWay.size < this.#options.limits.requestsMax) {
      const ask = this.#queue.take();
      if (ask === undefined) return;
      const work = this.#work(ask).finally(() => {
        this.#underWay.delete(work);
        this.#fill();
      });
      this.#underWay.add(work);
    }
  }

  async #work(ask: Ask): Promise<void> {
    const { job, indices, isRepeat } = ask;
    const stoodIn = indices.map((index) => standIn(job.segmentAt(index), job.termsAt(index)));
    try {
      const answer = await this.#options.ask({ pair: job.pair, sentences: stoodIn, isRepeat }, job.signal);
      if (answer.kind === 'failed') return this.#fail(job, answer);
      const given = answer.kind === 'answered' ? answer.texts : [];
      this.#settle(
        ask,
        stoodIn.map(({ restore }, place) => {
          const text = given[place];
          return text === undefined ? undefined : restore(text);
        }),
      );
    } catch (error) {
      // No caller waits any more, so the result is ignored.
      this.#queue.remove(job);
      job.fail(error);
    }
  }

  /** @param translations one for each index; undefined where there is none that could be one */
  #settle({ job, indices, isRepeat }: Ask, translations: readonly (string | undefined)[]): void {
    const lost: number[] = [];
    for (const [place, index] of indices.entries()) {
      const translation = translations[place];
      if (translation !== undefined) job.settle(index, translation);
      else if (isRepeat) job.settle(index, '');
      else lost.push(index);
    }
    this.#queue.putBack(lost.map((index) => ({ job, item: { job, indices: [index], isRepeat: true } })));
  }
}

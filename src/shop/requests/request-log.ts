import { RepeatedTask } from '../../ground/repeated-task.ts';
import type { Clock } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ShopEvents } from '../events.ts';
import { RequestSample } from './request-sample.ts';
import type { AnsweredRequest, RequestRecord, RequestRecordId, RequestStore } from './request-store.ts';

export type RequestLogParts = {
  readonly store: Pick<RequestStore, 'recordRequests'>;
  readonly now: Clock;
  readonly newId: () => string;
  readonly events: Pick<ShopEvents, 'requestsUnrecorded' | 'backgroundFailed'>;
};

/** At most this many requests wait to be written, about one megabyte; more are dropped and counted. */
const waitingMax = 2_000;

/** Requests per write. */
const writeMax = 100;

const writeEveryMs = 1_000;

/**
 * Records answered requests without delaying or failing them: notes them in memory and writes them every second. When
 * too many wait or the database fails, requests are dropped and counted. A busy account is sampled.
 *
 * Disposing writes what waits.
 */
export class RequestLog implements AsyncDisposable {
  readonly #parts: RequestLogParts;
  readonly #sample = new RequestSample<AccountId>();
  readonly #task: RepeatedTask;
  #waiting: RequestRecord[] = [];
  #dropped = 0;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
    this.#task = new RepeatedTask(() => this.#write(), writeEveryMs);
  }

  note(request: AnsweredRequest): void {
    const at = this.#parts.now();
    if (!this.#sample.admits(request, at)) return;
    if (this.#waiting.length >= waitingMax) this.#dropped += 1;
    else this.#waiting.push({ ...request, at, id: this.#parts.newId() as RequestRecordId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
    await this.#write();
  }

  async #write(): Promise<void> {
    const { store, events } = this.#parts;
    const taken = this.#waiting;
    this.#waiting = [];
    let written = 0;
    try {
      for (; written < taken.length; written += writeMax) {
        await store.recordRequests(taken.slice(written, written + writeMax));
      }
    } catch (cause) {
      this.#dropped += taken.length - written;
      events.backgroundFailed({ task: 'recent requests', cause });
    }
    if (this.#dropped > 0) events.requestsUnrecorded({ count: this.#dropped });
    this.#dropped = 0;
  }
}

import { oncePerRound } from '../../ground/steps.ts';
import { JobQueue, type JobQueueOptions } from './job-queue.ts';
import type { Request, Room } from './waiting-requests.ts';

export type Call<Input> = {
  readonly inputs: readonly Input[];
  /** Whether an earlier call returned no output for them. */
  readonly isRepeat: boolean;
  /** Aborts when no caller waits for the job any more. */
  readonly signal: AbortSignal;
};

export type CallPoolOptions<Input, Output> = Pick<JobQueueOptions<Input>, 'detail' | 'unitsOf' | 'obstacle'> & {
  readonly callsMax: number;
  /** The largest call. A single request may exceed the units. */
  readonly callMax: Room;
  /** Lost inputs (undefined) are sent once more, each alone. @throws the error that the job fails with */
  call(call: Call<Input>): Promise<readonly (Output | undefined)[]>;
};

/** All jobs count as short, and `EndpointHealth` replaces the circuit breaker. */
const size = 'short';
const unused = { withdrawMs: 0, changed: () => {} };

/** Concurrent calls over a network, with requests of one job each: a language model cannot mix texts of jobs. */
export class CallPool<Input, Output> implements AsyncDisposable {
  readonly queue: JobQueue<Input, Output>;
  readonly #options: CallPoolOptions<Input, Output>;
  readonly #calls = new Map<Promise<void>, readonly [Request<Input, Output>, AbortController]>();

  constructor(options: CallPoolOptions<Input, Output>) {
    this.#options = options;
    this.queue = new JobQueue({
      ...options,
      ...unused,
      shortJob: { requests: Number.POSITIVE_INFINITY, units: Number.POSITIVE_INFINITY },
      wake: oncePerRound(() => this.#wake()),
      abandoned: () => this.#abandonUnwanted(),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.queue[Symbol.dispose]();
    this.#abandonUnwanted();
    await Promise.all(this.#calls.keys());
  }

  #wake(): void {
    while (this.#calls.size < this.#options.callsMax) {
      const batch = this.#takeBatch();
      const [first] = batch;
      if (first === undefined) return;
      const abort = new AbortController();
      const call = this.#call(batch, abort.signal).finally(() => {
        this.#calls.delete(call);
        this.#wake();
      });
      this.#calls.set(call, [first, abort]);
    }
  }

  #takeBatch(): readonly Request<Input, Output>[] {
    const { waiting } = this.queue;
    const suspect = waiting.takeSuspect();
    if (suspect !== undefined) return [suspect];
    const { requests, units } = this.#options.callMax;
    const batch: Request<Input, Output>[] = [];
    let request = waiting.take(size);
    for (let rest = units; request !== undefined; ) {
      batch.push(request);
      rest -= request.units;
      const { job } = request;
      const fits = job.next !== undefined && job.next.units <= rest && batch.length < requests;
      request = fits ? waiting.takeOf(job) : undefined;
    }
    return batch;
  }

  async #call(batch: readonly Request<Input, Output>[], signal: AbortSignal): Promise<void> {
    const inputs = batch.map(({ input }) => input);
    const isRepeat = batch.some(({ strikes }) => strikes > 0);
    try {
      const outputs = await this.#options.call({ inputs, isRepeat, signal });
      this.queue.deliver(batch, outputs);
    } catch (error) {
      this.queue.fail(batch, error);
    }
  }

  #abandonUnwanted(): void {
    for (const [{ job }, abort] of this.#calls.values()) if (job.isOver) abort.abort();
  }
}

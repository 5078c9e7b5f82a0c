import { RepeatedTask } from '../../ground/repeated-task.ts';
import { type Clock, dayMs, later, type UnixMs, unixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { LeaseStore } from '../leases/lease-store.ts';
import type { PaymentEventStore, RemotePayments } from './payment-provider.ts';

export type PaymentWatchParts = {
  readonly remote: Pick<RemotePayments, 'reconcile'>;
  readonly leases: LeaseStore;
  readonly paymentEvents: Pick<PaymentEventStore, 'forgetEvents'>;
  readonly now: Clock;
  /** Id of this node, new at each start. */
  readonly holder: string;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

const task = 'reconcile payments';

const minuteMs = 60_000;

/** Interval between two runs, over all nodes together. */
const everyMs = 60 * minuteMs;

/** The provider lists no events older than this. Source: Stripe, "List events". */
const reachMs = 29 * dayMs;

/** A provider retries an undelivered message for some days; each run covers these days again. */
const overlapMs = 3 * dayMs;

/** Time limit of one run, shorter than its lease. */
const runMsMax = 5 * minuteMs;
const leaseMs = 2 * runMsMax;

const eventsKeptMs = 90 * dayMs;

/**
 * Makes one node handle a provider's events at its start and every hour, to find payments whose messages were lost. A
 * failed run is reported, and repeated after a minute. Disposing aborts the current run and waits for it.
 */
export class PaymentWatch implements AsyncDisposable {
  readonly #parts: PaymentWatchParts;
  readonly #stop = new AbortController();
  /** Runs before this do not count for this node: it handles everything once at its start. */
  readonly #startedAfter: UnixMs;
  readonly #task: RepeatedTask;

  constructor(parts: PaymentWatchParts) {
    this.#parts = parts;
    this.#startedAfter = later(parts.now(), -1);
    this.#task = new RepeatedTask(() => this.#run(), minuteMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#task[Symbol.asyncDispose]();
  }

  async #run(): Promise<void> {
    await this.#runOnce().catch((cause: unknown) => {
      if (!this.#stop.signal.aborted) this.#parts.events.backgroundFailed({ task, cause });
    });
  }

  async #runOnce(): Promise<void> {
    const { remote, leases, paymentEvents, now, holder } = this.#parts;
    const at = now();
    const unlessDoneAfter = unixMs(Math.max(this.#startedAfter, at - everyMs));
    const lease = await leases.takeLease({ task, holder, at, until: later(at, leaseMs), unlessDoneAfter });
    if (lease === undefined) return;
    let doneAt: UnixMs | undefined;
    try {
      const since = Math.max(at - reachMs, Math.min(lease.doneAt ?? 0, at - overlapMs));
      await remote.reconcile(unixMs(since), AbortSignal.any([this.#stop.signal, AbortSignal.timeout(runMsMax)]));
      doneAt = at;
      await paymentEvents.forgetEvents(later(at, -eventsKeptMs));
    } finally {
      await leases.endLease({ task, holder, doneAt });
    }
  }
}

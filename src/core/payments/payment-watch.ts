import type { Events } from '../events.ts';
import type { LeaseStore } from '../leases/lease-store.ts';
import { type Clock, dayMs, later, type UnixMs, unixMs } from '../units.ts';
import type { PaymentEventStore } from './payment-event-store.ts';
import type { RemotePayments } from './payment-provider.ts';

export type PaymentWatchParts = {
  readonly remote: Pick<RemotePayments, 'reconcile'>;
  readonly leases: LeaseStore;
  readonly paymentEvents: Pick<PaymentEventStore, 'forgetEvents'>;
  readonly now: Clock;
  /** Of this node; another each time it starts. */
  readonly holder: string;
  readonly events: Pick<Events, 'backgroundFailed'>;
};

const task = 'reconcile payments';

const minuteMs = 60_000;

/** How often all nodes together go through what the provider tells. */
const everyMs = 60 * minuteMs;

/** What nobody has gone through for longer than this is out of the provider's own reach. Source: Stripe, "List events". */
const reachMs = 29 * dayMs;

/** A provider goes on for some days to send what was not taken; what it tells is gone through for as long. */
const overlapMs = 3 * dayMs;

/** One run may take so long; its lease outlives it. */
const runMsMax = 5 * minuteMs;
const leaseMs = 2 * runMsMax;

const eventsKeptMs = 90 * dayMs;

/**
 * Has one node go through what a provider tells, when it starts and then every hour, and so finds the payments whose
 * messages never came. One run at a time; a run that fails is reported, and tried again a minute later.
 *
 * Disposing breaks off the run that is under way and waits for its end. The timer alone does not keep the process alive.
 */
export class PaymentWatch implements AsyncDisposable {
  readonly #parts: PaymentWatchParts;
  readonly #stop = new AbortController();
  /** What was done before this does not count for this node: it goes through everything when it starts. */
  readonly #startedAfter: UnixMs;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void>;

  constructor(parts: PaymentWatchParts) {
    this.#parts = parts;
    this.#startedAfter = later(parts.now(), -1);
    this.#run = this.#runThenRest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#run;
  }

  async #runThenRest(): Promise<void> {
    await this.#runOnce().catch((cause: unknown) => {
      if (!this.#stop.signal.aborted) this.#parts.events.backgroundFailed({ task, cause });
    });
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#run = this.#runThenRest();
    }, minuteMs);
    this.#timer.unref();
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

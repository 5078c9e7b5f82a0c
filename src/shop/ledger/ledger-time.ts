import { acceptedMs, SettledClock } from '../../ground/settled-clock.ts';
import { type Clock, dayMs, type UnixMs, unixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import { clockDifference } from '../health/clock-difference.ts';

/** The latest time of a ledger, as stored in its database. */
export type ReachedTime = {
  readonly at: UnixMs;
  /** How often an operator has confirmed the clock. Only a confirmation sets `at` back. */
  readonly confirmations: number;
};

/** Rejections are those of `LedgerStore`. */
export type LedgerTimeStore = {
  /** Stores the later of `reached` and the stored time, unless the confirmations differ; returns the result. */
  keepTime(reached: ReachedTime): Promise<ReachedTime>;
  /** Stores `at`, earlier or later, and counts a confirmation. */
  confirmTime(at: UnixMs): Promise<void>;
};

/** The time of a ledger entry, and the time up to which due balances are expired before it. */
export type LedgerMoment = { readonly at: UnixMs; readonly expireUpTo: UnixMs };

export type LedgerTimeParts = {
  readonly store: LedgerTimeStore;
  /** The machine's clock. */
  readonly clock: Clock;
  /** The settled time of that clock. Without a shared clock, it continues from the ledger's stored time. */
  readonly time: SettledClock;
  /** Milliseconds of a monotonic clock with an arbitrary origin. */
  readonly elapsedMs: () => number;
  /** Reads the clock that all nodes share, which replaces the machine's. */
  readonly readSharedClock?: (() => Promise<UnixMs>) | undefined;
  readonly events: Pick<ShopEvents, 'clockDoubted'>;
};

/** No balance is due earlier than this. */
export const never = unixMs(0);

/**
 * Decides the ledger's time: the clock that all nodes share, or else the machine's. Balances expire by its settled
 * time, which continues from the ledger's stored time. They do not expire while the clock is in doubt.
 */
export class LedgerTime {
  readonly #parts: LedgerTimeParts;
  readonly #time: SettledClock;
  #sharedAheadMs: number;
  /** Less than any stored number, so that the first time read from the database is taken over. */
  #confirmations = -1;
  #doubt: string | undefined;

  private constructor(parts: LedgerTimeParts, shared: UnixMs | undefined) {
    const { time, elapsedMs } = parts;
    this.#parts = parts;
    this.#sharedAheadMs = (shared ?? 0) - elapsedMs();
    const readShared = () => unixMs(Math.floor(elapsedMs() + this.#sharedAheadMs));
    this.#time = shared === undefined ? time : new SettledClock(readShared, elapsedMs);
  }

  /** @throws ServiceError `store_unavailable` */
  static async open(parts: LedgerTimeParts): Promise<LedgerTime> {
    const time = new LedgerTime(parts, await parts.readSharedClock?.());
    await time.#keep();
    return time;
  }

  /**
   * Reads the shared clock, and stores the ledger's time. @throws ServiceError `store_unavailable`
   * @returns the moment for a sweep; undefined if this node's clock disagrees with the shared one: another node sweeps
   */
  async advance(): Promise<LedgerMoment | undefined> {
    const difference = await this.#readSharedClock();
    await this.#keep();
    const doubt = difference ?? this.doubt();
    if ((doubt === undefined) !== (this.#doubt === undefined)) this.#parts.events.clockDoubted({ doubt });
    this.#doubt = doubt;
    return difference === undefined ? this.#now() : undefined;
  }

  /** Returns the moment for a new entry. @throws ServiceError `store_unavailable` */
  async moment(): Promise<LedgerMoment> {
    await this.#readSharedClock();
    return this.#now();
  }

  /** Returns the deciding clock's time, as last read. */
  readonly now: Clock = () => this.#time.now();

  #now(): LedgerMoment {
    const settled = this.#time.settled();
    const expireUpTo = unixMs(Math.min(settled, settled + this.#time.aheadMs()));
    return { at: this.#time.now(), expireUpTo: this.doubt() === undefined ? expireUpTo : never };
  }

  /** Returns why nothing expires, in one line for the operator; undefined while the clock is not in doubt. */
  doubt(): string | undefined {
    const aheadMs = this.#time.doubtedMs();
    if (aheadMs === undefined) return undefined;
    const hours = Math.round(Math.abs(aheadMs) / 3_600_000);
    const which = this.#parts.readSharedClock === undefined ? "this machine's clock" : "the database's clock";
    return (
      `${which} is ${hours} hours ${aheadMs > 0 ? 'ahead of' : 'behind'} the ledger's time, so nothing expires; ` +
      'if the clock is right, run: dragoman ledger confirm-clock'
    );
  }

  async #readSharedClock(): Promise<string | undefined> {
    const { clock, elapsedMs, readSharedClock } = this.#parts;
    if (readSharedClock === undefined) return undefined;
    return clockDifference(clock, async () => {
      const shared = await readSharedClock();
      this.#sharedAheadMs = shared - elapsedMs();
      return shared;
    });
  }

  #start(at: UnixMs): void {
    const aheadMs = this.#time.startFrom(at);
    if (aheadMs <= acceptedMs || this.doubt() !== undefined) return;
    const days = Math.round(aheadMs / dayMs);
    const doubt = `the clock is ${days} days ahead of the ledger's time; if it is right, do nothing: balances expire by it in an hour`;
    this.#parts.events.clockDoubted({ doubt });
  }

  async #keep(): Promise<void> {
    const own = { at: this.#time.settled(), confirmations: this.#confirmations };
    const kept = await this.#parts.store.keepTime(own);
    if (kept.confirmations !== own.confirmations) this.#start(kept.at);
    else if (kept.at > own.at) this.#time.moveTo(kept.at);
    this.#confirmations = kept.confirmations;
  }
}

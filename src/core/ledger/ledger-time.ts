import type { Events } from '../events.ts';
import { clockDifference } from '../health/clock-difference.ts';
import { believedMs, SettledClock } from '../settled-clock.ts';
import { type Clock, dayMs, type UnixMs, unixMs } from '../units.ts';

/** The time that a ledger has reached, as its database keeps it. */
export type ReachedTime = {
  readonly at: UnixMs;
  /** How often an operator has said that the clock is right. Only that sets `at` back. */
  readonly confirmations: number;
};

/** Rejections are those of `LedgerStore`. */
export type LedgerTimeStore = {
  /**
   * Keeps the later of `reached` and what is kept; returns what is kept then. When that was confirmed another number of
   * times it stays as it is.
   */
  keepTime(reached: ReachedTime): Promise<ReachedTime>;
  /** Keeps `at`, earlier or later, as confirmed once more. */
  confirmTime(at: UnixMs): Promise<void>;
};

/** When something is booked in the ledger, and up to when balances that are due are booked as expired before it. */
export type LedgerMoment = { readonly at: UnixMs; readonly expireUpTo: UnixMs };

export type LedgerTimeParts = {
  readonly store: LedgerTimeStore;
  /** The machine's clock. */
  readonly clock: Clock;
  /** The settled time of that clock. It goes on from the time that the ledger has reached, where no clock is shared. */
  readonly time: SettledClock;
  /** Milliseconds since some moment, by a monotonic clock. */
  readonly elapsedMs: () => number;
  /** The clock that all nodes share, which decides in the place of the machine's. */
  readonly readSharedClock?: (() => Promise<UnixMs>) | undefined;
  readonly events: Pick<Events, 'clockDoubted'>;
};

/** Balances that are due earlier than this: none. */
export const never = unixMs(0);

/**
 * Decides what time it is for the ledger: by the clock that all nodes share, or else by the machine's. A clock that is
 * wrong for a while takes no characters away for good, since balances expire by its settled time, which goes on from the
 * time that the ledger has reached, and not at all while the clock is in doubt.
 */
export class LedgerTime {
  readonly #parts: LedgerTimeParts;
  readonly #time: SettledClock;
  #sharedAheadMs: number;
  /** Less than there can be, so that the first time that is read from the database is taken over. */
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
   * Reads the shared clock, and keeps the time that the ledger has reached in the database.
   *
   * @returns when a sweep is; undefined when this node's clock disagrees with the shared one, so that others are to sweep
   * @throws ServiceError `store_unavailable`
   */
  async advance(): Promise<LedgerMoment | undefined> {
    const difference = await this.#readSharedClock();
    await this.#keep();
    const doubt = difference ?? this.doubt();
    if ((doubt === undefined) !== (this.#doubt === undefined)) this.#parts.events.clockDoubted({ doubt });
    this.#doubt = doubt;
    return difference === undefined ? this.#now() : undefined;
  }

  /** Of what is booked now. @throws ServiceError `store_unavailable` */
  async moment(): Promise<LedgerMoment> {
    await this.#readSharedClock();
    return this.#now();
  }

  /** By the clock that decides, as it was read last. */
  readonly now: Clock = () => this.#time.now();

  #now(): LedgerMoment {
    const settled = this.#time.settled();
    const expireUpTo = unixMs(Math.min(settled, settled + this.#time.aheadMs()));
    return { at: this.#time.now(), expireUpTo: this.doubt() === undefined ? expireUpTo : never };
  }

  /** Why nothing expires, in one line for the operator; undefined while the clock is not in doubt. */
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
    if (aheadMs <= believedMs || this.doubt() !== undefined) return;
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

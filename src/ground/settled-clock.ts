import { type Clock, dayMs, type UnixMs, unixMs } from './units.ts';

/** A larger difference is a step of the clock. NTP corrects smaller ones by running faster or slower. */
const stepMs = 2_000;

/** A difference that stays the same for this long is accepted. */
const settleMs = 3_600_000;

/** A larger difference is accepted only after an operator confirms it. */
export const acceptedMs = dayMs;

/** The same at a start, since no server knows for how long none ran. */
const acceptedAtStartMs = 30 * dayMs;

/** How much faster or slower than real time a small difference is made up for: leases stay within a tenth. */
const slewRate = 0.1;

/**
 * Checks whether the clock can be trusted. The settled time advances by elapsed time. It follows a step after an hour,
 * and no step of more than a day (30 days at a start). Permanent removals (an expiry) use it, all else uses `now`.
 */
export class SettledClock {
  readonly #clock: Clock;
  readonly #elapsedMs: () => number;
  #settled: number;
  #readAt: number;
  /** The largest lead of the clock that `now` follows. */
  #acceptedAheadMs = acceptedMs;
  /** The largest lead that settles; with a larger one, the clock is in doubt. */
  #doubtedAheadMs = acceptedMs;
  /** The step that has not settled yet, and its time. */
  #step: { readonly aheadMs: number; readonly since: number } | undefined;

  /** `clock` may be set or wrong; `elapsedMs` is a monotonic clock with any origin. */
  constructor(clock: Clock, elapsedMs: () => number) {
    this.#clock = clock;
    this.#elapsedMs = elapsedMs;
    this.#settled = clock();
    this.#readAt = elapsedMs();
  }

  /**
   * The clock's time, unless it was set back or has stepped ahead by more than a day since the start: then the settled
   * time. It runs backwards only when the clock returns from a step ahead.
   */
  readonly now: Clock = () => {
    const clock = this.#clock();
    const settled = this.#settle(clock);
    return clock >= settled && clock - settled <= this.#acceptedAheadMs ? clock : settled;
  };

  /** Never runs backwards, except after `moveTo`. */
  readonly settled: Clock = () => this.#settle(this.#clock());

  /** By how much the clock is ahead of the settled time; negative when it is behind. */
  aheadMs(): number {
    const clock = this.#clock();
    return clock - this.#settle(clock);
  }

  /** How far the clock is ahead of the settled time (behind if negative), if the difference is too large to accept. */
  doubtedMs(): number | undefined {
    const aheadMs = this.aheadMs();
    return aheadMs > this.#doubtedAheadMs || aheadMs < -acceptedMs ? aheadMs : undefined;
  }

  /** Continues the settled time from `at`. */
  moveTo(at: UnixMs): void {
    this.#settled = at;
    this.#readAt = this.#elapsedMs();
  }

  /** Returns the clock's lead in milliseconds: `now` follows it, and the settled time does if it is at most 30 days. */
  startFrom(at: UnixMs): number {
    const aheadMs = Math.max(0, this.#clock() - at);
    this.#acceptedAheadMs = aheadMs + acceptedMs;
    this.#doubtedAheadMs = aheadMs <= acceptedAtStartMs ? this.#acceptedAheadMs : acceptedMs;
    this.moveTo(at);
    return aheadMs;
  }

  #settle(clock: UnixMs): UnixMs {
    const elapsedAt = this.#elapsedMs();
    const elapsed = elapsedAt - this.#readAt;
    this.#readAt = elapsedAt;
    const aheadMs = clock - this.#settled - elapsed;
    const isAhead = aheadMs > stepMs;
    if (!isAhead) this.#step = undefined;
    if (isAhead && this.#hasSettled(aheadMs, elapsedAt)) {
      this.#settled = clock;
      this.#doubtedAheadMs = acceptedMs;
    } else {
      const slewMs = isAhead || aheadMs < -acceptedMs ? 0 : slewRate * elapsed;
      this.#settled += elapsed + Math.max(-slewMs, Math.min(slewMs, aheadMs));
    }
    return unixMs(Math.floor(this.#settled));
  }

  #hasSettled(aheadMs: number, elapsedAt: number): boolean {
    if (this.#step === undefined || Math.abs(aheadMs - this.#step.aheadMs) > stepMs) {
      this.#step = { aheadMs, since: elapsedAt };
    }
    return aheadMs <= this.#doubtedAheadMs && elapsedAt - this.#step.since >= settleMs;
  }
}

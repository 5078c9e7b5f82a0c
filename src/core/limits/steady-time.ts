import type { UnixMs } from '../units.ts';

/**
 * Readings this close together may arrive out of order merely because the callers read the clock before they came
 * here; anything larger means that somebody set the clock back.
 */
export const reorderedMsMax = 2_000;

/**
 * Time that never runs backwards and never faster than the clock behind it.
 *
 * When the clock is set back it goes on from where it stood at the clock's own pace, so that nobody waits out the
 * length of the jump. It then reads ahead of the clock for good: compare it only with its own readings.
 */
export class SteadyTime {
  #latest = Number.NEGATIVE_INFINITY;
  #ahead = 0;

  /** @returns milliseconds, never less than any earlier return */
  read(now: UnixMs): number {
    const steady = now + this.#ahead;
    if (steady >= this.#latest) {
      this.#latest = steady;
    } else if (steady < this.#latest - reorderedMsMax) {
      this.#ahead = this.#latest - now;
    }
    return this.#latest;
  }
}

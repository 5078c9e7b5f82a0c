import type { BergamotLimits } from './limits.ts';

/** Before anything was measured: somewhat less than a small model does, in UTF-16 units a millisecond. */
const firstRate = 15;
/** What one call changes in the rate, by how long it took: the last half second counts for two thirds. */
const memoryMs = 500;
const rates = { min: 0.05, max: 1_000 };

/** How fast a model works on this machine, and so how much it is given at once and how long that may take. */
export class Pace {
  readonly #limits: Pick<BergamotLimits, 'callMs' | 'overdueMs' | 'overdueMsPerUnit'>;
  #rate = firstRate;

  constructor(limits: Pick<BergamotLimits, 'callMs' | 'overdueMs' | 'overdueMsPerUnit'>) {
    this.#limits = limits;
  }

  /** Work for one call. */
  get callUnits(): number {
    return this.unitsIn(this.#limits.callMs);
  }

  unitsIn(ms: number): number {
    return this.#rate * ms;
  }

  overdueMs(units: number): number {
    return Math.ceil(this.#limits.overdueMs + units * this.#limits.overdueMsPerUnit);
  }

  /** A call with so much work took so long. */
  took(ms: number, units: number): void {
    const weight = 1 - Math.exp(-ms / memoryMs);
    const rate = this.#rate + weight * (units / Math.max(ms, 0.1) - this.#rate);
    this.#rate = Math.min(rates.max, Math.max(rates.min, rate));
  }
}

import { hash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { extent as runs, seed } from '../support/property-runs.ts';

export { seed } from '../support/property-runs.ts';

/** The size of the proofs at an extent of 1, with `npm run test:full`. */
const usual = {
  /** How often a process is killed at each named point, on each database. */
  killsAtEachPoint: 2,
  /** Number of database images after a power cut. */
  powerCuts: 6,
  /** Orders of events that the scheduler tries for one property over the stores' calls. */
  schedulesOfCalls: 40,
  /** As above, over single statements on several connections of PostgreSQL, for one race. */
  schedulesOfStatements: 12,
  /** Requests of each of the five keys in a race for one balance. */
  racesPerKey: 30,
  /** Moments with new callers in the race for one limit, with a steered clock. */
  limiterMoments: 20,
};

const times = (share: number) =>
  Object.fromEntries(Object.entries(usual).map(([name, count]) => [name, Math.ceil(count * share)])) as typeof usual;

/** From this extent on the proofs take minutes each, and those that need real time run too. */
const longExtent = 10;

const isLong = runs >= longExtent;

/** The numbers that the proofs use. */
export const extent = {
  ...times(runs),
  isLong,
  /** Longest time between two power cuts, in milliseconds. */
  powerCutPauseMs: isLong ? 400 : 150,
  /** Minutes of the race for one limit in real time, in the long form only. */
  limiterMinutes: 5,
} as const;

/** Random choices that depend only on the run's seed and on `label`. */
export class Chance {
  readonly #label: string;
  #drawn = 0;

  constructor(label: string) {
    this.#label = label;
  }

  /** Returns an integer from 0 up to, not including, `end`. */
  below(end: number): number {
    const digest = hash('sha256', `${seed} ${this.#label} ${this.#drawn++}`, 'buffer');
    return Math.floor((digest.readUIntBE(0, 6) / 2 ** 48) * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }

  bytes(count: number): Buffer {
    const blocks = Math.ceil(count / 32);
    const from = this.#drawn++;
    return Buffer.concat(
      Array.from({ length: blocks }, (_, block) => hash('sha256', `${seed} ${this.#label} ${from} ${block}`, 'buffer')),
    ).subarray(0, count);
  }
}

/** Prints the seed beside the test's result, to repeat a failure. */
export function reportSeed(context: TestContext): void {
  context.diagnostic(`FC_SEED=${seed}`);
}

/** Checking a ledger takes time proportional to its size, so a proof uses several databases. */
const casesOnOneDatabase = 40;

/** Tries `cases` cases of a property, some tens on each database, which `tryOn` opens; each lot has its own seed. */
export async function inLots(
  cases: number,
  tryOn: (lot: { readonly numRuns: number; readonly seed: number }) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < cases; done += casesOnOneDatabase) {
    await tryOn({ numRuns: Math.min(casesOnOneDatabase, cases - done), seed: seed + done });
  }
}

import { hash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { extent as runs, seed } from '../support/property-runs.ts';

export { seed } from '../support/property-runs.ts';

/** How much the proofs do at an extent of 1, with `npm run test:full`. */
const usual = {
  /** How often a process is killed at each named point, on each database. */
  killsAtEachPoint: 2,
  /** How many images of a database a power cut leaves behind. */
  powerCuts: 6,
  /** How many orders of events the scheduler tries for one property over the stores' calls. */
  schedulesOfCalls: 40,
  /** The same over single statements on several connections of PostgreSQL, for one race. */
  schedulesOfStatements: 12,
  /** How many requests each of the five keys makes in a race for one balance. */
  racesPerKey: 30,
  /** At how many moments new callers come in the race for one limit, where the clock is steered. */
  limiterMoments: 20,
};

const times = (share: number) =>
  Object.fromEntries(Object.entries(usual).map(([name, count]) => [name, Math.ceil(count * share)])) as typeof usual;

/** From this extent on the proofs take minutes each, and those that need real time run too. */
const longExtent = 10;

const isLong = runs >= longExtent;

/** The numbers that a proof follows. */
export const extent = {
  ...times(runs),
  isLong,
  /** Milliseconds between two power cuts, at most. */
  powerCutPauseMs: isLong ? 400 : 150,
  /** How many minutes the race for one limit takes by the real clock, in the long form alone. */
  limiterMinutes: 5,
} as const;

/** Random choices that depend on the run's seed and on `label` alone. */
export class Chance {
  readonly #label: string;
  #drawn = 0;

  constructor(label: string) {
    this.#label = label;
  }

  /** From 0 up to, not including, `end`. */
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

  /** Random bytes. */
  bytes(count: number): Buffer {
    const blocks = Math.ceil(count / 32);
    const from = this.#drawn++;
    return Buffer.concat(
      Array.from({ length: blocks }, (_, block) => hash('sha256', `${seed} ${this.#label} ${from} ${block}`, 'buffer')),
    ).subarray(0, count);
  }
}

/** Prints the seed beside the test's result, to repeat a failure. */
export function tellSeed(context: TestContext): void {
  context.diagnostic(`FC_SEED=${seed}`);
}

/** Checking a whole ledger costs by what is in it, so that no database may grow through all the cases of a proof. */
const casesOnOneDatabase = 40;

/** Tries `cases` cases of a property, some tens on each database, which `tryOn` opens; each lot has a seed of its own. */
export async function inLots(
  cases: number,
  tryOn: (lot: { readonly numRuns: number; readonly seed: number }) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < cases; done += casesOnOneDatabase) {
    await tryOn({ numRuns: Math.min(casesOnOneDatabase, cases - done), seed: seed + done });
  }
}

import { hash, randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';

/** How much a proof does: in `npm test` what takes seconds, in `npm run prove` (`PROVE=long`) what takes minutes. */
const isLong = process.env['PROVE'] === 'long';

/** Where every random choice of the proofs comes from; `PROVE_SEED` repeats a run. Properties of fast-check take it too. */
export const seed = Number(process.env['PROVE_SEED'] ?? randomInt(2 ** 31));

const short = {
  /** How often a process is killed at each named point, on each database. */
  killsAtEachPoint: 2,
  /** How many images of a database a power cut leaves behind. */
  powerCuts: 6,
  /** Milliseconds between two power cuts, at most. */
  powerCutPauseMs: 150,
  /** How many orders of events the scheduler tries for one property over the stores' calls. */
  schedulesOfCalls: 40,
  /** The same over single statements on several connections of PostgreSQL, for one race. */
  schedulesOfStatements: 12,
  /** How many requests each of the five keys makes in a race for one balance. */
  racesPerKey: 30,
  /** At how many moments new callers come in the race for one limit, where the clock is steered. */
  limiterMoments: 20,
  /** How many minutes the same race takes by the real clock, in the long form alone. */
  limiterMinutes: 0,
} as const;

type Extent = { readonly [Name in keyof typeof short]: number };

const long: Extent = {
  killsAtEachPoint: 25,
  powerCuts: 200,
  powerCutPauseMs: 400,
  schedulesOfCalls: 1_000,
  schedulesOfStatements: 400,
  racesPerKey: 400,
  limiterMoments: 1_000,
  limiterMinutes: 5,
};

/** The numbers that a proof follows. */
export const extent: Extent & { readonly isLong: boolean } = { ...(isLong ? long : short), isLong };

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

  /** Bytes that no reader takes for anything. */
  bytes(count: number): Buffer {
    const blocks = Math.ceil(count / 32);
    const from = this.#drawn++;
    return Buffer.concat(
      Array.from({ length: blocks }, (_, block) => hash('sha256', `${seed} ${this.#label} ${from} ${block}`, 'buffer')),
    ).subarray(0, count);
  }
}

/** Prints the seed beside the test's result, so that whoever reads of a failure can repeat it. */
export function tellSeed(context: TestContext): void {
  context.diagnostic(`PROVE_SEED=${seed}`);
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

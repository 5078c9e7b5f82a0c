import { hash, randomInt } from 'node:crypto';
import * as fc from 'fast-check';

/**
 * The size of properties, proofs and samples, as a factor: 0.2 in `npm test`, 1 in `npm run test:full`; 30 takes an
 * hour or more.
 */
export const extent = Number(process.env['FC_RUNS'] || 1);

/** The seed of every random choice; `FC_SEED` repeats a run. */
export const seed = Number(process.env['FC_SEED'] || randomInt(2 ** 31));

const defaultRuns = 100;

// The test runner loads this before any test, so that properties without a number of runs use it too.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed, numRuns: Math.ceil(defaultRuns * extent) });

/** A statement on PostgreSQL crosses a socket, so that a case takes several times as long. */
const shareOnPostgres = 1 / 6;

/**
 * Returns how many cases a property tries: `cases` at an extent of 1.
 * @param database the name given to the contract's suite
 */
export function propertyRuns(database: string, cases: number): number {
  return Math.ceil(cases * (database === 'PostgreSQL' ? shareOnPostgres : 1) * extent);
}

/** Returns all of `items`, or below an extent of 1 a share of them that depends on the seed. */
export function sampled<Item>(items: readonly Item[]): readonly Item[] {
  const each = Math.max(1, Math.round(1 / extent));
  const first = hash('sha256', String(seed), 'buffer').readUInt32BE() % each;
  return items.length < each ? items : items.filter((_, index) => index % each === first);
}

import * as fc from 'fast-check';
import { extent, seed } from '../proof/extent.ts';

/** A statement on PostgreSQL crosses a socket, so that a case takes several times as long there. */
const shareOnPostgres = 1 / 6;

/** How many times as many cases the proofs try in their long form. */
const timesInLong = 30;

// A property that fails prints the seed, which is also the one of all proofs in this process.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/**
 * How many cases a property of a store tries: `cases` on SQLite and fewer on PostgreSQL in `npm test`, many times as many
 * in `npm run prove`.
 *
 * @param database the name that the contract's suite was given
 */
export function propertyRuns(database: string, cases: number): number {
  return Math.ceil(cases * (database === 'PostgreSQL' ? shareOnPostgres : 1) * (extent.isLong ? timesInLong : 1));
}

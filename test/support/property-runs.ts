const isLong = process.env['PROVE'] === 'long';

/** A statement on PostgreSQL crosses a socket, so that a case takes several times as long there. */
const shareOnPostgres = 1 / 6;

/**
 * How many cases a property of a store tries: `cases` on SQLite and fewer on PostgreSQL in `npm test`, ten times as many
 * in `npm run prove`.
 *
 * @param database the name that the contract's suite was given
 */
export function propertyRuns(database: string, cases: number): number {
  return Math.ceil(cases * (database === 'PostgreSQL' ? shareOnPostgres : 1) * (isLong ? 10 : 1));
}

import type { Query, SqlValue } from '../procedure.ts';

/** One statement for PostgreSQL alone, whose parameters may also be arrays. */
export type PostgresQuery = Omit<Query, 'values'> & { readonly values: readonly (SqlValue | readonly SqlValue[])[] };

import type { Query, SqlValue } from '../procedure.ts';

/** A statement for PostgreSQL only; its parameters may also be arrays. */
export type PostgresQuery = Omit<Query, 'values'> & { readonly values: readonly (SqlValue | readonly SqlValue[])[] };

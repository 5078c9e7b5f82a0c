import { type UnixMs, unixMs } from '../../../ground/units.ts';
import { query, wholeNumberValue } from '../procedure.ts';
import type { PostgresConnection } from './connection.ts';

// The current time, not the start of the transaction.
const serverTime = query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

/** Returns the server's current time. @throws as `ask` */
export async function readServerTime(ask: PostgresConnection['rows']): Promise<UnixMs> {
  const [row] = await ask(serverTime);
  return unixMs(wholeNumberValue(row?.[0]));
}

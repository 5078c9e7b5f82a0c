import { type UnixMs, unixMs } from '../../../core/units.ts';
import { query, wholeNumber } from '../procedure.ts';
import type { PostgresConnection } from './connection.ts';

// Of this moment, whatever transaction it is asked in.
const serverTime = query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

/** The server's clock at this moment. @param ask how the server is asked @throws as `ask` */
export async function readServerTime(ask: PostgresConnection['rows']): Promise<UnixMs> {
  const [row] = await ask(serverTime);
  return unixMs(wholeNumber(row?.[0]));
}

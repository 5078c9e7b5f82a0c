import { type UnixMs, unixMs } from '../../../core/units.ts';
import { query, wholeNumber } from '../procedure.ts';
import type { PostgresDatabase } from './database.ts';

/** Of this moment, whatever transaction it is asked in; milliseconds since 1970. */
export const serverTime = query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

/**
 * The server's clock at this moment.
 *
 * @throws ServiceError `store_unavailable`
 */
export async function readServerTime(database: Pick<PostgresDatabase, 'run'>): Promise<UnixMs> {
  const [row] = await database.run(serverTime);
  return unixMs(wholeNumber(row?.[0]));
}

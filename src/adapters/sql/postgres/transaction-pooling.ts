import { wholeNumberValue } from '../column-values.ts';
import { PostgresConnection, type PostgresConnectionOptions } from './connection.ts';
import { ConnectionFailure, sqlStateOf, storeUnavailable } from './postgres-error.ts';

/** How long a proxy may take to assign a server connection. */
const answerMaxMs = 1_000;

const limits: Omit<PostgresConnectionOptions, 'url'> = { statementMaxMs: answerMaxMs, lockWaitMs: answerMaxMs };

/** How many other connections open a transaction while the first checks whether one of them uses its server process. */
const othersMax = 3;

/**
 * Refuses a proxy that pools by transaction or by statement, such as PgBouncer: prepared statements, session settings
 * and the migration lock belong to one server process. A proxy cannot know its number when it accepts the connection.
 * @throws ServiceError `store_unavailable` with one line for the operator
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  await using first = await PostgresConnection.open({ url, ...limits });
  const served = await servedBy(first);
  if (served === first.processId) return;
  await using others = new AsyncDisposableStack();
  for (let count = 0; count < othersMax; count++) {
    try {
      const other = others.use(await PostgresConnection.open({ url, ...limits }));
      await other.command('begin');
      await servedBy(other);
      if ((await servedBy(first)) === served) continue;
    } catch (cause) {
      // A proxy may refuse a transaction, or let it wait until another one has ended.
      if (!(cause instanceof ConnectionFailure) && sqlStateOf(cause)?.startsWith('08') !== true) throw cause;
    }
    throw storeUnavailable(
      'it is behind a proxy that pools by transaction or statement; ' +
        'connect to PostgreSQL itself, or let the proxy pool by session with enough connections',
    );
  }
}

async function servedBy(connection: PostgresConnection): Promise<number> {
  return wholeNumberValue(await connection.value('select pg_backend_pid()'));
}

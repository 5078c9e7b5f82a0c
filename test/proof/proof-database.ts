import { join } from 'node:path';
import { wholeNumberValue } from '../../src/adapters/sql/column-values.ts';
import { openPostgres } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { type Procedure, query } from '../../src/adapters/sql/procedure.ts';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { Reader } from '../../src/adapters/sql/sqlite/reader.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { createTemporaryDatabase } from '../support/postgres.ts';
import { noEvents, temporaryFolder } from '../support/stores.ts';

/** A new database used by servers in other processes, which the proof also reads. */
export type ProofDatabase = AsyncDisposable & {
  /** Environment variables with which a server finds it. */
  readonly env: Readonly<Record<string, string>>;
  readonly stores: SqlStores;
  /** The amount of each charge of the account, unordered. */
  readonly charges: (accountId: AccountId) => Promise<readonly number[]>;
};

export async function openProofSqlite(): Promise<ProofDatabase> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const file = join(folder.path, 'dragoman.db');
  const stores = opening.use(await openSqlite({ file, events: noEvents }));
  const reader = opening.use(new Reader(file));
  const opened = opening.move();
  return {
    env: { DATA_DIR: folder.path },
    stores,
    charges: async (accountId) => reader.read(charged(accountId)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export async function openProofPostgres(): Promise<ProofDatabase> {
  await using opening = new AsyncDisposableStack();
  // The folder for data that a server derives from its engines.
  const folder = opening.use(await temporaryFolder());
  const { url } = opening.use(await createTemporaryDatabase());
  const stores = opening.use(await openPostgres({ url, connectionsMax: 4, events: noEvents }));
  const opened = opening.move();
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: url, DATABASE_CONNECTIONS: '8' },
    stores,
    charges: (accountId) => stores.database.read(() => charged(accountId)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function* charged(accountId: AccountId): Procedure<readonly number[]> {
  const rows = yield query('select characters from usage where account_id = $1', accountId);
  return rows.map(([characters]) => wholeNumberValue(characters));
}

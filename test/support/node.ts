import { randomUUID } from 'node:crypto';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres, type PostgresStores } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Clock } from '../../src/ground/units.ts';
import { production } from '../../src/parts.ts';
import { ReversingEngine } from './reversing-engine.ts';
import { freePort } from './server-process.ts';
import { temporaryFolder } from './stores.ts';

/** One of the servers that share a PostgreSQL database. */
export type Node = App & { readonly engine: ReversingEngine; readonly opsUrl: string };

export type NodeOptions = {
  /** URL of a migrated database; undefined for SQLite in the `DATA_DIR` of `env`. */
  readonly url?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: Clock;
};

/** Starts a whole service on a database, on free ports and in real time. */
export async function startNode({ url, env = {}, now = production.now }: NodeOptions): Promise<Node> {
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(await temporaryFolder());
  const engine = new ReversingEngine();
  const config = loadConfig({
    DATA_DIR: dataDir,
    ...(url === undefined ? {} : { DATABASE_URL: url, DATABASE_CONNECTIONS: '5' }),
    PORT: '0',
    OPS_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    ...env,
  });
  const openEngines = () => Promise.resolve([engine]);
  const app = opening.use(await createApp(config, { ...production, now, newId: randomUUID, openEngines }));
  const opened = opening.move();
  return { ...app, engine, opsUrl: app.opsUrl ?? '', [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Opens the stores like an operator's command, after applying the pending migrations. */
export async function openOperatorsDesk(url: string): Promise<PostgresStores> {
  await migratePostgres(url);
  const events = { backgroundFailed: () => undefined };
  return openPostgres({ url, connectionsMax: 2, connectionsSpared: 0, events });
}

import { wholeNumberValue } from '../column-values.ts';
import { query } from '../procedure.ts';
import type { PostgresConnection } from './connection.ts';
import { storeUnavailable } from './postgres-error.ts';

export type ConnectionNeeds = {
  /** Connections that this process needs. */
  readonly connectionsMax: number;
  /** Connections that must be left for others. */
  readonly connectionsSpared: number;
  /** Connections that this process already has, without the asking one. */
  readonly open: number;
};

type Limit = { readonly of: string; readonly admits: number; readonly inUse: number };

// A superuser is only subject to the server's own limit. Background processes have no user or no database, and count
// for no limit. Source: PostgreSQL's manual, "Connections and Authentication" and "pg_stat_activity".
const limits = `select
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
   - coalesce(current_setting('reserved_connections', true), '0')::int,
  (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null),
  case when rolsuper then -1 else datconnlimit end,
  (select count(*)::int from pg_stat_activity where datid = pg_database.oid and usesysid is not null),
  case when rolsuper then -1 else rolconnlimit end,
  (select count(*)::int from pg_stat_activity where datid is not null and usesysid = pg_roles.oid)
 from pg_database, pg_roles where datname = current_database() and rolname = current_user`;

const unlimited = -1;

/** Leaves connections for operators. @throws ServiceError `store_unavailable` naming the numbers */
export async function refuseCrowdedServer(asker: PostgresConnection, needs: ConnectionNeeds): Promise<void> {
  const { connectionsMax, connectionsSpared, open } = needs;
  for (const { of, admits, inUse } of await readLimits(asker)) {
    const inUseByOthers = inUse - open - 1;
    if (admits - inUseByOthers - connectionsMax >= connectionsSpared) continue;
    throw storeUnavailable(
      `it has too few connections: ${of} admits ${admits}, others use ${inUseByOthers}, this node needs ` +
        `${connectionsMax}, and ${connectionsSpared} must stay free for operators; ` +
        'lower DATABASE_CONNECTIONS, or raise the limit',
    );
  }
}

/** Returns how many connections can still be opened. */
export async function connectionsLeft(asker: PostgresConnection): Promise<number> {
  const found = await readLimits(asker);
  return Math.max(0, Math.min(...found.map(({ admits, inUse }) => admits - (inUse - 1))));
}

async function readLimits(asker: PostgresConnection): Promise<readonly Limit[]> {
  const [row = []] = await asker.rows(query(limits));
  const [serverMax = 0, inUse = 0, databaseMax = 0, inUseOfDatabase = 0, roleMax = 0, inUseOfRole = 0] =
    row.map(wholeNumberValue);
  const all = [
    { of: 'the server', admits: serverMax, inUse },
    { of: 'the database', admits: databaseMax, inUse: inUseOfDatabase },
    { of: 'the user', admits: roleMax, inUse: inUseOfRole },
  ];
  return all.filter(({ admits }) => admits !== unlimited);
}

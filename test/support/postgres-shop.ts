import assert from 'node:assert/strict';
import { plainText, wholeNumberValue } from '../../src/adapters/sql/column-values.ts';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres, type PostgresStores } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { CaptureOutcome, Hold } from '../../src/shop/ledger/ledger-store.ts';
import { firstMoment, leaseMs, newPurchase, openAccount, spanishToEnglish, sweepIntervalMs } from './ledger-world.ts';
import { createTemporaryDatabase, rowsOf, sharedPostgres } from './postgres.ts';
import type { PostgresServer } from './postgres-server.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** Characters bought by each account of a shop. */
export const bought = 100_000;

/** The time of all operations. */
export const at = firstMoment;

export type Shop = Awaited<ReturnType<typeof openShop>>;

type NodeOptions = { readonly through?: 'proxy' | 'nothing'; readonly connectionsMax?: number };

/**
 * A database on which nodes sell characters.
 * @param server a separate one that may be stopped; default: the shared one
 */
export async function openShop(server?: PostgresServer) {
  await using opening = new AsyncDisposableStack();
  const url = server?.url ?? opening.use(await createTemporaryDatabase()).url;
  const { port } = server ?? (await sharedPostgres());
  if (server !== undefined) await migratePostgres(url);
  const proxy = opening.use(await TcpProxy.start(port));
  const nodes = opening.use(new AsyncDisposableStack());
  const opened = opening.move();
  return {
    /** Of the database itself, without a proxy. */
    url,
    proxy,
    openNode: async ({ through = 'nothing', connectionsMax = 4 }: NodeOptions = {}) => {
      const address = through === 'proxy' ? proxy.lead(url) : url;
      const events = { backgroundFailed: () => undefined };
      return nodes.use(await openPostgres({ url: address, connectionsMax, events }));
    },
    /** Opens an account that has bought `bought` characters. */
    openAccount: async (node: PostgresStores) => {
      const accountId = await openAccount(node);
      assert.equal(await node.ledger.grant(newPurchase(accountId, bought)), 'granted');
      return accountId;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export function capture(node: PostgresStores, hold: Hold): Promise<CaptureOutcome> {
  return node.ledger.captureHold({ hold, at, usage: spanishToEnglish });
}

/** Reads the account's balance directly from the database. */
export async function money(url: string, accountId: AccountId): Promise<Record<'settled' | 'held' | 'used', number>> {
  const [balance] = await rowsOf(url, `select settled, held, used from balances where account_id = '${accountId}'`);
  assert(balance !== undefined);
  return {
    settled: wholeNumberValue(balance[0]),
    held: wholeNumberValue(balance[1]),
    used: wholeNumberValue(balance[2]),
  };
}

export async function chargedHolds(url: string, accountId: AccountId): Promise<readonly string[]> {
  const rows = await rowsOf(url, `select hold_id from usage where account_id = '${accountId}' order by hold_id`);
  return rows.map(([id]) => plainText(id));
}

/** Gives back holds of failed requests, and verifies the ledger. */
export async function assertSoundAfterSweep(node: PostgresStores): Promise<void> {
  const afterLease = later(at, leaseMs + 1);
  await node.ledger.sweep(afterLease);
  assert.deepEqual(await node.ledger.verify(afterLease, sweepIntervalMs), []);
}

/** The connections of the nodes. */
export const backends = `select pid from pg_stat_activity
 where datname = current_database() and application_name = 'dragoman' and pid <> pg_backend_pid()`;

export async function pidOf(url: string): Promise<number> {
  const rows = await rowsOf(url, backends);
  assert.equal(rows.length, 1, 'the node has one connection');
  return wholeNumberValue(rows[0]?.[0]);
}

/** @param source the part of the query after `from` */
export async function count(url: string, source: string): Promise<number> {
  return wholeNumberValue((await rowsOf(url, `select count(*) from ${source}`))[0]?.[0]);
}

/** Returns how many statements of nodes wait for a lock of this kind. */
export function waitingFor(url: string, kind: 'advisory' | 'transactionid'): Promise<number> {
  return count(
    url,
    `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = '${kind}'`,
  );
}

/**
 * Makes a charge or a hold wait before this change of a row, in the middle of its statement, for an advisory lock of
 * its account that a test may hold. The wait restarts when its session's limit ends it. Lock waits behind it are
 * unlimited: on a busy machine, a late deadlock check must still report the deadlock.
 */
export const gateBefore = (act: 'insert on usage' | 'insert on holds' | 'delete on holds') => {
  const row = act.startsWith('delete') ? 'old' : 'new';
  return `create function wait_at_gate() returns trigger language plpgsql as $$ begin
   loop
    begin
     perform pg_advisory_xact_lock(hashtext(${row}.account_id));
     perform set_config('lock_timeout', '0', true);
     return ${row};
    exception when lock_not_available or query_canceled then
    end;
   end loop;
  end $$;
  create trigger wait_at_gate before ${act} for each row execute function wait_at_gate()`;
};

/** Removes the gate: an additional trigger is an issue of verify. */
export const noGate = 'drop function wait_at_gate cascade';

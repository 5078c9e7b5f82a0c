import assert from 'node:assert/strict';
import { migratePostgres } from '../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres, type PostgresStores } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { plainText, wholeNumber } from '../../src/adapters/sql/procedure.ts';
import type { AccountId } from '../../src/core/accounts/account.ts';
import type { CaptureOutcome, Hold } from '../../src/core/ledger/ledger-store.ts';
import { later } from '../../src/core/units.ts';
import { firstMoment, leaseMs, newPurchase, openAccount, spanishToEnglish, sweepIntervalMs } from './ledger-world.ts';
import { createTemporaryDatabase, rowsOf, sharedPostgres } from './postgres.ts';
import type { PostgresServer } from './postgres-server.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** How many characters each account of a shop has bought. */
export const bought = 100_000;

/** The moment at which everything happens. */
export const at = firstMoment;

/** A database on which nodes sell characters, and what stands in it. */
export type Shop = AsyncDisposable & {
  /** Of the database itself, past any proxy. */
  readonly url: string;
  readonly proxy: TcpProxy;
  readonly openNode: (options?: NodeOptions) => Promise<PostgresStores>;
  /** An account that has bought `bought` characters. */
  readonly openAccount: (node: PostgresStores) => Promise<AccountId>;
};

export type NodeOptions = { readonly through?: 'proxy' | 'nothing'; readonly connectionsMax?: number };

/** @param server one of the test's own, which may be stopped; the shared one otherwise */
export async function openShop(server?: PostgresServer): Promise<Shop> {
  await using opening = new AsyncDisposableStack();
  const url = server?.url ?? opening.use(await createTemporaryDatabase()).url;
  const { port } = server ?? (await sharedPostgres());
  if (server !== undefined) await migratePostgres(url);
  const proxy = opening.use(await TcpProxy.start(port));
  const nodes = opening.use(new AsyncDisposableStack());
  const opened = opening.move();
  return {
    url,
    proxy,
    openNode: async ({ through = 'nothing', connectionsMax = 4 } = {}) => {
      const address = through === 'proxy' ? proxy.lead(url) : url;
      const events = { backgroundFailed: () => undefined };
      return nodes.use(await openPostgres({ url: address, connectionsMax, events }));
    },
    openAccount: async (node) => {
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

/** What the account has, read past the nodes. */
export async function money(url: string, accountId: AccountId): Promise<Record<'settled' | 'held' | 'used', number>> {
  const [balance] = await rowsOf(url, `select settled, held, used from balances where account_id = '${accountId}'`);
  assert(balance !== undefined);
  return { settled: wholeNumber(balance[0]), held: wholeNumber(balance[1]), used: wholeNumber(balance[2]) };
}

export async function chargedHolds(url: string, accountId: AccountId): Promise<readonly string[]> {
  const rows = await rowsOf(url, `select hold_id from usage where account_id = '${accountId}' order by hold_id`);
  return rows.map(([id]) => plainText(id));
}

/** Gives back whatever a failed request left, and finds nothing wrong. */
export async function assertSoundAfterSweep(node: PostgresStores): Promise<void> {
  const afterLease = later(at, leaseMs + 1);
  await node.ledger.sweep(afterLease);
  assert.deepEqual(await node.ledger.verify(afterLease, sweepIntervalMs), []);
}

/** The nodes' connections, and whatever else speaks as one. */
export const backends = `select pid from pg_stat_activity
 where datname = current_database() and application_name = 'dragoman' and pid <> pg_backend_pid()`;

export async function pidOf(url: string): Promise<number> {
  const rows = await rowsOf(url, backends);
  assert.equal(rows.length, 1, 'the node has one connection');
  return wholeNumber(rows[0]?.[0]);
}

/** @param source what stands behind `from` */
export async function count(url: string, source: string): Promise<number> {
  return wholeNumber((await rowsOf(url, `select count(*) from ${source}`))[0]?.[0]);
}

/** How many of the nodes' statements wait for a lock of this kind. */
export function waitingFor(url: string, kind: 'advisory' | 'transactionid'): Promise<number> {
  return count(
    url,
    `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = '${kind}'`,
  );
}

/**
 * Makes a charge or a hold wait before it does this to a row, in the middle of its statement and for as long as it takes,
 * for its account's lock that a test may hold. The limits of its session end every other wait, but this one begins anew.
 * Behind it no wait for a lock is too long: of a deadlock that a busy machine is late to look at, the server says only that.
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

/** Takes the gate away again: a trigger of its own is a breach. */
export const noGate = 'drop function wait_at_gate cascade';

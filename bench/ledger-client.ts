/**
 * The load of one node on a ledger, in a separate process: `ledger-client.ts <plan as JSON>`. Prints `ready` once its
 * store is open, starts at the first input line, and then prints one line of JSON. Every request is a hold and its
 * capture.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { captureHold, openHold } from '../src/adapters/sql/ledger-procedures.ts';
import { openPostgres } from '../src/adapters/sql/postgres/open-postgres.ts';
import { SqliteConnection } from '../src/adapters/sql/sqlite/connection.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { characters, later, unixMs } from '../src/ground/units.ts';
import { timeOrderedId } from '../src/ops/time-ordered-id.ts';
import type { AccountId } from '../src/shop/accounts/account.ts';
import type { KeyId } from '../src/shop/keys/key-store.ts';
import type { Capture, Hold, HoldId, LedgerStore } from '../src/shop/ledger/ledger-store.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';

export type LedgerPlan = {
  /** `sqlite-each`: the same statements without a thread between, each operation in a separate commit. */
  readonly store: 'sqlite' | 'sqlite-each' | 'postgres';
  /** A file's path, or a database's URL. */
  readonly at: string;
  /** Accounts `bench-0`, `bench-1` ... in turn. */
  readonly accounts: number;
  readonly requestsAtOnce: number;
  readonly seconds: number;
};

export type LedgerLoad = { readonly perSecond: number; readonly requests: number };

type Pair = Pick<LedgerStore, 'openHold' | 'captureHold'> & AsyncDisposable;

const events = {
  backgroundFailed({ task, cause }: { readonly task: string; readonly cause: unknown }): void {
    throw new Error(task, { cause });
  },
};

async function openStore({ store, at }: LedgerPlan): Promise<Pair> {
  switch (store) {
    case 'sqlite':
      return withDisposal(await openSqlite({ file: at, events }));
    case 'postgres':
      return withDisposal(await openPostgres({ url: at, connectionsMax: 10, events }));
    case 'sqlite-each':
      return openOneByOne(at);
  }
}

function withDisposal(stores: AsyncDisposable & { readonly ledger: LedgerStore }): Pair {
  const { openHold: open, captureHold: capture } = stores.ledger;
  return { openHold: open, captureHold: capture, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

function openOneByOne(file: string): Pair {
  const connection = new SqliteConnection({ file, readOnly: false, lockWaitMs: 5_000 });
  const commit = <Result>(act: () => Result): Promise<Result> => {
    connection.rows('begin immediate');
    const result = act();
    connection.rows('commit');
    return Promise.resolve(result);
  };
  return {
    openHold: (hold) => commit(() => connection.perform(openHold(hold))),
    captureHold: (capture) => commit(() => connection.perform(captureHold(capture))),
    [Symbol.asyncDispose]: () => Promise.resolve(connection[Symbol.dispose]()),
  };
}

function newHold(account: number): Hold {
  const openedAt = unixMs(Date.now());
  return {
    id: timeOrderedId() as HoldId,
    accountId: `bench-${account}` as AccountId,
    keyId: 'bench-key' as KeyId,
    amount: characters(50),
    openedAt,
    leaseUntil: later(openedAt, 150_000),
  };
}

const usage: Capture['usage'] = { source: 'es' as LanguageTag, target: 'en' as LanguageTag, engine: 'apertium' };

async function drive(store: Pair, { accounts, requestsAtOnce, seconds }: LedgerPlan): Promise<LedgerLoad> {
  let requests = 0;
  // Each node begins at another account, so that they do not visit the accounts in step.
  let account = Number.parseInt(randomUUID().slice(0, 6), 16) % accounts;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      account = (account + 1) % accounts;
      const hold = newHold(account);
      const opened = await store.openHold(hold);
      const outcome = await store.captureHold({ hold, at: unixMs(Date.now()), usage });
      if (opened.kind !== 'held' || outcome !== 'captured') throw new Error(`${opened.kind}, then ${outcome}`);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return { requests, perSecond: (requests * 1_000) / (performance.now() - startedAt) };
}

const plan = JSON.parse(process.argv[2] ?? '') as LedgerPlan;
const store = await openStore(plan);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${JSON.stringify(await drive(store, plan))}\n`);
process.stdin.destroy();
await store[Symbol.asyncDispose]();

/** The ledger's parts of the bench: hold and capture on both databases, with nothing else of the service around them. */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openPostgres } from '../src/adapters/sql/postgres/open-postgres.ts';
import type { SqlStores } from '../src/adapters/sql/sql-stores.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { unixMs } from '../src/ground/units.ts';
import { timeOrderedId } from '../src/ops/time-ordered-id.ts';
import type { AccountId } from '../src/shop/accounts/account.ts';
import { KeyUses } from '../src/shop/keys/key-uses.ts';
import { Keys } from '../src/shop/keys/keys.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LedgerLoad, LedgerPlan } from './ledger-client.ts';
import { createDatabase, seedPostgres, seedSqlite } from './ledger-seed.ts';
import { load as httpLoad, median, temporaryFolder } from './processes.ts';
import { openNode } from './systems.ts';

const client = new URL('ledger-client.ts', import.meta.url).pathname;

const events = {
  backgroundFailed({ task, cause }: { readonly task: string; readonly cause: unknown }): void {
    throw new Error(task, { cause });
  },
};

/** As in production, except for its size: it flushes commits to disk, and its cache holds the used tables. */
export const durable = { durable: true, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } };

/** SQLite with one durable commit for many requests, relative to one durable commit per operation on the same file. */
export async function sqliteLedger({ quick }: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  const at = join(folder.path, 'ledger.db');
  await seedSqlite({ file: at, accounts: 1, rowsEach: 1 });
  const seconds = quick ? 1 : 3;
  const group: LedgerPlan = { store: 'sqlite', at, accounts: 1, requestsAtOnce: 256, seconds };
  const each: LedgerPlan = { store: 'sqlite-each', at, accounts: 1, requestsAtOnce: 1, seconds };
  const [grouped = Number.NaN, single = Number.NaN] = await inTurn([group, each], quick ? 1 : 5);
  const ratio = grouped / single;
  return [
    { name: 'ledger: SQLite, hold and capture, group commit', value: round(grouped), unit: 'per second' },
    { name: 'ledger: SQLite, each operation in its own commit', value: round(single), unit: 'per second' },
    {
      name: 'ledger: SQLite, group commit relative to single commits',
      value: round(ratio),
      unit: 'x',
      goal: '>= 8',
      met: ratio >= 8,
    },
  ];
}

/** PostgreSQL with durable commits: one busy account, a thousand accounts, and three nodes relative to one. */
export async function postgresLedger({ quick }: Scale): Promise<readonly Figure[]> {
  await using server = await startPostgres(durable);
  const url = await createDatabase(server.url, 'ledger');
  await seedPostgres({ url, accounts: 1_000, rowsEach: 1 });
  const seconds = quick ? 2 : 5;
  const rounds = quick ? 1 : 3;
  const hot: LedgerPlan = { store: 'postgres', at: url, accounts: 1, requestsAtOnce: 64, seconds };
  const spread: LedgerPlan = { ...hot, accounts: 1_000 };
  const [onHot = Number.NaN] = await inTurn([hot], rounds);
  const ones: number[] = [];
  const threes: number[] = [];
  const busy: number[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const before = await processorTime();
    ones.push(await load([spread]));
    busy.push(busyShare(before, await processorTime()));
    threes.push(await load([spread, spread, spread]));
  }
  const [one, three, share] = [median(ones), median(threes), median(busy)];
  return [
    {
      name: 'ledger: PostgreSQL, one account',
      value: round(onHot),
      unit: 'per second',
      goal: '>= 500',
      met: onHot >= 500,
    },
    {
      name: 'ledger: PostgreSQL, 1,000 accounts',
      value: round(one),
      unit: 'per second',
      goal: '>= 2500',
      met: one >= 2_500,
    },
    { name: 'ledger: busy share of all processors with one node', value: round(share), unit: 'share' },
    {
      name: 'ledger: PostgreSQL, three nodes relative to one',
      value: round(three / one),
      unit: 'x',
      // No number of nodes can exceed the capacity of all processors.
      goal: '>= 1.5, unless one node leaves too little idle for that (1 / busy share < 1.5)',
      met: three / one >= 1.5 || 1 / share < 1.5,
    },
  ];
}

/** Whole requests on PostgreSQL, key and limit included, with an engine that answers at once. */
export async function postgresNode({ quick }: Scale): Promise<readonly Figure[]> {
  await using server = await startPostgres(durable);
  const url = await createDatabase(server.url, 'node');
  const accounts = 64;
  await seedPostgres({ url, accounts, rowsEach: 1 });
  await using node = await openNode({
    databaseUrl: url,
    keys: await createKeys(url, accounts),
    texts: Array.from({ length: accounts }, () => 'Hoy es un buen día para aprender.'),
    entry: 'bench/instant-server.ts',
  });
  const before = await processorTime();
  const result = await httpLoad({
    port: node.port,
    connections: 64,
    requestsMax: quick ? 5_000 : 30_000,
    secondsMax: 60,
    warmUpRequests: 5_000,
    requests: node.requests,
  });
  const share = busyShare(before, await processorTime());
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200');
  if (others.length > 0) throw new Error(`replies were not all 200: ${JSON.stringify(result.statuses)}`);
  return [
    { name: 'node on PostgreSQL, instant engine: requests', value: round(result.perSecond), unit: 'per second' },
    { name: 'node on PostgreSQL, instant engine: p50', value: round(result.p50Ms), unit: 'ms' },
    { name: 'node on PostgreSQL, instant engine: p99', value: round(result.p99Ms), unit: 'ms' },
    { name: 'node on PostgreSQL: busy share of all processors', value: round(share), unit: 'share' },
  ];
}

/** One key for each seeded account. */
export async function createKeys(url: string, accounts: number): Promise<readonly string[]> {
  await using stores = await openPostgres({ url, connectionsMax: 4, events });
  const now = () => unixMs(Date.now());
  await using uses = new KeyUses({ store: stores.keys, events });
  const keys = new Keys({
    store: stores.keys,
    uses,
    now,
    newId: timeOrderedId,
    prefix: 'dragoman',
    sha256Hex: (text) => hash('sha256', text),
  });
  const made = Array.from({ length: accounts }, (_, account) => keys.create(`bench-${account}` as AccountId));
  return (await Promise.all(made)).map(({ apiKey }) => apiKey);
}

/**
 * The cost of a request with a long journal relative to a short one, for the same few accounts: also in the short
 * journal, each account has separate pages.
 */
export async function journalLength({ quick }: Scale): Promise<readonly Figure[]> {
  const accounts = 50;
  const [few, many] = quick ? [200, 10_000] : [200, 200_000];
  await using folder = await temporaryFolder();
  await using server = await startPostgres(durable);
  const size = (rowsEach: number) => `${(accounts * rowsEach).toLocaleString('en')} rows`;
  const plans: Record<'sqlite' | 'postgres', LedgerPlan[]> = { sqlite: [], postgres: [] };
  for (const rowsEach of [few, many]) {
    const common = { accounts, requestsAtOnce: 64, seconds: quick ? 2 : 5 };
    const file = join(folder.path, `${rowsEach}.db`);
    await seedSqlite({ file, accounts, rowsEach });
    await assertSound(await openSqlite({ file, events }));
    plans.sqlite.push({ store: 'sqlite', at: file, ...common });
    const url = await createDatabase(server.url, `ledger_${rowsEach}`);
    await seedPostgres({ url, accounts, rowsEach });
    await assertSound(await openPostgres({ url, connectionsMax: 2, events }));
    plans.postgres.push({ store: 'postgres', at: url, ...common });
  }
  const figures: Figure[] = [];
  for (const [database, pair] of Object.entries(plans)) {
    const [short = Number.NaN, long = Number.NaN] = await inTurn(pair, quick ? 1 : 5);
    const ratio = short / long;
    const name = `ledger: ${database}, hold and capture with ${size(many)}, relative to ${size(few)}`;
    figures.push({ name, value: round(ratio), unit: 'x', goal: '< 1.3', met: ratio < 1.3 });
  }
  return figures;
}

/** Asserts that the seeded ledger is sound. */
async function assertSound(stores: SqlStores): Promise<void> {
  await using open = stores;
  const faults = await open.ledger.verify(unixMs(Date.now()), 10_000, 'quick');
  if (faults.length > 0) throw new Error(`the seeded ledger is not sound: ${JSON.stringify(faults[0])}`);
}

/** Returns the median rate of each plan. Plans alternate, so that other load on the machine affects all. */
async function inTurn(plans: readonly LedgerPlan[], rounds: number): Promise<readonly number[]> {
  const rates = plans.map((): number[] => []);
  for (let turn = 0; turn < rounds; turn++) {
    for (const [index, plan] of plans.entries()) rates[index]?.push(await load([plan]));
  }
  return rates.map(median);
}

/** Starts a process for each plan, starts all loads together, and returns their total rate per second. */
async function load(plans: readonly LedgerPlan[]): Promise<number> {
  await using clients = new AsyncDisposableStack();
  const nodes = plans.map((plan) => clients.use(startClient(plan)));
  await Promise.all(nodes.map(({ nextLine }) => nextLine()));
  for (const { begin } of nodes) begin();
  const loads = await Promise.all(nodes.map(async ({ nextLine }) => JSON.parse(await nextLine()) as LedgerLoad));
  return loads.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

function startClient(plan: LedgerPlan) {
  const child = spawn(process.execPath, [client, JSON.stringify(plan)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    begin: () => child.stdin.write('begin\n'),
    async nextLine(): Promise<string> {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('a client of the bench ended early');
      return value;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await Promise.race([ended, lines.return?.()]);
      await ended;
      process.off('exit', kill);
    },
  };
}

type ProcessorTime = { readonly busy: number; readonly all: number };

/** Ticks of all processors together (source: proc_stat(5)). */
async function processorTime(): Promise<ProcessorTime> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, each) => sum + each, 0);
  return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

function busyShare(before: ProcessorTime, after: ProcessorTime): number {
  return (after.busy - before.busy) / (after.all - before.all);
}

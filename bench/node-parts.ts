/** The limit of one node with a real engine, the gain of a second one, and what a request leaves in the database. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeNumberValue } from '../src/adapters/sql/column-values.ts';
import { rowsOf } from '../test/support/postgres.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { readSentences } from './corpus.ts';
import { assertAllSucceeded, wholePasses } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { createKeys, durable } from './ledger-parts.ts';
import { createDatabase, seedPostgres, seedSqlite } from './ledger-seed.ts';
import { load, temporaryFolder, treeMb, treeProcessorMs } from './processes.ts';
import { type NodeOptions, openNode, openService } from './systems.ts';

const accounts = 64;
const connectionsPerNode = 8;

type Node = Pick<Awaited<ReturnType<typeof openNode>>, 'child' | 'port' | 'requests'>;

type Measured = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Memory of the first node and its engine. */
  readonly nodeMb: number;
  /** Processor time for each request. */
  readonly nodeMs: number;
  readonly serverMs: number;
};

/**
 * Apertium in processes of each node, one sentence a request, no translation cache. A node that may use one processor
 * represents a machine with one; PostgreSQL and the clients use both. Of each kind, the fastest of three rounds counts.
 */
export async function nodes({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  const count = wholePasses(texts, quick ? 1_000 : 4_000);
  await using server = await startPostgres(durable);
  const databaseUrl = await createDatabase(server.url, 'nodes');
  await seedPostgres({ url: databaseUrl, accounts, rowsEach: 1 });
  const common: NodeOptions = {
    databaseUrl,
    keys: await createKeys(databaseUrl, accounts),
    texts,
    entry: 'src/serve.ts',
  };
  const serverPid = server.pid ?? Number.NaN;
  const found: Record<'sqlite' | 'whole' | 'one' | 'two', Measured[]> = { sqlite: [], whole: [], one: [], two: [] };
  // In turn, so that other load on the machine affects all.
  for (let turn = 0; turn < (quick ? 1 : 3); turn++) {
    found.sqlite.push(await measureSqlite(texts, count));
    for (const [kind, processors] of [
      ['whole', [undefined]],
      ['one', [0]],
      ['two', [0, 1]],
    ] as const) {
      await using opened = new AsyncDisposableStack();
      const pinned: Node[] = [];
      for (const processor of processors) pinned.push(opened.use(await openNode({ ...common, processor })));
      found[kind].push(await measure(pinned, { count, serverPid }));
    }
  }
  // Other load only slows a round down.
  const bestOf = (kind: keyof typeof found): Measured =>
    found[kind].reduce((best, each) => (each.perSecond > best.perSecond ? each : best));
  const figure = (kind: keyof typeof found, of: keyof Measured): number => round(bestOf(kind)[of]);
  const kinds = [
    ['sqlite', 'one node on SQLite, two processors'],
    ['whole', 'one node on PostgreSQL, two processors'],
    ['one', 'one node on PostgreSQL, one processor'],
    ['two', 'two nodes on PostgreSQL, one processor each'],
  ] as const;
  return [
    ...kinds.flatMap(([kind, name]) => [
      { name: `${name}: sentences`, value: figure(kind, 'perSecond'), unit: '1/s' },
      { name: `${name}: p50`, value: figure(kind, 'p50Ms'), unit: 'ms' },
      { name: `${name}: p99`, value: figure(kind, 'p99Ms'), unit: 'ms' },
      { name: `${name}: memory of a node and its engine`, value: figure(kind, 'nodeMb'), unit: 'MB' },
      { name: `${name}: processor time of node and engine for a sentence`, value: figure(kind, 'nodeMs'), unit: 'ms' },
      ...(kind === 'sqlite'
        ? []
        : [
            {
              name: `${name}: processor time of PostgreSQL for a sentence`,
              value: figure(kind, 'serverMs'),
              unit: 'ms',
            },
          ]),
    ]),
    { name: 'memory of PostgreSQL after these runs', value: round(await treeMb(serverPid)), unit: 'MB' },
    {
      name: 'two nodes relative to one, one processor each',
      value: round(bestOf('two').perSecond / bestOf('one').perSecond),
      unit: 'x',
    },
  ];
}

async function measureSqlite(texts: readonly string[], count: number): Promise<Measured> {
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { env: { APERTIUM_PIPELINES_PER_PAIR: '' } });
  const requests = texts.map((text) => service.request(text));
  return await measure([{ child: service.child, port: service.port, requests }], { count, serverPid: undefined });
}

type Extent = { readonly count: number; readonly serverPid: number | undefined };

/** Sends `count` requests to each node at the same time. */
async function measure(opened: readonly Node[], { count, serverPid }: Extent): Promise<Measured> {
  const pids = opened.map(({ child }) => child.pid ?? Number.NaN);
  const spent = async () => {
    const each = await Promise.all(pids.map(treeProcessorMs));
    return { nodes: sumOf(each), server: serverPid === undefined ? 0 : await treeProcessorMs(serverPid) };
  };
  const common = { connections: connectionsPerNode, secondsMax: 120, warmUpRequests: Math.ceil(count / 2) };
  const before = await spent();
  const results = await Promise.all(
    opened.map(({ port, requests }) => load({ ...common, port, requests, requestsMax: count })),
  );
  const after = await spent();
  for (const result of results) assertAllSucceeded(result);
  const answered = sumOf(results.flatMap(({ statuses }) => Object.values(statuses)));
  return {
    perSecond: sumOf(results.map(({ perSecond }) => perSecond)),
    p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    nodeMb: await treeMb(pids[0] ?? Number.NaN),
    nodeMs: (after.nodes - before.nodes) / answered,
    serverMs: (after.server - before.server) / answered,
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** What charged requests leave in the database permanently: journal, usage and sums by day. */
export async function storage({ quick }: Scale): Promise<readonly Figure[]> {
  const [rowsEach, few] = [quick ? 100 : 1_000, 1];
  const charges = 1_000 * (rowsEach - few);
  await using folder = await temporaryFolder();
  await using server = await startPostgres(durable);
  const sizeOfSqlite = async (rows: number): Promise<number> => {
    const file = join(folder.path, `${rows}.db`);
    await seedSqlite({ file, accounts: 1_000, rowsEach: rows });
    return (await stat(file)).size;
  };
  const sizeOfPostgres = async (rows: number): Promise<number> => {
    const url = await createDatabase(server.url, `storage_${rows}`);
    await seedPostgres({ url, accounts: 1_000, rowsEach: rows });
    const [[size] = []] = await rowsOf(url, 'select pg_database_size(current_database())::text::int');
    return wholeNumberValue(size);
  };
  const perMillion = async (sizeOf: (rows: number) => Promise<number>): Promise<number> =>
    round(((await sizeOf(rowsEach)) - (await sizeOf(few))) / charges);
  return [
    { name: 'storage of 1,000,000 requests, SQLite', value: await perMillion(sizeOfSqlite), unit: 'MB' },
    { name: 'storage of 1,000,000 requests, PostgreSQL', value: await perMillion(sizeOfPostgres), unit: 'MB' },
  ];
}

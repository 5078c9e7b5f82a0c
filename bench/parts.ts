/** The parts of the bench: each returns its figures, and what DESIGN asks of them. */
import { longText, readSentences } from './corpus.ts';
import type { LoadResult } from './load-client.ts';
import { openApertiumApy, openBareServer, openRawPipeline, openService, type Party } from './parties.ts';
import { load, median, residentMb, temporaryFolder } from './processes.ts';

/** One line of the report. `goal` is met when `met` is true; both are absent on lines that only inform. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly met?: boolean;
};

export type Scale = { readonly quick: boolean };

const round = (value: number): number => Number(value.toPrecision(4));

const allSucceeded = (result: LoadResult): void => {
  const failed = Object.entries(result.statuses).filter(([status]) => status !== '200');
  if (failed.length > 0 || result.requests === 0)
    throw new Error(`replies were not all 200: ${JSON.stringify(result)}`);
};

type Drive = { readonly texts: readonly string[]; readonly connections: number; readonly requestsMax: number };

async function drive(party: Party, { texts, connections, requestsMax }: Drive): Promise<LoadResult> {
  const result = await load({
    port: party.port,
    connections,
    requestsMax,
    secondsMax: 60,
    warmUpRequests: Math.ceil(requestsMax / 5),
    requests: texts.map((text) => party.request(text)),
  });
  allSucceeded(result);
  return result;
}

/** Rounds of both parties in turn, so that whatever else the machine does falls on both. */
async function inTurn(
  parties: readonly [Party, Party],
  rounds: number,
  once: (party: Party, index: number) => Promise<LoadResult>,
): Promise<readonly [readonly LoadResult[], readonly LoadResult[]]> {
  const results: [LoadResult[], LoadResult[]] = [[], []];
  for (let done = 0; done < rounds; done++) {
    results[0].push(await once(parties[0], 0));
    results[1].push(await once(parties[1], 1));
  }
  return results;
}

/** At least `count` requests, and every text equally often, so that no party is given the easier ones. */
const wholePasses = (texts: readonly string[], count: number): number => Math.ceil(count / texts.length) * texts.length;

const middle = (results: readonly LoadResult[], of: (result: LoadResult) => number): number => median(results.map(of));

/** The whole `POST /translate`, Spanish to English, beside apertium-apy on the same sentences. */
export async function sentences({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  await using peer = await openApertiumApy();
  const rounds = quick ? 1 : 3;
  const one = await inTurn([service, peer], rounds, (party) =>
    drive(party, { texts, connections: 1, requestsMax: wholePasses(texts, quick ? 50 : 400) }),
  );
  const eight = await inTurn([service, peer], rounds, (party, index) =>
    drive(party, {
      texts,
      connections: 8,
      requestsMax: wholePasses(texts, (index === 0 ? 3_000 : 600) / (quick ? 3 : 1)),
    }),
  );
  const throughput = middle(eight[0], (result) => result.perSecond) / middle(eight[1], (result) => result.perSecond);
  const p99 = middle(eight[0], (result) => result.p99Ms);
  const peerP50 = middle(eight[1], (result) => result.p50Ms);
  const latency = middle(one[0], (result) => result.p50Ms) / middle(one[1], (result) => result.p50Ms);
  return [
    { name: '8 connections: requests a second', value: round(middle(eight[0], (r) => r.perSecond)), unit: '1/s' },
    { name: '8 connections: apertium-apy', value: round(middle(eight[1], (r) => r.perSecond)), unit: '1/s' },
    {
      name: '8 connections: throughput, times the peer',
      value: round(throughput),
      unit: 'x',
      goal: '>= 5',
      met: throughput >= 5,
    },
    { name: '8 connections: p50', value: round(middle(eight[0], (r) => r.p50Ms)), unit: 'ms' },
    {
      name: '8 connections: p99',
      value: round(p99),
      unit: 'ms',
      goal: `< peer's p50 (${round(peerP50)} ms)`,
      met: p99 < peerP50,
    },
    { name: '1 connection: p50', value: round(middle(one[0], (r) => r.p50Ms)), unit: 'ms' },
    { name: '1 connection: p50 of apertium-apy', value: round(middle(one[1], (r) => r.p50Ms)), unit: 'ms' },
    {
      name: '1 connection: p50, times the peer',
      value: round(latency),
      unit: 'x',
      goal: '<= 0.5',
      met: latency <= 0.5,
    },
  ];
}

/** 100,000 characters in one request beside the raw pipeline given the same text in one piece. */
export async function long({ quick }: Scale): Promise<readonly Figure[]> {
  const text = longText(readSentences('es').sentences, 100_000);
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  await using pipeline = await openRawPipeline('spa-eng');
  const took: { service: number[]; raw: number[] } = { service: [], raw: [] };
  for (let done = 0; done < (quick ? 3 : 9); done++) {
    const result = await load({
      port: service.port,
      connections: 1,
      requestsMax: 1,
      secondsMax: 120,
      warmUpRequests: 0,
      requests: [service.request(text)],
    });
    allSucceeded(result);
    took.service.push(result.p50Ms / 1_000);
    took.raw.push(await pipeline.time(text));
  }
  const ratio = median(took.service) / median(took.raw);
  return [
    { name: '100,000 characters: request', value: round(median(took.service)), unit: 's' },
    { name: '100,000 characters: raw pipeline', value: round(median(took.raw)), unit: 's' },
    {
      name: '100,000 characters: times the raw pipeline',
      value: round(ratio),
      unit: 'x',
      goal: '<= 1.3',
      met: ratio <= 1.3,
    },
  ];
}

/** Everything but the engine beside a bare Hono handler. */
export async function frame({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, 'bench/instant-server.ts');
  await using bare = await openBareServer();
  const count = quick ? 30_000 : 100_000;
  const [ours, theirs] = await inTurn([service, bare], quick ? 1 : 3, (party) =>
    drive(party, { texts, connections: 64, requestsMax: count }),
  );
  const share = middle(ours, (result) => result.perSecond) / middle(theirs, (result) => result.perSecond);
  return [
    {
      name: '64 connections, instant engine: requests a second',
      value: round(middle(ours, (r) => r.perSecond)),
      unit: '1/s',
    },
    { name: '64 connections, instant engine: p99', value: round(middle(ours, (r) => r.p99Ms)), unit: 'ms' },
    { name: '64 connections: bare Hono handler', value: round(middle(theirs, (r) => r.perSecond)), unit: '1/s' },
    {
      name: '64 connections: share of the bare handler',
      value: round(share),
      unit: 'x',
      goal: '>= 0.4',
      met: share >= 0.4,
    },
  ];
}

/** Resident memory of the server's process after each of three loads, with the real engine and detection. */
export async function memory({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, 'src/serve.ts', 'auto');
  const count = quick ? 5_000 : 100_000;
  const resident: number[] = [];
  for (let thirds = 0; thirds < 3; thirds++) {
    for (let done = 0; done < count; done += 20_000)
      await drive(service, { texts, connections: 8, requestsMax: Math.min(20_000, count) / 1.2 });
    resident.push(await residentMb(service.child.pid));
  }
  const [first = 0, second = 0, third = 0] = resident;
  const growth = third - second;
  return [
    {
      name: `resident memory after ${count} requests`,
      value: round(first),
      unit: 'MB',
      goal: '< 400',
      met: first < 400,
    },
    { name: `resident memory after ${count * 2}`, value: round(second), unit: 'MB' },
    { name: `resident memory after ${count * 3}`, value: round(third), unit: 'MB' },
    // A collector's heap breathes by a few MB; a leak of 100 bytes a request would be 10.
    { name: 'growth from the second to the third', value: round(growth), unit: 'MB', goal: '<= 8', met: growth <= 8 },
  ];
}

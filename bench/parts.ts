/** How fast the service is beside its peers, and how much memory it takes. */

import { parseDocument } from '../src/core/document/document.ts';
import type { LanguageTag } from '../src/core/languages/language.ts';
import { finish } from '../src/core/steps.ts';
import { longText, readSentences } from './corpus.ts';
import { drive, inTurn, middle, timeOne, wholePasses } from './driving.ts';
import { openEngine } from './engine.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { openApertiumApy, openBareServer, openRawPipeline, openService } from './parties.ts';
import { median, residentMb, temporaryFolder } from './processes.ts';

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
    {
      name: '8 connections: requests a second, no sentence memory',
      value: round(middle(eight[0], (r) => r.perSecond)),
      unit: '1/s',
    },
    {
      name: '8 connections: requests a second, every sentence in the memory',
      value: round(await perSecondRemembered(texts, quick)),
      unit: '1/s',
    },
    { name: '8 connections: apertium-apy', value: round(middle(eight[1], (r) => r.perSecond)), unit: '1/s' },
    {
      name: '8 connections: throughput, times the peer',
      value: round(throughput),
      unit: 'x',
      goal: '>= 7',
      met: throughput >= 7,
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
      goal: '<= 0.45',
      met: latency <= 0.45,
    },
  ];
}

/** Requests a second, on 8 connections, of sentences that the memory holds. */
async function perSecondRemembered(texts: readonly string[], quick: boolean): Promise<number> {
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { sentenceMemoryMb: 64 });
  const requestsMax = wholePasses(texts, quick ? 1_000 : 3_000);
  // Once through all of them, as the warm-up of the measured run is shorter.
  await drive(service, { texts, connections: 8, requestsMax: texts.length });
  return (await drive(service, { texts, connections: 8, requestsMax })).perSecond;
}

/**
 * 100,000 characters in one request beside the raw pipeline given the same text in one piece, and beside the engine's
 * adapter given the same sentences at once.
 */
export async function long({ quick }: Scale): Promise<readonly Figure[]> {
  const text = longText(readSentences('es').sentences, 100_000);
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  await using pipeline = await openRawPipeline('spa-eng');
  await using engine = await openEngine();
  const segments = [...new Set(finish(parseDocument(text, 'es' as LanguageTag)).sentences)];
  const timeEngine = async (): Promise<number> => {
    const startedAt = performance.now();
    await engine.translate(segments);
    return (performance.now() - startedAt) / 1_000;
  };
  const took: Record<'service' | 'raw' | 'engine', number[]> = { service: [], raw: [], engine: [] };
  // The first text starts a pipeline.
  for (const each of [() => timeOne(service, text), timeEngine]) await each();
  for (let done = 0; done < (quick ? 3 : 9); done++) {
    took.service.push(await timeOne(service, text));
    took.raw.push(await pipeline.time(text));
    took.engine.push(await timeEngine());
  }
  const beside = (other: 'raw' | 'engine'): number => median(took.service) / median(took[other]);
  const share = 1 / beside('engine');
  return [
    { name: '100,000 characters: request, no sentence memory', value: round(median(took.service)), unit: 's' },
    { name: '100,000 characters: raw pipeline', value: round(median(took.raw)), unit: 's' },
    { name: '100,000 characters: the engine alone', value: round(median(took.engine)), unit: 's' },
    {
      name: '100,000 characters: times the raw pipeline',
      value: round(beside('raw')),
      unit: 'x',
      goal: '<= 1.25',
      met: beside('raw') <= 1.25,
    },
    {
      name: "100,000 characters: share of the engine's throughput",
      value: round(share),
      unit: 'x',
      goal: '>= 0.9',
      met: share >= 0.9,
    },
  ];
}

/** Everything but the engine beside a bare Hono handler. */
export async function frame({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { entry: 'bench/instant-server.ts' });
  await using bare = await openBareServer();
  const count = quick ? 30_000 : 100_000;
  const [ours, theirs] = await inTurn([service, bare], quick ? 1 : 3, (party) =>
    drive(party, { texts, connections: 64, requestsMax: count }),
  );
  const share = middle(ours, (result) => result.perSecond) / middle(theirs, (result) => result.perSecond);
  return [
    {
      name: '64 connections, instant engine, no sentence memory: requests a second',
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
  await using service = await openService(folder.path, { source: 'auto' });
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

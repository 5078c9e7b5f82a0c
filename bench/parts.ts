/** Speed of the service relative to other systems, and its memory. */

import { finish } from '../src/ground/steps.ts';
import { parseDocument } from '../src/text/document/document.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import { longText, readSentences } from './corpus.ts';
import { drive, inTurn, middle, timeOne, wholePasses } from './driving.ts';
import { openEngine } from './engine.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { median, residentMb, temporaryFolder } from './processes.ts';
import { openApertiumApy, openBareServer, openRawPipeline, openService } from './systems.ts';

/**
 * `POST /translate`, Spanish to English, relative to apertium-apy with the same sentences, and at one connection to the
 * raw pipeline, which keeps running between them.
 */
export async function sentences({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  await using apertiumApy = await openApertiumApy();
  await using pipeline = await openRawPipeline('spa-eng');
  // V8 optimises the code of the service within its first 10,000 requests.
  await drive(service, { texts, connections: 8, requestsMax: quick ? 1_000 : 10_000 });
  const rawP50Ms: number[] = [];
  const measure = (connections: number, [ours, theirs]: readonly [number, number]) =>
    inTurn([service, apertiumApy], quick ? 1 : 3, async (system, index) => {
      if (connections === 1 && index === 0) rawP50Ms.push(await p50MsOf(pipeline, texts));
      return drive(system, { texts, connections, requestsMax: wholePasses(texts, index === 0 ? ours : theirs) });
    });
  const one = await measure(1, quick ? [50, 50] : [400, 400]);
  const eight = await measure(8, quick ? [1_000, 200] : [3_000, 600]);
  const throughput = middle(eight[0], (result) => result.perSecond) / middle(eight[1], (result) => result.perSecond);
  const p99 = middle(eight[0], (result) => result.p99Ms);
  const apertiumApyP50 = middle(eight[1], (result) => result.p50Ms);
  const oneP50Ms = middle(one[0], (result) => result.p50Ms);
  const latency = oneP50Ms / middle(one[1], (result) => result.p50Ms);
  const overRaw = oneP50Ms / median(rawP50Ms);
  return [
    {
      name: 'throughput at 8 connections, without the translation cache',
      value: round(middle(eight[0], (r) => r.perSecond)),
      unit: '1/s',
    },
    {
      name: 'throughput at 8 connections, every sentence cached',
      value: round(await perSecondCached(texts, quick)),
      unit: '1/s',
    },
    {
      name: 'throughput of apertium-apy at 8 connections',
      value: round(middle(eight[1], (r) => r.perSecond)),
      unit: '1/s',
    },
    {
      name: 'throughput at 8 connections, relative to apertium-apy',
      value: round(throughput),
      unit: 'x',
      goal: '>= 7',
      met: throughput >= 7,
    },
    { name: 'p50 at 8 connections', value: round(middle(eight[0], (r) => r.p50Ms)), unit: 'ms' },
    {
      name: 'p99 at 8 connections',
      value: round(p99),
      unit: 'ms',
      goal: `< p50 of apertium-apy (${round(apertiumApyP50)} ms)`,
      met: p99 < apertiumApyP50,
    },
    { name: 'p50 at 1 connection', value: round(oneP50Ms), unit: 'ms' },
    { name: 'p50 of the raw pipeline, one sentence after the other', value: round(median(rawP50Ms)), unit: 'ms' },
    {
      name: 'p50 at 1 connection, relative to the raw pipeline',
      value: round(overRaw),
      unit: 'x',
      goal: '<= 1.2',
      met: overRaw <= 1.2,
    },
    { name: 'p50 of apertium-apy at 1 connection', value: round(middle(one[1], (r) => r.p50Ms)), unit: 'ms' },
    {
      name: 'p50 at 1 connection, relative to apertium-apy',
      value: round(latency),
      unit: 'x',
      goal: '<= 0.45',
      met: latency <= 0.45,
    },
  ];
}

/** Returns the median of the times that the pipeline takes for single texts. */
async function p50MsOf(
  pipeline: Awaited<ReturnType<typeof openRawPipeline>>,
  texts: readonly string[],
): Promise<number> {
  const took: number[] = [];
  for (const text of texts) took.push(1_000 * (await pipeline.time(text)));
  return median(took);
}

/** Returns requests per second on 8 connections with cached sentences. */
async function perSecondCached(texts: readonly string[], quick: boolean): Promise<number> {
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { translationCacheMb: 64 });
  const requestsMax = wholePasses(texts, quick ? 1_000 : 3_000);
  // Once through all of them, because the warm-up of the measured run is shorter.
  await drive(service, { texts, connections: 8, requestsMax: texts.length });
  return (await drive(service, { texts, connections: 8, requestsMax })).perSecond;
}

/**
 * 100,000 characters in one request, relative to the raw pipeline with the same text in one piece, and to the engine's
 * adapter with the same sentences at once.
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
  const relativeTo = (other: 'raw' | 'engine'): number => median(took.service) / median(took[other]);
  const share = 1 / relativeTo('engine');
  return [
    {
      name: '100,000 characters: request, without the translation cache',
      value: round(median(took.service)),
      unit: 's',
    },
    { name: '100,000 characters: raw pipeline', value: round(median(took.raw)), unit: 's' },
    { name: '100,000 characters: engine alone', value: round(median(took.engine)), unit: 's' },
    {
      name: '100,000 characters: request, relative to the raw pipeline',
      value: round(relativeTo('raw')),
      unit: 'x',
      goal: '<= 1.25',
      met: relativeTo('raw') <= 1.25,
    },
    {
      name: '100,000 characters: throughput, relative to the engine alone',
      value: round(share),
      unit: 'x',
      goal: '>= 0.9',
      met: share >= 0.9,
    },
  ];
}

/** Service overhead relative to an empty Hono handler. */
export async function frame({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { entry: 'bench/instant-server.ts' });
  await using bare = await openBareServer();
  const count = quick ? 30_000 : 100_000;
  const [ours, theirs] = await inTurn([service, bare], quick ? 1 : 3, (system) =>
    drive(system, { texts, connections: 64, requestsMax: count }),
  );
  const share = middle(ours, (result) => result.perSecond) / middle(theirs, (result) => result.perSecond);
  return [
    {
      name: 'throughput at 64 connections, instant engine, without the translation cache',
      value: round(middle(ours, (r) => r.perSecond)),
      unit: '1/s',
    },
    { name: 'p99 at 64 connections, instant engine', value: round(middle(ours, (r) => r.p99Ms)), unit: 'ms' },
    {
      name: 'throughput of an empty Hono handler at 64 connections',
      value: round(middle(theirs, (r) => r.perSecond)),
      unit: '1/s',
    },
    {
      name: 'throughput at 64 connections, relative to an empty Hono handler',
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
    // The heap varies by a few MB; a leak of 100 bytes per request would be 10.
    {
      name: 'resident memory, growth from the second to the third',
      value: round(growth),
      unit: 'MB',
      goal: '<= 8',
      met: growth <= 8,
    },
  ];
}

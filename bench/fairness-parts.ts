/** How long requests affect short ones. */
import { longText, readSentences, shortTexts } from './corpus.ts';
import { assertAllSucceeded } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LoadPlan, LoadResult } from './load-client.ts';
import { load, median, startLoad, temporaryFolder } from './processes.ts';
import { openService, type System } from './systems.ts';

/** Samples needed for a meaningful p99. */
const samplesMin = 1_000;

/**
 * Requests of 100 characters, one after the other, on an idle server and while two of 100,000 characters run
 * repeatedly. No two short texts are equal, and there is no translation cache.
 */
export async function mixed({ quick }: Scale): Promise<readonly Figure[]> {
  const { sentences } = readSentences('es');
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  const samples = quick ? samplesMin / 4 : samplesMin;
  const rounds = quick ? 1 : 3;
  const texts = shortTexts(sentences, { count: 100, texts: 2 * rounds * (samples + warmUps) });
  const longTexts = [0, sentences.length / 2].map((first) => longText(rotated(sentences, Math.floor(first)), 100_000));
  const idle: LoadResult[] = [];
  const loaded: LoadResult[] = [];
  const long: LoadResult[] = [];
  const alone = await load({ ...longLoad(service, longTexts), connections: 1, requestsMax: 4, warmUpRequests: 1 });
  for (let done = 0; done < rounds; done++) {
    const [first, second] = [2 * done, 2 * done + 1].map((at) => texts.slice(at * (samples + warmUps)));
    idle.push(await shortLoad(service, first ?? [], samples));
    await using others = await startLoad(longLoad(service, longTexts));
    loaded.push(await shortLoad(service, second ?? [], samples));
    long.push(await others.end());
  }
  for (const result of [alone, ...idle, ...loaded, ...long]) assertAllSucceeded(result);
  const p99 = (results: readonly LoadResult[]): number => median(results.map(({ p99Ms }) => p99Ms));
  const p50 = (results: readonly LoadResult[]): number => median(results.map(({ p50Ms }) => p50Ms));
  const ratio = p99(loaded) / p99(idle);
  return [
    { name: '100 characters, idle server: p50', value: round(p50(idle)), unit: 'ms' },
    { name: '100 characters, idle server: p99', value: round(p99(idle)), unit: 'ms' },
    { name: '100 characters, beside two of 100,000: p50', value: round(p50(loaded)), unit: 'ms' },
    { name: '100 characters, beside two of 100,000: p99', value: round(p99(loaded)), unit: 'ms' },
    {
      name: '100 characters: p99 beside two of 100,000, relative to an idle server',
      value: round(ratio),
      unit: 'x',
      goal: '<= 2.5',
      met: ratio <= 2.5,
    },
    { name: '100,000 characters, alone: p50', value: round(alone.p50Ms / 1_000), unit: 's' },
    { name: '100,000 characters, two at once beside short texts: p50', value: round(p50(long) / 1_000), unit: 's' },
  ];
}

const warmUps = 100;

function shortLoad(service: System, texts: readonly string[], samples: number): Promise<LoadResult> {
  return load({
    port: service.port,
    connections: 1,
    requestsMax: samples,
    secondsMax: 60,
    warmUpRequests: warmUps,
    requests: texts.slice(0, samples + warmUps).map((text) => service.request(text)),
  });
}

/** Two connections, one request after the other, until the load is ended. */
function longLoad(service: System, texts: readonly string[]): LoadPlan {
  return {
    port: service.port,
    connections: texts.length,
    requestsMax: 1_000_000,
    secondsMax: 120,
    warmUpRequests: 0,
    requests: texts.map((text) => service.request(text)),
  };
}

const rotated = <Item>(items: readonly Item[], by: number): readonly Item[] => [
  ...items.slice(by),
  ...items.slice(0, by),
];

/** What neural models cost: how fast, how soon, how much memory, and what a long text costs those who send short ones. */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { hostBytes, residentBytes } from '../src/adapters/bergamot/model-host.ts';
import { everydayTexts, longText } from './corpus.ts';
import { assertAllSucceeded } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LoadResult } from './load-client.ts';
import {
  callsOfOneLength,
  modelBytes,
  modelFolder,
  openBareLibrary,
  openNeuralEngine,
  type Translator,
} from './neural-engine.ts';
import { openService } from './parties.ts';
import { load, median, run, startLoad, temporaryFolder } from './processes.ts';

/** The engine beside the library alone, the time to a first translation, memory, and fairness over HTTP. */
export async function neural(scale: Scale): Promise<readonly Figure[]> {
  return [...(await firstTranslation(scale)), ...(await speed(scale)), ...(await memory()), ...(await fairness(scale))];
}

const wordsIn = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.split(' ').length, 0);

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** From an engine without a thread and a model on disk; the first of them also compiles the library. */
async function firstTranslation({ quick }: Scale): Promise<readonly Figure[]> {
  const taken: number[] = [];
  for (let done = 0; done < (quick ? 2 : 7); done++) {
    await using engine = await openNeuralEngine(1);
    taken.push(await seconds(() => engine.translate(['Hoy es un buen día para aprender.'])));
  }
  const longest = Math.max(...taken);
  return [
    { name: 'neural, a cold pair: first translation, median', value: round(median(taken)), unit: 's' },
    {
      name: 'neural, a cold pair: first translation, longest',
      value: round(longest),
      unit: 's',
      goal: '< 2',
      met: longest < 2,
    },
  ];
}

/** Everyday sentences, all of them at once, in turn to each party. */
async function speed({ quick }: Scale): Promise<readonly Figure[]> {
  await using bare = await openBareLibrary();
  await using otherBare = await openBareLibrary();
  await using one = await openNeuralEngine(1);
  await using two = await openNeuralEngine(2);
  const texts = everydayTexts();
  // What two threads with nothing in common are to one says what the machine allows.
  const both: Pick<Translator, 'translate'> = {
    translate: async (all) => {
      const half = Math.ceil(all.length / 2);
      const halves = [bare.translate(all.slice(0, half)), otherBare.translate(all.slice(half))];
      return (await Promise.all(halves)).flat();
    },
  };
  const calls = await callsOfOneLength(texts);
  const sameCalls = { translate: () => bare.translateCalls(calls) };
  const parties: readonly Pick<Translator, 'translate'>[] = [bare, sameCalls, one, two, both];
  const rates: number[][] = parties.map(() => []);
  for (const party of parties) await party.translate(texts);
  for (let done = 0; done < (quick ? 2 : 9); done++) {
    for (const [index, party] of parties.entries()) {
      rates[index]?.push(wordsIn(texts) / (await seconds(() => party.translate(texts))));
    }
  }
  const [bareRate = 0, sameRate = 0, oneRate = 0, twoRate = 0, bothRate = 0] = rates.map(median);
  return [
    { name: 'neural: words a second, the bare library, texts as they come', value: round(bareRate), unit: '1/s' },
    { name: 'neural: words a second, the bare library, texts of one length', value: round(sameRate), unit: '1/s' },
    { name: 'neural: words a second, one worker', value: round(oneRate), unit: '1/s' },
    {
      name: 'neural: one worker, times the bare library, texts as they come',
      value: round(oneRate / bareRate),
      unit: 'x',
      goal: '>= 0.9',
      met: oneRate / bareRate >= 0.9,
    },
    {
      name: 'neural: one worker, times the bare library, texts of one length',
      value: round(oneRate / sameRate),
      unit: 'x',
      goal: '>= 0.9',
      met: oneRate / sameRate >= 0.9,
    },
    { name: 'neural: two bare libraries, times one', value: round(bothRate / bareRate), unit: 'x' },
    {
      name: 'neural: two workers, times one',
      value: round(twoRate / oneRate),
      unit: 'x',
      // With fewer processors there is nothing that a second worker could use.
      ...(cpus().length < 2 ? {} : { goal: '>= 1.8', met: twoRate / oneRate >= 1.8 }),
    },
  ];
}

/** One worker in a process of its own, with one model after the other, beside what the budget counts for it. */
async function memory(): Promise<readonly Figure[]> {
  const script = new URL('neural-memory.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script], {});
  const resident = JSON.parse(stdout) as readonly number[];
  const models = resident.length - 1;
  const each = ((resident.at(-1) ?? 0) - (resident[0] ?? 0)) / models;
  const estimate = residentBytes(await modelBytes()) / 1_000_000;
  const taken = (resident.at(-1) ?? 0) - (resident[0] ?? 0);
  const counted = hostBytes / 1_000_000 + models * estimate;
  return [
    { name: `neural: resident for each of ${models} small models in a worker`, value: round(each), unit: 'MB' },
    { name: 'neural: what the budget counts for one', value: round(estimate), unit: 'MB' },
    {
      name: `neural: a worker with ${models} models, times what the budget counts`,
      value: round(taken / counted),
      unit: 'x',
      goal: '<= 1',
      met: taken <= counted,
    },
  ];
}

const warmUps = 20;

/**
 * Sentences of some 90 characters, one after the other, on an idle server and while a text of 100,000 is translated, over and
 * over; there is no sentence memory.
 */
async function fairness({ quick }: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  const env = { ENGINES: 'bergamot', MODELS_DIR: join(folder.path, 'models'), MODELS_URL: 'none' };
  const operator = join(import.meta.dirname, '../bin/dragoman');
  await run(operator, ['model', 'import', modelFolder], { env: { ...process.env, ...env, DATA_DIR: folder.path } });
  await using service = await openService(folder.path, { env });
  const texts = everydayTexts();
  const samples = quick ? 60 : 300;
  const rounds = quick ? 1 : 3;
  const short = texts.filter((text) => text.length > 70).map((text) => service.request(text));
  // No sentence twice, which the service would translate once.
  const numbered = Array.from({ length: 3_000 }, (_, index) => `Número ${index}: ${texts[index % texts.length]}`);
  const long = [service.request(longText(numbered, 100_000))];
  const plan = { port: service.port, connections: 1, requestsMax: 1_000_000, secondsMax: 300, warmUpRequests: 0 };
  const idle: LoadResult[] = [];
  const loaded: LoadResult[] = [];
  const others: LoadResult[] = [];
  for (let done = 0; done < rounds; done++) {
    idle.push(await load({ ...plan, requestsMax: samples, warmUpRequests: warmUps, requests: short }));
    await using under = await startLoad({ ...plan, requests: long });
    loaded.push(await load({ ...plan, requestsMax: samples, warmUpRequests: warmUps, requests: short }));
    others.push(await under.end());
  }
  for (const result of [...idle, ...loaded, ...others]) assertAllSucceeded(result);
  const p99 = (results: readonly LoadResult[]): number => median(results.map(({ p99Ms }) => p99Ms));
  const p50 = (results: readonly LoadResult[]): number => median(results.map(({ p50Ms }) => p50Ms));
  const ratio = p99(loaded) / p99(idle);
  return [
    { name: 'neural, a sentence, idle server: p50', value: round(p50(idle)), unit: 'ms' },
    { name: 'neural, a sentence, idle server: p99', value: round(p99(idle)), unit: 'ms' },
    { name: 'neural, a sentence, one of 100,000 characters runs: p50', value: round(p50(loaded)), unit: 'ms' },
    { name: 'neural, a sentence, one of 100,000 characters runs: p99', value: round(p99(loaded)), unit: 'ms' },
    {
      name: 'neural, a sentence: p99 beside 100,000 characters, times idle',
      value: round(ratio),
      unit: 'x',
      goal: '<= 3',
      met: ratio <= 3,
    },
    { name: 'neural, 100,000 characters beside sentences: p50', value: round(p50(others) / 1_000), unit: 's' },
  ];
}

/**
 * Neural models: speed of the service relative to `packages/marian`, time of a first translation, memory of a server,
 * and the effect of a long text on short ones.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelFiles } from '../src/adapters/bergamot/model.ts';
import { starterFiles, starterFolder, starterShortlist } from '../test/support/starter-model.ts';
import { everydayTexts, longSentences, longText } from './corpus.ts';
import { assertAllSucceeded } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LoadResult } from './load-client.ts';
import type { Calls, SystemPlan } from './neural-system.ts';
import { load, median, residentMb, run, startLoad, temporaryFolder } from './processes.ts';
import { writeRandomModel } from './random-model.ts';
import { openService, type Service, type ServiceOptions } from './systems.ts';

const starter: ModelFiles = { ...starterFiles, shortlist: starterShortlist };

export async function neural(scale: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  const random = writeRandomModel(folder.path, starter);
  return [
    ...(await firstTranslation(random, scale)),
    ...(await relativeToPackage(scale)),
    ...(await threads(scale)),
    ...(await memory(random)),
    ...(await fairness(scale)),
  ];
}

type NeuralSystem = AsyncDisposable & { translate(calls: Calls): Promise<number> };

async function openSystem(plan: SystemPlan): Promise<NeuralSystem> {
  const script = new URL('neural-system.ts', import.meta.url);
  const child = fork(script, [JSON.stringify(plan)]);
  const exited = once(child, 'exit');
  const died = exited.then(() => Promise.reject(new Error(`the party ${plan.system} ended`)));
  died.catch(() => undefined);
  const next = async (): Promise<unknown> => ((await Promise.race([once(child, 'message'), died])) as unknown[])[0];
  await next();
  return {
    translate: async (calls) => {
      const taken = next();
      child.send(calls);
      return (await taken) as number;
    },
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await exited;
    },
  };
}

const wordsIn = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.split(' ').length, 0);

function inCalls(texts: readonly string[], size: number): Calls {
  const calls = Math.ceil(texts.length / size);
  return Array.from({ length: calls }, (_, call) => texts.slice(call * size, (call + 1) * size));
}

/** The best rates of `runs` in turn, after a warm-up round: other load on the machine makes rounds only slower. */
async function inTurns(rounds: number, runs: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const found: number[][] = runs.map(() => []);
  for (let done = 0; done <= rounds; done++) {
    for (const [index, each] of runs.entries()) {
      const value = await each();
      if (done > 0) found[index]?.push(value);
    }
  }
  return found.map((rates) => Math.max(...rates));
}

/** Sentences per call of the package, and concurrent requests to the service. */
const batch = 32;

const figureOf = (name: string, value: number, unit: string): Figure => ({
  name: `neural, ${name}`,
  value: round(value),
  unit,
});
const speeds = (name: string, systems: readonly string[], rates: readonly number[]): readonly Figure[] =>
  rates.map((rate, index) => figureOf(`${name}: ${systems[index]}`, rate, '1/s'));
/** The second of two speeds relative to the first. */
const relativeToFirst = (name: string, [first = 0, second = 0]: readonly number[]): Figure =>
  figureOf(name, second / first, 'x');
const atLeast = (goal: number, figure: Figure): Figure => ({
  ...figure,
  goal: `>= ${goal}`,
  met: figure.value >= goal,
});
const atMost = (goal: number, figure: Figure): Figure => ({ ...figure, goal: `<= ${goal}`, met: figure.value <= goal });

/** Opens the service with one model and an empty translation cache. */
async function openNeuralService(
  scope: AsyncDisposableStack,
  from: string,
  further: ServiceOptions['env'] = {},
): Promise<Service> {
  const { path } = scope.use(await temporaryFolder());
  const env = { ENGINES: 'bergamot', MODELS_DIR: join(path, 'models'), MODELS_URL: 'none', ...further };
  const operator = join(import.meta.dirname, '../bin/dragoman');
  await run(operator, ['model', 'import', from, '--pair', 'es-en'], {
    env: { ...process.env, ...env, DATA_DIR: path },
  });
  return scope.use(await openService(path, { env }));
}

/** By the clock, because the service's threads do more than translate. Each request has a new text. */
async function relativeToPackage({ quick }: Scale): Promise<readonly Figure[]> {
  await using scope = new AsyncDisposableStack();
  const service = await openNeuralService(scope, starterFolder, { BERGAMOT_WORKERS: '1' });
  await using own = await openSystem({ system: 'package', files: starter });
  const texts = longSentences(quick ? 200 : 1_000);
  const requests = texts.map((text) => service.request(text));
  const plan = { port: service.port, connections: batch, secondsMax: 120, warmUpRequests: 0 };
  const rates = await inTurns(quick ? 1 : 5, [
    async () => wordsIn(texts) / (await own.translate(inCalls(texts, batch))),
    async () => {
      const result = await load({ ...plan, requests, requestsMax: requests.length });
      assertAllSucceeded(result);
      return wordsIn(texts) / result.seconds;
    },
  ]);
  return [
    ...speeds('words per second', ['package', 'service with one thread'], rates),
    atLeast(0.9, relativeToFirst('service with one thread, relative to the package', rates)),
  ];
}

/** By the clock: each thread has a processor only if nothing else runs. The batch fills the engine's queue. */
async function threads({ quick }: Scale): Promise<readonly Figure[]> {
  const calls = inCalls(longSentences(384), batch);
  await using one = await openSystem({ system: 'engine', files: starter, workersMax: 1 });
  await using two = await openSystem({ system: 'engine', files: starter, workersMax: 2 });
  const rates = await inTurns(
    quick ? 2 : 5,
    [one, two].map((system) => async () => 1 / (await system.translate(calls))),
  );
  const figure = relativeToFirst('two threads, relative to one', rates);
  return [availableParallelism() < 2 ? figure : atLeast(1.85, figure)];
}

/** In a fresh process with loaded modules; the files are in the system's cache. */
async function firstTranslation(random: ModelFiles, { quick }: Scale): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, files] of Object.entries({ 'esen-starter': starter, 'base-memory': random })) {
    const taken: number[] = [];
    for (let done = 0; done < (quick ? 1 : 7); done++) {
      await using engine = await openSystem({ system: 'engine', files });
      taken.push(await engine.translate([['Hoy es un buen día para aprender.']]));
    }
    figures.push(atMost(0.5, figureOf(`${name} on disk: first translation`, median(taken), 's')));
  }
  return figures;
}

/** A server with four threads. */
async function memory(random: ModelFiles): Promise<readonly Figure[]> {
  await using scope = new AsyncDisposableStack();
  const further = { BERGAMOT_WORKERS: '4', BERGAMOT_MEMORY_MB: '4096' };
  const service = await openNeuralService(scope, dirname(random.model), further);
  const requests = longSentences(200).map((text) => service.request(text));
  // The quality checks may refuse the output of a random model.
  await load({ port: service.port, connections: 64, requestsMax: 200, secondsMax: 120, warmUpRequests: 0, requests });
  return [figureOf('base-memory: resident memory with four threads', await residentMb(service.child.pid), 'MB')];
}

const warmUps = 20;

/**
 * Sentences of about 90 characters, one after the other, on an idle server and while a text of 100,000 is translated
 * repeatedly, without the translation cache.
 */
async function fairness({ quick }: Scale): Promise<readonly Figure[]> {
  await using scope = new AsyncDisposableStack();
  const service = await openNeuralService(scope, starterFolder);
  const texts = everydayTexts();
  const samples = quick ? 60 : 300;
  const rounds = quick ? 1 : 3;
  const short = texts.filter((text) => text.length > 70).map((text) => service.request(text));
  // No sentence twice, because the service would translate it once.
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
  return [
    figureOf('a sentence, idle server: p50', p50(idle), 'ms'),
    figureOf('a sentence, idle server: p99', p99(idle), 'ms'),
    figureOf('a sentence, beside 100,000 characters: p50', p50(loaded), 'ms'),
    figureOf('a sentence, beside 100,000 characters: p99', p99(loaded), 'ms'),
    atMost(
      3,
      figureOf('a sentence: p99 beside 100,000 characters, relative to an idle server', p99(loaded) / p99(idle), 'x'),
    ),
    figureOf('100,000 characters beside sentences: p50', p50(others) / 1_000, 's'),
  ];
}

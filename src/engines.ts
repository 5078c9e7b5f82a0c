import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openApertium } from './adapters/apertium/engine.ts';
import { measuredScore } from './adapters/bergamot/engine.ts';
import type { ModelIdentity } from './adapters/bergamot/model.ts';
import type { ModelStore } from './adapters/bergamot/store/model-store.ts';
import type { SqlStores } from './adapters/sql/sql-stores.ts';
import type { Events } from './adapters/telemetry/events.ts';
import type { EngineFacts, ModelAdmin, ModelFacts, ModelRow, ModelsOverview } from './cli/operator.ts';
import type { Config } from './config.ts';
import type { EngineName } from './config-variables.ts';
import { assert } from './ground/assert.ts';
import { CacheRoom } from './ground/cache-room.ts';
import { Turns } from './ground/steps.ts';
import type { Clock } from './ground/units.ts';
import { bytesPerEntry, GlossaryCache } from './shop/glossaries/glossary-cache.ts';
import type { GlossaryFiles } from './shop/glossaries/glossary-files.ts';
import type { MemoryFiles } from './shop/memory/memory-files.ts';
import { MemoryIndex } from './shop/memory/memory-index.ts';
import { recentSources } from './shop/usage/recent-sources.ts';
import { TranslationCache } from './text/cache/translation-cache.ts';
import type { DescribedEngine, Engine, EngineUnit } from './text/engine/engine.ts';
import type { Morphology } from './text/glossary/morphology.ts';
import { LanguageCatalogue } from './text/languages/catalogue.ts';
import { isSamePair } from './text/languages/language.ts';

/** How long a start waits for the index when nothing is installed. */
const indexWaitMs = 2_000;

/** What engines need from the service. */
export type EngineGround = {
  readonly events: Events;
  /** The word forms of glossary entries; it is closed after the engines. */
  readonly morphology: Morphology;
  /** Closes, after the engines, what they have opened. */
  readonly scope: AsyncDisposableStack;
};

/** Opens the configured engines, most preferred first. The caller owns them. */
export async function openEngines(config: Config, ground: EngineGround): Promise<readonly Engine[]> {
  const stores: ModelStore[] = [];
  const parts = { config, stores, ...ground };
  const opened = await Promise.allSettled(config.engines.map((name) => openEngine(name, parts)));
  const engines = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
    throw failed.reason;
  }
  if (engines.every((engine) => engine.pairs().length === 0)) await firstIndexOf(stores);
  return engines;
}

/** Without it, a start with nothing installed would list no language, though the index may arrive a moment later. */
async function firstIndexOf(stores: readonly ModelStore[]): Promise<void> {
  const read = Promise.all(stores.map((store) => store.refresh()));
  await Promise.race([read, setTimeout(stores.length > 0 ? indexWaitMs : 0, undefined, { ref: false })]);
}

type EngineParts = EngineGround & {
  readonly config: Config;
  /** The opened model stores, for callers that must wait for them. */
  readonly stores: ModelStore[];
};

function openEngine(name: EngineName, parts: EngineParts): Promise<Engine> {
  const { config, events, morphology } = parts;
  return name === 'bergamot' ? openBergamotOf(parts) : openWithoutStore(name, config, { events, morphology });
}

type WithoutStore = Pick<EngineGround, 'events'> & Partial<Pick<EngineGround, 'morphology'>>;

/** Opens an engine that has no model store. Commands that do not translate pass no morphology. */
function openWithoutStore(
  name: Exclude<EngineName, 'bergamot'>,
  config: Config,
  ground: WithoutStore,
): Promise<DescribedEngine> {
  switch (name) {
    case 'apertium': {
      const { modesDir, ...limits } = config.apertium;
      return openApertium({ modesDir, cacheDir: join(config.dataDir, 'apertium'), limits, ...ground });
    }
    case 'openai':
      return openOpenAiOf(config, ground.events);
  }
}

async function openBergamotOf({ config, events, scope, stores }: EngineParts): Promise<Engine> {
  const store = scope.use(await openStore(config, events, { background: true }));
  stores.push(store);
  return await openBergamotOn(store, { config, events });
}

/** @param store owned by the caller */
async function openBergamotOn(store: ModelStore, { config, events }: Pick<EngineParts, 'config' | 'events'>) {
  // Imports here and below are lazy, because commands should not wait for them.
  const { openBergamot } = await import('./adapters/bergamot/engine.ts');
  const { workers, memoryBytesMax } = config.bergamot;
  const limits = { workersMax: workers, memoryBytesMax, downloadWaitMs: config.models.waitMs };
  return await openBergamot({ source: store, limits, events });
}

async function openOpenAiOf({ openai }: Config, events: Events) {
  assert(openai !== undefined, 'the configuration has an endpoint where an engine needs it');
  const { openOpenAi } = await import('./adapters/openai/engine.ts');
  const { concurrency, sentencesPerRequest, ...endpoint } = openai;
  return await openOpenAi({ ...endpoint, limits: { requestsMax: concurrency, sentencesPerRequest }, events });
}

type StoreUse = {
  /** Whether the index and the folder are checked regularly. */
  readonly background: boolean;
};

async function openStore({ models }: Config, events: Events, { background }: StoreUse): Promise<ModelStore> {
  const { ModelStore } = await import('./adapters/bergamot/store/model-store.ts');
  return await ModelStore.open({
    dir: models.dir,
    startersDir: models.startersDir,
    indexUrl: models.url,
    diskBytesMax: models.diskBytesMax,
    tryModel: async (files, pair) => {
      const { tryModel } = await import('./adapters/bergamot/worker-thread.ts');
      await tryModel(files, pair);
    },
    events,
    background,
  });
}

/** Facts about the configured engines for the operator, most preferred first. */
export function describeEngines(config: Config, events: Events): Promise<readonly EngineFacts[]> {
  return Promise.all(
    config.engines.map(async (name) => {
      const isBergamot = name === 'bergamot';
      return isBergamot ? bergamotFacts(config, events) : factsFrom(openWithoutStore(name, config, { events }));
    }),
  );
}

async function factsFrom(opening: Promise<DescribedEngine>): Promise<EngineFacts> {
  await using engine = await opening;
  return { name: engine.name, units: engine.describeUnits(), machine: engine.machine };
}

async function bergamotFacts(config: Config, events: Events): Promise<EngineFacts> {
  await using store = await openStore(config, events, { background: false });
  await store.refresh();
  const { units, ...facts } = await factsFrom(openBergamotOn(store, { config, events }));
  const broken = store.problems().map(({ folder, reason }): EngineUnit => {
    return { unit: folder, pairs: [], score: undefined, state: 'unavailable', reason };
  });
  return { ...facts, units: [...units, ...broken] };
}

/** Opens the models on this machine, for commands. */
export async function openModelAdmin(config: Config, events: Events): Promise<ModelAdmin> {
  const store = await openStore(config, events, { background: false });
  const { signal } = new AbortController();
  return {
    list: async () => overview(store, config),
    pull: async (pair, options) => {
      const before = store.installed().find((model) => isSamePair(model.pair, pair));
      const model = await store.download(pair, { ...options, signal });
      return {
        ...factsOf(model, model.bytes),
        wasThere: store.installed().some((one) => isDeepStrictEqual(one, before)),
      };
    },
    verify: (pair) => store.verify(pair, signal),
    remove: async (pair) => {
      const model = await store.remove(pair, signal);
      return factsOf(model, model.bytes);
    },
    importFrom: async (folder, { pair, name }) => {
      const filter = { ...(pair && { pair }), ...(name !== undefined && { name }) };
      const models = await store.importFrom(folder, filter, signal);
      return models.map((model) => factsOf(model, model.bytes));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function overview(store: ModelStore, { models }: Config): Promise<ModelsOverview> {
  const index = await store.refresh();
  const rows = store.list().map(({ pair, installed, offered, starter, isNewerOffered }): ModelRow => {
    return {
      pair,
      installed: installed && factsOf(installed, installed.bytes),
      offered: offered && factsOf(offered, offered.bytesInstalled),
      starter: starter && factsOf(starter, starter.bytes),
      isNewerOffered,
    };
  });
  const bytes = rows.reduce((sum, { installed }) => sum + (installed?.bytes ?? 0), 0);
  return { rows, index, problems: store.problems(), dir: models.dir, bytes, bytesMax: models.diskBytesMax };
}

function factsOf({ pair, name, version }: Omit<ModelIdentity, 'digest'>, bytes: number): ModelFacts {
  return { pair, name, version, bytes, score: measuredScore(name, [pair.source, pair.target]) };
}

/** Loaded lazily, because other commands should not wait for their parsers. */
export async function openGlossaryFiles(): Promise<GlossaryFiles> {
  const [{ fileBytesMax }, { readGlossaryFile }, { writeGlossaryFile }] = await Promise.all([
    import('./adapters/entry-files/entry-file.ts'),
    import('./adapters/entry-files/read-glossary-file.ts'),
    import('./adapters/entry-files/write-glossary-file.ts'),
  ]);
  return { bytesMax: fileBytesMax, read: readGlossaryFile, write: writeGlossaryFile };
}

/** Loaded lazily, for the same reason. */
export async function openMemoryFiles(): Promise<MemoryFiles> {
  const [{ fileBytesMax }, { readMemoryFile }, { writeMemoryFile, writeReview }] = await Promise.all([
    import('./adapters/entry-files/entry-file.ts'),
    import('./adapters/entry-files/read-memory-file.ts'),
    import('./adapters/entry-files/write-memory-file.ts'),
  ]);
  return { bytesMax: fileBytesMax, read: readMemoryFile, write: writeMemoryFile, writeReview };
}

type TextSources = {
  readonly engines: readonly Engine[];
  readonly morphology: Morphology;
  readonly stores: Pick<SqlStores, 'glossaries' | 'memory' | 'usage'>;
  readonly sha256Hex: (text: string) => string;
  readonly now: Clock;
  readonly events: Events;
};

/** Opens what translates texts with `engines`: one instance for all entrances, so that they share caches and queues. */
export async function openText(config: Config, { engines, morphology, stores, sha256Hex, now, events }: TextSources) {
  // Loaded lazily: its tables take a third of a second, which commands should not wait for.
  const { openDetector } = await import('./adapters/detection/detector.ts');
  const room = new CacheRoom(Math.floor(config.termsBytesMax / bytesPerEntry));
  return {
    findGlossary: new GlossaryCache({ store: stores.glossaries, morphology, room }).find,
    findMemory: new MemoryIndex({ store: stores.memory, sha256Hex, room, bytesPerWeight: bytesPerEntry }).find,
    recentSources: recentSources({ store: stores.usage, now }),
    catalogue: new LanguageCatalogue(engines, config.enginePerPair),
    detector: await openDetector(),
    cache: new TranslationCache(config.memoryBytesMax),
    turns: new Turns(),
    events,
  };
}

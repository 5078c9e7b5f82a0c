import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMorphology } from '../src/adapters/apertium/morphology.ts';
import { ModelStore } from '../src/adapters/bergamot/store/model-store.ts';
import { silentEvents } from '../src/adapters/telemetry/events.ts';
import { type Config, loadConfig } from '../src/config.ts';
import { openEngines } from '../src/engines.ts';
import { pairName } from '../src/text/languages/language.ts';
import type { MeasuredEngine } from './quality.ts';

/** The starter models, which are measured where MODELS_DIR has no other model of their pair. */
const starterModels = fileURLToPath(new URL('../models', import.meta.url));

export type EnginesToMeasure = {
  readonly engines: readonly MeasuredEngine[];
  /** Unavailable engines, and why. */
  readonly absent: readonly string[];
};

/**
 * Opens the engines as the service does, from the environment's settings, without downloading models.
 *
 * @param folder for files that they keep
 * @param scope closes them
 */
export async function openMeasuredEngines(
  names: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string | undefined>> },
  scope: AsyncDisposableStack,
): Promise<EnginesToMeasure> {
  const hasEndpoint = Boolean(env['OPENAI_BASE_URL'] && env['OPENAI_MODEL']);
  const there = names.filter((name) => name !== 'openai' || hasEndpoint);
  const config = loadConfig({
    ...env,
    ENGINES: there.join(','),
    ENGINE_PER_PAIR: '',
    DATA_DIR: folder,
    MODELS_DIR: env['MODELS_DIR'] ?? join(folder, 'models'),
    STARTER_MODELS_DIR: starterModels,
    MODELS_URL: 'none',
  });
  const models = there.includes('bergamot') ? await nameModels(config) : new Map();
  const morphology = scope.use(openMorphology({ ...config.dictionaries, events: silentEvents }));
  const opened = await openEngines(config, { events: silentEvents, morphology, scope });
  for (const engine of opened) scope.use(engine);
  const modelOf = {
    apertium: () => '',
    bergamot: (pair: Parameters<typeof pairName>[0]) => models.get(pairName(pair)) ?? '',
    openai: () => config.openai?.model ?? '',
  } as const;
  return {
    engines: opened.map((engine) => ({ engine, modelOf: modelOf[engine.name as keyof typeof modelOf] })),
    absent: [
      ...(names.includes('openai') && !hasEndpoint
        ? ['openai: no endpoint was configured (OPENAI_BASE_URL, OPENAI_MODEL)']
        : []),
      ...opened.filter((engine) => engine.pairs().length === 0).map(({ name }) => `${name}: it serves no pair here`),
    ],
  };
}

/** The names of the models by pair. */
async function nameModels({ models }: Config): Promise<ReadonlyMap<string, string>> {
  await using store = await ModelStore.open({
    dir: models.dir,
    startersDir: models.startersDir,
    indexUrl: undefined,
    diskBytesMax: models.diskBytesMax,
    tryModel: async () => {},
    events: silentEvents,
    background: false,
  });
  return new Map(store.installed().map(({ pair, name }) => [pairName(pair), name]));
}

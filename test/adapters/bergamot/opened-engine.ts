import { type BergamotOptions, openBergamot } from '../../../src/adapters/bergamot/engine.ts';
import type { BergamotLimits } from '../../../src/adapters/bergamot/limits.ts';
import type { DescribedEngine, Engine } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { FolderModels } from '../../support/folder-models.ts';

export type Reported = {
  readonly restarts: string[];
  readonly failedLoads: string[];
  readonly loads: { readonly models: number; readonly bytes: number }[];
};

export type OpenedEngine = DescribedEngine & { readonly reported: Reported };

type StarterOptions = Partial<Omit<BergamotOptions, 'limits'> & { readonly limits: Partial<BergamotLimits> }>;

/** An engine on the starter model, which records its events. */
export async function openStarter({ limits, ...options }: StarterOptions = {}): Promise<OpenedEngine> {
  const reported: Reported = { restarts: [], failedLoads: [], loads: [] };
  const events: BergamotOptions['events'] = {
    engineRestarted: ({ reason }) => reported.restarts.push(reason),
    modelsLoaded: ({ models, bytes }) => reported.loads.push({ models, bytes }),
    modelNotLoaded: ({ reason }) => reported.failedLoads.push(reason),
  };
  const engine = await openBergamot({
    source: await FolderModels.of('es>en'),
    events,
    limits: { workersMax: 2, memoryBytesMax: 2 ** 30, downloadWaitMs: 20_000, ...limits },
    ...options,
  });
  return Object.assign(engine, { reported });
}

export function pairOf(name: string): LanguagePair {
  const [source, target] = name.split('>');
  return { source, target } as LanguagePair;
}

export const never = (): AbortSignal => new AbortController().signal;

export type Task = { readonly segments: readonly string[]; readonly share?: string; readonly pair?: string };

export function translate(
  engine: Engine,
  { segments, share = 'one', pair = 'es>en' }: Task,
  signal = never(),
): Promise<readonly string[]> {
  return engine.translate({ pair: pairOf(pair), segments, share }, signal);
}

export const sentences = [
  'La puerta está abierta.',
  'El tren llega tarde.',
  'Mi hermana vive en Gante.',
  'Tengo tres gatos y un perro.',
  'El perro negro duerme.',
  'Hoy comemos sopa con arroz.',
  'No sé silbar.',
  '¿Dónde está la biblioteca?',
  'Ella no quiere ir a la escuela mañana, porque hace mucho frío y la casa está lejos.',
  'Ayer compramos pan, queso, vino, aceite, sal, azúcar y tres kilos de naranjas en el mercado.',
];

/** Different ones, of the first `kinds` above. */
export function manySentences(count: number, kinds = sentences.length): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${index}. ${sentences[index % kinds]}`);
}

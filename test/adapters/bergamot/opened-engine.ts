import { type BergamotEngine, type BergamotOptions, openBergamot } from '../../../src/adapters/bergamot/engine.ts';
import type { Events } from '../../../src/core/events.ts';
import type { LanguagePair } from '../../../src/core/languages/language.ts';
import { FolderModels } from '../../support/folder-models.ts';

export type Told = {
  readonly restarts: string[];
  readonly confidences: number[];
  readonly loads: { readonly models: number; readonly bytes: number }[];
};

export type OpenedEngine = BergamotEngine & { readonly told: Told };

/** An engine on the small model for tests, which notes what it tells. */
export async function openMicro(options: Partial<BergamotOptions> = {}): Promise<OpenedEngine> {
  const told: Told = { restarts: [], confidences: [], loads: [] };
  const events: Pick<Events, 'engineRestarted' | 'confidenceTold' | 'modelsLoaded'> = {
    engineRestarted: ({ reason }) => told.restarts.push(reason),
    confidenceTold: ({ confidences }) => told.confidences.push(...confidences),
    modelsLoaded: ({ models, bytes }) => told.loads.push({ models, bytes }),
  };
  const engine = await openBergamot({ source: await FolderModels.of('es>en'), events, ...options });
  return Object.assign(engine, { told });
}

export function pairOf(name: string): LanguagePair {
  const [source, target] = name.split('>');
  return { source, target } as LanguagePair;
}

export const never = (): AbortSignal => new AbortController().signal;

import { openApertium } from '../src/adapters/apertium/engine.ts';
import { loadConfig } from '../src/config.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { temporaryFolder } from './processes.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;

/** Opens the engine's adapter in this process, with as many pipelines as the measured service. */
export async function openEngine(): Promise<
  AsyncDisposable & { translate(segments: readonly string[]): Promise<readonly string[]> }
> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const events = { engineRestarted: () => undefined };
  const limits = { ...loadConfig({}).apertium, pipelinesPerPairMax: 1 };
  const engine = opening.use(await openApertium({ cacheDir: folder.path, events, limits }));
  const opened = opening.move();
  return {
    translate: (segments) => engine.translate({ pair, segments, share: 'bench' }, new AbortController().signal),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

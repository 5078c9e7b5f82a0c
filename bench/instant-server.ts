/** The whole service with an engine that answers at once: what is left is everything but the engine. */
import { createApp, production } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { Engine } from '../src/core/engine/engine.ts';
import type { LanguagePair, LanguageTag } from '../src/core/languages/language.ts';
import { serveApp } from '../src/serve.ts';

const pairs: readonly LanguagePair[] = [{ source: 'es' as LanguageTag, target: 'en' as LanguageTag }];

const instant: Engine = {
  name: 'instant',
  pivotsMax: 0,
  pairs: () => pairs,
  measuredScore: () => undefined,
  translate: (job) => Promise.resolve(job.segments),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

const config = loadConfig(process.env);
await serveApp(config, await createApp(config, { ...production, openEngines: () => Promise.resolve([instant]) }));

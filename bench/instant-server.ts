/** The whole service with an engine that answers at once: what is left is everything but the engine. */
import { production, serve } from '../src/app.ts';
import type { Engine } from '../src/core/engine/engine.ts';
import type { LanguagePair, LanguageTag } from '../src/core/languages/language.ts';

const pairs: readonly LanguagePair[] = [{ source: 'es' as LanguageTag, target: 'en' as LanguageTag }];

const instant: Engine = {
  name: 'instant',
  isDeterministic: true,
  versionOf: () => '1',
  pivotsMax: 0,
  pairs: () => pairs,
  measuredScore: () => undefined,
  translate: (job) => Promise.resolve(job.segments),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

process.exitCode = await serve(process.env, { ...production, openEngines: () => Promise.resolve([instant]) });

/** Starts a pipeline, says so and waits: the test that started it kills it. */

import { openApertium } from '../../../src/adapters/apertium/engine.ts';
import { loadConfig } from '../../../src/config.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';

const [cacheDir = ''] = process.argv.slice(2);
const limits = loadConfig({}).apertium;
const engine = await openApertium({ cacheDir, limits, events: { engineRestarted: () => undefined } });
const pair = { source: 'es', target: 'en' } as LanguagePair;
await engine.translate({ pair, segments: ['hola'], share: 'one' }, new AbortController().signal);
process.stdout.write('translated\n');

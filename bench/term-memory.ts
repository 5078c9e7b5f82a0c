/**
 * Memory of glossaries, in a separate process: loads the glossary of the given database file repeatedly, keeps all of
 * them, and prints as JSON the resident MB with none, one, two ...
 */

import { finish } from '../src/ground/steps.ts';
import { compileGlossary, type Glossary } from '../src/text/glossary/glossary.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { lightMorphology } from '../test/support/light-morphology.ts';
import { readSentences } from './corpus.ts';
import { residentMb } from './processes.ts';
import { openGlossary } from './term-seed.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;
const bases = 5;

const [file = ''] = process.argv.slice(2);
await using entries = await openGlossary(file);
const { sentences } = readSentences('es');
const kept: Glossary[] = [];

/** Garbage does not belong to a glossary. */
const resident = async (): Promise<number> => {
  for (let done = 0; done < 3; done++) globalThis.gc?.();
  return await residentMb(process.pid);
};
const load = async (): Promise<Glossary> => {
  const base = finish(compileGlossary((await entries.read()).entries, pair));
  await base.match(sentences, lightMorphology);
  return base;
};

// Once before, to exclude the compiler's own memory.
await load();
const taken = [await resident()];
for (let index = 0; index < bases; index++) {
  kept.push(await load());
  taken.push(await resident());
}
process.stdout.write(JSON.stringify({ taken }));

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chrf2 } from '../../../eval/chrf.ts';
import { readCatalogue } from '../../../src/adapters/apertium/catalogue.ts';
import { measuredScore, openApertium } from '../../../src/adapters/apertium/engine.ts';
import { loadConfig } from '../../../src/config.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

/** A folder with these modes, by name; `cat` stands for any program that is installed. */
async function setup(modes: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'apertium-'));
  await Promise.all(Object.entries(modes).map(([name, text]) => writeFile(join(folder, `${name}.mode`), text)));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('serves every installed mode or reports why not', async () => {
  await using world = await setup({
    'eng-spa': 'cat',
    'en-es': 'cat',
    'hbs-eng': "cat '/dev/null'",
    'spa-cat': "cat '/no/such/file'",
    'spa-fra': 'no-such-program',
    'spa-ita': 'cat; cat',
    'spa-cat_iec2017': 'cat',
    'rus-bel': 'cat',
  });
  await writeFile(join(world.folder, 'README'), '');
  const { served, leftOut } = await readCatalogue(world.folder);
  assert.deepEqual(
    served.map(({ mode, pairs }) => [mode.name, ...pairs.map(({ source, target }) => `${source}>${target}`)]),
    [
      ['en-es', 'en>es'],
      ['hbs-eng', 'bs>en', 'hr>en', 'sr-Latn>en', 'sr>en'],
    ],
  );
  assert.deepEqual(Object.fromEntries(leftOut.map(({ name, reason }) => [name, reason])), {
    'eng-spa': 'another mode serves the same pair',
    'spa-cat': 'the file /no/such/file is missing',
    'spa-fra': 'the program no-such-program is not installed',
    'spa-ita': 'its mode file is not a plain pipeline',
    'spa-cat_iec2017': 'a variant or an experiment without its own language tag',
    'rus-bel': 'its tagger crashes (segmentation fault)',
  });
});

test('opens without pairs on a machine without Apertium', async () => {
  const folder = join(tmpdir(), 'no-such-folder');
  const events = { engineRestarted: () => assert.fail('nothing runs') };
  await using engine = await openApertium({
    modesDir: folder,
    cacheDir: folder,
    limits: loadConfig({}).apertium,
    events,
  });
  assert.deepEqual(engine.pairs(), []);
  assert.deepEqual(engine.describeUnits(), []);
});

test('chrF2 of nothing is 0', () => assert.equal(chrf2([''], ['']), 0));

test('returns no score for a path that was not measured', () => {
  assert.equal(measuredScore(['tlh', 'qya'] as unknown as readonly LanguageTag[]), undefined);
});

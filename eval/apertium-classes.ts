/**
 * Collects the ambiguity classes that Apertium's taggers lack for running text, and adds them to
 * `src/adapters/apertium/known-classes.json`, so that the engine knows them from its first sentence on.
 *
 * Usage: [TEXT_DIRS=<folders with `<tag>.txt`, colon separated>] [LINES=1000] node eval/apertium-classes.ts [tag ...]
 *
 * With tags, only pairs that translate from these. The project's own sentences are always read. A language without a
 * text gets one that the engine itself translates.
 * It takes some minutes on two cores and runs at the lowest priority. Only names of tags are written;
 * `npm run format` puts the file in the house's shape.
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from '../src/adapters/apertium/catalogue.ts';
import { type ClassesByModes, classesOf, knownClasses, openApertium } from '../src/adapters/apertium/engine.ts';
import { markovTagger } from '../src/adapters/apertium/mode.ts';
import { loadConfig } from '../src/config.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';

const lowestPriority = 19;
const lines = Number(process.env['LINES'] ?? 1_000);
const folders = [
  fileURLToPath(new URL('../test/fixtures/apertium', import.meta.url)),
  ...(process.env['TEXT_DIRS'] ?? '').split(':').filter(Boolean),
];

setPriority(lowestPriority);
const texts = await readTexts();
const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
const limits = loadConfig({}).apertium;
const engine = await openApertium({ cacheDir, limits, events: { engineRestarted: () => undefined } });
await translateAll();
await engine[Symbol.asyncDispose]();
const learned = await readLearned();
await rm(cacheDir, { recursive: true });
await writeFile(
  new URL('../src/adapters/apertium/known-classes.json', import.meta.url),
  `${JSON.stringify(await merge(knownClasses, learned), undefined, 2)}\n`,
);

async function readTexts(): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const folder of folders) {
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.txt'))) {
      const tag = file.slice(0, -'.txt'.length);
      const text = (await readFile(join(folder, file), 'utf8')).split('\n').filter(Boolean).slice(0, lines);
      found.set(tag, [...(found.get(tag) ?? []), ...text]);
    }
  }
  return found;
}

/** Pairs whose source has a text come first; their output is the text of a target that has none. */
async function translateAll(): Promise<void> {
  const wanted = process.argv.slice(2);
  const waiting = engine.pairs().filter(({ source }) => wanted.length === 0 || wanted.includes(source));
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ source }) => texts.has(source));
    const [pair] = waiting.splice(next, next === -1 ? waiting.length : 1);
    if (pair === undefined || next === -1) return;
    const translations = await translate(pair);
    if (!texts.has(pair.target)) texts.set(pair.target, translations.filter(Boolean));
  }
}

async function translate(pair: LanguagePair): Promise<readonly string[]> {
  const segments = texts.get(pair.source) ?? [];
  process.stderr.write(`${pair.source}>${pair.target} ${segments.length}\n`);
  return engine.translate({ pair, segments, share: 'one' }, new AbortController().signal);
}

async function readLearned(): Promise<ClassesByModes> {
  const files = (await readdir(cacheDir)).filter((file) => file.endsWith('.classes.json'));
  const read = files.map(async (file) => {
    const names = JSON.parse(await readFile(join(cacheDir, file), 'utf8')) as readonly string[];
    return [file.slice(0, -'.classes.json'.length), names] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Modes with the same tagger's data share an entry. Modes that are not served are dropped. */
async function merge(...lists: readonly ClassesByModes[]): Promise<ClassesByModes> {
  const { served } = await readCatalogue();
  const withTaggers = served.map(async ({ mode }) => {
    const tagger = markovTagger(mode.stages);
    return { name: mode.name, data: tagger && (await readFile(tagger.dataFile, 'base64')) };
  });
  const byData = Map.groupBy(await Promise.all(withTaggers), ({ data }) => data);
  byData.delete(undefined);
  const merged = [...byData.values()].map((modes) => {
    const names = modes.flatMap(({ name }) => lists.flatMap((list) => classesOf(list, name)));
    return [modes.map(({ name }) => name).join(' '), [...new Set(names)].toSorted()] as const;
  });
  return Object.fromEntries(merged.filter(([, names]) => names.length > 0));
}

/**
 * Measures how well Apertium's pairs translate, alone and one after the other, and writes the scores that routes are
 * chosen by (`src/adapters/apertium/quality.json`).
 *
 * Usage: FLORES_DIR=<folder with one `<tag>.txt` per language, line by line the same sentences>
 *        [LINES=150] node eval/apertium-quality.ts
 *
 * It takes some minutes on two cores and runs at the lowest priority. Only numbers are written, nothing of the text;
 * `npm run format` puts the file in the house's shape.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApertium } from '../src/adapters/apertium/engine.ts';
import type { Engine } from '../src/core/engine/engine.ts';
import type { LanguagePair } from '../src/core/languages/language.ts';
import { chrf2 } from './chrf.ts';

type Path = readonly string[];

const lowestPriority = 19;
const pathsPerPairMax = 4;
const lines = Number(process.env['LINES'] ?? 150);
const folder = process.env['FLORES_DIR'];

/** Targets whose test text is that of another tag: FLORES-200 has one text for each of these languages. */
const testedWith: Readonly<Record<string, string>> = { 'en-US': 'en', 'pt-BR': 'pt' };

if (folder === undefined) {
  process.stderr.write('FLORES_DIR must name a folder with one text per language\n');
  process.exit(2);
}
setPriority(lowestPriority);
const texts = await readTexts(folder);
const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
const engine = await openApertium({ cacheDir, events: { engineRestarted: () => undefined } });
const scores = await measure(engine);
await engine[Symbol.asyncDispose]();
await rm(cacheDir, { recursive: true });
const sorted = Object.fromEntries([...scores].toSorted(([one], [other]) => (one < other ? -1 : 1)));
await writeFile(
  new URL('../src/adapters/apertium/quality.json', import.meta.url),
  `${JSON.stringify(sorted, undefined, 2)}\n`,
);

async function readTexts(from: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.txt'));
  const read = files.map(async (file) => {
    const text = (await readFile(join(from, file), 'utf8')).split('\n').slice(0, lines);
    return [file.slice(0, -'.txt'.length), text] as const;
  });
  return new Map(await Promise.all(read));
}

/** chrF2 by path: `es>ca>fr`, one decimal. */
async function measure(measured: Engine): Promise<ReadonlyMap<string, number>> {
  const translations = new Map<string, Promise<readonly string[]>>();
  const found = new Map<string, number>();
  const score = async (path: Path): Promise<void> => {
    const target = path.at(-1) ?? '';
    const reference = texts.get(testedWith[target] ?? target) ?? [];
    const value = chrf2(await translateAlong(path), reference);
    found.set(path.join('>'), Math.round(value * 10) / 10);
    process.stderr.write(`${path.join('>')} ${value.toFixed(1)}\n`);
  };
  const translateAlong = (path: Path): Promise<readonly string[]> => {
    const name = path.join('>');
    const known = translations.get(name) ?? translateLastLeg(path);
    translations.set(name, known);
    return known;
  };
  const translateLastLeg = async (path: Path): Promise<readonly string[]> => {
    const [source, target] = path.slice(-2);
    const segments = path.length === 2 ? texts.get(source ?? '') : await translateAlong(path.slice(0, -1));
    const pair = { source, target } as LanguagePair;
    return measured.translate({ pair, segments: segments ?? [], share: 'eval' }, new AbortController().signal);
  };
  const isTested = (tag: string): boolean => texts.has(testedWith[tag] ?? tag);
  const direct = measured.pairs().filter(({ source, target }) => texts.has(source) && isTested(target));
  for (const { source, target } of direct) await score([source, target]);
  for (const path of promisingPaths(new Map(found))) await score(path);
  return found;
}

/** The paths of two and three legs that promise most for each two languages without a direct pair. */
function promisingPaths(direct: ReadonlyMap<string, number>): readonly Path[] {
  const legs = [...direct].map(([name, score]) => ({ path: name.split('>'), promise: score / 100 }));
  const extend = (paths: typeof legs): typeof legs =>
    paths.flatMap(({ path, promise }) =>
      legs
        .filter((leg) => leg.path[0] === path.at(-1) && !path.some((tag) => isSameLanguage(tag, leg.path[1])))
        .map((leg) => ({ path: [...path, ...leg.path.slice(1)], promise: promise * leg.promise })),
    );
  const twoLegs = extend(legs);
  const byEnds = Map.groupBy([...twoLegs, ...extend(twoLegs)], ({ path }) => `${path[0]}>${path.at(-1)}`);
  return [...byEnds].flatMap(([ends, candidates]) => {
    if (direct.has(ends)) return [];
    const best = candidates.toSorted((one, other) => other.promise - one.promise).slice(0, pathsPerPairMax);
    return best.map(({ path }) => path);
  });
}

/** `en` and `en-US`: no route goes from one to the other through a third. */
function isSameLanguage(one: string, other = ''): boolean {
  return new Intl.Locale(one).language === new Intl.Locale(other).language;
}

/**
 * Finds placeholder nouns for each of Apertium's modes, and writes them to
 * `src/adapters/apertium/placeholder-nouns/noun-table.json`: by number and by gender of their translation. Reads the mode's
 * output before its generator, which has gender and number next to the word.
 *
 * Tries each noun alone, then in the place of nouns in sentences; keeps a noun that is nearly always preserved.
 *
 * Usage: [TEXT_DIRS=<folders with `<tag>.txt`, colon separated>] [LINES=150] node eval/apertium-placeholder-nouns.ts [mode ...]
 *
 * With modes, the others stay as they are. The project's own sentences are always used, and a language without any gets
 * translations of them. It takes some minutes on two cores and runs at the lowest priority. Of the texts nothing is
 * written; `npm run format` puts the file in the house's shape.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, type ServedMode } from '../src/adapters/apertium/catalogue.ts';
import { openApertium } from '../src/adapters/apertium/engine.ts';
import { type Mode, persistentStages } from '../src/adapters/apertium/mode.ts';
import { sentenceWire } from '../src/adapters/apertium/mode-faults.ts';
import type { PlaceholderNouns } from '../src/adapters/apertium/placeholder-nouns/noun-choice.ts';
import { measuredNouns } from '../src/adapters/apertium/placeholder-nouns/noun-table.ts';
import { loadConfig } from '../src/config.ts';
import { writeToken } from '../src/text/document/token.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { askStages } from './apertium-stages.ts';
import { derivedSeeds, nounSeeds } from './noun-seeds.ts';

const lowestPriority = 19;
const lines = Number(process.env['LINES'] ?? 150);
const folders = [
  fileURLToPath(new URL('../test/fixtures/apertium', import.meta.url)),
  ...(process.env['TEXT_DIRS'] ?? '').split(':').filter(Boolean),
];
const file = new URL('../src/adapters/apertium/placeholder-nouns/noun-table.json', import.meta.url);

/** Sentences to try each noun in. */
const trialsMax = 16;
/** The share of these sentences that must preserve the noun. */
const foundMin = 0.85;
/** As above, when words are searched in any form: a noun that is not found costs one more attempt. */
const foundInAnyFormMin = 0.65;

/** Targets whose nouns have cases, or their article at the end. */
const inflected = /-(?:hbs|slv|pol|szl|rus|ukr|isl|eo|dan|nob|nno|swe|mkd|bul|urd|hin)/;
/** Nouns to keep of each number and gender. */
const keptMax = 10;

/** A noun and its translation by a mode. */
type Candidate = {
  readonly source: string;
  readonly sourceGender: string;
  readonly target: string;
  readonly targetGender: string;
  readonly number: 'singular' | 'plural';
  /** The number of ways to misread it. */
  readonly doubts: number;
};

/** Tags of signs that are no words. */
const signs = /<(?:sent|cm|guio|punct|lpar|rpar)>/;

setPriority(lowestPriority);
const [seeds, texts] = await readSources();
const { served } = await readCatalogue();
const wanted = process.argv.slice(2);
const table = new Map<string, Readonly<Record<string, string>>>();
for (const [modes, nouns] of Object.entries(measuredNouns)) for (const name of modes.split(' ')) table.set(name, nouns);
for (const one of served) {
  if (wanted.length === 0 || wanted.includes(one.mode.name)) table.set(one.mode.name, await measure(one));
}
await writeFile(file, `${JSON.stringify(merge(), undefined, 2)}\n`);

async function measure({ mode, pairs }: ServedMode): Promise<Readonly<Record<string, string>>> {
  const source = pairs[0]?.source ?? '';
  const candidates = await tryAlone(mode, seeds.get(source) ?? []);
  const rates = await tryInSentences(mode, candidates, texts.get(source) ?? []);
  const least = inflected.test(mode.name) ? foundInAnyFormMin : foundMin;
  const good = candidates.filter((_, index) => (rates[index] ?? 0) >= least);
  const byForm = Map.groupBy(good, ({ number, targetGender }) => `${number} ${targetGender}`);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const counts = [...byForm].map(([form, all]) => `${form} ${all.length}`).join(', ');
  process.stdout.write(`${mode.name}: ${candidates.length} nouns, found ${mean.toFixed(2)}; ${counts}\n`);
  const rateOf = new Map(candidates.map((candidate, index) => [candidate, rates[index] ?? 0]));
  return Object.fromEntries([...byForm].toSorted(byFirst).map(([form, all]) => [form, pick(all, rateOf)]));
}

function byFirst([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Takes each gender in the source language and each kind of first letter in turn, best nouns first. */
function pick(all: readonly Candidate[], rateOf: ReadonlyMap<Candidate, number>): string {
  const sorted = all.toSorted((one, other) => {
    return one.doubts - other.doubts || (rateOf.get(other) ?? 0) - (rateOf.get(one) ?? 0);
  });
  const isVowel = (word: string): boolean => /^h?[aeiouáéíóúàèìòùåäöøæо]/i.test(word);
  const kinds = Map.groupBy(sorted, ({ source, sourceGender, target }) => {
    return `${sourceGender} ${isVowel(source) || isVowel(target)}`;
  });
  const kept: Candidate[] = [];
  for (let turn = 0; kept.length < keptMax && turn < sorted.length; turn++) {
    for (const kind of kinds.values()) {
      const next = kind[turn];
      if (next !== undefined && kept.length < keptMax) kept.push(next);
    }
  }
  const best = kept.toSorted((one, other) => sorted.indexOf(one) - sorted.indexOf(other));
  return best.map(({ source, sourceGender, target }) => `${source}:${sourceGender}:${target}`).join(' ');
}

async function tryAlone(mode: Mode, words: readonly string[]): Promise<readonly Candidate[]> {
  const wire = sentenceWire(mode);
  const stages = persistentStages(mode);
  const generator = stages.findLastIndex((stage) => stage.some((word) => word.endsWith('.autogen.bin')));
  const frames = words.map((text, number) => wire.frame({ text, number }));
  const analysed = await askStages(stages.slice(0, 1), frames);
  const capital = words.map((word, number) =>
    wire.frame({ text: word.charAt(0).toUpperCase() + word.slice(1), number }),
  );
  const names = await askStages(stages.slice(0, 1), capital);
  const transferred = await askStages(stages.slice(0, generator), frames);
  const replies = await askStages(stages, frames);
  const found = words.map((text, number): Candidate | undefined => {
    const read = readSource(analysed[number] ?? '');
    const written = readTarget(transferred[number] ?? '');
    const target = wire.read(replies[number] ?? '', { text, number })?.toLowerCase() ?? '';
    const noun = target.split(/\s+/)[written?.index ?? 0] ?? '';
    const isSingle = target.split(/\s+/).length === written?.count && /^[\p{L}\p{M}]{3,}$/u.test(noun);
    const mayBeName = names[number]?.includes('<np>') === true;
    if (read === undefined || written === undefined || !isSingle || mayBeName) return undefined;
    const wantedNumber = read.number ?? written.number ?? 'singular';
    if (written.number !== undefined && written.number !== wantedNumber) return undefined;
    if (!/^[\p{L}\p{M}]{3,}$/u.test(text)) return undefined;
    const { gender: sourceGender, doubts } = read;
    return { source: text, sourceGender, target: noun, targetGender: written.gender, number: wantedNumber, doubts };
  });
  const known = found.filter((one) => one !== undefined);
  return known.filter(({ source }, index) => known.findIndex((one) => one.source === source) === index);
}

type Number = 'singular' | 'plural' | undefined;

/** The first word that an analyser or a rule program writes: `^table/table<n><sg>/table<vblex><inf>$`. */
function readSource(text: string) {
  const units = [...text.matchAll(/\^((?:\\.|[^$\\])*)\$/g)].map(([, unit = '']) => unit);
  const readings =
    units
      .find((unit) => !signs.test(unit))
      ?.split('/')
      .slice(1) ?? [];
  const nouns = readings.filter((reading) => /^[^<+]+<n>/.test(reading));
  const [first] = nouns;
  if (first === undefined || readings.some((reading) => reading.includes('<np>'))) return undefined;
  const numbers = new Set(nouns.map(numberOf));
  const doubts = 2 * (readings.length > nouns.length ? 1 : 0) + (numbers.size > 1 ? 1 : 0);
  return { gender: genderOf(first), number: numbers.size > 1 ? 'singular' : numberOf(first), doubts } as const;
}

function readTarget(text: string) {
  const units = [...text.matchAll(/\^((?:\\.|[^$\\])*)\$/g)].map(([, unit = '']) => unit);
  const words = units.filter((unit) => !unit.startsWith('<') && !signs.test(unit));
  const index = words.findIndex((unit) => /^[^<+@*#]+<n>/.test(unit));
  const noun = words[index];
  const others = words.filter((_, at) => at !== index);
  if (noun === undefined || noun.includes('+') || !others.every((unit) => /<(?:det|pr)>/.test(unit))) return undefined;
  return { index, count: words.length, gender: genderOf(noun), number: numberOf(noun) };
}

function numberOf(unit: string): Number {
  return unit.includes('<pl>') ? 'plural' : unit.includes('<sg>') ? 'singular' : undefined;
}

/** Source: wiki.apertium.org/wiki/List_of_symbols */
function genderOf(unit: string): string {
  if (/<(?:m|ma|mi|mp|mn|mh)>/.test(unit)) return 'm';
  if (unit.includes('<f>')) return 'f';
  if (unit.includes('<nt>')) return 'n';
  return /<(?:ut|mf|un|mfn)>/.test(unit) ? 'c' : '-';
}

/** @returns for each candidate the share of sentences that preserved it in a noun's place */
async function tryInSentences(
  mode: Mode,
  candidates: readonly Candidate[],
  text: readonly string[],
): Promise<readonly number[]> {
  const places = await findNouns(mode, text);
  const isInflected = inflected.test(mode.name);
  const wire = sentenceWire(mode);
  const tests = candidates.flatMap(({ number, source, target }, candidate) => {
    const own = places.filter((place) => place.number === number && !place.text.toLowerCase().includes(source));
    const placeholders: PlaceholderNouns = new Map([[0, { source, target, isCapital: false }]]);
    return own.slice(0, trialsMax).map((place) => ({ candidate, text: place.text, placeholders }));
  });
  const frames = tests.map((test, number) => wire.frame({ ...test, number }));
  const replies = await askStages(persistentStages(mode), frames);
  const results = tests.map(({ candidate, ...test }, number) => {
    const translation = wire.read(replies[number] ?? '', { ...test, number }) ?? '';
    const isFound = translation.split(writeToken('word', 0)).length === 2;
    return {
      candidate,
      isFound: isFound && (isInflected || isWritten(replies[number] ?? '', candidates[candidate]?.target)),
    };
  });
  return candidates.map((_, index) => {
    const own = results.filter(({ candidate }) => candidate === index);
    return own.length === 0 ? 1 : own.filter(({ isFound }) => isFound).length / own.length;
  });
}

/** Whether a reply has the expected word: a mode that chooses among several may take one of another gender. */
function isWritten(reply: string, word = ''): boolean {
  const written = reply.replaceAll(/\[[^\]]*\]+/g, ' ').toLowerCase();
  const words: readonly string[] = written.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.includes(word);
}

/** Sentences with a word token in the place of a word that can only be a noun. */
async function findNouns(mode: Mode, text: readonly string[]) {
  const plain = text.map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  const words = plain.map((sentence) => sentence.match(/(?<=\s)\p{Ll}{4,}(?=[\s.,;:!?])/gu) ?? []);
  const wire = sentenceWire(mode);
  const asked = words.flatMap((own, sentence) => own.map((word) => ({ sentence, word })));
  const frames = asked.map(({ word }, number) => wire.frame({ text: word, number }));
  const analysed = await askStages(persistentStages(mode).slice(0, 1), frames);
  const nouns = asked
    .map((one, index) => ({ ...one, read: readSource(analysed[index] ?? '') }))
    .filter(({ read }) => read?.doubts === 0)
    .map(({ sentence, word, read }) => {
      const put = new RegExp(`(?<=\\s)${word}(?=[\\s.,;:!?])`, 'u');
      return { text: (plain[sentence] ?? '').replace(put, writeToken('word', 0)), number: read?.number ?? 'singular' };
    });
  // Distant sentences rather than many variants of one.
  return nouns.filter((_, index) => index % Math.max(1, Math.floor(nouns.length / (4 * trialsMax))) === 0);
}

async function readSources(): Promise<[Map<string, readonly string[]>, Map<string, readonly string[]>]> {
  const found = new Map(Object.entries(nounSeeds).map(([tag, words]) => [tag, words.split(/\s+/)] as const));
  const sentences = new Map<string, readonly string[]>();
  for (const tag of [...found.keys(), ...derivedSeeds.map(([target]) => target)]) {
    for (const folder of folders) {
      const text = await readFile(join(folder, `${tag}.txt`), 'utf8').catch(() => '');
      const own = text.split('\n').filter(Boolean).slice(0, lines);
      if (own.length > 0) sentences.set(tag, [...(sentences.get(tag) ?? []), ...own]);
    }
  }
  const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
  {
    const limits = loadConfig({}).apertium;
    await using engine = await openApertium({ cacheDir, limits, events: { engineRestarted: () => undefined } });
    for (const [target, source] of derivedSeeds) {
      const pair = { source, target } as LanguagePair;
      if (!engine.isReady(pair)) continue;
      const translate = async (segments: readonly string[] = []): Promise<readonly string[]> =>
        (await engine.translate({ pair, segments, share: 'eval' }, new AbortController().signal)).filter(Boolean);
      // Some modes put an article or a preposition before a plural that has none.
      const words = (await translate(found.get(source))).map(
        (word) =>
          word
            .toLowerCase()
            .split(/[\s’']/)
            .at(-1) ?? '',
      );
      found.set(target, words);
      if (!sentences.has(target)) sentences.set(target, await translate(sentences.get(source)));
    }
  }
  await rm(cacheDir, { recursive: true });
  // Serbian in Cyrillic script is parsed as Latin script, and Bosnian comes first among those.
  found.set('bs', found.get('hr') ?? []);
  sentences.set('bs', sentences.get('hr') ?? []);
  return [found, sentences];
}

/** Modes with the same nouns share an entry. */
function merge(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const same = Map.groupBy([...table].toSorted(byFirst), ([, nouns]) => JSON.stringify(nouns));
  const entries = [...same.values()].map((modes) => {
    return [modes.map(([name]) => name).join(' '), modes[0]?.[1] ?? {}] as const;
  });
  return Object.fromEntries(entries.filter(([, nouns]) => Object.keys(nouns).length > 0));
}

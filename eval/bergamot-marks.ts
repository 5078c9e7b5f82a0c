/**
 * Measures what the Bergamot library does to marks: tokens are put between the words of sentences, and looked for in
 * the translations as the library gave them, before anything is repaired. It prints:
 *
 *   intact     sentences of which each token comes back once, pairs nested
 *   unmoved    sentences whose words are the same as without pairs, points and spaces
 *   around     pairs around a name or a figure that stand around the same in the translation
 *   copied     sentences with words of which all stand-ins came back once: at the first try, at any of three
 *   chrF2      of sentences with names, where one travels as it is, and where it travels as a word
 *
 * Usage: TEXT_DIR=<folder with `<tag>.txt`, the same sentences in each language> [LINES=400]
 *        node eval/bergamot-marks.ts source>target <model> <vocabulary> [<vocabulary of the target>]
 *
 * It runs at the lowest priority. Nothing of the text is printed, except with SHOW=1 for each sentence that did not come
 * through, for use at the desk.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { carry } from '../src/adapters/bergamot/marked-text.ts';
import { readModel } from '../src/adapters/bergamot/model-bytes.ts';
import { countWordTokens } from '../src/adapters/bergamot/shown-segment.ts';
import { findStandIns, standInKinds, standInsFor } from '../src/adapters/bergamot/stand-ins.ts';
import { WorkerThread } from '../src/adapters/bergamot/worker-thread.ts';
import { isNested } from '../src/core/fidelity/marks.ts';
import type { LanguageTag } from '../src/core/languages/language.ts';
import { tokenPattern, writeToken } from '../src/core/marks/token.ts';
import { chrf2 } from './chrf.ts';
import { openRandom, readable } from './marked-texts.ts';

const lowestPriority = 19;
const limitMs = 600_000;
const textsInCall = 64;
const lines = Number(process.env['LINES'] ?? 400);
const [pairName = '', model, ...vocabularies] = process.argv.slice(2);
const [source = '', target = ''] = pairName.split('>');
const language = target as LanguageTag;
const [vocabulary, targetVocabulary] = vocabularies;
assert(
  model !== undefined && vocabulary !== undefined,
  'Usage: node eval/bergamot-marks.ts source>target model vocabulary',
);

/** `copiedAt`: at which try all stand-ins came back once. */
type Translated = { readonly text: string; readonly copiedAt: number | undefined };

setPriority(lowestPriority);
await using worker = await WorkerThread.start();
await worker.load(
  pairName,
  await readModel({
    model,
    shortlist: undefined,
    vocabularies: targetVocabulary === undefined ? [vocabulary] : [vocabulary, targetVocabulary],
  }),
);
const random = openRandom(1);
const sentences = await readText(source);
const references = await readText(target);
await measurePairsAndPoints();
await measurePlaces();
await measureWords();
await measureNames();

async function measurePairsAndPoints(): Promise<void> {
  const marked = sentences.map(mark);
  const [translations, plain] = [await translate(marked), await translate(marked.map(withoutTokens))];
  const intact = count(marked, (segment, at) => isIntact(segment, translations[at]?.text ?? ''));
  const unmoved = count(marked, (_, at) => lettersOf(translations[at]?.text) === lettersOf(plain[at]?.text));
  print('intact', intact, marked.length);
  print('unmoved', unmoved, marked.length);
}

/** Of what comes back as it was one knows where it is. */
async function measurePlaces(): Promise<void> {
  const plain = await translate(sentences);
  const chosen = sentences.flatMap((sentence, at) => {
    const words = sentence.split(' ').filter((word) => /^[\p{Lu}\d][\p{L}\d]{2,}$/u.test(word));
    const same = words.filter((word) => isOnce(sentence, word) && isOnce(plain[at]?.text ?? '', word));
    return same.slice(0, 1).map((word) => ({ sentence, word }));
  });
  const segments = chosen.map(({ sentence, word }) =>
    sentence.replace(word, `${writeToken('open', 0)}${word}${writeToken('close', 0)}`),
  );
  const translations = await translate(segments);
  const around = count(chosen, ({ word }, at) => {
    const inner = /\uFDD1\uE000(.*)\uFDD2\uE000/u.exec(translations[at]?.text ?? '')?.[1];
    // A language may put an ending to a name.
    return check(inner !== undefined && inner.startsWith(word), [segments[at], translations[at]?.text]);
  });
  print('around', around, chosen.length);
}

async function measureWords(): Promise<void> {
  const segments = sentences.map(putWords);
  const translations = await translate(segments);
  print(
    'copied at first',
    count(translations, ({ copiedAt }) => copiedAt === 1),
    segments.length,
  );
  print(
    'copied at some try',
    count(translations, ({ copiedAt }) => copiedAt !== undefined),
    segments.length,
  );
}

/** Where a name of the sentence is in the reference as well, it travels once as it is and once as a word. */
async function measureNames(): Promise<void> {
  const chosen = sentences.flatMap((sentence, at) => {
    const reference = references[at] ?? '';
    const names = sentence.split(' ').filter((word, index) => index > 0 && /^\p{Lu}\p{Ll}{3,}$/u.test(word));
    const name = names.find((each) => isOnce(sentence, each) && isOnce(reference, each));
    return name === undefined ? [] : [{ sentence, reference, name }];
  });
  const asWords = await translate(chosen.map(({ sentence, name }) => sentence.replace(name, writeToken('word', 0))));
  const asNames = await translate(chosen.map(({ sentence }) => sentence));
  const wanted = chosen.map(({ reference }) => reference);
  const withNames = asWords.map(({ text }, at) => text.replace(tokenPattern, chosen[at]?.name ?? ''));
  const scores = [asNames.map(({ text }) => text), withNames].map((texts) => chrf2(texts, wanted).toFixed(1));
  write('chrF2 as names, as words', scores.join(' '), `${chosen.length} sentences`);
}

function print(name: string, holds: number, of: number): void {
  write(name.padEnd(24), `${((100 * holds) / Math.max(1, of)).toFixed(1)} %`.padStart(8), `of ${of}`);
}

function write(...columns: readonly string[]): void {
  process.stdout.write(`${columns.join(' ')}\n`);
}

function count<Value>(values: readonly Value[], holds: (value: Value, at: number) => boolean): number {
  return values.filter(holds).length;
}

function check(holds: boolean, texts: readonly (string | undefined)[]): boolean {
  if (!holds && process.env['SHOW'] === '1') write(...texts.map((text = '') => `\n    ${readable(text)}`));
  return holds;
}

async function readText(tag: string): Promise<readonly string[]> {
  const text = await readFile(join(process.env['TEXT_DIR'] ?? '', `${tag}.txt`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .slice(0, lines)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

async function translate(segments: readonly string[]): Promise<readonly Translated[]> {
  const translated: Translated[] = [];
  for (const segment of segments) translated.push(await translateOne(segment));
  return translated;
}

async function translateOne(segment: string): Promise<Translated> {
  let carried = carry({ segment, terms: [] }, language);
  for (let tries = 1; ; tries++) {
    const translations: string[] = [];
    for (let at = 0; at < carried.texts.length; at += textsInCall) {
      const call = await worker.translate(pairName, carried.texts.slice(at, at + textsInCall), limitMs);
      translations.push(...call.map(({ text }) => text));
    }
    const outcome = carried.read(translations);
    if (typeof outcome === 'string') {
      const sent = carried.texts.map(({ text }) => text).join(' ');
      return { text: outcome, copiedAt: cameOnce(standInsAt(segment, tries, sent), translations) ? tries : undefined };
    }
    carried = outcome;
  }
}

/** A later try sends only the parts that lost one. */
function standInsAt(segment: string, tries: number, sent: string): readonly string[] {
  const kind = standInKinds(language)[tries - 1] ?? 'code';
  return standInsFor(kind, segment, countWordTokens(segment)).filter((standIn) => sent.includes(standIn));
}

function cameOnce(standIns: readonly string[], translations: readonly string[]): boolean {
  const found = findStandIns(translations.join(' ').replaceAll(/<[^<>]*>/g, ''), standIns);
  return found.length === standIns.length && new Set(found.map(({ index }) => index)).size === standIns.length;
}

/** Puts a point, and one to three pairs around one to four words each, into a sentence. */
function mark(sentence: string): string {
  const words = sentence.split(' ');
  let number = 0;
  const marked = [...words];
  let from = 0;
  for (let pairs = 1 + random(3); pairs > 0 && from < words.length; pairs--) {
    const start = from + random(Math.max(1, words.length - from - 3));
    const end = Math.min(words.length - 1, start + random(4));
    marked[start] = `${writeToken('open', number)}${marked[start]}`;
    marked[end] += writeToken('close', number++);
    from = end + 1;
  }
  const at = random(words.length);
  marked[at] += random(2) === 0 ? writeToken('point', number) : ` ${writeToken('point', number)}`;
  return marked.join(' ');
}

/** One to three words behind the first one of a sentence. */
function putWords(sentence: string): string {
  const words = sentence.split(' ');
  for (let number = random(3); number >= 0; number--) {
    words.splice(1 + random(words.length), 0, writeToken('word', number));
  }
  return words.join(' ');
}

function withoutTokens(segment: string): string {
  return segment.replace(tokenPattern, '').replace(/ {2,}/g, ' ').trim();
}

function lettersOf(text = ''): string {
  return text.replace(tokenPattern, '').replace(/[^\p{L}\p{N}]+/gu, '');
}

function isIntact(segment: string, translation: string): boolean {
  const tokens = (text: string): readonly string[] => text.match(tokenPattern) ?? [];
  const isSame = tokens(segment).toSorted().join('') === tokens(translation).toSorted().join('');
  return check(isSame && isNested(tokens(translation)), [segment, translation]);
}

function isOnce(text: string, word: string): boolean {
  return text.split(word).length === 2;
}

/**
 * Measures what the neural engine does to tokens. It puts tokens between the words of sentences, and looks for them in
 * the engine's translations, before the service checks anything. It prints:
 *
 *   intact     sentences with pairs and points: each token comes back once, pairs nested
 *   unmoved    sentences whose words are the same as without pairs, points and spaces
 *   around     pairs around a name or a figure that enclose the same in the translation
 *   as terms   the same where the name or figure is a glossary entry
 *   words      sentences with words: each token comes back once
 *   beside     words in the place of a name or a figure that have a neighbour that the name has in the translation
 *   chrF2      of sentences with a name, where it is translated as a name, and where it is a word
 *
 * Usage: TEXT_DIR=<folder with `<tag>.txt`, the same sentences in each language> [LINES=400] [MODELS_DIR=<folder>]
 *        node eval/bergamot-marks.ts source>target
 *
 * It runs at the lowest priority. It prints nothing of the text, except with SHOW=1 each sentence that fails a check, for
 * use at the desk.
 */
import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNested } from '../src/text/checks/tokens.ts';
import { tokenPattern, writeToken } from '../src/text/document/token.ts';
import type { SegmentEntry } from '../src/text/engine/engine.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { chrf2 } from './chrf.ts';
import { openMeasuredEngines } from './engines.ts';
import { openRandom, readable } from './marked-texts.ts';

const lowestPriority = 19;
const segmentsInJob = 64;
const lines = Number(process.env['LINES'] ?? 400);
const [source = '', target = ''] = (process.argv[2] ?? '').split('>');
assert(source !== '' && target !== '', 'Usage: node eval/bergamot-marks.ts source>target');

type Segment = { readonly segment: string; readonly entries?: readonly SegmentEntry[] };

setPriority(lowestPriority);
await using scope = new AsyncDisposableStack();
const folder = scope.use(await mkdtempDisposable(join(tmpdir(), 'dragoman-eval-')));
const opened = await openMeasuredEngines(['bergamot'], { folder: folder.path, env: process.env }, scope);
const engine = opened.engines[0]?.engine;
assert(engine !== undefined, opened.absent.join());
const random = openRandom(1);
const sentences = await readText(source);
const references = await readText(target);
const plain = await translate(sentences);
await measurePairsAndPoints();
await measurePlaces();
await measureWords();
await measureNames();

async function measurePairsAndPoints(): Promise<void> {
  const marked = sentences.map(mark);
  const [translations, unmarked] = [await translate(marked), await translate(marked.map(withoutTokens))];
  print(
    'intact',
    count(marked, (segment, at) => isIntact(segment, translations[at])),
    marked.length,
  );
  const isUnmoved = (at: number): boolean => lettersOf(translations[at]) === lettersOf(unmarked[at]);
  print(
    'unmoved',
    count(marked, (_, at) => isUnmoved(at)),
    marked.length,
  );
}

/** The place of a word is known where its translation is the word itself. */
async function measurePlaces(): Promise<void> {
  const chosen = sentences.flatMap((sentence, at) => {
    const words = sentence.split(' ').filter((word) => /^[\p{Lu}\d][\p{L}\d]{2,}$/u.test(word));
    const same = words.find((word) => isOnce(sentence, word) && isOnce(plain[at] ?? '', word));
    return same === undefined ? [] : [{ sentence, word: same, plain: plain[at] ?? '' }];
  });
  const pairs = chosen.map(({ sentence, word }) =>
    sentence.replace(word, `${writeToken('open', 0)}${word}${writeToken('close', 0)}`),
  );
  const entries = chosen.map(({ word }, at) => ({
    segment: pairs[at] ?? '',
    entries: [{ number: 0, words: word, wanted: word }],
  }));
  for (const [name, segments] of [['around', pairs] as const, ['as terms', entries] as const]) {
    const translations = await translate(segments);
    const around = count(chosen, ({ word }, at) => {
      const inner = /\uFDD1\uE000(.*)\uFDD2\uE000/u.exec(translations[at] ?? '')?.[1];
      // A language may put an ending to a name.
      return check(inner !== undefined && inner.startsWith(word), [pairs[at], translations[at]]);
    });
    print(name, around, chosen.length);
  }
  const words = await translate(chosen.map(({ sentence, word }) => sentence.replace(word, writeToken('word', 0))));
  const beside = count(chosen, ({ word, ...one }, at) => {
    const [before, after] = neighbours(one.plain, word);
    const [left, right] = neighbours(words[at] ?? '', writeToken('word', 0));
    return check(before === left || after === right, [one.sentence, one.plain, words[at]]);
  });
  print('beside', beside, chosen.length);
}

/** The words before and after one, in small letters and without signs; empty at the ends. */
function neighbours(text: string, word: string): readonly [string | undefined, string | undefined] {
  const [before, after] = text.split(word).map((part) => part.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return after === undefined ? [undefined, undefined] : [before?.at(-1) ?? '', after[0] ?? ''];
}

async function measureWords(): Promise<void> {
  const segments = sentences.map(putWords);
  const translations = await translate(segments);
  print(
    'words',
    count(segments, (segment, at) => isIntact(segment, translations[at])),
    segments.length,
  );
}

/** Translates sentences whose reference has the same name once with the name, and once with a word. */
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
  const withNames = asWords.map((text, at) => text.replace(tokenPattern, chosen[at]?.name ?? ''));
  const scores = [asNames, withNames].map((texts) => chrf2(texts, wanted).toFixed(1));
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

async function translate(segments: readonly (string | Segment)[]): Promise<readonly string[]> {
  const all = segments.map((each): Segment => (typeof each === 'string' ? { segment: each } : each));
  const translations: string[] = [];
  for (let at = 0; at < all.length; at += segmentsInJob) {
    const some = all.slice(at, at + segmentsInJob);
    const job = { segments: some.map(({ segment }) => segment), entries: some.map(({ entries = [] }) => entries) };
    const pair = { source, target } as LanguagePair;
    assert(engine !== undefined);
    translations.push(...(await engine.translate({ ...job, pair, share: 'eval' }, new AbortController().signal)));
  }
  return translations;
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

function isIntact(segment: string, translation = ''): boolean {
  const tokens = (text: string): readonly string[] => text.match(tokenPattern) ?? [];
  const isSame = tokens(segment).toSorted().join('') === tokens(translation).toSorted().join('');
  return check(isSame && isNested(tokens(translation)), [segment, translation]);
}

function isOnce(text: string, word: string): boolean {
  return text.split(word).length === 2;
}

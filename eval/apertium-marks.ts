/**
 * Measures what each of Apertium's modes does to tokens and figures: inserts tokens between the words of sentences, and
 * searches the translations for them. Prints a line for each pair:
 *
 *   intact     sentences that return each token once, pairs nested
 *   unmoved    sentences whose words are the same as without pairs, points and spaces
 *   as a name  sentences whose words are the same with a word token as with an unknown name
 *   figures    sentences whose digits are the same after translation
 *
 * Usage: TEXT_DIRS=<folders with `<tag>.txt`, colon separated> [LINES=100]
 *        node eval/apertium-marks.ts [source>target ...]
 *
 * It takes some minutes on two cores and runs at the lowest priority. Prints no text, except the
 * failed sentences with SHOW=1.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApertium } from '../src/adapters/apertium/engine.ts';
import { loadConfig } from '../src/config.ts';
import { isNested } from '../src/text/checks/tokens.ts';
import { readToken, tokenPattern, writeToken } from '../src/text/document/token.ts';
import type { LanguagePair } from '../src/text/languages/language.ts';
import { openRandom, readable } from './marked-texts.ts';

const lowestPriority = 19;
const lines = Number(process.env['LINES'] ?? 100);
const name = 'Zubrowka';
const folders = [
  ...(process.env['TEXT_DIRS'] ?? '').split(':').filter(Boolean),
  fileURLToPath(new URL('../test/fixtures/apertium', import.meta.url)),
];

setPriority(lowestPriority);
const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
const limits = loadConfig({}).apertium;
const engine = await openApertium({ cacheDir, limits, events: { engineRestarted: () => undefined } });
const wanted = process.argv.slice(2);
const totals: Shares = { sentences: 0, intact: 0, unmoved: 0, asName: 0, figures: 0 };
write('pair'.padEnd(16), 'sentences   intact  unmoved  as a name  figures');
for (const pair of engine.pairs()) {
  const pairName = `${pair.source}>${pair.target}`;
  const text = wanted.length === 0 || wanted.includes(pairName) ? await readText(pair.source) : [];
  if (text.length === 0) continue;
  const shares = await measure(pair, text);
  for (const key of Object.keys(totals) as (keyof Shares)[]) totals[key] += shares[key];
  print(pairName, shares);
}
print('all', totals);
await engine[Symbol.asyncDispose]();
await rm(cacheDir, { recursive: true });

type Shares = Record<'sentences' | 'intact' | 'unmoved' | 'asName' | 'figures', number>;

function print(pairName: string, shares: Shares): void {
  const { sentences, intact, unmoved, asName, figures } = shares;
  const counts = [intact, unmoved, asName, figures];
  const percents = counts.map((count) => ((100 * count) / sentences).toFixed(1).padStart(8));
  write(pairName.padEnd(16), String(sentences).padStart(9), ...percents);
}

function write(...columns: readonly string[]): void {
  process.stdout.write(`${columns.join(' ')}\n`);
}

async function readText(tag: string): Promise<readonly string[]> {
  for (const folder of folders) {
    const text = await readFile(join(folder, `${tag}.txt`), 'utf8').catch(() => '');
    if (text !== '') return text.split('\n').filter(Boolean).slice(0, lines);
  }
  return [];
}

async function measure(pair: LanguagePair, text: readonly string[]): Promise<Shares> {
  const random = openRandom(1);
  const plain = text.map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  const marked = plain.map((sentence) => mark(sentence, random));
  const bare = marked.map((sentence) => bareOf(sentence));
  const worded = plain.map((sentence) => putWords(sentence, random));
  const named = worded.map((sentence) => sentence.replace(tokenPattern, name));
  const all = [marked, bare, worded, named, plain];
  const segments = all.flat();
  const translations = await engine.translate({ pair, segments, share: 'eval' }, new AbortController().signal);
  const [outMarked = [], outBare = [], outWorded = [], outNamed = [], outPlain = []] = all.map((_, index) =>
    translations.slice(index * plain.length, (index + 1) * plain.length),
  );
  const count = (holds: (index: number) => boolean): number => plain.filter((_, index) => holds(index)).length;
  const isSame = (one = '', other = ''): boolean => one.toLowerCase() === other.toLowerCase();
  const withNames = (translation = ''): string => translation.replace(tokenPattern, name);
  return {
    sentences: plain.length,
    intact: count((at) => check('intact', isIntact(marked[at], outMarked[at]), [marked[at], outMarked[at]])),
    unmoved: count((at) => {
      const holds = lettersOf(bareOf(outMarked[at])) === lettersOf(outBare[at]);
      return check('unmoved', holds, [outBare[at], outMarked[at]]);
    }),
    asName: count((at) => {
      return check('as a name', isSame(withNames(outWorded[at]), outNamed[at]), [outNamed[at], outWorded[at]]);
    }),
    figures: count((at) => {
      return check('figures', figuresOf(plain[at]) === figuresOf(outPlain[at]), [plain[at], outPlain[at]]);
    }),
  };
}

function check(what: string, holds: boolean, texts: readonly (string | undefined)[]): boolean {
  if (!holds && process.env['SHOW'] === '1') write(what, ...texts.map((text = '') => `\n    ${readable(text)}`));
  return holds;
}

/** Puts one to three tokens of each role between the words of a sentence; pairs around one to four words. */
function mark(sentence: string, random: (count: number) => number): string {
  const words = sentence.split(' ');
  const before = words.map(() => [] as string[]);
  const behind = words.map(() => [] as string[]);
  let number = 0;
  for (let count = random(3); count >= 0; count--) {
    before[random(words.length)]?.push(`${writeToken('word', number++)} `);
    before[random(words.length)]?.push(`${writeToken('point', number++)}${random(2) === 0 ? ' ' : ''}`);
  }
  const ranges: Range[] = [];
  for (let count = random(3); count >= 0; count--) {
    const start = random(words.length);
    const range = { start, end: Math.min(words.length - 1, start + random(4)) };
    if (ranges.every((other) => areApart(range, other) || isWithin(range, other) || isWithin(other, range))) {
      ranges.push(range);
    }
  }
  const widthOf = ({ start, end }: Range): number => end - start;
  // Outer pairs first, so that inner ones are put inside them.
  for (const { start, end } of ranges.toSorted((one, other) => widthOf(other) - widthOf(one))) {
    before[start]?.push(writeToken('open', number));
    behind[end]?.unshift(writeToken('close', number++));
  }
  return words
    .map((word, index) => {
      const gap = index === words.length - 1 ? '' : random(12) === 0 ? writeToken('space', number++) : ' ';
      return [...(before[index] ?? []), word, ...(behind[index] ?? []), gap].join('');
    })
    .join('');
}

type Range = { readonly start: number; readonly end: number };

function areApart(one: Range, other: Range): boolean {
  return one.end < other.start || other.end < one.start;
}

function isWithin(one: Range, other: Range): boolean {
  return other.start <= one.start && one.end <= other.end;
}

function putWords(sentence: string, random: (count: number) => number): string {
  const words = sentence.split(' ');
  const count = 1 + random(3);
  for (let number = 0; number < count; number++) {
    // After the first word, which would lose its capital if a name preceded it.
    words.splice(1 + random(words.length), 0, writeToken('word', number));
  }
  return words.join(' ');
}

/** The sentence with names for word tokens, and without other tokens. */
function bareOf(sentence = ''): string {
  const put = sentence.replace(tokenPattern, (token) => {
    const { role } = readToken(token);
    return role === 'word' ? name : role === 'space' ? ' ' : '';
  });
  return put.replace(/ +/g, ' ').trim();
}

function lettersOf(text = ''): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function figuresOf(text = ''): string {
  return (text.normalize('NFKC').match(/\d+/g) ?? []).toSorted().join(' ');
}

function isIntact(sentence = '', translation = ''): boolean {
  const tokens = (text: string): readonly string[] => text.match(tokenPattern) ?? [];
  const isSame = tokens(sentence).toSorted().join('') === tokens(translation).toSorted().join('');
  return isSame && isNested(tokens(translation));
}

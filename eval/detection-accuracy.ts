/**
 * Measures how often the detector knows the language of a sentence, of its first three words and of its first word, and
 * how long it takes, and prints the table of `docs/decisions/0003-language-detection.md`.
 *
 * Usage: FLORES_DIR=<folder with one `<tag>.txt` per language, one sentence a line> node eval/detection-accuracy.ts
 *
 * Only every other sentence is looked at: the weights of the detector were fitted on the ones between.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDetector } from '../src/adapters/detection/detector.ts';
import type { LanguageTag } from '../src/core/languages/language.ts';

const folder = process.env['FLORES_DIR'] ?? '';
if (!existsSync(folder)) {
  process.stderr.write('FLORES_DIR must name a folder with one text per language\n');
  process.exit(2);
}

const measured = 'bg ca da en es fr gl hi is it nb nl pt ro ru sv'.split(' ');
const served = new Set(
  (
    'af an ast be bg br bs ca ca-valencia da en en-US eo es eu fr frp gl hi hr id is it mk ms nb nl nn oc oc-aranese ' +
    'oc-gascon pl pt pt-BR ro ru sc sl sr sr-Latn sv szl ur'
  ).split(' ') as LanguageTag[],
);
const cuts: readonly (readonly [name: string, cut: (line: string) => string])[] = [
  ['whole sentence', (line) => line],
  ['first three words', (line) => line.split(/\s+/).slice(0, 3).join(' ')],
  ['first word', (line) => line.split(/\s+/)[0] ?? ''],
];

const detector = await openDetector();
const rows = [['', ...measured, 'mean', 'undecided', 'µs']];
for (const [name, cut] of cuts) rows.push([name, ...measure(cut)]);
process.stdout.write(`${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`);

function measure(cut: (line: string) => string): readonly string[] {
  const texts = measured.map((code) => linesOf(code).map(cut));
  for (const text of texts.flat()) detector.detect(text, served);
  const startedAt = process.cpuUsage();
  const found = texts.map((lines) => lines.map((line) => detector.detect(line, served)));
  const { user, system } = process.cpuUsage(startedAt);
  const count = texts.flat().length;
  const known = found.map((all, index) => {
    return all.filter((one) => one.kind === 'detected' && one.language === measured[index]).length / all.length;
  });
  const undecided = found.flat().filter((one) => one.kind === 'undecided').length / count;
  const mean = known.reduce((sum, share) => sum + share, 0) / known.length;
  return [...known.map(percent), percent(mean), percent(undecided), ((user + system) / count).toFixed(0)];
}

function linesOf(code: string): readonly string[] {
  const lines = readFileSync(join(folder, `${code}.txt`), 'utf8').trim().split('\n');
  return lines.filter((_, index) => index % 2 === 1);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

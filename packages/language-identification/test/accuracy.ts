import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageIdentifier } from '../src/index.ts';

/** Languages with words between spaces and a FLORES-200 text; those in the tested set are measured. */
const withText = 'ar bg ca cs da de en es fr gl hi is it nb nl pl pt ro ru sv tr uk'.split(' ');

/** Share of texts that are identified correctly, from 0 to 1. */
export type Accuracy = {
  readonly byLanguage: Readonly<Record<string, number>>;
  /** Mean over the languages, unweighted. */
  readonly mean: number;
  readonly undecided: number;
  /** Processor time for one text. */
  readonly microseconds: number;
};

/**
 * Measures on the odd lines: the weights were fitted on the even lines.
 *
 * @param folder one `<tag>.txt` for each language, one sentence a line
 * @param cut returns the text to identify, from a sentence
 */
export function measureAccuracy(
  { identifier, among, folder }: { identifier: LanguageIdentifier; among: ReadonlySet<string>; folder: string },
  cut: (sentence: string) => string,
): Accuracy {
  const measured = withText.filter((code) => among.has(code));
  const texts = measured.map((code) => heldOut(join(folder, `${code}.txt`)).map(cut));
  const count = texts.flat().length;
  const startedAt = process.cpuUsage();
  const found = texts.map((all) => all.map((text) => identifier.identify(text, among)));
  const { user, system } = process.cpuUsage(startedAt);
  const shares = found.map((all, index) => {
    return all.filter((one) => one.kind === 'detected' && one.language === measured[index]).length / all.length;
  });
  return {
    byLanguage: Object.fromEntries(measured.map((code, index) => [code, shares[index] ?? 0])),
    mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    undecided: found.flat().filter((one) => one.kind === 'undecided').length / count,
    microseconds: (user + system) / count,
  };
}

function heldOut(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((_, index) => index % 2 === 1);
}

import type { Framed } from './frame.ts';
import type { Wire } from './wire.ts';

/** Separates the lines of one request and of its reply. */
export const lineBreak = '\n';

/**
 * Words that can be looked up: no sign of the stream format, no white space, and no sign at the start that a dictionary
 * reads as a separate word.
 */
const askable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’·.-]*$/u;

/** UTF-16 units: longer ones are no words. */
const wordLengthMax = 60;

export function isAskable(word: string): boolean {
  return word.length <= wordLengthMax && askable.test(word);
}

/**
 * Asks an analyser for words, one a line. A full stop behind each, apart from it by a blank, keeps it from being read
 * together with the next one. The answer has a line for each, its analyses parted by `/`; empty for a word that is not
 * known, or that is read as several.
 */
export const analyserWire = lineWire((word, index) => `${word}[.].[${index}]`, readUnit);

/** Asks a generator for the words of analyses, one a line. */
export const generatorWire = lineWire((analysis, index) => `^${analysis}$[${index}]`, readGenerated);

function lineWire(write: (line: string, index: number) => string, read: (reply: string) => string): Wire {
  return {
    frame: ({ text, number }) => `${linesOf(text).map(write).join('')}[r${number}]\0`,
    read: (reply, framed) => readLines(reply, framed)?.map(read).join(lineBreak),
    opening: '',
    prelude: undefined,
  };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(lineBreak);
}

/** The text before each of the numbered blanks; undefined if one is missing. */
function readLines(reply: string, { text, number }: Framed): readonly string[] | undefined {
  const end = `[r${number}]`;
  if (!reply.endsWith(end)) return undefined;
  const count = linesOf(text).length;
  const lines: string[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    const mark = `[${index}]`;
    const at = reply.indexOf(mark, from);
    if (at === -1) return undefined;
    lines.push(reply.slice(from, at));
    from = at + mark.length;
  }
  return from === reply.length - end.length ? lines : undefined;
}

/** One unit, its surface and its analyses, then the full stop. */
const unit = /^\^((?:[^\\/^$]|\\.)+)\/([^^$]*)\$\[\.\]\^\.\/[^^$]*\$$/u;

function readUnit(line: string): string {
  const [, , analyses = ''] = unit.exec(line) ?? [];
  return analyses.startsWith('*') ? '' : analyses;
}

/** The first of several spellings; `~` tells a later program what it may contract. */
function readGenerated(line: string): string {
  const [first = ''] = line.replaceAll(/\\(.)|~/gu, '$1').split('/');
  return first;
}

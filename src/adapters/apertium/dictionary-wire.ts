import type { Framed } from './frame.ts';
import type { Wire } from './wire.ts';

/** Separates the lines of one request and of its reply. */
export const lineBreak = '\n';

/**
 * Words that can be looked up: no character of the stream format, no white space, and no initial character that a
 * dictionary reads as a separate word.
 */
const askable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’·.-]*$/u;

/** In UTF-16 units. Longer words are not looked up. */
const wordLengthMax = 60;

export function isAskable(word: string): boolean {
  return word.length <= wordLengthMax && askable.test(word);
}

/**
 * Asks an analyser for words, one per line. The blank and the full stop after each word prevent it from being read
 * together with the next one. The answer has a line for each word, with analyses separated by `/`; empty if the word is
 * unknown or read as several.
 */
export const analyserWire = lineWire((word, index) => `${word}[.].[${index}]`, readUnit);

/** Asks a generator for the words of analyses, one per line. */
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

/** Returns the text before each numbered blank; undefined if one is missing. */
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

/** One unit (its surface form and its analyses), then the full stop. */
const unit = /^\^((?:[^\\/^$]|\\.)+)\/([^^$]*)\$\[\.\]\^\.\/[^^$]*\$$/u;

function readUnit(line: string): string {
  const [, , analyses = ''] = unit.exec(line) ?? [];
  return analyses.startsWith('*') ? '' : analyses;
}

/** Returns the first of several spellings. `~` marks words that a later program may contract. */
function readGenerated(line: string): string {
  const [first = ''] = line.replaceAll(/\\(.)|~/gu, '$1').split('/');
  return first;
}

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
export const analyserWire: Wire = {
  frame: ({ text, number }) => {
    const words = text === '' ? [] : text.split(lineBreak);
    return `${words.map((word, index) => `${word}[.].[${index}]`).join('')}[r${number}]\0`;
  },
  read: (reply, framed) => readLines(reply, framed)?.map(readUnit).join(lineBreak),
  opening: '',
  prelude: undefined,
};

/** Asks a generator for the words of analyses, one a line. */
export const generatorWire: Wire = {
  frame: ({ text, number }) => {
    const units = text === '' ? [] : text.split(lineBreak);
    return `${units.map((unit, index) => `^${unit}$[${index}]`).join('')}[r${number}]\0`;
  },
  read: (reply, framed) => readLines(reply, framed)?.map(readGenerated).join(lineBreak),
  opening: '',
  prelude: undefined,
};

/** The text before each of the numbered blanks; undefined if one is missing. */
function readLines(reply: string, { text, number }: Framed): readonly string[] | undefined {
  const end = `[r${number}]`;
  if (!reply.endsWith(end)) return undefined;
  const count = text === '' ? 0 : text.split(lineBreak).length;
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

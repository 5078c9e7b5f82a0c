import { codedText, type Piece } from '../codes.ts';
import { balancedLines } from '../line-breaks.ts';
import type { PartReader } from '../part-reader.ts';
import { spelledAs } from '../spelling.ts';
import { textFilter } from '../text-filter.ts';
import { decodeXml } from '../xml.ts';

/** SubRip. What is between two times is text, also after a blank line. */
export const srt = textFilter({
  id: 'srt',
  extensions: ['.srt'],
  mediaTypes: ['application/x-subrip'],
  otherEncoding: 'code page',
  read: (file) => readCues(file, 'srt'),
});

/** WebVTT (https://www.w3.org/TR/webvtt1/). A blank line ends a cue; other blocks stay as they are. */
export const vtt = textFilter({
  id: 'vtt',
  extensions: ['.vtt'],
  mediaTypes: ['text/vtt'],
  read(file) {
    if (!/^WEBVTT(?!\S)/.test(file.text)) throw file.error('wrong_format', 'the file does not start with WEBVTT', 0);
    readCues(file, 'vtt');
  },
});

type Kind = 'srt' | 'vtt';
type Line = { readonly start: number; readonly end: number; readonly text: string };

const time = String.raw`(?:\d{1,9}:)?\d{1,9}:\d{1,9}(?:[.,:]\d{1,9})?`;
const times = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}`);
const number = /^\s*\d+\s*$/;

function readCues(file: PartReader, kind: Kind): void {
  const lines = linesOf(file.text);
  let cue: Line[] = [];
  let isInCue = false;
  let hasCues = false;
  const finish = (): void => {
    addCue(file, cue, kind);
    cue = [];
  };
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.text ?? '';
    if (times.test(line.text)) {
      finish();
      isInCue = true;
      hasCues = true;
    } else if (line.text.trim() === '') {
      finish();
      isInCue &&= kind === 'srt';
    } else if (next.includes('-->') && number.test(line.text)) {
      finish();
      if (!times.test(next)) throw file.error('damaged', 'expected a time, "-->" and a time', lines[index + 1]?.start);
    } else if (isInCue) cue.push(line);
  }
  finish();
  if (!hasCues && kind === 'srt') throw file.error('wrong_format', 'the file has no times of subtitles');
}

const linesOf = (text: string): readonly Line[] =>
  Array.from(text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g), ({ 1: line = '', index }) => ({
    start: index + line.length - line.trimStart().length,
    end: index + line.trimEnd().length,
    text: line,
  }));

/** Tags, styles and notes of music: what they are in group 1 (`/`) and 2 (the name). Others than the known are text. */
const marks: Readonly<Record<Kind, RegExp>> = {
  srt: /<(\/?)(b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}|[♩-♬]/giu,
  vtt: /<(\/?)([a-z]*)[^<>]*>|\{\\[^{}]*\}|[♩-♬]/gu,
};

/** A dash of a dialogue or a note of music, after tags. A dash before a digit is a minus sign. */
const sign = /^((?:<[^<>]*>|\{\\[^{}]*\}|\s)*)(?:([-‐–—]\s*)(?=[^\d\s-])|[♩-♬])/u;

/** Adds the lines of a cue as one unit, or as one for each line with a sign and the lines after it. */
function addCue(file: PartReader, lines: readonly Line[], kind: Kind): void {
  const unpaired = kind === 'srt' ? unpairedTags(file.text, lines) : new Set<number>();
  let pieces: Piece[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const found = sign.exec(file.text.slice(line.start, line.end));
    if (found !== null) {
      addUnit(file, pieces, kind);
      pieces = [];
    } else if (last !== undefined) pieces.push({ kind: 'text', text: ' ', start: last.end, end: line.start });
    const tagsEnd = line.start + (found?.[1]?.length ?? 0);
    const signEnd = tagsEnd + (found?.[2]?.length ?? 0);
    addPieces(pieces, file.text, { start: line.start, end: tagsEnd, kind, unpaired });
    if (signEnd > tagsEnd) pieces.push({ kind: 'point', start: tagsEnd, end: signEnd });
    addPieces(pieces, file.text, { start: signEnd, end: line.end, kind, unpaired });
    last = line;
  }
  addUnit(file, pieces, kind);
}

/** Offsets of tags without a counterpart in their cue, which players show as text. */
function unpairedTags(text: string, lines: readonly Line[]): ReadonlySet<number> {
  const unpaired = new Set<number>();
  const open = new Map<string, number[]>();
  for (const { start, end } of lines) {
    for (const { 1: slash, 2: tag, index } of text.slice(start, end).matchAll(marks.srt)) {
      if (tag === undefined) continue;
      const name = tag.toLowerCase();
      const mates = open.get(name) ?? [];
      open.set(name, mates);
      const mate = slash === '/' ? mates.pop() : undefined;
      if (mate !== undefined) unpaired.delete(mate);
      else unpaired.add(start + index);
      if (slash === '') mates.push(start + index);
    }
  }
  return unpaired;
}

type Range = {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
  readonly unpaired: ReadonlySet<number>;
};

function addPieces(pieces: Piece[], text: string, { start, end, kind, unpaired }: Range): void {
  let textStart = start;
  const addText = (to: number): void => {
    if (to === textStart) return;
    if (kind === 'srt') pieces.push(plain(text, textStart, to));
    else for (const piece of vttPieces(text, textStart, to)) pieces.push(piece);
  };
  for (const { 0: raw, 1: slash, 2: name = '', index } of text.slice(start, end).matchAll(marks[kind])) {
    const at = start + index;
    if (unpaired.has(at)) continue;
    addText(at);
    textStart = at + raw.length;
    const tagKind = slash === '/' ? 'close' : 'open';
    pieces.push({ kind: name === '' ? 'point' : tagKind, name: name.toLowerCase(), start: at, end: textStart });
  }
  addText(end);
}

const plain = (source: string, start: number, end: number): Piece => ({
  kind: 'text',
  text: source.slice(start, end),
  start,
  end,
});

const vttEntities: Readonly<Record<string, string>> = { '&nbsp;': '\u00a0', '&lrm;': '\u200e', '&rlm;': '\u200f' };

function vttPieces(source: string, start: number, end: number): readonly Piece[] {
  return Array.from(source.slice(start, end).matchAll(/&[a-z#\d]{1,10};|[^&]+|&/gi), ({ 0: raw, index }) => ({
    ...plain(source, start + index, start + index + raw.length),
    text: raw.startsWith('&') ? (vttEntities[raw] ?? decodeXml(raw)) : raw,
  }));
}

/** Escapes what WebVTT would not read as text. A `&` alone is text to it. */
const escapeVtt = (text: string): string =>
  text
    .replaceAll(/&(?=[a-z\d#]+;)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;');

function addUnit(file: PartReader, pieces: readonly Piece[], kind: Kind): void {
  const coded = codedText(file.text, pieces);
  if (coded === undefined) return;
  const encode = spelledAs(file.text, pieces, kind === 'vtt' ? escapeVtt : (text) => text);
  const { start, end, codes } = coded;
  const lines = file.text.slice(start, end).match(/\r\n|\n|\r/g) ?? [];
  file.slots.push({
    start,
    end,
    unit: file.addUnit(coded).id,
    write: (translation) => balancedLines(translation, codes, { breaks: lines, encode }),
  });
}

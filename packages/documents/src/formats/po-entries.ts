import type { PartReader } from '../part-reader.ts';

/** Strings in quotation marks, one after another, with what they say together. */
export type PoString = { readonly start: number; end: number; value: string };

/** A line of a comment, with its line end. */
export type PoLine = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly lineEnd: string;
};

export type PoEntry = {
  readonly flags: PoLine[];
  /** The sources of a fuzzy translation. */
  readonly previous: PoLine[];
  /** For translators. */
  readonly comments: string[];
  context?: PoString;
  id?: PoString;
  plural?: PoString;
  /** By their numbers. */
  readonly forms: PoString[];
};

const emptyEntry = (): PoEntry => ({ flags: [], previous: [], comments: [], forms: [] });

/** Reads the entries of a PO file without the obsolete ones. @throws {FileError} `damaged` */
export function* poEntries(file: PartReader): Generator<PoEntry> {
  let entry = emptyEntry();
  let string: PoString | undefined;
  for (const { 0: raw, 1: text = '', index: start } of file.text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    const at = start + text.length - text.trimStart().length;
    const keyword = /^(?:msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?|domain)(?=[\s"])/.exec(text.trim())?.[0];
    const startsEntry =
      keyword === 'msgctxt' || keyword === 'domain' || (keyword === 'msgid' && entry.id !== undefined);
    if ((startsEntry || text.startsWith('#', at - start)) && (entry.forms.length > 0 || entry.id !== undefined)) {
      yield complete(file, entry);
      entry = emptyEntry();
    }
    if (text.trim() === '') continue;
    if (text.startsWith('#', at - start)) {
      string = undefined;
      if (text.trim().startsWith('#~')) entry = emptyEntry();
      else addComment(entry, { start, end: start + raw.length, text: text.trim(), lineEnd: raw.slice(text.length) });
      continue;
    }
    const end = start + text.length;
    if (keyword === undefined) {
      if (string === undefined) throw file.error('damaged', 'expected a keyword such as msgid', at);
      readStrings(file, string, { at, end });
      continue;
    }
    string = { start: file.text.indexOf('"', at), end, value: '' };
    readStrings(file, string, { at: at + keyword.length, end });
    if (keyword === 'domain') entry = emptyEntry();
    else addString(file, entry, { keyword, string, at });
  }
  if (entry.id !== undefined) yield complete(file, entry);
}

function complete(file: PartReader, entry: PoEntry): PoEntry {
  if (entry.id !== undefined && entry.forms.length > 0) return entry;
  throw file.error('damaged', 'an entry has no msgstr', entry.id?.start);
}

function addComment({ flags, previous, comments }: PoEntry, line: PoLine): void {
  if (line.text.startsWith('#,')) flags.push(line);
  else if (line.text.startsWith('#|')) previous.push(line);
  else if (line.text.startsWith('#.')) comments.push(line.text.slice(2).trim());
}

type Keyword = { readonly keyword: string; readonly string: PoString; readonly at: number };

function addString(file: PartReader, entry: PoEntry, { keyword, string, at }: Keyword): void {
  if (keyword === 'msgctxt') entry.context = string;
  else if (keyword === 'msgid') entry.id = string;
  else if (entry.id === undefined) throw file.error('damaged', 'expected msgid', at);
  else if (keyword === 'msgid_plural') entry.plural = string;
  else {
    const form = Number(/\d+/.exec(keyword)?.[0] ?? 0);
    if (form !== entry.forms.length) throw file.error('damaged', 'the numbers of msgstr are not in order', at);
    entry.forms.push(string);
  }
}

/** Appends the strings of a line. */
function readStrings(
  file: PartReader,
  string: PoString,
  { at, end }: { readonly at: number; readonly end: number },
): void {
  const { text } = file;
  let from = at;
  while (from < end) {
    while (from < end && text[from] !== '"' && text[from]?.trim() === '') from++;
    if (from === end) return;
    if (text[from] !== '"') throw file.error('damaged', 'expected a string in quotation marks', from);
    let to = from + 1;
    while (to < end && text[to] !== '"') to += text[to] === '\\' ? 2 : 1;
    if (to >= end) throw file.error('damaged', 'a string is not closed', from);
    string.value += text.slice(from + 1, to).replaceAll(/\\(?:[0-7]{1,3}|x[\da-f]{1,2}|[^])/gi, unescaped);
    from = to + 1;
    string.end = from;
  }
}

const controls: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unescaped(escape: string): string {
  const body = escape.slice(1);
  if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
  if (/^x./i.test(body)) return String.fromCharCode(Number.parseInt(body.slice(1), 16));
  return controls[body] ?? body;
}

/** Columns of a line, with the quotation marks, that gettext's tools write. */
const lineWidth = 79;

/** Whether the file breaks its lines: no line that is longer has a space in it. */
export const isFolded = (text: string): boolean =>
  !/^(?=[^\r\n]{81})(?:msg[a-z_[\]\d]* )?"[^\r\n]*[^\s"] [^\r\n"]/m.test(text);

const wide = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60`;
/** What is on one line: words with the space after them, and letters of scripts that are broken anywhere. */
const chunks = new RegExp(String.raw`[${wide}][、。，．！？」』）】ー々]* *|(?:\\.|[^\\ ${wide}])+ *| +`, 'gu');
const widthOf = (text: string): number => text.length + (text.match(new RegExp(`[${wide}]`, 'gu'))?.length ?? 0);

export type PoStyle = { readonly keyword: string; readonly newline: string; readonly isFolded: boolean };

/** Writes strings that together are a value: on one line if it fits, otherwise below an empty one, broken after `\n`. */
export function writePoString(value: string, { keyword, newline, isFolded: mustFold }: PoStyle): string {
  const lines = Array.from(value.matchAll(/[^\n]*\n|[^\n]+/g), ([line]) => escaped(line));
  const [first = ''] = lines;
  if (lines.length < 2 && !(mustFold && keyword.length + widthOf(first) + 2 > lineWidth)) return `"${first}"`;
  const folded = mustFold ? lines.flatMap(foldedLine) : lines;
  return ['', ...folded].map((line) => `"${line}"`).join(newline);
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');

function foldedLine(line: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  let width = 2;
  for (const [chunk] of line.matchAll(chunks)) {
    const chunkWidth = widthOf(chunk);
    if (current !== '' && width + chunkWidth > lineWidth) {
      lines.push(current);
      current = '';
      width = 2;
    }
    current += chunk;
    width += chunkWidth;
  }
  return [...lines, current];
}

import type { Span } from '../span.ts';
import { entityBody } from './entities.ts';

/** Returns the span of a line's value; 'nothing' for lines of the format without one. */
type LineReader = (line: string) => Span | 'nothing' | undefined;

/** Maximum share of lines in an unknown form. These lines are texts. */
const strangeShare = 0.2;
/** Minimum share of lines with a key. */
const keyedShare = 0.3;

const comment = /^\s*(?:[#;!]|\/\/|\/\*)/;
const section = /^\s*\[[\w.:" /-]{1,100}\]\s*$/;

/** Apple's strings: `"key" = "value";`. */
const appleString = /^\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*=\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*;\s*$/d;
/** Java's properties, INI, environment files and Fluent: `key=value`, the key without white space. */
const property = /^\s*(?:export\s|[.-](?=\w))?[A-Za-z_][\w.:@[\]-]{0,200}[ \t]*=[ \t]*/;
/** A desktop entry, and its keys with texts. Source: the Desktop Entry Specification of freedesktop.org. */
const desktopEntry = /^\[Desktop (?:Entry|Action [^\]\n]*)\]/m;
const desktopText = /^(?:(?:Generic|X-GNOME-Full)?Name|Comment|Keywords)(?:\[|\s*=)/;
/** YAML: `key: value`, `key:` before indented lines, and `- value`. */
const yamlKey = /^\s*(?:-[ \t]+)?(?:[a-z_][\w.-]{0,100}|"[\w.-]{1,100}"|'[\w.-]{1,100}'):(?:[ \t]+|$)/;
const yamlItem = /^\s*-[ \t]+/;
const yamlFence = /^\s*(?:---|\.\.\.)\s*$/;
/** YAML's markers for a block of lines, a reference or a tag, in place of a value. */
const yamlSign = /^(?:[|>][+-]?\d?|[&*!]\S*|\{\}|\[\]|~|null)$/;
/** A key that does not occur in a letter or mail, or a key with nested keys. */
const programKey =
  /[ \t]*(?:-[ \t]+)?["']?[a-z]\w{0,60}(?:[._]\w|[a-z][A-Z])[\w.-]{0,60}["']?:(?:[ \t]|\r?(?:\n|$))|[a-z][\w-]{0,60}:[ \t]{0,60}\r?\n[ \t]+["']?[a-z][\w.-]{0,60}["']?:/y;
/** vCard and iCalendar. Source: RFC 6350 and RFC 5545. */
const cardBeginning = /^\uFEFF?BEGIN:V[A-Z]+/;
const cardName = /^\s?([A-Z][A-Z0-9-]{0,40})(?:;[^:\n]{0,200})?:/;
const cardText = /^(?:SUMMARY|DESCRIPTION|COMMENT|LOCATION|NOTE|TITLE|ROLE)$/;
const dottedProperty = /^\s*[A-Za-z_]\w{0,60}[._]\w[\w.-]{0,60}[ \t]*=/;

/** Returns the values of a file of keys and values: nearly all lines have one format. Undefined for other texts. */
export function findKeyedValues(text: string): readonly Span[] | undefined {
  if (cardBeginning.test(text)) return readLines(text, linesOf(text), readCardLine);
  if (text.includes('=')) {
    const lines = linesOf(text);
    const values =
      readLines(text, lines, readString) ?? readLines(text, lines, propertyReader(desktopEntry.test(text)));
    if (values) return values;
  }
  return text.includes(':') && beginsLine(programKey, text) ? readLines(text, linesOf(text), yamlReader()) : undefined;
}

function beginsLine(pattern: RegExp, text: string): boolean {
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return true;
  }
  return false;
}

/** Returns the lines that are not blank, without white space at their ends. */
function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    const end = start + text.slice(start, next).trimEnd().length;
    if (end > start) lines.push({ start, end });
    start = next + 1;
  }
  return lines;
}

function readLines(text: string, lines: readonly Span[], read: LineReader): readonly Span[] | undefined {
  const values: Span[] = [];
  const counts = { keyed: 0, strange: 0 };
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    const value = comment.test(line) || section.test(line) ? 'nothing' : read(line);
    if (value === undefined) counts.strange++;
    if (counts.strange > lines.length * strangeShare) return undefined;
    if (value === 'nothing') continue;
    if (value !== undefined) counts.keyed++;
    values.push({ start: start + (value?.start ?? 0), end: value ? start + value.end : end });
  }
  const isClear = counts.keyed > 1 || read === readCardLine || dottedProperty.test(text) || appleString.test(text);
  return isClear && (read === readCardLine || counts.keyed > lines.length * keyedShare) ? values : undefined;
}

function readCardLine(line: string): Span | 'nothing' | undefined {
  const name = cardName.exec(line);
  if (!name) return undefined;
  return cardText.test(name[1] ?? '') ? { start: name[0].length, end: line.length } : 'nothing';
}

function readString(line: string): Span | undefined {
  const [start, end] = appleString.exec(line)?.indices?.[1] ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

function propertyReader(isDesktopEntry: boolean): LineReader {
  /** Whether the value of the previous line continues in this one. */
  let goesOn = false;
  return (line) => {
    const start = goesOn ? line.length - line.trimStart().length : property.exec(line)?.[0].length;
    goesOn = line.endsWith('\\') && !line.endsWith('\\\\');
    if (start === undefined) return undefined;
    if (isDesktopEntry && !desktopText.test(line)) return { start: line.length, end: line.length };
    return goesOn ? { start, end: line.length - 1 } : unquoted(line, start);
  };
}

function unquoted(line: string, start: number): Span {
  const quote = line.charAt(start);
  const isQuoted = (quote === '"' || quote === "'") && line.endsWith(quote) && line.length > start + 1;
  return isQuoted ? { start: start + 1, end: line.length - 1 } : { start, end: line.length };
}

function yamlReader(): LineReader {
  /** Indentation of the key of the current block of lines; undefined outside such a block. */
  let block: number | undefined;
  return (line) => {
    const indent = line.length - line.trimStart().length;
    if (block !== undefined && indent > block) return { start: indent, end: line.length };
    block = undefined;
    const key = yamlKey.exec(line) ?? yamlItem.exec(line);
    if (!key) return yamlFence.test(line) ? 'nothing' : undefined;
    const value = line.slice(key[0].length);
    if (/^[|>]/.test(value)) block = indent;
    return value === '' || yamlSign.test(value) ? 'nothing' : unquoted(line, key[0].length);
  };
}

/** A string of a message catalogue, or one line of a string with several lines. */
type Part = Span & { readonly field: string; readonly isHeader: boolean };

const stringLine = /^\s*(?:#~\s*)?(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d\])?\s+)?"(.*)"\s*$/d;

/** Returns a gettext catalogue's translations, or else its messages. Source: GNU gettext, "The Format of PO Files". */
export function findMessages(text: string): readonly Span[] | undefined {
  if (!text.includes('msgid') || !/^msgid\s/m.test(text)) return undefined;
  const parts = readParts(text);
  const isTranslated = parts?.some(({ field, start, end, isHeader }) => field === 'msgstr' && end > start && !isHeader);
  const wanted = isTranslated === true ? /^msgstr$/ : /^msgid/;
  return parts?.filter(({ field, start, end, isHeader }) => wanted.test(field) && end > start && !isHeader);
}

function readParts(text: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let [field, isHeader, start] = ['', false, 0];
  for (const line of text.split('\n')) {
    const found = stringLine.exec(line);
    const [from, to] = found?.indices?.[2] ?? [];
    if (found && from !== undefined && to !== undefined) {
      if (found[1] === 'msgid') isHeader = true;
      field = found[1] ?? field;
      // The message of the header is empty in all its lines.
      if (field === 'msgid' && to > from) isHeader = false;
      parts.push({ start: start + from, end: start + to, field, isHeader });
    } else if (!/^\s*(?:#|$)/.test(line)) return undefined;
    start += line.length + 1;
  }
  return parts;
}

/** A cell, between quotation marks or not, with the delimiter after it. A doubled quotation mark is part of the cell. */
const patterns = {
  // Not the end of an entity.
  ';': cellBefore(`;(?<!&${entityBody})`),
  '|': cellBefore('[|]'),
  ',': cellBefore(','),
} as const;
type Delimiter = keyof typeof patterns;

/** Maximum fields of a line. A table with more fields is data. */
const fieldsMax = 200;

/** Returns the cells of a table: lines with equally many fields, no space after delimiters. Source: RFC 4180. */
export function findCells(text: string): readonly Span[] | undefined {
  const firstLine = text.slice(0, text.indexOf('\n') + 1);
  if (firstLine.trim() === '') return undefined;
  for (const delimiter of [';', '|', ','] as const) {
    if (firstLine.includes(delimiter)) {
      const cells = readTable(text, delimiter);
      if (cells) return cells;
    }
  }
  return undefined;
}

function readTable(text: string, delimiter: Delimiter): readonly Span[] | undefined {
  const cells: Span[] = [];
  let [lines, fields] = [0, 0];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    const end = text[next - 1] === '\r' ? next - 1 : next;
    if (end > start) {
      const row = readRow(text, { start, end }, delimiter);
      if (row === undefined || row.length < (delimiter === ',' ? 3 : 2)) return undefined;
      if (lines > 0 && row.length !== fields) return undefined;
      fields = row.length;
      lines++;
      for (const cell of row) if (cell.end > cell.start) cells.push(cell);
    }
    start = next + 1;
  }
  return lines > 1 ? cells : undefined;
}

function readRow(text: string, { start, end }: Span, delimiter: Delimiter): readonly Span[] | undefined {
  const line = text.slice(start, end);
  const cells: Span[] = [];
  const pattern = patterns[delimiter];
  pattern.lastIndex = 0;
  while (cells.length < fieldsMax) {
    const found = pattern.exec(line);
    const [from, to] = found?.indices?.[1] ?? found?.indices?.[2] ?? [];
    if (found === null || from === undefined || to === undefined) return undefined;
    cells.push({ start: start + from, end: start + to });
    if (found.indices?.[3] === undefined) return cells;
  }
  return undefined;
}

function cellBefore(delimiter: string): RegExp {
  return new RegExp(`(?:"((?:[^"]|"")*)"|((?!")(?:(?!${delimiter})[^])*))(?:(${delimiter}(?!\\s))|$)`, 'dy');
}

/** The block of data at the start of a Markdown file. */
import { isCollection, isScalar, parseDocument, type Scalar, visit } from 'yaml';
import type { PartReader } from './part-reader.ts';
import type { Place } from './skeleton.ts';

const usualKeys = 'title description summary subtitle sidebar_label sidebar_title linkTitle excerpt tagline'.split(' ');

/** Adds a unit for each text of the keys. The place is between the fences. What is damaged stays as it is. */
export function readFrontMatter(
  file: PartReader,
  place: Place,
  kind: 'yaml' | 'toml',
  keys: readonly string[] = usualKeys,
): void {
  const wanted = new Set(keys);
  if (kind === 'yaml') readYaml(file, place, wanted);
  else readToml(file, place, wanted);
}

function readYaml(file: PartReader, { start, end }: Place, keys: ReadonlySet<string>): void {
  const document = parseDocument(file.text.slice(start, end), { uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) return;
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string' || !keys.has(String(key.value))) return;
      const isFlow = path.some((node) => isCollection(node) && node.flow === true);
      addScalar(file, value as Scalar<string>, { offset: start, isFlow });
    },
  });
}

function addScalar(
  file: PartReader,
  { value, range, type }: Scalar<string>,
  { offset, isFlow }: { readonly offset: number; readonly isFlow: boolean },
): void {
  if (range === undefined || range === null) return;
  const place = { start: offset + range[0], end: offset + range[1] };
  const raw = file.text.slice(place.start, place.end);
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') {
    const header = /^[^\r\n]*(?:\r\n|\n|\r)[ \t]*/.exec(raw)?.[0].length ?? 0;
    const indentation = /[ \t]*$/.exec(raw.slice(0, header))?.[0] ?? '';
    const content = { start: place.start + header, end: place.start + raw.trimEnd().length };
    const write = (text: string): string => text.replaceAll('\n', `${file.newline}${indentation}`);
    if (content.end > content.start) file.add([{ kind: 'text', text: value.trim(), ...content }], write);
    return;
  }
  if (type === 'PLAIN') file.add([{ kind: 'text', text: value, ...place }], (text) => plainOrQuoted(text, isFlow));
  else addQuoted(file, place, value, type === 'QUOTE_SINGLE' ? quoteSingle : quoteDouble);
}

/** Adds a unit for what is between the quotes of a place and the white space in them. */
function addQuoted(file: PartReader, place: Place, value: string, quote: (text: string) => string): void {
  const raw = file.text.slice(place.start + 1, place.end - 1);
  const start = place.start + 1 + raw.length - raw.trimStart().length;
  const text = value.trim();
  const write = (translation: string): string => quote(translation).slice(1, -1);
  if (text !== '') file.add([{ kind: 'text', text, start, end: start + raw.trim().length }], write);
}

const quoteDouble = (text: string): string => JSON.stringify(text);
const quoteSingle = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What YAML 1.1 reads as a boolean, a number or a date, beside what YAML 1.2 does. */
const oldScalar = /^(?:y|yes|n|no|on|off|[-+.\d][-+.\d_:]*|\d{4}-\d\d?-\d\d?.*)$/i;

/** A plain scalar if that is read as the same text. */
function plainOrQuoted(text: string, isFlow: boolean): string {
  const isSafe =
    !oldScalar.test(text) &&
    !/^[-?:,[\]{}#&*!|>'"%@`~]|: |:$| #|[\n\t]|^\s|\s$|^---|^\.\.\./.test(text) &&
    !(isFlow && /[,[\]{}]/.test(text));
  const read: unknown = isSafe ? parseDocument(text, { logLevel: 'silent' }).toJS() : undefined;
  return read === text ? text : quoteDouble(text);
}

const tomlLine = /^([ \t]*"?([\w-]+)"?[ \t]*=[ \t]*)("(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')[ \t]*(?:#.*)?$/gm;

function readToml(file: PartReader, { start, end }: Place, keys: ReadonlySet<string>): void {
  // Strings over several lines stay as they are, with what looks like a line of data in them.
  const data = file.text
    .slice(start, end)
    .replaceAll(/"""[^]*?"""|'''[^]*?'''/g, (raw) => raw.replaceAll(/[^\r\n]/g, ' '));
  for (const { 1: before = '', 2: key = '', 3: raw = '', index } of data.matchAll(tomlLine)) {
    if (!keys.has(key)) continue;
    const value = raw.startsWith("'") ? raw.slice(1, -1) : decodeToml(raw);
    const from = start + index + before.length;
    // A literal string has no escapes, so that it cannot hold an apostrophe.
    const quote = raw.startsWith("'") ? (text: string) => `'${text.replaceAll("'", '’')}'` : quoteDouble;
    if (value !== undefined) addQuoted(file, { start: from, end: from + raw.length }, value, quote);
  }
}

/** Escapes of TOML are those of JSON, and `\U0001f600`. */
function decodeToml(raw: string): string | undefined {
  try {
    const text = raw.replaceAll(/\\U([0-9a-fA-F]{8})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

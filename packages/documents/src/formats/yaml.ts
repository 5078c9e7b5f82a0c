import { Composer, type CST, isMap, isScalar, isSeq, Parser, type Scalar } from 'yaml';
import { codedText, type Piece } from '../codes.ts';
import { type EscapeStyle, escapeStyle } from '../escapes.ts';
import type { ParseOptions } from '../file.ts';
import type { FileError } from '../file-error.ts';
import { keyPath } from '../key-path.ts';
import { isLanguageName, renamedLanguage } from '../language-names.ts';
import type { PartReader, UnitNotes } from '../part-reader.ts';
import { textFilter } from '../text-filter.ts';
import {
  canBePlain,
  doubleQuoted,
  folded,
  isPlainString,
  singleQuoted,
  withoutUnprintable,
  yamlEscaping,
} from '../yaml-scalars.ts';

/** Values that are strings. Aliases are not translated again. In files of Rails, the root key is the language. */
export const yaml = textFilter({
  id: 'yaml',
  extensions: ['.yaml', '.yml'],
  mediaTypes: ['application/yaml', 'text/yaml'],
  read(file, options) {
    const documents = readDocuments(file, file.text);
    const texts = documents.length === 1 ? nameLanguage(file, documents[0]?.contents, options) : undefined;
    addScalars(file, texts === undefined ? documents : [{ contents: texts }]);
  },
});

/**
 * Adds units for the texts of some keys in front matter: names at any level, and paths from the top, with `*` for an item.
 *
 * @param text the start of the file up to the end of the data, with line ends for what is before the data
 * @throws {FileError} `damaged` or `too_deep`
 */
export const readYamlKeys = (file: PartReader, text: string, keys: ReadonlySet<string>): void =>
  addScalars(file, readDocuments(file, text), keys);

type YamlDocument = { readonly contents: unknown };

function addScalars(file: PartReader, documents: readonly YamlDocument[], keys?: ReadonlySet<string>): void {
  const scalars = documents
    .flatMap(({ contents }) => scalarsOf(file, contents))
    .filter(({ key }) => keys === undefined || keys.has(key.slice(key.lastIndexOf('.') + 1)) || keys.has(itemOf(key)));
  const count = (type: Scalar.Type): number => scalars.filter(({ node }) => node.type === type).length;
  const style = escapeStyle(file.text, yamlEscaping);
  const prefersSingle = count('QUOTE_SINGLE') > count('QUOTE_DOUBLE');
  for (const scalar of scalars)
    addScalar(file, scalar, { style, prefersSingle, notes: keys ? {} : { key: scalar.key } });
}

/** The path of a key with `*` for the numbers of items: `hero.actions.*.text`. */
const itemOf = (key: string): string => key.replaceAll(/(?<=\.)\d+(?=\.|$)/g, '*');

type ErrorSource = number | readonly number[] | { readonly offset: number };

/** Stops at the first error, as each one takes longer than what is valid. */
function readDocuments(file: PartReader, text: string): readonly YamlDocument[] {
  let first: FileError | undefined;
  const refuse = (source: ErrorSource, code: string): never => {
    const offset = typeof source === 'object' && 'offset' in source ? source.offset : [source].flat()[0];
    // The composer catches what is thrown in it, and reports it as an error again.
    first ??= isTooDeep(code)
      ? tooDeep(file)
      : file.error('damaged', messages[code] ?? 'this is not valid YAML', offset);
    throw first;
  };
  // Without a schema, all scalars are strings: numbers come back as they are, and no tag is resolved.
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, keepSourceTokens: true });
  composer['onError'] = (source: ErrorSource, code: string, _: string, isWarning = false) => {
    if (!isWarning) refuse(source, code);
  };
  const tokens = function* (): Generator<CST.Token> {
    for (const token of new Parser().parse(text)) yield token.type === 'error' ? refuse(token, '') : token;
  };
  try {
    const documents = [...composer.compose(tokens())];
    for (const { errors } of documents) for (const { pos, code } of errors) refuse(pos, code);
    return documents;
  } catch (error) {
    // The parser calls itself for each level.
    throw error instanceof RangeError ? tooDeep(file) : error;
  }
}

const isTooDeep = (code: string): boolean => code === 'RESOURCE_EXHAUSTION';
const tooDeep = (file: PartReader): FileError => file.error('too_deep', 'too many nested values');

/** Without those of the parser, which have text of the file. */
const messages: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'double quotes have no such escape',
  BAD_INDENT: 'this is not indented like the lines before',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a key is on one line, followed by ":"',
  TAB_AS_INDENT: 'tabs cannot indent',
};

type Found = { readonly node: Scalar; readonly key: string; readonly isInFlow: boolean };

const depthMax = 500;

function scalarsOf(file: PartReader, root: unknown): readonly Found[] {
  const found: Found[] = [];
  const walk = (node: unknown, key: string, { depth, isInFlow }: { depth: number; isInFlow: boolean }): void => {
    if (depth > depthMax) throw file.error('too_deep', `more than ${depthMax} nested values`);
    if (isScalar(node)) {
      if (isText(node, file.needsLetters)) found.push({ node, key, isInFlow });
      return;
    }
    if (!isMap(node) && !isSeq(node)) return;
    const inner = { depth: depth + 1, isInFlow: isInFlow || node.flow === true };
    for (const [index, item] of node.items.entries()) {
      if (!isMap(node)) walk(item, keyPath(key, index), inner);
      else if (isPair(item)) walk(item.value, keyPath(key, isScalar(item.key) ? String(item.key.value) : index), inner);
    }
  };
  walk(root, '', { depth: 0, isInFlow: false });
  return found;
}

const isPair = (item: unknown): item is { readonly key: unknown; readonly value: unknown } =>
  typeof item === 'object' && item !== null && 'key' in item && 'value' in item;

/** Scalars with a tag, such as `!ruby/symbol`, are no text. */
const isText = ({ tag, type, value }: Scalar, needsLetters: boolean): boolean =>
  typeof value === 'string' &&
  (tag === undefined || tag === '!' || tag === 'tag:yaml.org,2002:str') &&
  (type !== 'PLAIN' || tag !== undefined || (needsLetters ? isPlainString(value) : !noWord.test(value)));

/** What no person writes as a text. `no` and numbers may be texts. */
const noWord = /^(?:~|null|true|false)$/i;

type Context = { readonly style: EscapeStyle; readonly prefersSingle: boolean; readonly notes: UnitNotes };

function addScalar(file: PartReader, { node, isInFlow }: Found, { style, prefersSingle, notes }: Context): void {
  const value = String(node.value);
  const [start, end] = node.range ?? [0, 0];
  if (node.type === 'BLOCK_LITERAL') {
    file.add(literalPieces(file, node), withoutUnprintable, notes);
    return;
  }
  const pieces: readonly Piece[] = [{ kind: 'text', text: value, start: 0, end: value.length }];
  const coded = codedText(value, pieces, { needsLetters: file.needsLetters });
  if (coded === undefined) return;
  const { id: unit } = file.addUnit({ ...coded, start }, notes);
  if (node.type === 'BLOCK_FOLDED') {
    const { body, indent } = blockOf(file, node);
    const text = file.text.slice(body, end);
    const from = body + text.length - text.trimStart().length;
    const write = (translation: string): string => folded(translation, file.newline, ' '.repeat(indent));
    file.slots.push({ start: from, end: body + text.trimEnd().length, unit, write });
    return;
  }
  const original = file.text.slice(start, end);
  const write = (translation: string): string => {
    const whole = value.slice(0, coded.start) + translation + value.slice(coded.end);
    if (node.type === 'QUOTE_DOUBLE') return doubleQuoted(whole, style, original);
    if (node.type === 'PLAIN' && canBePlain(whole, isInFlow)) return whole;
    const single = node.type === 'QUOTE_SINGLE' || prefersSingle ? singleQuoted(whole) : undefined;
    return single ?? doubleQuoted(whole, style);
  };
  file.slots.push({ start, end, unit, write });
}

/** Where the text of a block begins, after its header, and how far it is indented. */
function blockOf(file: PartReader, { range, srcToken }: Scalar): { readonly body: number; readonly indent: number } {
  const [start, end] = range ?? [0, 0];
  const source = srcToken?.type === 'block-scalar' ? srcToken.source : '';
  const body = end - source.length;
  const indicator = /^[|>][-+]?([1-9])/.exec(file.text.slice(start, body))?.[1];
  const first = /^(?: *\r?\n)*( *)/.exec(source)?.[1] ?? '';
  const parent = srcToken?.type === 'block-scalar' ? srcToken.indent : 0;
  return { body, indent: indicator === undefined ? first.length : Math.max(0, parent) + Number(indicator) };
}

function literalPieces(file: PartReader, node: Scalar): readonly Piece[] {
  const { body, indent } = blockOf(file, node);
  const pieces: Piece[] = [];
  let lineEnd = body;
  for (const { 0: line, index } of file.text.slice(body, node.range?.[1]).matchAll(/[^\r\n]*(?:\r?\n|\r|$)/g)) {
    const content = line.replace(/[\r\n]+$/, '');
    const start = body + index + Math.min(indent, content.length);
    if (index > 0) pieces.push({ kind: 'break', start: lineEnd, end: start });
    lineEnd = body + index + content.length;
    if (lineEnd > start) pieces.push({ kind: 'text', text: file.text.slice(start, lineEnd), start, end: lineEnd });
  }
  return pieces;
}

/** Returns what is below a root key that names the language. Ids are without the key, as it changes with the language. */
function nameLanguage(file: PartReader, root: unknown, { sourceLang }: ParseOptions): unknown {
  if (!isMap(root) || root.items.length !== 1) return undefined;
  const [pair] = root.items;
  if (!isScalar(pair?.key) || !isMap(pair.value)) return undefined;
  const { value, range, type } = pair.key;
  const name = String(value);
  if (!isLanguageName(name) && name !== sourceLang) return undefined;
  file.source = name;
  const [start, end] = range ?? [0, 0];
  const write = (_: string, target: string): string | undefined => {
    const renamed = renamedLanguage(name, { source: sourceLang, target, separator: '-' });
    if (renamed === undefined || (type === 'PLAIN' && canBePlain(renamed, false))) return renamed;
    return type === 'QUOTE_SINGLE' ? `'${renamed}'` : `"${renamed}"`;
  };
  file.slots.push({ start, end, write });
  return pair.value;
}

import { visit } from 'jsonc-parser';
import { type Escaping, unitEscapes } from './escapes.ts';
import type { PartReader } from './part-reader.ts';

export type JsonValue = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'literal'; readonly value: unknown }
);
export type JsonString = Extract<JsonValue, { kind: 'string' }>;

/** `start` and `nameEnd` are the places of the name's quotes. */
export type JsonMember = { readonly name: string; readonly start: number; readonly nameEnd: number; value: JsonValue };

type Open = { start: number; end: number } & (
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonValue[] }
);

/** `visit` calls itself for each level. */
const depthMax = 1_000;

/**
 * Reads JSON, with comments and trailing commas.
 *
 * @throws {FileError} `damaged` or `too_deep`
 */
export function readJson(file: PartReader): JsonValue {
  const open: Open[] = [];
  let root: JsonValue | undefined;
  let name = { name: '', start: 0, nameEnd: 0 };
  const add = (value: JsonValue): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if (parent.kind === 'array') parent.items.push(value);
    else parent.members.push({ ...name, value });
  };
  const begin = (container: Open): void => {
    if (open.length >= depthMax) throw file.error('too_deep', `more than ${depthMax} nested values`, container.start);
    add(container);
    open.push(container);
  };
  const finish = (offset: number): void => {
    const container = open.pop();
    if (container !== undefined) container.end = offset + 1;
  };
  const options = { allowTrailingComma: true };
  visit(
    file.text,
    {
      onObjectBegin: (start) => begin({ kind: 'object', start, end: start, members: [] }),
      onArrayBegin: (start) => begin({ kind: 'array', start, end: start, items: [] }),
      onObjectEnd: finish,
      onArrayEnd: finish,
      onObjectProperty: (property, start, length) => {
        name = { name: property, start, nameEnd: start + length };
      },
      onLiteralValue: (value: unknown, start, length) => {
        const place = { start, end: start + length };
        add(typeof value === 'string' ? { kind: 'string', value, ...place } : { kind: 'literal', value, ...place });
      },
      onError: (code, offset) => {
        throw file.error('damaged', messages[code] ?? 'this is not JSON', offset);
      },
    },
    options,
  );
  if (root === undefined) throw file.error('damaged', 'expected a value', 0);
  return root;
}

/** By jsonc-parser's `ParseErrorCode`, whose names its type declarations do not export to programs. */
const messages: Readonly<Record<number, string>> = {
  2: 'this is not a number',
  3: 'expected a name in quotes',
  4: 'expected a value',
  5: 'expected ":"',
  6: 'expected ","',
  7: 'expected "}"',
  8: 'expected "]"',
  9: 'expected the end of the file',
  11: 'the comment has no end',
  12: 'the string has no end',
  14: 'the escape \\u has no four hexadecimal digits',
  15: 'JSON has no such escape',
  16: 'the string has a control character that is not escaped',
};

/** Finds the member of an object by its name. */
export const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value?.kind === 'object' ? value.members.find((member) => member.name === name)?.value : undefined;

/** Finds the member of an object that is a string. */
export function stringOf(value: JsonValue | undefined, name: string): string | undefined {
  const member = memberOf(value, name);
  return member?.kind === 'string' ? member.value : undefined;
}

/** The place between the quotes of a string. */
export const insideQuotes = ({ start, end }: JsonString): { readonly start: number; readonly end: number } => ({
  start: start + 1,
  end: end - 1,
});

/** JSON's escapes. Halves of a surrogate pair are one character. */
export const jsonEscaping: Escaping = {
  pattern: /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[^]/g,
  decode: (escape) => String(JSON.parse(`"${escape}"`)),
  special: /["\\\p{Cc}]/gu,
  escapeSpecial: (character) => JSON.stringify(character).slice(1, -1),
  byCode: unitEscapes,
};

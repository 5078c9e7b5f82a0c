import { assert } from '../../ground/assert.ts';
import { type UnixMs, unixMs } from '../../ground/units.ts';

/** A parameter or a result. PostgreSQL returns 8-byte integers as text, SQLite as numbers. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type SqlRow = readonly SqlValue[];

export function wholeNumberValue(value: SqlValue | undefined): number {
  const number = Number(value ?? Number.NaN);
  assert(Number.isSafeInteger(number), 'a column of whole numbers held something else');
  return number;
}

export function plainText(value: SqlValue | undefined): string {
  assert(typeof value === 'string', 'a column of text held something else');
  return value;
}

export function bytesValue(value: SqlValue | undefined): Uint8Array {
  assert(value instanceof Uint8Array, 'a column of bytes held something else');
  return value;
}

export function momentValue(value: SqlValue | undefined): UnixMs {
  return unixMs(wholeNumberValue(value));
}

type Read<Value> = (value: SqlValue | undefined) => Value;

/** Reads a column that may be null. */
export function optional<Value>(value: SqlValue | undefined, read: Read<Value>): Value | undefined {
  return value === null ? undefined : read(value);
}

export function oneOf<Name extends string>(names: readonly Name[], value: SqlValue | undefined): Name {
  const found = names.find((name) => name === value);
  assert(found !== undefined, 'a column of names held something else');
  return found;
}

/** How a column is read: by its type, with `?` for one that may be null, or by a function. */
const readers = {
  text: plainText,
  number: wholeNumberValue,
  flag: (value: SqlValue | undefined) => wholeNumberValue(value) === 1,
  'text?': (value: SqlValue | undefined) => optional(value, plainText),
  'number?': (value: SqlValue | undefined) => optional(value, wholeNumberValue),
};

type Type = keyof typeof readers;

/** A column of texts or numbers may be a field with a unit, or with a few names. */
type TypeOf<Field> = `${[Field] extends [string | undefined]
  ? 'text'
  : [Field] extends [number | undefined]
    ? 'number'
    : 'flag'}${undefined extends Field ? '?' : ''}`;

/** Describes rows by types, in order. @returns columns, named as fields with underscores, and the reader of a row */
export function record<Fields>(
  types: { readonly [Name in keyof Fields]-?: (TypeOf<Fields[Name]> & Type) | Read<Fields[Name]> },
) {
  const fields = Object.entries<Type | Read<unknown>>(types).map(
    ([name, type]) => [name, typeof type === 'function' ? type : readers[type]] as const,
  );
  return {
    columns: fields.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(', '),
    read(row: SqlRow): Fields {
      const result: Record<string, unknown> = {};
      fields.forEach(([name, read], index) => {
        result[name] = read(row[index]);
      });
      return result as Fields;
    },
  };
}

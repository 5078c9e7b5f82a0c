import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boolean,
  assert as check,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  string,
  uint8Array,
} from 'fast-check';
import { parseJsonObject } from '../../src/calls/json-object.ts';
import { RefusedRequest } from '../../src/calls/problem.ts';

const object = dictionary(string({ unit: 'binary' }), jsonValue(), { noNullPrototype: false });

test('an object that names each member once is read as JSON.parse reads it, however it is laid out', () => {
  check(
    property(object, constantFrom(undefined, 1, '\t'), (value, indent) => {
      const json = JSON.stringify(value, undefined, indent);
      assert.deepEqual(parseJsonObject(Buffer.from(json), []), JSON.parse(json));
    }),
  );
});

test('a member that is named again, anywhere and in any spelling, is refused', () => {
  check(
    property(object, string({ unit: 'grapheme', maxLength: 20 }), boolean(), (value, name, escaped) => {
      const written = escaped
        ? `"${[...name]
            .map((unit) =>
              unit
                .split('')
                .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
                .join(''),
            )
            .join('')}"`
        : JSON.stringify(name);
      const { [name]: _, ...others } = value;
      const rest = JSON.stringify(others).slice(1, -1);
      const json = `{${JSON.stringify(name)}:1${rest === '' ? '' : `,${rest}`},${written}:2}`;
      assert.throws(
        () => parseJsonObject(Buffer.from(json), []),
        (error) =>
          error instanceof RefusedRequest && error.code === 'validation_error' && /more than once/.test(error.message),
      );
    }),
  );
});

test('whatever bytes come, the outcome is an object or a refusal that a caller can read', () => {
  check(
    property(
      oneof(
        uint8Array(),
        string().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        try {
          assert.equal(typeof parseJsonObject(Buffer.from(bytes), []), 'object');
        } catch (error) {
          assert.ok(error instanceof RefusedRequest && error.code === 'validation_error');
        }
      },
    ),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { checkEntry, keysOfSource, storedText } from '../../../src/text/memory/memory-entry.ts';
import { hashOf, PartHashes } from '../../../src/text/memory/memory-hash.ts';

const [es, en] = ['es' as LanguageTag, 'en' as LanguageTag];

function faultsOf(source: string, target: string, targetLanguage = en): readonly string[] {
  const entry = { sourceLanguage: es, targetLanguage, source, target };
  return checkEntry(entry).map(({ field, message }) => `${field}: ${message}`);
}

test('an entry with the same codes on both sides has no fault, whatever their order', () => {
  assert.deepEqual(faultsOf('Uno <b>dos</b> {a}\n%s', '%s {a} <b>two</b> one'), []);
  assert.deepEqual(faultsOf('Ver [aquí](https://a.b)', '[Here](https://a.b) see'), []);
  assert.deepEqual(faultsOf('{n, plural, one {Uno} other {#}} y', 'and {n, plural, other {Ones}}'), []);
  assert.deepEqual(faultsOf('a'.repeat(10_000), '𝒳'.repeat(10_000)), []);
});

test('all faults of an entry are reported, without its text', () => {
  assert.deepEqual(faultsOf(' ', '12'), [
    'source: The source is empty.',
    'target: The target contains no letters to translate.',
  ]);
  const tooLong = 'The source is longer than 10000 characters.';
  assert.deepEqual(faultsOf('a'.repeat(10_001), 'b'), [`source: ${tooLong}`]);
  for (const text of ['a\uD800', 'a\0', 'a\u0007b', 'a\uFDE0']) {
    const message = 'contains a control character or an incomplete character.';
    assert.deepEqual(faultsOf(text, text, es), [
      `source: The source ${message}`,
      `target: The target ${message}`,
      'targetLanguage: The source and target language are the same.',
    ]);
  }
  assert.deepEqual(faultsOf('{a}', '`code`').length, 3);
  assert.deepEqual(faultsOf('Uno {a}', 'One'), ['target: The target lacks {a} of the source.']);
  assert.deepEqual(faultsOf('{n, plural, one {Uno} other {#}}', 'Ones'), [
    'target: The target lacks {n, plural, of the source.',
  ]);
  assert.deepEqual(faultsOf('Uno {a}', 'One {a} {a}'), [
    'target: The target has {a}, which the source does not have as often.',
  ]);
  assert.deepEqual(faultsOf('<a x="1">Uno</a> dos', '<a x="2">One</a> two'), [
    'target: The target lacks <a x="1">…</a> of the source.',
  ]);
});

test('sources that one exact entry serves have one key; others have their own, but may be found by one hash', () => {
  const [one, same, other, number] = ['{a} de {b} y 3', '%s de {x} y\u00A03', '{a} de {a} y 3', '{a} de {b} y 4'].map(
    keysOfSource,
  );
  assert.equal(one?.key, same?.key);
  assert.equal(new Set([one, other, number].map((keys) => keys?.key)).size, 3);
  assert.equal(new Set([one, same, other, number].map((keys) => keys?.hash)).size, 1);
  assert.equal(one?.untaggedHash, undefined);
  assert.equal(keysOfSource('<b>Uno</b> dos').untaggedHash, keysOfSource('Uno dos').hash);
  assert.notEqual(keysOfSource('Uno').key, keysOfSource('uno').key);
});

test('a stored text has no white space at its ends and is in NFC, unless a letter has very many marks', () => {
  assert.equal(storedText(' Cafe\u0301 ’\n'), 'Café ’');
  const marks = `e${'\u0301\u0316'.repeat(50_000)}`;
  assert.equal(storedText(marks), marks);
});

test('hashes are safe integers that never change, and the part of a text has the hash of that text', () => {
  assert.equal(hashOf(''), 0);
  assert.equal(hashOf('Hola mundo.'), 8_063_900_416_188_032);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, first, second) => {
      const [start = 0, end = 0] = [first % (text.length + 1), second % (text.length + 1)].toSorted((a, b) => a - b);
      const hash = new PartHashes(text).between(start, end);
      assert.equal(hash, hashOf(text.slice(start, end)));
      assert.ok(Number.isSafeInteger(hash) && hash >= 0);
    }),
  );
});

test('few hashes of similar texts are equal', () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => `Frase ${index.toString(26)}.`);
  assert.equal(new Set(texts.map(hashOf)).size, texts.length);
});

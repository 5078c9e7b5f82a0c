import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type ApiKey, newApiKey } from '../../../src/shop/keys/api-key.ts';
import { KeyScan } from '../../../src/shop/keys/leaked-keys.ts';

function scanned(...pieces: readonly string[]): readonly ApiKey[] {
  const scan = new KeyScan();
  return pieces.flatMap((piece) => [...scan.read(piece)]);
}

describe('KeyScan', () => {
  const key = newApiKey('dragoman');

  test('finds a key in JSON, a log, a link, beside other letters and at both ends of a text', () => {
    const texts = [
      key,
      `{"apiKey":"${key}","n":1}`,
      `{"env":"A=1\\n${key}\\nB=2"}`,
      `2026-11-20T12:00:00Z POST /translate Authorization=Bearer%20${key}&x=1`,
      `token:${key}trailing`,
      `before${key}`,
      `\u{1f511}${key}\u{1f511}`,
    ];
    for (const text of texts) assert.deepEqual(scanned(text), [key], text);
  });

  test('finds keys of every prefix, including duplicates', () => {
    const others = ['ab', 'a1234567890123456789', 'acme'].map(newApiKey);
    assert.deepEqual(scanned(others.join('')), others);
    assert.deepEqual(scanned(`${key} ${key}`), [key, key]);
    const live = newApiKey('live');
    assert.deepEqual(scanned(`dragoman_${live}`), [live]);
  });

  test('finds a key in the notation of Markdown, JSON, a link, a mail and HTML', () => {
    const written = (underscore: string) => key.replaceAll('_', underscore);
    for (const underscore of '\\_ \\\\_ \\u005f \\u005F %5F %5f %255F =5F &#95; &#x5f; &lowbar;'.split(' ')) {
      const texts = [written(underscore), `Bearer%20${written(underscore)}`, `x9${written(underscore)}5F`];
      for (const text of texts) assert.deepEqual(scanned(text), [key], text);
    }
    const zeros = [...key].join('\0');
    for (const text of [zeros, `"${key}"`, `'**\`${key}\`**'`, `\\"${key}\\"`])
      assert.deepEqual(scanned(text), [key], text);
  });

  test('finds a key with line breaks at any place and of any kind', () => {
    for (let at = 1; at < key.length; at++) {
      for (const cut of ['\n', '\r\n', '=\r\n', '\\\n', '\n    ', '\n> ', '" +\n  "', '\u200b']) {
        const text = `${key.slice(0, at)}${cut}${key.slice(at)}`;
        assert.deepEqual(scanned(`Key: ${text}\nBye`), [key], text);
      }
    }
  });

  test('ignores text that only looks like a key', () => {
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    for (const text of ['', '_live_', '_live_'.repeat(50), wrong, key.slice(0, -1), key.toUpperCase(), 'x_live_']) {
      assert.deepEqual(scanned(text), [], text);
    }
    assert.deepEqual(scanned(`${wrong} ${key}`), [key], 'an invalid key does not hide a valid one');
  });

  test('finds every key exactly once per occurrence, wherever the text is cut', () => {
    const noise = fc.string({
      unit: fc.constantFrom('_', 'live', '_live_', 'a', '9', 'Z', '\n', 'dragoman'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        fc.array(noise, { maxLength: 5 }),
        noise,
        fc.array(fc.nat(400), { maxLength: 20 }),
        (before, end, cuts) => {
          const keys = before.map((_, index) => newApiKey(['dragoman', 'ab', 'shop2'][index % 3] ?? 'ab'));
          // A line break, so that text before a key is never part of it by chance.
          const written = keys.map((each, index) => each.replaceAll('_', ['_', '\\u005f', '%5F'][index % 3] ?? '_'));
          const text = before.map((words, index) => `${words}\n${written[index]}\n`).join('') + end;
          const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((one, other) => one - other)];
          const pieces = places.map((place, index) => text.slice(place, places[index + 1]));
          assert.deepEqual(scanned(...pieces), keys);
        },
      ),
    );
  });
});

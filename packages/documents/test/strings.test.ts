import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strings } from '../src/formats/strings.ts';
import { describeFilter } from './filter-contract.ts';
import { unitsOf, written } from './round-trip.ts';

const source = String.raw`/* Localizable.strings
   "not" = "text"; */

/* Title of the window */
"window.title" = "Say \"hi\"\n to %@ \\ it's";
// A bare key
NSHumanReadableCopyright = "Copyright © 2026";

"a \"key\"" /* inside */ = // before
  "Text";
/* No comment provided by engineer. */
"unicode" = "caf\U00e9 \Ud83d\Ude00";
"lines" = "One
two";
"octal" = "Caf\351 old";
"bare" = value;
"alone";
"empty" = "";"x"="y";
`;
const texts = ['Say "hi"\n to %@ \\ it\'s', 'Copyright © 2026', 'Text', 'café 😀', 'One\ntwo', 'Caf{0} old', 'y'];

describeFilter(
  strings,
  [
    { title: 'with comments, bare keys and escapes', content: source, texts },
    { title: 'with the line ends of Windows', content: source.replaceAll('\n', '\r\n'), texts },
    { title: 'in UTF-16', content: new Uint8Array(Buffer.from(`\ufeff${source}`, 'utf16le')), texts },
    { title: 'of comments', content: '/* a */ // b', texts: [] },
  ],
  [
    { title: 'a missing semicolon', content: '"a" = "b"\n"c" = "d";', code: 'damaged', line: 2 },
    { title: 'a missing equals sign', content: '\n"a" "b";', code: 'damaged', line: 2 },
    { title: 'a missing value', content: '"a" = ;', code: 'damaged', line: 1 },
    { title: 'a quote without an end', content: '"a" = "b;\n', code: 'damaged', line: 1 },
    { title: 'a comment without an end', content: '"a" = "b";\n/*', code: 'damaged', line: 2 },
    { title: 'a property list in XML', content: '<?xml version="1.0"?>', code: 'damaged', line: 1 },
    { title: 'UTF-16 without a byte order mark', content: 'a\0=\0', code: 'unknown_encoding' },
  ],
);

describe('a strings file', () => {
  test('names units by their keys, with the comment directly above', async () => {
    const units = await unitsOf(strings, source);
    assert.deepEqual(
      units.map(({ id, context }) => [id, context]),
      [
        ['window.title', 'Title of the window'],
        ['NSHumanReadableCopyright', 'A bare key'],
        ['a "key"', undefined],
        ['unicode', undefined],
        ['lines', undefined],
        ['octal', undefined],
        ['x', undefined],
      ],
    );
  });

  test('escapes a translation as its slot does', async () => {
    const ours = await written(strings, source, {
      'window.title': 'Di "hola"\n\ta %@ \\ ñ',
      unicode: 'ñ 😀',
      lines: 'Uno\ndos "tres"',
      octal: 'Vieja {0}',
      x: "l'ami",
    });
    assert.equal(
      ours,
      source
        .replace(String.raw`Say \"hi\"\n to %@ \\ it's`, String.raw`Di \"hola\"\n\ta %@ \\ \U00f1`)
        .replace(String.raw`caf\U00e9 \Ud83d\Ude00`, String.raw`\U00f1 \Ud83d\Ude00`)
        .replace('One\ntwo', 'Uno\ndos \\"tres\\"')
        .replace(String.raw`Caf\351 old`, String.raw`Vieja \351`)
        .replace('"y"', '"l\'ami"'),
    );
  });
});

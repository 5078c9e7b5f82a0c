import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { properties } from '../src/formats/properties.ts';
import { describeFilter } from './filter-contract.ts';
import { unitsOf, written } from './round-trip.ts';

const source = String.raw`# Title of the page
! on two lines
home.title = Home\: \ttext
  plain:Value # not a comment
white    space
long = One \
       two\n\
       three
key\ with\:colon=Text
jo\
  ined : Joined
empty=
path = C:\\Program Files
quote = It's here
message = It''s {0} and '{'x'}'
wrong = It isn't {0}
numbers = 12 %
`;
const texts = [
  'Home: \ttext',
  'Value # not a comment',
  'space',
  'One two\nthree',
  'Text',
  'Joined',
  'C:\\Program Files',
  "It's here",
  "It's {0} and {1}x{2}",
  "It isn't {0}",
];

describeFilter(
  properties,
  [
    { title: 'with continued lines, separators and messages', content: source, texts },
    { title: 'with the line ends of Windows', content: source.replaceAll('\n', '\r\n'), texts },
    { title: 'with a backslash at its end', content: 'a=b\\', texts: ['b'] },
    {
      title: 'in ISO-8859-1',
      content: Uint8Array.from(Buffer.from('a=Café\nb=plain \u0082 x', 'latin1')),
      texts: ['Café', 'plain \u0082 x'],
    },
    { title: 'in UTF-16', content: new Uint8Array(Buffer.from('\ufeffa=Añb', 'utf16le')), texts: ['Añb'] },
    {
      title: 'with letters in UTF-8 and escapes',
      content: String.raw`a=é\u00a0x\u20ac` + '\nb=\\u00e9\\ud83d\\ude00 x',
      texts: ['é\u00a0x€', 'é😀 x'],
    },
  ],
  [
    { title: 'a bad escape', content: 'a=b\nc=C:\\users', code: 'damaged', line: 2 },
    { title: 'binary content', content: Uint8Array.from([97, 61, 0, 233]), code: 'unknown_encoding' },
  ],
);

describe('a property file', () => {
  test('names units by their keys, with the comment above', async () => {
    const units = await unitsOf(properties, source);
    assert.deepEqual(
      units.map(({ id }) => id),
      ['home.title', 'plain', 'white', 'long', 'key with:colon', 'joined', 'path', 'quote', 'message', 'wrong'],
    );
    assert.deepEqual(
      units.map(({ context }) => context).filter((context) => context !== undefined),
      ['Title of the page\non two lines'],
    );
  });

  test('escapes letters where the file is ASCII, and apostrophes of messages', async () => {
    const ours = await written(properties, source, {
      'home.title': 'Inicio: \tñ',
      long: 'Uno dos\n¡tres!',
      path: 'C:\\Programas',
      quote: "l'ami",
      message: "C'est {0} et {1}l'x{2}",
      wrong: "Ce n'est pas {0}",
    });
    assert.equal(
      ours,
      source
        .replace('Home\\: \\ttext', 'Inicio\\: \\t\\u00f1')
        .replace('One \\\n       two', 'Uno dos')
        .replace('       three', '       \\u00a1tres!')
        .replace('Program Files', 'Programas')
        .replace("It's here", "l'ami")
        .replace("It''s {0} and '{'x'}'", "C''est {0} et '{'l''x'}'")
        .replace("It isn't", "Ce n'est pas"),
    );
  });

  test('writes letters as the slot, the file or its encoding does', async () => {
    assert.equal(await written(properties, 'a=é\nb=x\\u00e9', { a: 'ñ', b: 'ñ' }), 'a=ñ\nb=x\\u00f1'.replace('x', ''));
    assert.equal(await written(properties, 'a=\\u00E9\nb=x', { b: 'é😀' }), 'a=\\u00E9\nb=\\u00E9\\uD83D\\uDE00');
    const file = await properties.parse(Uint8Array.from(Buffer.from('a=Café', 'latin1')));
    const { bytes } = await properties.write(file, new Map([['a', 'Ñandú €']]), { target: 'es' });
    assert.equal(Buffer.from(bytes).toString('latin1'), 'a=Ñandú \\u20ac');
  });

  test('escapes white space at the start of joined lines', async () => {
    const usage = 'usage = One\\n\\\n   \\  -x = two\\n\\\n   three';
    assert.equal((await unitsOf(properties, usage))[0]?.text, 'One\n  -x = two\nthree');
    assert.equal(
      await written(properties, usage, { usage: 'Uno\n  -x = dos\ntres' }),
      'usage = Uno\\n\\\n   \\  -x = dos\\n\\\n   tres',
    );
  });
});

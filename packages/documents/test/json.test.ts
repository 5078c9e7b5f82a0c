import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Unit } from '../src/file.ts';
import { json } from '../src/formats/json.ts';
import { describeFilter } from './filter-contract.ts';
import { textsOf, unitsOf, written } from './round-trip.ts';

const arb = `{
  "@@locale": "en",
  "@@x-reference": "main.dart",
  "title": "Home",
  "@title": { "description": "Title of the page", "type": "text" },
  "items": "{count, plural, one {One item} other {{count} items}}",
  "@items": { "placeholders": { "count": { "example": "two" } } }
}
`;
const extension = `{
  "name": { "message": "Reader $APP$", "description": "Name in the list", "placeholders": { "app": { "content": "$1", "example": "x" } } },
  "hint": { "message": "Press a key" }
}`;
const plurals = `{
  "cart": {
    "item_one": "{{count}} item",
    "item_other": "{{count}} items",
    "place_ordinal_one": "{{count}}st",
    "place_ordinal_two": "{{count}}nd",
    "place_ordinal_few": "{{count}}rd",
    "place_ordinal_other": "{{count}}th"
  },
  "reason_other": "Another reason"
}
`;

describeFilter(
  json,
  [
    {
      title: 'with comments, trailing commas, duplicates and other values',
      content:
        '\ufeff// Main file\r\n{\r\n\t"home" : {"title": "Home", "a.b": "Dot", /* inner */ "n": [1.0e+5, -0, true, null, ],},\r\n' +
        '"list":["One",{"x":"Two"},[ "Three" ], "42"],"dup":"First","dup":"Second", "": "Empty key", "url": "<b>%1$s</b> {{count}}"}\n\n',
      texts: ['Home', 'Dot', 'One', 'Two', 'Three', 'First', 'Second', 'Empty key', '<b>%1$s</b> {{count}}'],
    },
    {
      title: 'with escapes',
      content: String.raw`{"a": " \"Hi\"\n\tthere \\ \/ \u00e9\ud83d\ude00\u003cb\u003e \n", "b": "\ud800 broken", "c": "\u0020x\u0020"}`,
      texts: ['"Hi"\n\tthere \\ / é😀<b>', 'x'],
    },
    { title: 'of Flutter', content: arb, texts: ['Home', '{count, plural, one {One item} other {{count} items}}'] },
    {
      title: 'of Flutter without a locale',
      content: arb.replace(/\n.*@@locale.*/, ''),
      texts: ['Home', '{count, plural, one {One item} other {{count} items}}'],
    },
    { title: 'of a browser extension', content: extension, texts: ['Reader $APP$', 'Press a key'] },
    {
      title: 'like that of a browser extension',
      content: '{"a": {"message": "One", "title": "Two"}}',
      texts: ['One', 'Two'],
    },
    { title: 'of i18next', content: plurals },
    { title: 'of a string', content: ' "Just text" ', texts: ['Just text'] },
    { title: 'in UTF-16', content: new Uint8Array(Buffer.from('\ufeff{"a": "Añb"}', 'utf16le')), texts: ['Añb'] },
  ],
  [
    { title: 'a missing comma', content: '{\n"a": "secret"\n"b": 1}', code: 'damaged', line: 3 },
    { title: 'a cut file', content: '{"a": ["b"', code: 'damaged', line: 1 },
    { title: 'two values', content: '{}\n{}', code: 'damaged', line: 2 },
    { title: 'a comment only', content: '// nothing\n', code: 'damaged', line: 2 },
    { title: 'a line break in a string', content: '{"a": "b\nc"}', code: 'damaged', line: 1 },
    { title: 'a bad escape', content: String.raw`{"a": "\x41"}`, code: 'damaged', line: 1 },
    { title: '10,000 levels', content: '['.repeat(10_000) + ']'.repeat(10_000), code: 'too_deep', line: 1 },
    { title: '100,000 open brackets', content: '['.repeat(100_000), code: 'too_deep', line: 1 },
  ],
);

describe('JSON', () => {
  test('names units by their key paths', async () => {
    const units = await unitsOf(json, '{"a":{"b":"x","c.d":["y",{"e":"z"}]},"a":{"b":"w"}}');
    assert.deepEqual(
      units.map(({ id }) => id),
      ['a.b', 'a.c.d.0', 'a.c.d.1.e', 'a.b#2'],
    );
  });

  test('escapes a translation as its slot or else its file does', async () => {
    const php = String.raw`{"a": "caf\u00E9 \/ x", "b": "plain"}`;
    assert.equal(
      await written(json, php, { a: 'é/"\n😀'.replace('\n', '\\'), b: 'ñ/' }),
      String.raw`{"a": "\u00E9\/\"\\\uD83D\uDE00", "b": "\u00F1/"}`,
    );
    const raw = String.raw`{"a": "día\u00a0\u003cb\u003e", "b": "x\ny"}`;
    assert.equal(
      await written(json, raw, { a: 'ñ\u00a0<i>\u0001', b: 'é\n"' }),
      String.raw`{"a": "ñ\u00a0\u003ci\u003e\u0001", "b": "é\n\""}`,
    );
  });

  test('sets the locale of an ARB file and keeps its metadata', async () => {
    const spanish = await written(json, arb, { title: 'Inicio' }, 'es-MX');
    assert.equal(spanish, arb.replace('"en"', '"es_MX"').replace('Home', 'Inicio'));
    const [title] = await unitsOf(json, arb);
    assert.equal(title?.context, 'Title of the page');
    const other = await written(json, arb, {}, 'es', { sourceLang: 'de' });
    assert.equal(other, arb);
    const damaged = arb.replace('"en"', '"en "');
    assert.equal(await written(json, damaged, {}, 'es'), damaged);
  });

  test('gives plurals of i18next the forms of the target', async () => {
    const translations = {
      'cart.item_one': '{{count}} pieza',
      'cart.item_other': '{{count}} piezas',
      'cart.place_ordinal_one': '{{count}}.º',
      'cart.place_ordinal_other': '{{count}}.º',
      reason_other: 'Otra',
    };
    assert.equal(
      await written(json, plurals, translations, 'es'),
      `{
  "cart": {
    "item_one": "{{count}} pieza",
    "item_many": "{{count}} piezas",
    "item_other": "{{count}} piezas",
    "place_ordinal_other": "{{count}}.º"
  },
  "reason_other": "Otra"
}
`,
    );
  });

  test('removes plural forms before and after the form other', async () => {
    const source = '{"a_other":"{{count}} as", "a_one" : "an a" , "a_two":"{{count}} as","a_zero":"no as","z":"z"}';
    const translations = { a_other: '{{count}}個', z: 'ゼ' };
    assert.equal(
      await written(json, source, translations, 'ja'),
      '{"a_other":"{{count}}個","a_zero":"no as","z":"ゼ"}',
    );
  });

  test('does not send plural forms that the target lacks', async () => {
    const units = await unitsOf(json, plurals, { targetLang: 'ja' });
    assert.deepEqual(
      units.map(({ id }) => id),
      ['cart.item_other', 'cart.place_ordinal_other', 'reason_other'],
    );
  });

  test('keeps plural forms that the source lacks as they are given', async () => {
    const source = `{"a": [{"x_one": "{{count}} item", "x_other": "{{count}} items"}], "n_ordinal_other": "{{count}}th",
      "b": {"x_other": "{{count}}\\nlines"}, "b": {"x_other": "{{count}} words"}}`;
    const copied = await written(json, source, textsOf(await unitsOf(json, source)), 'ga');
    const changed = (units: readonly Unit[]) =>
      units.map((unit, index) => ({ ...unit, text: `${unit.text} (${index})` }));
    const irish = changed(await unitsOf(json, copied));
    assert.equal(irish.length, 5 + 2 + 5 + 5);
    const again = await written(json, source, textsOf(irish), 'ga');
    assert.deepEqual(textsOf(await unitsOf(json, again)), textsOf(irish));
    const zero = await written(json, source, { ...textsOf(irish), 'b.x_zero': 'no\nlines' }, 'ga');
    assert.equal(textsOf(await unitsOf(json, zero))['b.x_zero'], 'no\nlines');
    const lost = await written(json, source, { ...textsOf(irish), 'b.x_few': 'one line' }, 'ga');
    assert.equal(textsOf(await unitsOf(json, lost))['b.x_few'], textsOf(irish)['b.x_other']);
  });

  test('keeps the forms of a plural without a translation', async () => {
    assert.equal(await written(json, plurals, {}, 'ja'), plurals);
  });

  test('cuts ids of very long keys', async () => {
    const key = 'k'.repeat(10_000);
    const units = await unitsOf(json, JSON.stringify({ [key]: { [key]: ['a', 'b'] } }));
    assert.deepEqual(
      units.map(({ id }) => id.length),
      [500, 502],
    );
  });
});

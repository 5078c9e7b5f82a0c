import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { android } from '../src/formats/android.ts';
import { describeFilter } from './filter-contract.ts';
import { textsOf, unitsOf } from './round-trip.ts';

describeFilter(
  android,
  [
    {
      title: 'with strings, escapes and tags',
      content: `<?xml version="1.0" encoding="utf-8"?>
<!-- <resources> of an app -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">
    <string name="app_name" translatable="false">Notes</string>
    <!-- Shown at the start.
         Keep it short. -->
    <string name="hello">It\\'s  \\"%1$s\\"
        &amp; \\u00e9t\\u00E9\\u2026\\nNext</string>
    <string name="quoted">" It's   here "</string>
    <string name="link">Read <b>the <i>terms</i></b> of <a href="https://example.org/?a=1&amp;b">us</a>.<br/>Now</string>
    <string name="g">Delete <xliff:g id="n" example="3">%1$d <b>x</b></xliff:g> files?</string>
    <string name="html"><![CDATA[ <b>Don\\'t</b> & go ]]></string>
    <string name="mixed">One <![CDATA[<two>]]> three <!-- four --> five &lt;6</string>
    <string name="reference">@string/hello</string>
    <string name="theme">?android:attr/textColor</string>
    <string name="at">\\@me</string>
    <string name="why">\\?why</string>
    <string name="number">12</string>
    <string name="empty"/>
    <string name="hello" product="tablet">Hi</string>
    <string-array name="colours"><item>Red</item><item>@string/green</item><item>Blue\\t1</item></string-array>
    <string-array name="ids" translatable="false"><item>Red</item></string-array>
    <integer name="n">3</integer>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <string name="last">a &quot;b&quot; \\&quot;c\\&quot; &#39;d&#160;e \\\\ f \\k</string>
</resources>
`,
      texts: [
        'It\'s "%1$s" & été…\nNext',
        "It's   here",
        'Read <0>the <1>terms</1></0> of <2>us</2>.\nNow',
        'Delete {0} files?',
        "<b>Don't</b> & go",
        'One <two> three <0/> five <6',
        '@me',
        '?why',
        'Hi',
        'Red',
        'Blue\t1',
        '%d file',
        '%d files',
        'a <0>b</0> "c" \'d\u00a0e \\ f k',
      ],
    },
    { title: 'without strings', content: '<resources/>', texts: [] },
  ],
  [
    { title: 'another XML file', content: '<a>\n</a>', code: 'wrong_format', line: 1 },
    { title: 'an open tag', content: '<resources>\n<string>a\n</resources>', code: 'damaged', line: 3 },
    { title: 'declared entities', content: '<!DOCTYPE a [<!ENTITY b "c">]>\n<resources/>', code: 'damaged', line: 1 },
  ],
);

async function written(resources: string, translations: Readonly<Record<string, string>>, target = 'es') {
  const content = `<resources>${resources}</resources>`;
  const file = await android.parse(new TextEncoder().encode(content), { sourceLang: 'en', targetLang: target });
  const { bytes, untranslated } = await android.write(file, new Map(Object.entries(translations)), { target });
  assert.deepEqual(untranslated, []);
  return new TextDecoder().decode(bytes).slice('<resources>'.length, -'</resources>'.length);
}

const string = (text: string): string => `<string name="a">${text}</string>`;

describe("a translated string of Android's", () => {
  for (const [title, source, translation, expected] of [
    ['escapes what is new', 'One', `L'"é" \\ <b>&\n@`, `L\\'\\"é\\" \\\\ &lt;b&gt;&amp;\\n@`],
    ['escapes signs at its start', ' One', '@me', ' \\@me'],
    ['keeps spaces', 'One  two', 'Uno  dos', 'Uno \\u0020dos'],
    ['keeps both halves of quotation marks', 'In &quot;%1$s&quot;', 'En <0>%1$s</0>', 'En &quot;%1$s&quot;'],
    ['keeps a quotation mark without a counterpart', 'A 5" one', 'Uno <0/> de 5', 'Uno " de 5'],
    ['keeps quotation marks around it', '" It\'s "', "L'eau", '" L\\\'eau "'],
    [
      'has its codes',
      'A <b>red</b> <xliff:g id="x">1</xliff:g>',
      '{1} <0>rojo</0>',
      '<xliff:g id="x">1</xliff:g> <b>rojo</b>',
    ],
    ['writes characters as its source', 'a\\u2026 &#160; b', 'é… \u00a0 c', 'é\\u2026 &#160; c'],
    ['writes letters as its source', 'caf\\u00e9', 'año 😀', 'a\\u00f1o \\ud83d\\ude00'],
    [
      'is in its CDATA section',
      '<![CDATA[<b>One</b>]]>',
      "<b>L'un</b> ]]>",
      "<![CDATA[<b>L\\'un</b> ]]]]><![CDATA[>]]>",
    ],
  ] as const) {
    test(title, async () => {
      const breaks = translation.includes('\n') ? `${source}\\na` : source;
      assert.equal(await written(string(breaks), { a: translation }), string(expected));
    });
  }

  const plurals = (...items: readonly (readonly [string, string])[]): string =>
    `<plurals name="p">${items.map(([quantity, text]) => `\n  <item quantity="${quantity}">${text}</item>`).join('')}\n</plurals>`;
  const files = plurals(['one', '1 <b>file</b>'], ['other', '%d <b>files</b>']);

  test('has the plural forms of the target', async () => {
    const translations = { 'p.one': '1 <0>файл</0>', 'p.other': '%d <0>файла</0>' };
    const [one, other] = ['1 <b>файл</b>', '%d <b>файла</b>'];
    const expected = plurals(['one', one], ['few', other], ['many', other], ['other', other]);
    assert.equal(await written(files, translations, 'ru'), expected);
  });

  test('keeps plural forms that the source lacks as they are given', async () => {
    const translations = { 'p.one': '1 <0>a</0>', 'p.other': '<0>b</0>', 'p.few': '<0>c</0>', 'p.many': 'd' };
    const [one, few, other] = ['1 <b>a</b>', '<b>c</b>', '<b>b</b>'];
    const russian = await written(files, translations, 'ru');
    assert.equal(russian, plurals(['one', one], ['few', few], ['many', other], ['other', other]));
    assert.deepEqual(Object.keys(textsOf(await unitsOf(android, `<resources>${russian}</resources>`))), [
      'p.one',
      'p.few',
      'p.many',
      'p.other',
    ]);
  });

  test('has no plural forms that the target lacks', async () => {
    assert.equal(
      await written(files, { 'p.other': '%d <0>ファイル</0>' }, 'ja'),
      plurals(['other', '%d <b>ファイル</b>']),
    );
  });

  test('keeps plural forms without translations', async () => {
    assert.equal(
      await written(string('One') + plurals(['one', '1'], ['other', '2']), { a: 'Uno' }, 'ja'),
      string('Uno') + plurals(['other', '2']),
    );
    const file = await android.parse(new TextEncoder().encode(`<resources>${files}</resources>`));
    const { bytes } = await android.write(file, new Map(), { target: 'ja' });
    assert.equal(new TextDecoder().decode(bytes), `<resources>${files}</resources>`);
  });

  test('has the comment before it as context', async () => {
    const content = `<resources><!-- note -->\n${string('One')}\n<!-- other -->\n\n<plurals name="p"><item quantity="other">x</item></plurals>${string('b')}</resources>`;
    const { units } = await android.parse(new TextEncoder().encode(content));
    assert.deepEqual(
      units.map(({ context }) => context),
      ['note', 'other', undefined],
    );
  });
});

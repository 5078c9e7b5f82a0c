import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { html } from '../src/formats/html.ts';
import { describeFilter, type Fixture } from './filter-contract.ts';

const page = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8"><title>Red &amp; blue
  boats</title>
  <meta name="description" content='A "page" about boats'>
  <meta property="og:title" content="Boats"><meta name=viewport content="width=device-width">
  <link rel=alternate title="Feed" href=/feed><style>p > a { content: "Text" }</style>
  <script>if (a < b) document.write("<p>Text</p>")</script>
</head>
<body>
<!-- A comment -->
<h1>A <em>red</em>
    boat&nbsp;sails</h1>
<p>First<br>
  second <code>x &lt; 1</code> and <img src=a.png alt="A dog" title='Its "name"'> end
<p lang="en">Implied end, caf&eacute; AT&T a < b <b><i>bold</i></b>
<ul><li>One<li>Two <kbd>Ctrl</kbd></ul>
<p translate="no">Brand <span translate="yes">but this</span> name</p>
<p>Buy <span class="x notranslate" title="Not this">Acme <b>X</b></span> now, or <a href="#" title="A title">here</a>.</p>
<pre>Code  text</pre>
<form><label>Name</label> <input placeholder="Your name" value="Text"> <input type=submit value=Send>
<select><option label=Short>Long one<option>Two</select><textarea placeholder="Write here">Text</textarea>
<button aria-label="Close it">x</button></form>
<table><tr><td>a1<td>b1<tr><th>c1</table>
<svg aria-label="Drawing"><title>Text</title><text>Text</text><style><![CDATA[ a > b ]]></style></svg>
<math><mi>x</mi></math> equals <math><mi>y</mi></math> here
<template><p>In a template</p></template>
</body>
</html>
`;

const fixtures: readonly Fixture[] = [
  {
    title: 'that is a document',
    content: page,
    texts: [
      'Red & blue boats',
      'A "page" about boats',
      'Boats',
      'A <0>red</0> boat\u00a0sails',
      'A dog',
      'Its "name"',
      'First\nsecond {0} and <1/> end',
      'Implied end, café AT&T a < b <0><1>bold</1></0>',
      'One',
      'Two {0}',
      'but this',
      'A title',
      'Buy {0} now, or <1>here</1>.',
      'Name',
      'Your name',
      'Send',
      'Short',
      'Long one',
      'Two',
      'Write here',
      'Close it',
      'x',
      'a1',
      'b1',
      'c1',
      'Drawing',
      '{0} equals {1} here',
      'In a template',
    ],
  },
  {
    title: 'that is a fragment with templates',
    content:
      'Hello <%= user.name > "x" %>, {{ count }} new\r\n<% if a > b %><p>One {% if x %}two{% endif %}</p><?php echo "<b>" ?>\r\n<a {{ attrs }} title="{{ x }}">go</a> {{#each y}}',
    texts: ['Hello {0}, {1} new', 'One <0/>two', 'go'],
  },
  {
    title: 'with wrong nesting',
    content:
      '</b>a <b>bold <i>both</b> slanted</i> <table>stray<tr><td>cell</table></p>end</div> <code>open <p>p1</p> </code>x',
    texts: ['a <0>bold <1/>both</0> slanted', 'stray', 'cell', 'end', '{0}x'],
  },
  {
    title: 'with a word that is cut in the middle and a code at an end',
    content:
      '<p><b>har</b><i>bour</i></p><p><code>x</code> is set by <code>y</code></p><p>a <b> spaced </b> text<p>😀 <i> </i>!',
    texts: ['<0>har</0><1>bour</1>', '{0} is set by {1}', 'a <0> spaced </0> text'],
  },
  {
    title: 'whose translated parts are in what is not',
    content: '<p>See <span translate=no>x <b translate=yes>inner <i>word</i></b> y</span> and more',
    texts: ['inner <0>word</0>', 'See {0} and more'],
  },
  { title: 'that ends in a tag', content: 'Text <a hre', texts: ['Text'] },
  { title: 'that ends in a comment', content: 'Text <b>a</b> c <!-- open', texts: ['Text <0>a</0> c'] },
];

describeFilter(html, fixtures, [
  { title: 'another encoding', content: Uint8Array.from([60, 98, 62, 10, 0xe9]), code: 'unknown_encoding' },
]);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function translated(
  content: string,
  translations: Readonly<Record<string, string>>,
  target = 'es',
): Promise<string> {
  const file = await html.parse(bytes(content), { sourceLang: 'en' });
  const known = new Map(file.units.map(({ id, text }) => [id, translations[text] ?? text]));
  return new TextDecoder().decode((await html.write(file, known, { target })).bytes);
}

describe('written HTML', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
    [
      'escapes what the source does not write',
      '<p>Cats</p>',
      { Cats: '<b> & c > d' },
      '<p>&lt;b&gt; &amp; c &gt; d</p>',
    ],
    [
      'leaves unescaped what the source has so',
      '<p>AT&T > b < c</p>',
      { 'AT&T > b < c': 'b < AT&T > &c <d' },
      '<p>b < AT&T > &amp;c &lt;d</p>',
    ],
    [
      'uses the references of the source',
      '<p>a&nbsp;caf&eacute;</p>',
      { 'a\u00a0café': 'é\u00a0ñ' },
      '<p>&eacute;&nbsp;ñ</p>',
    ],
    [
      'escapes quotes of attributes',
      `<a title="One" href=x>y</a><a title='Two'>z</a>`,
      { One: `"a" 'b'`, Two: `"a" 'b'` },
      `<a title="&quot;a&quot; 'b'" href=x>y</a><a title='"a" &#39;b&#39;'>z</a>`,
    ],
    [
      'quotes an attribute without quotes if needed',
      '<img alt=Dog><img alt=Cat>',
      { Dog: 'El perro', Cat: 'Gato' },
      '<img alt="El perro"><img alt=Gato>',
    ],
    [
      'moves codes with the text of images in them',
      '<p>Red <img alt="Dog"> <b>boat</b> x</p>',
      { Dog: 'Perro', 'Red <0/> <1>boat</1> x': '<1>barco</1> <0/> rojo x' },
      '<p><b>barco</b> <img alt="Perro"> rojo x</p>',
    ],
    [
      'sets the language',
      '<html lang="en-US" xml:lang=en><p lang=fr>Un <i lang="en">cat</i> x',
      { 'Un <0>cat</0> x': 'Un <0>gato</0> x' },
      '<html lang="es" xml:lang=es><p lang=fr>Un <i lang="es">gato</i> x',
    ],
    ['keeps line breaks', '<p>One<br />\n two</p>', { 'One\ntwo': 'Uno\ndos' }, '<p>Uno<br />\n dos</p>'],
    [
      'is UTF-8 where another encoding is named',
      '<meta charset=iso-8859-1><p>Water',
      { Water: 'Ñandú 😀' },
      '<meta charset=UTF-8><p>Ñandú 😀',
    ],
  ];
  for (const [title, content, translations, expected] of cases)
    test(title, async () => assert.equal(await translated(content, translations), expected));
});

describe('hostile HTML takes linear time', () => {
  const parts: readonly string[] = [
    '<div>',
    '<b>',
    '<p><b>',
    '<a>',
    '<table>',
    '<li>',
    '<ul><li>',
    '<code>',
    '&',
    '&a1b2',
    '<%',
    '{{',
    '<!--',
    '<',
    '<a b="',
    '<i translate=yes translate=no>',
    '</b>',
    '<svg>',
    '<br>',
    'a ',
  ];
  for (const part of parts)
    test(part, async () => {
      const content = bytes(`x ${part.repeat(100_000)} <p>Text`);
      const file = await html.parse(content);
      const { bytes: written } = await html.write(file, new Map(file.units.map(({ id, text }) => [id, `${text} x`])), {
        target: 'es',
      });
      assert.ok(written.length >= content.length);
    });
});

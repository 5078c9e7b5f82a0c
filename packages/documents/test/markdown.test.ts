import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import type { Filter } from '../src/file.ts';
import { FileError } from '../src/file-error.ts';
import { html } from '../src/formats/html.ts';
import { markdown, mdx } from '../src/formats/markdown.ts';
import { describeFilter, type Fixture } from './filter-contract.ts';

const page = `---
title: "A \\"red\\" boat"
description: Plain text, with a comma
nested: {tagline: 'It''s here', layout: flat}
summary: |
  Two lines
  of it
excerpt: 'feat: '
draft: true
---

# The heading {#the-id}

Soft wrapped *paragraph
with* \`code\` and a [link
text](https://x.org "The title") end.${'  '}
Hard break\\
other <b class="x">bold</b>, $a_b$ costs $5 and $6.

> Quoted text
> goes *on
> here* and
lazy

- [ ] task one
- two
  more [ref][], [short], [full][ref]${' '}
  1. nested

| Head | B |
|:--|--|
| a \\| b | \`x\` c |

![An image](a.png 'Image title') and ![short] [![Badge](b.svg)](/b)

[ref]: http://a.b "Definition title"
[short]: /x

Note[^1] here.

[^1]: The note
    goes on.

1\\. Not a list \\# and \\*stars\\* &nbsp; &copy; 2 * 3 snake_case
https://example.org/a_b <https://x.y> **a** ~~b~~<br>end

Setext *title*
==============

\`\`\`js
code {{ text
\`\`\`
<!-- comment }} -->

    indented code
`;

const site = `+++
title = "A \\u0061nt" # comment
description = 'Literal'
tags = ["x"]
summary = """
title = "no"
"""
+++
:::note[Title here]{.x}
Body text
:::

::: tip Custom title

Inside at 10:30 o'clock :smile:

:::

!!! warning "Be careful"
    Content of it

> [!NOTE]
> Alert text
> goes on

{{< note >}}
Shortcode body {{ .Value }} and {{< ref "a_b_c" >}} x [link]({{< ref "a b" >}})
{{< /note >}}

{{< code-toggle >}}
title = 'not text'

[a]
{{< /code-toggle >}}

Text
{: .class }

Term
: Definition

$$
a_b text
$$

[[toc]]
`;

const blocks = `<div class="x">
  <p>HTML <b>block</b> &amp; text <img alt="Dog">
</div>

<details><summary>Sum <code>x</code></summary>

Markdown *inside*

</details>

<div translate="no">

Not this <b>at all</b> ![nor this](x)

</div>

Run <kbd>Ctrl</kbd> and <span class="notranslate">Acme *Inc*</span> or <your-name> now <!-- why -->

> <p>One line</p>

> <p>
> Two lines</p>

* item

  <p>In an item</p>
`;

const fixtures: readonly Fixture[] = [
  {
    title: 'with blocks, inline codes and front matter',
    content: page,
    texts: [
      'A "red" boat',
      'Plain text, with a comma',
      "It's here",
      'Two lines\nof it',
      'feat:',
      'The heading',
      'The title',
      'Soft wrapped <0>paragraph with</0> {1} and a <2>link text</2> end.\nHard break\nother <3>bold</3>, {4} costs $5 and $6.',
      'Quoted text goes <0>on here</0> and lazy',
      'task one',
      'two more <0>ref</0>, <1>short</1>, <2>full</2>',
      'nested',
      'Head',
      'B',
      'a | b',
      '{0} c',
      'An image',
      'Image title',
      'short',
      'Badge',
      'and <0/> <1><2/></1>',
      'Definition title',
      'Note<0/> here.',
      'The note goes on.',
      '1. Not a list # and *stars* \u00a0 © 2 * 3 snake_case {0} {1} <2>a</2> <3>b</3>\nend',
      'Setext <0>title</0>',
    ],
  },
  {
    title: 'with what site generators add',
    content: site,
    texts: [
      'A ant',
      'Literal',
      'Title here',
      'Body text',
      'Custom title',
      "Inside at 10:30 o'clock :smile:",
      'Be careful',
      'Content of it',
      'Alert text goes on',
      'Shortcode body {0} and <1/> x <2>link</2>',
      'Text',
      'Term',
      'Definition',
    ],
  },
  {
    title: 'with HTML',
    content: blocks,
    texts: [
      'Dog',
      'HTML <0>block</0> & text',
      'Sum {0}',
      'Markdown <0>inside</0>',
      'Run {0} and {1} or <2/> now',
      'One line',
      'item',
      'In an item',
    ],
  },
  {
    title: 'with line ends of Windows',
    content: '# One\r\n\r\nTwo\r\nthree  \r\nfour\r\n\r\n> five\r\n> six\r\n',
    texts: ['One', 'Two three\nfour', 'five six'],
  },
  { title: 'whose front matter is damaged', content: '---\ntitle: "x\n---\n\nText\n', texts: ['Text'] },
  {
    title: 'that Docusaurus reads as MDX',
    content: `---\ntitle: One\n---\n\nimport A from 'a'\nimport B from 'b'\n\n{/* no\n\ntext */}\n\n<A x={["y"]} label="Two">\n\nThree {b} [d](e){target="_blank"} f\n\n</A>\n`,
    texts: ['One', 'Two', 'Three {0} <1>d</1><2/> f'],
  },
  {
    title: 'with imports that are no MDX',
    content: `Text\n\nimport A from 'a'\nimport B from "b";\n\n{/* no\n\ntext */}\n\nThree {b} [d](e){target="_blank"} <br>\n`,
    texts: ['Text', 'Three {b} <0>d</0>'],
  },
  {
    title: 'with imports first that is no MDX',
    content: `import A from 'a'\n\nText <br> and {\n`,
    texts: ['Text\nand {'],
  },
  {
    title: 'with keys of front matter that are asked for',
    content: '---\ntitle: One\nhero: {text: "Two"}\n---\n',
    options: { frontMatter: ['text'] },
    texts: ['Two'],
  },
  {
    title: 'that is a home page of VitePress',
    content: `---
layout: home
title: Dragon
titleTemplate: ":title - docs"
hero:
  name: Dragon
  text: Words for everybody
  tagline: Fast and small
  image: { src: /logo.png, alt: A dragon }
  actions:
    - { theme: brand, text: Get started, link: /guide }
    - theme: alt
      text: "See the code"
      link: https://example.com
features:
  - icon: rocket
    title: Speed
    details: It takes a second.
    link: /speed
    linkText: Learn more
    rel: help
prev: { text: Before, link: /a }
---
`,
    texts: [
      ...['Dragon', 'Words for everybody', 'Fast and small', 'A dragon', 'Get started', 'See the code'],
      ...['Speed', 'It takes a second.', 'Learn more', 'Before'],
    ],
  },
  {
    title: 'that is a page of Starlight or Docusaurus',
    content: `---
title: Home
description: The docs
template: splash
slug: home
keywords: [a, b]
sidebar_label: Start
pagination_label: To the start
banner: { content: "A <a href='/new'>new</a> version" }
sidebar: { label: Begin, order: 1, badge: { text: New, variant: tip } }
hero:
  title: Words
  tagline: For all
  actions:
    - text: Begin
      link: /start
      icon: right-arrow
      variant: primary
next: { label: After, link: /b }
text: stays
---
`,
    texts: [
      ...['Home', 'The docs', 'Start', 'To the start', "A <a href='/new'>new</a> version", 'Begin', 'New', 'Words'],
      ...['For all', 'Begin', 'After'],
    ],
  },
  {
    title: 'with paths of front matter that are asked for',
    content: '---\ntitle: One\nlist:\n  - {text: Two, url: a}\n  - {text: Three}\ntext: Four\n---\n',
    options: { frontMatter: ['list.*.text'] },
    texts: ['Two', 'Three'],
  },
];

const hostile = (part: string): string => part.repeat(100_000);

describeFilter(markdown, fixtures, [
  { title: 'deep quotations', content: `a\n\n${'>'.repeat(10_000)}a`, code: 'too_deep', line: 3 },
  { title: 'deep lists', content: `${'- '.repeat(10_000)}a`, code: 'too_deep', line: 1 },
  { title: 'deep emphasis', content: `${'*a **b '.repeat(300)}${'c** d* '.repeat(300)}`, code: 'too_deep', line: 1 },
  { title: 'brackets without end', content: hostile('a]'), code: 'too_large', line: 1 },
  { title: 'emphasis without end', content: hostile('a*'), code: 'too_large', line: 1 },
  { title: 'comments without end', content: hostile('a<!--'), code: 'too_large', line: 1 },
  { title: 'instructions without end', content: `${hostile('a<?')}\n\n?>`, code: 'too_large', line: 1 },
  { title: 'more headings than the parser can read', content: hostile('a\n-\n'), code: 'too_large', line: 3_056 },
  {
    title: 'thousands of footnotes',
    content: Array.from({ length: 5_000 }, (_, at) => `[^${at}]: a\n\n`).join(''),
    code: 'too_large',
    line: 3255,
  },
  { title: 'words after an open bracket', content: `[a ${'b '.repeat(19_000)}](b)`, code: 'too_large', line: 1 },
  { title: 'millions of characters', content: 'a'.repeat(2_000_001), code: 'too_large' },
]);

describeFilter(
  mdx,
  [
    {
      title: 'with JSX',
      content: `---
title: One
---

import X from 'x'
export const a = {
  title: 'no'
}

# Heading {#id}

{/* a comment */}

Text {props.name} and <Link to="/x" label="A label">a *link*</Link>{' '}with <Icon name="x" /> <code>x</code>.<br />
Next \`<b>\` \\{#x} and a \\< b.

<Tabs items={['One']} style={{ color: 'red' }}>
  <Tab title="First &quot;tab&quot;" value="not">
    Content **bold**

    <p translate="no">Acme</p>
  </Tab>
</Tabs>

<Card title='Single' alt={"no"} />

:::note Title

Body

:::
`,
      texts: [
        'One',
        'Heading',
        'A label',
        'Text {0} and <1>a <2>link</2></1><3/>with <4/> {5}.\nNext {6} <7/> and a < b.',
        'First "tab"',
        'Content <0>bold</0>',
        'Single',
        'Title',
        'Body',
      ],
    },
  ],
  [
    { title: 'a comment of HTML', content: 'a\n\n<!-- b -->\n', code: 'damaged', line: 3 },
    { title: 'a tag without end', content: 'a\n\n<Tabs>\n\nb\n', code: 'damaged', line: 3 },
    { title: 'a damaged expression', content: 'a\n\nb {c d} e\n', code: 'damaged', line: 3 },
    { title: 'deep expressions', content: `{${hostile('[')}`, code: 'damaged', line: 1 },
    { title: 'deep braces', content: `<A b=${'{'.repeat(2_000)}${'}'.repeat(2_000)} />`, code: 'too_deep', line: 1 },
    { title: 'an expression with many braces', content: `{\`${'}'.repeat(3_000)}\`}`, code: 'too_large', line: 1 },
    {
      title: 'many imports',
      content: Array.from({ length: 1_500 }, (_, at) => `import a${at} from 'a'\n\n`).join(''),
      code: 'too_large',
      line: 1_365,
    },
    { title: 'deep elements', content: `${'<a>'.repeat(1_000)}b${'</a>'.repeat(1_000)}`, code: 'too_deep', line: 1 },
  ],
);

async function translated(
  filter: Filter,
  content: string,
  translations: Readonly<Record<string, string>>,
): Promise<string> {
  const file = await filter.parse(new TextEncoder().encode(content));
  const known = new Map(file.units.map(({ id, text }) => [id, translations[text] ?? text]));
  return new TextDecoder().decode((await filter.write(file, known, { target: 'es' })).bytes);
}

describe('written Markdown', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
    [
      'has no list or heading by accident',
      'A\n\nB\n\nC\n\nD\n\nE\n',
      { A: '# a', B: '2024. b', C: '- c', D: '> d', E: '+' },
      '\\# a\n\n2024\\. b\n\n\\- c\n\n\\> d\n\n\\+\n',
    ],
    [
      'has no quotation or list in an underlined heading',
      'A\n===\n\nB\n---',
      { A: '> a', B: '1. b' },
      '\\> a\n===\n\n1\\. b\n---',
    ],
    [
      'has no markup by accident',
      'Text',
      { Text: '*a* _b_ `c` [d](e) <b> &amp; ~~f~~ \\* a_b 2 * 3 < 4' },
      '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<b> \\&amp; \\~\\~f\\~\\~ \\\\\\* a_b 2 * 3 < 4',
    ],
    ['escapes as the source', 'a \\* b&nbsp;c &lt;', { 'a * b\u00a0c <': '< c\u00a0*x*' }, '< c&nbsp;\\*x\\*'],
    [
      'leaves what the source does not escape',
      'see [x] and a* &c <',
      { 'see [x] and a* &c <': 'ver [x] y a* &c <' },
      'ver [x] y a* &c <',
    ],
    ['keeps cells apart', '| a |\n|---|\n| b |\n', { a: 'x | y', b: '- z' }, '| x \\| y |\n|---|\n| - z |\n'],
    ['keeps the end of a heading', '# a', { a: 'C #' }, '# C \\#'],
    [
      'is on one line',
      '> one *two\n> three* four\n> five',
      { 'one <0>two three</0> four five': 'uno <0>dos</0> tres' },
      '> uno *dos* tres',
    ],
    ['keeps hard breaks', '- one  \n  two', { 'one\ntwo': 'uno\n1. dos' }, '- uno  \n  1\\. dos'],
    ['moves spaces out of emphasis', 'a **b** c *d*', { 'a <0>b</0> c <1>d</1>': 'x<0> y </0>z<1></1>' }, 'x **y** z'],
    [
      'moves punctuation marks out of emphasis beside a letter',
      '**Note:** read *this* `x`',
      { '<0>Note:</0> read <1>this</1> {2}': '请<0>“注意”：</0>阅读<1>这个</1>吧{2}' },
      '请“**注意**”：阅读*这个*吧`x`',
    ],
    [
      'marks emphasis beside a letter with asterisks',
      '_**One** two_ __three__ _four_ _five_',
      {
        '<0><1>One</1> two</0> <2>three</2> <3>four</3> <4>five</4>':
          '<0><1>一</1>二</0>和<2>三</2>、<3>四</3> (<4>五</4>)',
      },
      '***一**二*和**三**、_四_ (_五_)',
    ],
    [
      'keeps letters apart from emphasis that starts or ends with a code',
      '**[a](b)** **`c`** ~~d `e`~~ ***f***',
      {
        '<0><1>a</1></0> <2>{3}</2> <4>d {5}</4> <6><7>f</7></6>':
          '把<0><1>一</1></0>和<2>{3}</2>、<4>四{5}</4>与<6><7>六</7></6>了',
      },
      '把 **[一](b)** 和 **`c`**、~~四`e`~~ 与***六***了',
    ],
    ['makes no image of a link', 'a [b](c)', { 'a <0>b</0>': 'a!<0>b</0>' }, 'a! [b](c)'],
    [
      'keeps the label of a reference',
      '[a] [b][] [c][d] ![a]\n\n[a]: x\n[b]: x\n[d]: x\n',
      { '<0>a</0> <1>b</1> <2>c</2>': '<2>z</2> <1>y</1> <0>x</0>', a: 'w' },
      '[z][d] [y][b] [x][a] ![w][a]\n\n[a]: x\n[b]: x\n[d]: x\n',
    ],
    [
      'writes titles in codes',
      'a [b](c "d") ![e](f (g)) h',
      { 'a <0>b</0> <1/> h': '<1/> A <0>B</0> h', d: '"D"', e: '[E]', g: '(G)' },
      '![\\[E\\]](f (\\(G\\))) A [B](c "\\"D\\"") h',
    ],
    [
      'quotes front matter where it must',
      '---\ntitle: One\nsummary: \'Two\'\ndescription: "Three"\ntagline: >-\n  Four\n---\n',
      { One: 'yes', Two: "it's: 2", Three: 'a "b"', Four: '# x' },
      '---\ntitle: "yes"\nsummary: \'it\'\'s: 2\'\ndescription: "a \\"b\\""\ntagline: >-\n  # x\n---\n',
    ],
    [
      'keeps front matter plain',
      '---\ntitle: One\nx: [{title: Two}]\n---\n',
      { One: 'a, b [c]', Two: 'a, b' },
      '---\ntitle: a, b [c]\nx: [{title: "a, b"}]\n---\n',
    ],
    [
      'keeps paragraphs and escapes of front matter',
      '---\nsummary: >\n  One\n\n  two\ntitle: "Caf\\u00e9"\n---\n',
      { 'One\ntwo': 'Uno\ndos', Café: 'Té' },
      '---\nsummary: >\n  Uno\n\n  dos\ntitle: "T\\u00e9"\n---\n',
    ],
    [
      'keeps deep front matter',
      `---\ntitle: ${'['.repeat(100_000)}\n---\n\nOne\n`,
      { One: 'Two' },
      `---\ntitle: ${'['.repeat(100_000)}\n---\n\nTwo\n`,
    ],
    [
      'quotes TOML',
      '+++\ntitle = \'One\'\nsummary = "Two"\nexcerpt = "\\u00c9 \\U0001F600"\n+++\n',
      { One: "it's", Two: 'a "b"', 'É 😀': 'É 😀 ñ' },
      '+++\ntitle = \'it’s\'\nsummary = "a \\"b\\""\nexcerpt = "\\u00c9 \\U0001F600 \\u00F1"\n+++\n',
    ],
  ];
  for (const [title, content, translations, expected] of cases)
    test(title, async () => assert.equal(await translated(markdown, content, translations), expected));

  test('has front matter that YAML reads as the translation', async () => {
    const values = [
      'yes',
      '~',
      '1',
      'a: b',
      'a #b',
      '*a',
      '- a',
      '@a',
      "it's",
      '"a"',
      'a, b',
      'null',
      '2024-01-01',
      '---',
      'a:',
      'ñ',
    ];
    for (const value of values) {
      const written = await translated(markdown, '---\ntitle: One\n---\n', { One: value });
      assert.deepEqual(parseYaml(written.split('---\n').slice(1, -1).join('---\n')), { title: value });
    }
  });

  test('escapes braces and attributes of MDX', async () => {
    const written = await translated(mdx, '<A title="One" />\n\nTwo\n', { One: '"a" {b}', Two: '{a} < b' });
    assert.equal(written, '<A title="&quot;a&quot; {b}" />\n\n\\{a\\} \\< b\n');
  });
});

describe('a translation with signs of markup is read as it was', () => {
  const sign = fc.constantFrom(
    ...'*_`[]<>\\&|{}~#!:.-+=1 ab"\'();/é',
    ' ',
    '&amp;',
    '<b>',
    '**',
    '- ',
    '](',
    '1. ',
    '# ',
  );
  // Templates, and tags that look like codes, are read as such.
  const isText = (text: string): boolean => /[a-z]/.test(text) && !/<\/?\d|\{[\d{%#.:]/.test(text);
  const texts = fc
    .array(sign, { minLength: 1, maxLength: 8 })
    .map((signs) => signs.join('').replaceAll(/ +/g, ' ').trim())
    .filter(isText);
  const sources: readonly (readonly [Filter, string])[] = [
    [markdown, 'x'],
    [markdown, 'x \\* \\_ \\[ b * _ [ ] c'],
    [markdown, '# x'],
    [markdown, '- x'],
    [markdown, '| x |\n|---|\n'],
    [markdown, '![x](b)'],
    [markdown, '[1](a "x")'],
    [markdown, "[1](a 'x')"],
    [markdown, '[1](a (x))'],
    [markdown, '---\ntitle: x\n---\n'],
    [markdown, "---\ntitle: 'x'\n---\n"],
    [markdown, '---\na: {title: "x"}\n---\n'],
    [markdown, '---\ntitle: >-\n  x\n---\n'],
    [markdown, '+++\ntitle = "x"\n+++\n'],
    [mdx, 'x'],
    [mdx, "<A title='x' />"],
    [html, '<p>x</p>'],
    [html, '<p>x AT&T > b < c &amp; &lt;</p>'],
    [html, '<a title="x">'],
    [html, "<a title='x'>"],
    [html, '<a title=x>'],
    [html, '<title>x</title>'],
  ];
  for (const [filter, source] of sources)
    test(`${filter.id}: ${JSON.stringify(source)}`, async () => {
      const file = await filter.parse(new TextEncoder().encode(source));
      const id = file.units[0]?.id ?? '';
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const { bytes } = await filter.write(file, new Map([[id, text]]), { target: 'es' });
          const { units } = await filter.parse(bytes);
          assert.deepEqual([units.length, units[0]?.text], [1, text], new TextDecoder().decode(bytes));
        }),
      );
    });
});

describe('hostile Markdown is refused or read', () => {
  const parts = [
    '[',
    '[a](',
    '![[',
    '[]',
    '*a **b ',
    '_a *b ~c ',
    '` `` ',
    '<a ',
    '<b>',
    '&a',
    '|a',
    'www.a',
    'a@b.c',
    '[^a]',
    '\\',
    '# ',
    '{{',
    '$a',
    '{#',
    '<%',
    '{% highlight x %}',
    'a\\\n',
    '\n',
    '\t',
    '[a]: b\n',
  ];
  for (const part of parts)
    test(JSON.stringify(part), async () => {
      const content = new TextEncoder().encode(part.repeat(10_000));
      try {
        const file = await markdown.parse(content);
        const { bytes } = await markdown.write(file, new Map(), { target: 'es' });
        assert.deepEqual(Buffer.compare(bytes, content), 0);
      } catch (error) {
        assert.ok(error instanceof FileError, String(error));
      }
    });
});

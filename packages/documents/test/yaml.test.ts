import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { yaml } from '../src/formats/yaml.ts';
import { describeFilter } from './filter-contract.ts';
import { unitsOf, written } from './round-trip.ts';

const scalars = String.raw`# A comment: with a colon
defaults: &defaults
  plain: Some plain text   # about it
  'quoted key': 'It''s here'
  double: "A \"word\" \
    goes \u00e9 on\n\
    and on"
  multi: one line
    and another

    and a third
  again: &text Text with an anchor
page:
  <<: *defaults
  alias: *text
  number: 012
  yes: no
  empty: ~
  date: 2026-01-31
  flow: [One, {two: Two 2, "three": 'Three'}, "42"]
  symbol: !ruby/symbol word
  string: !!str 'Tagged'
  ? Complex
  : Value
  list:
  - Item
  -   - Inner
`;
const blocks = `literal: |
  First line
    indented

  last line

strip: |-
  Stripped
keep: |+ # header
  Kept

indicator: |2-
    lead
  text
folded: >
  Folded text
  on two lines

  new paragraph
    code
    more code
  end
folded_strip: >-

  After a blank

`;
const rails = `# Comment
en:
  hello: "Hello"
  "no": Not it
`;

describeFilter(
  yaml,
  [
    {
      title: 'with scalars of all styles',
      content: scalars,
      texts: [
        'Some plain text',
        "It's here",
        'A "word" goes é on\nand on',
        'one line and another\nand a third',
        'Text with an anchor',
        'One',
        'Two 2',
        'Three',
        'Tagged',
        'Value',
        'Item',
        'Inner',
      ],
    },
    {
      title: 'with blocks',
      content: blocks,
      texts: [
        'First line\n  indented\n\nlast line',
        'Stripped',
        'Kept',
        'lead\ntext',
        'Folded text on two lines\nnew paragraph\n  code\n  more code\nend',
        'After a blank',
      ],
    },
    { title: 'with the line ends of Windows', content: `\ufeff${(scalars + blocks).replaceAll('\n', '\r\n')}` },
    {
      title: 'of several documents',
      content: '%YAML 1.1\n---\na: One\n...\n---\na: Two\n--- Three\n',
      texts: ['One', 'Two', 'Three'],
    },
    { title: 'of Rails', content: rails, texts: ['Hello', 'Not it'] },
    { title: 'of comments', content: '# nothing\n', texts: [] },
    { title: 'of one text', content: 'Just text', texts: ['Just text'] },
  ],
  [
    { title: 'a quote without an end', content: 'a: b\nc: "secret', code: 'damaged', line: 2 },
    { title: 'a bracket without an end', content: 'a: [b\nc: d\n', code: 'damaged', line: 2 },
    { title: 'tabs as indentation', content: 'a:\n\tb: c\n', code: 'damaged', line: 2 },
    { title: 'a bad escape', content: String.raw`a: "\q"`, code: 'damaged', line: 1 },
    { title: '1,000 levels', content: '['.repeat(1_000) + ']'.repeat(1_000), code: 'too_deep' },
    { title: '10,000 levels', content: `${'- '.repeat(10_000)}x`, code: 'too_deep' },
  ],
);

describe('YAML', () => {
  test('names units by their key paths', async () => {
    const units = await unitsOf(yaml, scalars);
    assert.deepEqual(
      units.map(({ id }) => id).filter((id) => id.startsWith('page')),
      [
        'page.flow.0',
        'page.flow.1.two',
        'page.flow.1.three',
        'page.string',
        'page.Complex',
        'page.list.0',
        'page.list.1.0',
      ],
    );
  });

  test('has plain scalars of all kinds in quotes where they need them', async () => {
    const source = 'a: x\nb: [u, z]\n';
    const translations = [
      'a: b',
      'a #b',
      '*a',
      '- a',
      'yes',
      'No',
      '~',
      'a:',
      '? b',
      '%a',
      '@a',
      '`a',
      "'a'",
      '"a"',
      '1e3',
      '2026-01-31',
      '<<',
      '#a',
      '{a}',
      '|',
      '---',
    ];
    for (const translation of translations) {
      const ours = await written(yaml, source, { a: translation, 'b.0': translation });
      const quoted = JSON.stringify(translation);
      assert.equal(ours, `a: ${quoted}\nb: [${quoted}, z]\n`);
    }
    for (const translation of ["it's", 'a:b', '-a', 'a#b', 'a - b', '¿qué?', 'yes, no', 'C#']) {
      assert.ok((await written(yaml, source, { a: translation })).startsWith(`a: ${translation}\n`));
    }
    assert.equal(await written(yaml, source, { 'b.0': 'a, b', 'b.1': 'c]' }), 'a: x\nb: ["a, b", "c]"]\n');
    assert.equal(await written(yaml, "a: 'x'\nb: u\n", { b: "it's: z" }), "a: 'x'\nb: 'it''s: z'\n");
  });

  test('keeps quotes and the style of escapes', async () => {
    assert.equal(await written(yaml, "a: 'x'", { a: `it's "y" \\n` }), `a: 'it''s "y" \\n'`);
    assert.equal(
      await written(yaml, String.raw`a: "\xE9 \/"` + '\nb: "x"', { a: 'ñ/ 😀', b: 'é "q" \\ \u0007' }),
      String.raw`a: "\xF1\/ \U0001F600"` + '\n' + String.raw`b: "\xE9 \"q\" \\ \x07"`,
    );
    assert.equal(await written(yaml, 'a: "día\\nx"', { a: 'ñ\ny' }), 'a: "ñ\\ny"');
    assert.equal(await written(yaml, 'a: x\n\n y', { a: 'x\nz' }), 'a: "x\\nz"');
  });

  test('writes blocks in their style', async () => {
    const ours = await written(yaml, blocks, {
      literal: 'Uno\n  dos: #\n\ntres',
      keep: 'yes',
      indicator: 'guía\ntexto',
      folded: 'Uno\ndos\n  tres\n  cuatro\ncinco',
      folded_strip: '- a',
    });
    assert.equal(
      ours,
      blocks
        .replace('First line\n    indented\n\n  last line', 'Uno\n    dos: #\n\n  tres')
        .replace('Kept', 'yes')
        .replace('lead\n  text', 'guía\n  texto')
        .replace(/Folded text[^]*end/, 'Uno\n\n  dos\n    tres\n    cuatro\n  cinco')
        .replace('After a blank', '- a'),
    );
    const values = parseAllDocuments(ours)[0]?.toJS();
    assert.equal(values.folded, 'Uno\ndos\n  tres\n  cuatro\ncinco\n');
    assert.equal(values.indicator, '  guía\ntexto');
    assert.equal(
      await written(yaml, 'a: |\n  x\nb: >\n  y\n', { a: 'c\u2028d', b: 'e\u2029f' }),
      'a: |\n  c d\nb: >\n  e f\n',
    );
  });

  test('names the root key of Rails after the target', async () => {
    const of = (target: string, sourceLang?: string): Promise<string> =>
      written(yaml, rails, { hello: 'Hi' }, target, sourceLang === undefined ? {} : { sourceLang });
    const renamed = (key: string): string => rails.replace('en:', `${key}:`).replace('"Hello"', '"Hi"');
    assert.equal(await of('pt-BR'), renamed('pt-BR'));
    assert.equal(await of('no', 'en-US'), renamed('"no"'));
    assert.equal(await of('es', 'de'), renamed('en'));
    assert.equal(await written(yaml, 'en: x\nes: y\n', {}, 'fr'), 'en: x\nes: y\n');
    assert.equal(await written(yaml, 'en_US:\n  a: b\n', {}, 'pt-BR'), 'pt_BR:\n  a: b\n');
    assert.equal(await written(yaml, 'app:\n  a: b\n', {}, 'fr'), 'app:\n  a: b\n');
  });
});

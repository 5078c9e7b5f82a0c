import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Filter } from '../src/file.ts';
import { srt, vtt } from '../src/formats/srt.ts';
import { describeFilter } from './filter-contract.ts';

const subRip = `1
00:00:01,000 --> 00:00:03,500
The quick brown fox
jumps over the lazy dog.

2
00:00:04,000 --> 00:00:05,000 X1:1 X2:2 Y1:3 Y2:4
{\\an8}<i>Where is</i> the <font color="#ff0000">red</font> boat?

3
00:00:06.000 --> 00:00:08,000
- Have you seen
the boat?
- No.

4
00:00:09,000 --> 00:00:10,000
<i>-Never.
– Not <b>once</b>.</i>
-5 degrees

5
00:00:11,000 --> 00:00:12,000
♪ Row, row your boat ♪
♪ gently ♪ down ♪

6
00:00:13,000 --> 00:00:14,000
This </i> is 3 < 5 & <3 {sic}

also this
1984
7
0:0:15,0 --> 0:0:16,0
12
 in  March\x20
8
00:00:17,000 --> 00:00:18,000

9
00:00:19,000 --> 00:00:20,000
The end`;

describeFilter(
  srt,
  [
    {
      title: 'with lines, dialogues, styles and songs',
      content: subRip,
      texts: [
        'The quick brown fox jumps over the lazy dog.',
        '<0>Where is</0> the <1>red</1> boat?',
        'Have you seen the boat?',
        'No.',
        'Never.',
        'Not <0>once</0>.<1/> -5 degrees',
        'Row, row your boat',
        'gently <0/> down',
        'This </i> is 3 < 5 & <3 {sic}',
        'also this 1984',
        '12 in  March',
        'The end',
      ],
    },
    {
      title: 'with line ends of Windows and a byte order mark',
      content: '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nOne line\r\nand another\n\r\n\r\n',
      texts: ['One line and another'],
    },
  ],
  [
    { title: 'a file without times', content: 'One\n\nTwo\n', code: 'wrong_format' },
    { title: 'a damaged time', content: '1\n00:00:01,000 --> \nOne\n', code: 'damaged', line: 2 },
  ],
);

describeFilter(
  vtt,
  [
    {
      title: 'with blocks, voices, times and entities',
      content: `WEBVTT - Title of the file
Kind: captions

STYLE
::cue(.red) { color: red }

REGION
id:fred

NOTE This is not
translated

intro
00:01.000 --> 00:04.000 align:start position:0%
<v Roger Bingham>We are in <c.red>New York</c>,
in R&amp;D &nbsp;or R&D

00:05.000 --> 00:06.000
<00:05.100>One<00:05.500><c> two</c><00:05.700><c> three</c>

text in no cue

1
01:00:07.000 --> 01:00:08.000
- Who?
- <v Ann>I&#39;m&lrm; Ann &lt;3</v>
and </i> Bob
NOTE is text here
`,
      texts: [
        'We are in <0>New York</0>, in R&D \u00a0or R&D',
        'One<0/><1> two</1><2/><3> three</3>',
        'Who?',
        "<0>I'm\u200e Ann <3</0> and <1/> Bob NOTE is text here",
      ],
    },
    { title: 'without cues', content: 'WEBVTT', texts: [] },
  ],
  [
    {
      title: 'a file without its first line',
      content: '00:01.000 --> 00:02.000\nOne\n',
      code: 'wrong_format',
      line: 1,
    },
    { title: 'a damaged time', content: 'WEBVTT\n\n1\n00:0x --> 1\nOne\n', code: 'damaged', line: 4 },
  ],
);

async function written(filter: Filter, content: string, translations: readonly string[]) {
  const file = await filter.parse(new TextEncoder().encode(content));
  const byId = new Map(file.units.map(({ id }, index) => [id, translations[index] ?? '']));
  const { bytes, untranslated } = await filter.write(file, byId, { target: 'es' });
  assert.deepEqual(untranslated, []);
  return new TextDecoder().decode(bytes).split('\n').slice(2).join('\n');
}

describe('a translated subtitle', () => {
  const head = '1\n00:01:00,000 --> 00:02:00,000\n';
  for (const [title, text, translation, expected] of [
    ['has lines of similar length', 'a\nb', 'The quick brown fox jumps over it', 'The quick brown\nfox jumps over it'],
    ['has three lines', 'a\nb\r\nc', 'One two three four five six', 'One two\nthree four\r\nfive six'],
    ['is not broken inside codes', '<i>a</i>\nb', '<0>one two</0> three', '<i>one two</i>\nthree'],
    ['has the codes on the right lines', 'a\n<i>b</i> c', 'one two <0>b</0> c', 'one two\n<i>b</i> c'],
    ['has fewer lines than before if it has fewer words', 'a\nb\nc', 'one two', 'one\ntwo'],
    ['has no dash at the start of a line', 'a\nb', 'one two – three', 'one two –\nthree'],
    ['has no music at the start of a line', 'a ♪a\nb', 'one <0/>two three', 'one ♪two\nthree'],
    ['is broken between words of Japanese', 'a\nb', '日本語の字幕は、二行です。', '日本語の字幕\nは、二行です。'],
    ['has each line of a dialogue in its place', '- a\nb\n- c', 'one two', '- one\ntwo\n- c'],
  ] as const) {
    test(title, async () => {
      const translations = title.includes('dialogue') ? [translation, 'c'] : [translation];
      assert.equal(await written(srt, head + text, translations), expected);
    });
  }

  test('escapes what WebVTT would read as markup, as the cue does', async () => {
    const cue = (text: string): string => `WEBVTT\n00:01:00.000 --> 00:02:00.000\n${text}`;
    assert.equal(await written(vtt, cue('R&D'), ['a & b &amp; <i> -->']), 'a & b &amp;amp; &lt;i> --&gt;');
    assert.equal(await written(vtt, cue('R&amp;D &nbsp;a'), ['a & b\u00a0']), 'a &amp; b');
    assert.equal(await written(vtt, cue('R&amp;D &nbsp;a'), ['a\u00a0b']), 'a&nbsp;b');
  });

  test('may have many codes and entities', async () => {
    const text = `${'a&amp;'.repeat(200_000)}${'a<c>'.repeat(200_000)}`;
    const file = await vtt.parse(new TextEncoder().encode(`WEBVTT\n00:01.000 --> 00:02.000\n${text}`));
    assert.equal(file.units[0]?.codes.length, 199_999);
  });
});

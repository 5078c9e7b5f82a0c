import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutLong } from '../../../src/text/document/sentence.ts';
import { processorMs } from '../../support/processor-time.ts';
import { sampled } from '../../support/property-runs.ts';
import { parse } from './parsed.ts';
import { splitLine } from './split-line.ts';

/** What repeats so often that a search starting over at each place would take its length squared. */
const units = [
  ...[
    '.',
    '. ',
    '!',
    '?)',
    '…',
    '"a. ',
    '. 1',
    '. 1. ',
    '.a',
    '. (',
    '(\t',
    '1\t',
    '\t',
    'a\t',
    'A. ',
    '.\u00a0»',
    '   ',
  ],
  ...[
    'a',
    ' ',
    '\n',
    'a\n',
    '文\n',
    '> a\n',
    'a\n> ',
    '-\n',
    '1. a\n',
    'a,',
    '\0',
    'a\0',
    '\ud800',
    '\ufdd0',
    '.\ufdd1\ue000',
  ],
  ...['<b>a', 'a<b>', 'a<b>a</b>', '{a}', '{a}b', 'a&shy;', '&eacute;', "'", '{', '}', '*a', '_', '«', '='],
];

const [shortLength, longLength] = [4_000, 32_000];
const timesLonger = longLength / shortLength;

test('time does not grow quadratically with length, for any repeated text', () => {
  for (const unit of sampled(units)) {
    const msFor = (length: number, times: number) => {
      const text = unit.repeat(length / unit.length);
      return Math.min(...[1, 2].map(() => processorMs(() => workOn(text), times)));
    };
    const [short, long] = [msFor(shortLength, 4), msFor(longLength, 1)];
    // A few milliseconds more, so that noise in a short measurement does not count.
    assert.ok(long < (timesLonger ** 2 / 2) * (short + 2), `${JSON.stringify(unit)}: ${short} and ${long} ms`);
  }
});

function workOn(text: string): void {
  const { sentences, render } = parse(text);
  render(sentences.map((sentence) => `${sentence} x`));
  splitLine(text, 'de');
  cutLong(text, 2_000);
}

test('parsing a long text pauses regularly for other work, for any repeated span', () => {
  for (const unit of ['a|b\n', '%d ', '<p>a', 'a:\n', '*a* ', 'http://a.b ', 'a,b,c\n', 'a ', 'A. ']) {
    const { turns } = parse(unit.repeat(longLength / unit.length));
    assert.ok(turns >= longLength / 2_500, `${JSON.stringify(unit)}: ${turns} turns`);
  }
});

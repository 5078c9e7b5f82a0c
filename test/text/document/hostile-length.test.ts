import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutLong } from '../../../src/text/document/sentence.ts';
import { readParts } from '../../support/case-file.ts';
import { isProportionate } from '../../support/processor-time.ts';
import { sampled } from '../../support/property-runs.ts';
import { parse } from './parsed.ts';
import { splitLine } from './split-line.ts';

test('time is proportional to length for 32,000 characters of any repeated text', () => {
  for (const part of sampled(readParts(import.meta.url, 'repeated.txt'))) {
    assert.ok(isProportionate(part, 32_000, workOn), JSON.stringify(part));
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
    const { turns } = parse(unit.repeat(32_000 / unit.length));
    assert.ok(turns >= 32_000 / 2_500, `${JSON.stringify(unit)}: ${turns} turns`);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Run, withFigures } from '../../bench/performance-page.ts';

const order = ['sentences', 'long', 'memory'];
const page = `# Performance

About this page.

## Figures

One section per part.

### long

Measured on Monday.

| figure | value | goal |
| --- | --- | --- |
| 100,000 characters | 3 s |  |
`;

const run = (parts: Run['parts']): Run => ({ parts, conditions: 'Measured on Tuesday.' });
const throughput = { name: 'requests', value: 12_345.678, unit: '1/s', goal: '>= 5', met: true };

describe('page of figures', () => {
  test('gets a section for a part that was measured for the first time, in the order of the parts', () => {
    const figures = [throughput, { name: 'median', value: 0.31, unit: 'x', goal: '<= 0.3', met: false }];
    const written = withFigures(page, run([{ name: 'sentences', figures }]), order);
    const section = `### sentences

Measured on Tuesday.

| figure | value | goal |
| --- | --- | --- |
| requests | 12,350 1/s | >= 5: met |
| median | 0.31 x | <= 0.3: **missed** |

`;
    assert.equal(written, page.replace('### long', `${section}### long`));
  });

  test('replaces the figures of a part that was measured again, and nothing else', () => {
    const written = withFigures(page, run([{ name: 'long', figures: [{ name: 'new', value: 2, unit: 's' }] }]), order);
    const expected = page.replace('Monday', 'Tuesday').replace('| 100,000 characters | 3 s |', '| new | 2 s |');
    assert.equal(written, expected);
  });

  test('does not change when the same run is written twice', () => {
    const same = run([{ name: 'memory', figures: [throughput] }]);
    const once = withFigures(page, same, order);
    assert.notEqual(once, page);
    assert.equal(withFigures(once, same, order), once);
  });

  test('keeps a section of a part that no longer exists', () => {
    const written = withFigures(page.replace('### long', '### gone'), run([]), order);
    assert.match(written, /### gone\n\nMeasured on Monday/);
  });

  test('is refused without the heading below which figures are written', () => {
    assert.throws(() => withFigures('# Performance\n', run([]), order), /## Figures/);
  });

  test('of the project has this heading', () => {
    const path = new URL('../../docs/performance.md', import.meta.url);
    const own = readFileSync(path, 'utf8');
    assert.equal(withFigures(own, run([]), order).length, own.length);
  });
});

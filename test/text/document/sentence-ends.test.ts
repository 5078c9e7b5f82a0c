import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from '../../support/case-file.ts';
import { splitLine } from './split-line.ts';

/** A language, and a line whose sentences are divided by `|`. */
for (const { title, rows } of readCases(import.meta.url, 'sentence-ends.txt')) {
  test(`knows where sentences end: ${title}`, () => {
    for (const [language = '', line = ''] of rows) {
      assert.deepEqual(splitLine(line.replaceAll('|', ''), language), line.split('|'));
    }
  });
}

test('a variant abbreviates as its language does, and a language without a list as all do', () => {
  assert.deepEqual(splitLine('El Sr. Puig. Sí.', 'ca-valencia'), ['El Sr. Puig. ', 'Sí.']);
  assert.deepEqual(splitLine('Dr. Kim. Ja.', 'fy'), ['Dr. Kim. ', 'Ja.']);
});

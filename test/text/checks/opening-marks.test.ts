import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOpeningMarks } from '../../../src/text/checks/opening-marks.ts';
import { pairOf } from '../../adapters/bergamot/opened-engine.ts';
import { readCases } from '../../support/case-file.ts';
import { readable, withTokens } from './written-tokens.ts';

for (const { title, rows } of readCases(import.meta.url, 'opening-marks.txt')) {
  test(title, () => {
    for (const [name = '', sentence = '', given = '', written] of rows) {
      assert.equal(readable(withOpeningMarks(withTokens(sentence), withTokens(given), pairOf(name))), written, given);
    }
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLikeEnd } from '../../../src/text/checks/final-punctuation.ts';
import { pairOf } from '../../adapters/bergamot/opened-engine.ts';
import { readCases } from '../../support/case-file.ts';
import { readable, withTokens } from './written-tokens.ts';

for (const { title, rows } of readCases(import.meta.url, 'final-punctuation.txt')) {
  test(title, () => {
    for (const [name = '', segment = '', given = '', written] of rows) {
      assert.equal(readable(withLikeEnd(withTokens(segment), withTokens(given), pairOf(name))), written, given);
    }
  });
}

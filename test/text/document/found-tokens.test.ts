import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTokens, readToken, writeToken } from '../../../src/text/document/token.ts';

const open = (number: number) => writeToken('open', number);
const close = (number: number) => writeToken('close', number);

/** The number of each token with that of its other half's place, or none. */
function places(segment: string): readonly string[] {
  return findTokens(segment).map(({ token, at, other }) => `${readToken(token).number} at ${at}, ${other ?? 'alone'}`);
}

test('tokens are found in order, and each half of a pair refers to the other', () => {
  assert.deepEqual(places(`a${open(1)}b${open(2)}c${close(2)}${writeToken('point', 7)}d${close(1)}`), [
    '1 at 1, 4',
    '2 at 4, 2',
    '2 at 7, 1',
    '7 at 9, alone',
    '1 at 12, 0',
  ]);
});

test('a half without a counterpart, or that crosses another pair, is single', () => {
  assert.deepEqual(places(`${close(1)}a${open(2)}b`), ['1 at 0, alone', '2 at 3, alone']);
  assert.deepEqual(places(`${open(1)}${open(2)}${close(1)}${close(2)}`), [
    '1 at 0, alone',
    '2 at 2, 3',
    '1 at 4, alone',
    '2 at 6, 1',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSingleQuotes } from '../../../src/adapters/apertium/source-text.ts';

test('curves an opening straight quotation mark', () => {
  assert.equal(openSingleQuotes("'Really?' she said 'really'."), "‘Really?' she said ‘really'.");
});

test('keeps apostrophes and unclosed quotation marks', () => {
  for (const text of [
    "rock 'n' roll",
    "the dogs' house isn't",
    "'s morgens en 't huis",
    "of the '90s",
    "He said 'really",
  ]) {
    assert.equal(openSingleQuotes(text), text);
  }
});

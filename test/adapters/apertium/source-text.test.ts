import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSingleQuotes } from '../../../src/adapters/apertium/source-text.ts';

test('a straight quotation mark that opens becomes one that can be told from an apostrophe', () => {
  assert.equal(openSingleQuotes("'Really?' she said 'really'."), "‘Really?' she said ‘really'.");
});

test('apostrophes stay, and so does a quotation mark that nothing closes', () => {
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

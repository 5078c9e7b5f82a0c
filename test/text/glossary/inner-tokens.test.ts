import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeToken } from '../../../src/text/document/token.ts';
import { withInnerTokens } from '../../../src/text/glossary/protected-entries.ts';

const [first, second] = [writeToken('point', 0), writeToken('point', 1)];

test('points inside an entry are placed after its translation, with a space only if one was before them', () => {
  const write = (held: string) => withInnerTokens(held, 'panel solar', 'PV module').written;
  // Soft hyphens: a space before one would be seen.
  assert.equal(write(`panel${first} solar${second}`), `PV module${first}${second}`);
  assert.equal(write(`panel ${first}solar`), `PV module ${first}`);
  assert.equal(write(`panel ${first}${second} solar`), `PV module ${first}${second}`);
});

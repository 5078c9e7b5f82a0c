import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textBodyBytesMax } from '../src/calls/request-content.ts';
import { bodiesMib, divideMemory, processMib } from '../src/config-memory.ts';
import { documentFormBytesMax } from '../src/shop/documents/document.ts';

test('engines, caches and the process stay below the memory limit together', () => {
  for (let limit = 512; limit <= 65_536; limit += 64) {
    const shares = Object.values(divideMemory(limit));
    assert.ok(processMib + shares.reduce((sum, share) => sum + share, 0) <= limit, `${limit} MiB`);
    assert.ok(shares.every((share) => Number.isInteger(share) && share > 0));
  }
  assert.deepEqual(divideMemory(256), {
    translationCache: 1,
    glossaries: 1,
    dictionaries: 1,
    files: 1,
    unpackedFiles: 1,
    bergamot: 1,
    apertium: 1,
  });
});

test('an account may send the longest text with any memory, and the largest file with 1 GiB', () => {
  const ofAccount = (limit: number) => (bodiesMib(limit) / 2) * 2 ** 20;
  assert.ok(ofAccount(256) >= textBodyBytesMax);
  assert.ok(ofAccount(1_024) >= documentFormBytesMax);
});

test('1 GiB is enough for a neural model with a thread, and for half of the Apertium pairs', () => {
  const { bergamot, apertium } = divideMemory(1_024);
  // Two threads of 48 MiB, and a model of 35 MB: twice its size, and 16 MiB for each thread.
  assert.ok(bergamot >= 2 * 48 + 2 * 35 + 2 * 16);
  assert.ok(apertium >= 200);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedPauseMs } from '../../../src/adapters/openai/failure.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

const read = (headers: Readonly<Record<string, string>>) => requestedPauseMs(new Headers(headers), now);

test('reads seconds, milliseconds and dates, and prefers the most exact', () => {
  assert.equal(read({ 'retry-after': '20' }), 20_000);
  assert.equal(read({ 'retry-after': '0' }), 0);
  assert.equal(read({ 'retry-after': '0.5' }), 500);
  assert.equal(read({ 'retry-after-ms': '120' }), 120);
  assert.equal(read({ 'retry-after-ms': '120', 'retry-after': '20' }), 120);
  assert.equal(read({ 'retry-after-ms': 'soon', 'retry-after': '20' }), 20_000);
  assert.equal(read({ 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }), 30_000);
  assert.equal(read({ 'retry-after': 'Saturday, 21-Nov-26 10:00:30 GMT' }), 30_000);
});

test('returns 0 for a past time, and undefined for an unreadable value', () => {
  assert.equal(read({ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }), 0);
  assert.equal(read({}), undefined);
  for (const said of ['', '-1', 'soon', '1e9', 'Infinity', 'NaN', '20 seconds', 'Sat, 99 Nov 2026', '9'.repeat(400)]) {
    assert.equal(read({ 'retry-after': said, 'retry-after-ms': said }), undefined);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

const tags = (codes: string): ReadonlySet<LanguageTag> => new Set(codes.split(' ') as LanguageTag[]);

test('is opened once for each process', async () => {
  assert.equal(await openDetector(), await openDetector());
});

test('detects a served language, and prefers recent ones in a close call', async () => {
  const detector = await openDetector();
  const served = tags('gl pt es');
  assert.deepEqual(detector.detect('O mesmo home', served), { kind: 'detected', language: 'pt' });
  assert.deepEqual(detector.detect('O mesmo home', served, tags('gl')), { kind: 'detected', language: 'gl' });
});

test('reports the likeliest candidates of a text that it cannot decide', async () => {
  const detection = (await openDetector()).detect('casa', tags('es it pt ca en hi'));
  assert.equal(detection.kind, 'undecided');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { openTranslator } from './translator-world.ts';

test('the stored reply to a free text does not contain the text, and a repeat still returns it', async () => {
  await using world = await openTranslator(new ReversingEngine());
  const text = 'uno dos '.repeat(12_500);
  const [source, target] = ['es' as LanguageTag, 'es' as LanguageTag];
  const request = { text, source, target, idempotencyKey: 'order-1' };
  const unchanged = { translatedText: text, charged: 0, memoryCharacters: 0, source, target };
  assert.deepEqual(await world.translate(request), { ...unchanged, replayed: false });
  assert.deepEqual(await world.translate(request), { ...unchanged, replayed: true });
  assert.ok(world.replyBytes() > 0 && world.replyBytes() < 200, String(world.replyBytes()));
});

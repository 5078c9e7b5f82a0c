import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileReply } from '../../src/calls/endpoint-reply.ts';
import { LostReplies } from '../../src/compat/lost-replies.ts';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';

function openReplies() {
  let time: UnixMs = unixMs(0);
  const lost = new LostReplies(() => time);
  const advance = (byMs: number) => {
    time = later(time, byMs);
  };
  return { lost, advance };
}

test('a lost reply is returned once, within two minutes', () => {
  const { lost, advance } = openReplies();
  for (const id of ['a', 'b']) lost.keep(id, { reply: { id } });
  advance(119_999);
  assert.deepEqual(lost.take('a'), { reply: { id: 'a' } });
  assert.equal(lost.take('a'), undefined);
  advance(1);
  assert.equal(lost.take('b'), undefined);
  assert.ok(lost.isEmpty);
});

test('the oldest replies are dropped beyond 1,000, and beyond 16 million characters', () => {
  const { lost } = openReplies();
  for (let number = 0; number < 1_001; number++) lost.keep(String(number), { reply: { number } });
  assert.equal(lost.take('0'), undefined);
  assert.deepEqual(lost.take('1'), { reply: { number: 1 } });
  const large = { reply: { text: 'x'.repeat(6_000_000) } };
  for (const id of ['first', 'second', 'third']) lost.keep(id, large);
  assert.deepEqual([lost.take('first'), lost.take('second'), lost.take('third')], [undefined, large, large]);
  lost.keep('huge', { reply: { text: 'x'.repeat(20_000_000) } });
  assert.ok(lost.isEmpty);
});

test('files count by their bytes, and streams are not kept', () => {
  const { lost } = openReplies();
  const file = (bytes: number) => ({ reply: new FileReply('a.txt', 'text/plain', new Uint8Array(bytes)) });
  const kept = file(9_000_000);
  lost.keep('first', file(9_000_000));
  lost.keep('second', kept);
  assert.deepEqual([lost.take('first'), lost.take('second')], [undefined, kept]);
  lost.keep('stream', { reply: new FileReply('a.txt', 'text/plain', new ReadableStream()) });
  assert.ok(lost.isEmpty);
});

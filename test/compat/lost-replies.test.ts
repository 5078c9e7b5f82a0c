import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndpointReply, FileReply } from '../../src/calls/endpoint-reply.ts';
import { LostReplies } from '../../src/compat/lost-replies.ts';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { afterTheCharge } from '../contract/shape.ts';
import { startService } from '../support/service.ts';

function openReplies() {
  let time: UnixMs = unixMs(0);
  const lost = new LostReplies(() => time);
  const advance = (byMs: number) => {
    time = later(time, byMs);
  };
  /** Keeps a reply that is made already. */
  const keep = (id: string, reply: EndpointReply['reply']) => lost.keep(id, Promise.resolve({ reply }));
  const take = async (id: string) => (await lost.take(id))?.reply;
  return { lost, advance, keep, take };
}

test('a lost reply is returned once, within two minutes', async () => {
  const { lost, advance, keep, take } = openReplies();
  for (const id of ['a', 'b']) await keep(id, { id });
  advance(119_999);
  assert.deepEqual(await take('a'), { id: 'a' });
  assert.equal(await take('a'), undefined);
  advance(1);
  assert.equal(await take('b'), undefined);
  assert.ok(lost.isEmpty);
});

test('the oldest replies are dropped beyond 1,000, and beyond 16 million characters', async () => {
  const { lost, keep, take } = openReplies();
  for (let number = 0; number < 1_001; number++) await keep(String(number), { number });
  assert.equal(await take('0'), undefined);
  assert.deepEqual(await take('1'), { number: 1 });
  const large = { text: 'x'.repeat(6_000_000) };
  for (const id of ['first', 'second', 'third']) await keep(id, large);
  assert.deepEqual([await take('first'), await take('second'), await take('third')], [undefined, large, large]);
  await keep('huge', { text: 'x'.repeat(20_000_000) });
  assert.ok(lost.isEmpty);
});

test('files count by their bytes, and streams are not kept', async () => {
  const { lost, keep, take } = openReplies();
  const file = (bytes: number) => new FileReply('a.txt', 'text/plain', new Uint8Array(bytes));
  const kept = file(9_000_000);
  await keep('first', file(9_000_000));
  await keep('second', kept);
  assert.deepEqual([await take('first'), await take('second')], [undefined, kept]);
  await keep('stream', new FileReply('a.txt', 'text/plain', new ReadableStream()));
  assert.ok(lost.isEmpty);
});

test('a request that fails or charges nothing leaves nothing to return', async () => {
  const { lost } = openReplies();
  for (const made of [Promise.reject(new Error('failed')), Promise.resolve(undefined)]) {
    const kept = lost.keep('a', made);
    const taken = lost.take('a');
    assert.equal(await taken, undefined);
    await kept;
    await lost.keep('b', made);
    assert.ok(lost.isEmpty);
  }
});

test('a request that was free keeps the reply of an equal one that was charged', async () => {
  const { lost, keep, take } = openReplies();
  await keep('a', { charged: true });
  await lost.keep('a', Promise.resolve(undefined));
  assert.deepEqual(await take('a'), { charged: true });
});

test('a repeat that arrives while a lost request is being charged waits for its reply', async (context) => {
  await using service = await startService();
  const customer = await service.customer(500);
  const caller = new AbortController();
  const ask = async (signal?: AbortSignal) => {
    const reply = await fetch(`${service.url}/v2/translate`, {
      method: 'POST',
      headers: { Authorization: `DeepL-Auth-Key ${customer.key}` },
      body: new URLSearchParams({ text: 'uno dos', source_lang: 'ES', target_lang: 'EN' }),
      ...(signal && { signal }),
    });
    return await reply.json();
  };
  const waiting = Promise.withResolvers<void>();
  const { take } = LostReplies.prototype;
  context.mock.method(LostReplies.prototype, 'take', function (this: LostReplies, id: string) {
    const taken = take.call(this, id);
    waiting.resolve();
    return taken;
  });
  const repeated = Promise.withResolvers<unknown>();
  void afterTheCharge(context, {
    hangUp: () => caller.abort(),
    whenNoticed: async () => {
      repeated.resolve(ask());
      await Promise.race([repeated.promise, waiting.promise]);
    },
  });
  await assert.rejects(ask(caller.signal));
  assert.deepEqual(await repeated.promise, { translations: [{ detected_source_language: 'ES', text: 'dos uno' }] });
  assert.equal((await customer.balance()).used, 'uno dos'.length);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listenWith, problemOf } from './listening.ts';

describe('X-Request-Id', () => {
  test("is the caller's own if it has 1 to 128 safe characters", async () => {
    await using server = await listenWith(() => new Response('ok'));
    for (const id of ['a', 'A-z_0.9', 'x'.repeat(128)]) {
      const reply = await fetch(server.url, { headers: { 'x-request-id': id } });
      assert.equal(reply.headers.get('x-request-id'), id);
    }
  });

  test("is new and unique if the caller's is not safe in a log", async () => {
    await using server = await listenWith(() => new Response('ok'));
    const seen = new Set<string | null>();
    for (const id of ['', 'x'.repeat(129), 'two words', 'semi;colon', 'é']) {
      const reply = await fetch(server.url, { headers: { 'x-request-id': id } });
      const given = reply.headers.get('x-request-id');
      assert.match(given ?? '', /^[A-Za-z0-9._-]{1,128}$/);
      seen.add(given);
    }
    assert.equal(seen.size, 5);
  });

  test("is in the listener's own replies, and in their bodies", async () => {
    await using server = await listenWith(() => Promise.reject(new Error('broken')));
    const reply = await fetch(server.url, { headers: { 'x-request-id': 'mine' } });
    assert.equal(reply.status, 500);
    assert.equal(reply.headers.get('x-request-id'), 'mine');
    assert.equal(problemOf(await reply.text()).request_id, 'mine');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Dragoman, type Fetch } from '../../sdk/src/dragoman.ts';
import { settled } from '../api/asking.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { openClient } from './client-world.ts';

/** A network that closes the connection instead of every third reply. */
async function losing(url: string) {
  const proxy = await TcpProxy.start(Number(new URL(url).port));
  const state = { replies: 0, lost: 0 };
  proxy.rule = ({ direction, bytes }) => {
    if (direction === 'up' || !bytes.toString('latin1').startsWith('HTTP/1.1 ')) return 'pass';
    if (++state.replies % 3 !== 0) return 'pass';
    state.lost++;
    return 'cut';
  };
  return { proxy, state };
}

test('a connection that loses every third reply costs nothing more', async () => {
  await using world = await openClient(1_000_000, { env: { RATE_LIMIT_PER_MINUTE: '10000' } });
  const { proxy, state } = await losing(world.service.url);
  await using _ = proxy;
  const dragoman = new Dragoman({ key: world.customer.key, baseUrl: proxy.lead(world.service.url) });
  const texts = Array.from({ length: 7_500 }, (__, index) => `numero ${index}`);
  const translations = await dragoman.translate(texts, { from: 'es', to: 'en' });
  for (const text of texts.slice(0, 8)) translations.push(await dragoman.translate(text, { from: 'es', to: 'en' }));
  await dragoman.glossary.add([{ source_lang: 'es', target_lang: 'en', term: 'casa', translation: 'house' }]);
  const [entry] = await dragoman.glossary.list();
  await dragoman.glossary.remove(entry?.id ?? '');
  assert.ok(state.lost >= 5, `${state.lost} lost`);
  const charged = translations.reduce((sum, each) => sum + each.charged, 0);
  assert.equal(charged, [...texts, ...texts.slice(0, 8)].join('').length);
  assert.equal((await world.dragoman.usage()).characters_used, charged);
});

test('more requests than the rate limit wait, and none is refused', async () => {
  // The clock of the service and its headers run 20 times faster.
  const speed = 20;
  let toldAt = Math.ceil(performance.now());
  const fetch: Fetch = async (...parameters) => {
    const now = Math.ceil(performance.now());
    world.service.advance((now - toldAt) * speed);
    toldAt = now;
    const response = await globalThis.fetch(...parameters);
    const headers = new Headers(response.headers);
    const limit = headers.get('RateLimit') ?? '';
    headers.set(
      'RateLimit',
      limit.replace(/t=(\d+)/, (__, t) => `t=${Number(t) / speed}`),
    );
    return new Response(await response.arrayBuffer(), { status: response.status, headers });
  };
  await using world = await openClient(1_000_000, { fetch });
  const calls = Array.from({ length: 150 }, (__, index) =>
    world.dragoman.translate(`numero ${index}`, { from: 'es', to: 'en' }),
  );
  assert.equal((await Promise.all(calls)).length, 150);
  const statuses = new Set(world.sent.map(({ status }) => status));
  assert.deepEqual([world.sent.length, [...statuses]], [150, [200]]);
});

/** Replies that come instead of those of the service, one after the other; the last one stays. */
const replying = (...replies: readonly (() => Response)[]) => {
  let count = 0;
  return {
    count: () => count,
    fetch: async () => (replies[count++] ?? replies.at(-1) ?? Response.error)(),
  };
};
const problem =
  (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code: 'server_error', message: 'Failed.', param: null, ...more } }, { status, headers });
const usage = () => Response.json({ characters_balance: 1, characters_used: 0, characters_expires_at: null });
const options = { key: 'some_key', baseUrl: 'http://dragoman.example' };

describe('retries', () => {
  test('429 after Retry-After, a page of a gateway, and 500 without param; others never', async () => {
    const ofGateway = () => new Response(null, { status: 503 });
    const { fetch, count } = replying(problem(429, {}, { 'Retry-After': '1' }), problem(500), ofGateway, usage);
    const startedAt = performance.now();
    await new Dragoman({ ...options, fetch }).usage();
    assert.equal(count(), 4);
    assert.ok(performance.now() - startedAt >= 1_000);
    for (const reply of [problem(500, { param: 'texts[1]' }), problem(402), problem(400), problem(401)]) {
      const once = replying(reply);
      await assert.rejects(new Dragoman({ ...options, fetch: once.fetch }).usage(), { message: 'Failed.' });
      assert.equal(once.count(), 1);
    }
  });

  test('end before they would exceed timeoutMs, with the last failure', async () => {
    const { fetch, count } = replying(problem(429, { retry_after: 60 }));
    const dragoman = new Dragoman({ ...options, fetch, timeoutMs: 1_000 });
    await assert.rejects(dragoman.usage(), { status: 429, retryAfter: 60 });
    assert.equal(count(), 1);
    const slow: Fetch = (_, { signal }) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const failing = replying(problem(500));
    const once: Fetch = (...parameters) => (failing.count() === 0 ? failing.fetch() : slow(...parameters));
    await assert.rejects(new Dragoman({ ...options, fetch: once, timeoutMs: 1_000 }).usage(), { status: 500 });
  });

  test('a request that takes longer than timeoutMs is a timeout', async () => {
    await using world = await openClient(1_000, { timeoutMs: 300 });
    await assert.rejects(world.dragoman.translate('espera', { from: 'es', to: 'en' }), { code: 'timeout' });
    assert.equal((await settled(world.customer)).used, 0);
  });
});

test('an aborted call fails with the reason and is not charged', async () => {
  await using world = await openClient();
  const reason = new Error('enough');
  for (const text of ['espera', ['espera', 'dos']]) {
    const controller = new AbortController();
    const call = world.dragoman.translate(text as string, { from: 'es', to: 'en', signal: controller.signal });
    await world.service.engine.entered;
    await wait(20);
    controller.abort(reason);
    await assert.rejects(call, reason);
  }
  const signal = AbortSignal.abort(reason);
  await assert.rejects(world.dragoman.usage({ signal }), reason);
  assert.equal((await world.customer.balance()).used, 0);
});

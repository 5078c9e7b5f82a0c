import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServiceError } from '../../src/ground/service-error.ts';
import { readBody } from '../../src/http/request-body.ts';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { connectTo, gate, listenWith, watched } from './listening.ts';

describe('connection', () => {
  test('carries pipelined requests, answered in their order', async () => {
    const slow = gate();
    await using connection = await connectTo(async (_, request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/0') await slow.pass();
      return new Response(pathname);
    });
    connection.send(Buffer.concat(Array.from({ length: 50 }, (_, index) => rawRequest({ path: `/${index}` }))));
    await slow.entered;
    slow.open();
    for (let index = 0; index < 50; index++) assert.equal((await connection.reply()).body, `/${index}`);
  });

  test('answers complete requests before garbage, then reports the garbage and closes', async () => {
    const slow = gate();
    await using connection = await connectTo(async () => {
      await slow.pass();
      return new Response('whole');
    });
    connection.send(rawRequest({}));
    await slow.entered;
    connection.send('garbage\r\n\r\n');
    slow.open();
    assert.equal((await connection.reply()).body, 'whole');
    assert.equal((await connection.reply()).status, 400);
    assert.equal(await connection.closed(), '');
  });

  test('of HTTP/1.0 is answered and closed', async () => {
    await using connection = await connectTo(() => new Response('old'));
    connection.send('GET / HTTP/1.0\r\n\r\n');
    const reply = await connection.reply();
    assert.equal(reply.body, 'old');
    assert.equal(await connection.closed(), '');
  });

  test('beyond the limit is closed immediately', async () => {
    await using server = await listenWith(() => new Response('ok'), { limits: { connectionsMax: 1 } });
    using first = await RawConnection.open(server.url);
    first.send(rawRequest({}));
    assert.equal((await first.reply()).body, 'ok');
    using second = await RawConnection.open(server.url);
    assert.equal(await second.closed(), '');
  });

  test('of an address beyond its limit is refused with a reply, unless it is a trusted proxy', async () => {
    for (const proxies of [[], ['127.0.0.1']]) {
      const trustedProxies = new TrustedProxies(proxies);
      const limits = { connectionsPerAddressMax: 1 };
      await using server = await listenWith(() => new Response('ok'), { limits, trustedProxies });
      using first = await RawConnection.open(server.url);
      first.send(rawRequest({}));
      assert.equal((await first.reply()).body, 'ok');
      using second = await RawConnection.open(server.url);
      second.send(rawRequest({}));
      const { status, body } = await second.reply();
      if (proxies.length > 0) assert.deepEqual([status, body], [200, 'ok']);
      else assert.deepEqual([status, JSON.parse(body).error.code], [429, 'rate_limit_exceeded']);
    }
  });

  test('of an address with many is refused when three quarters of all are in use, and others still get theirs', async () => {
    const limits = { connectionsMax: 8, connectionsPerAddressNearMax: 1 };
    await using server = await listenWith(() => new Response('ok'), { limits });
    await using opening = new AsyncDisposableStack();
    const ask = async (address: string) => {
      const connection = opening.use(await RawConnection.open(server.url, address));
      connection.send(rawRequest({}));
      return (await connection.reply()).status;
    };
    for (const status of [200, 200, 200, 200, 200, 200, 429, 429]) assert.equal(await ask('127.0.0.2'), status);
    assert.equal(await ask('127.0.0.1'), 200);
  });

  test('makes room for new ones once three quarters are in use: those that wait longest for their callers close', async () => {
    const slow = gate();
    const large = 'x'.repeat(2 ** 24);
    const answer = async (_: unknown, { url }: Request) => {
      if (url.endsWith('/slow')) await slow.pass();
      return new Response(url.endsWith('/large') ? large : 'ok');
    };
    await using server = await listenWith(answer, { limits: { connectionsMax: 8 } });
    await using opening = new AsyncDisposableStack();
    const open = async () => opening.use(await RawConnection.open(server.url));
    const ask = async (connection: RawConnection, path = '/') => {
      connection.send(rawRequest({ path }));
      return (await connection.reply()).status;
    };
    const [working, unread, silent, idle] = [await open(), await open(), await open(), await open()];
    const active = await open();
    for (const connection of [working, unread, idle, active]) assert.equal(await ask(connection), 200);
    working.send(rawRequest({ path: '/slow' }));
    await slow.entered;
    unread.socket.pause();
    unread.send(rawRequest({ path: '/large' }));
    assert.equal(await ask(active), 200);
    for (let count = 0; count < 20; count++) {
      assert.equal(await ask(await open()), 200);
      assert.equal(await ask(active), 200);
    }
    for (const closed of [silent, idle]) assert.equal(await closed.closed(), '');
    unread.socket.resume();
    assert.ok((await unread.closed()).length < large.length);
    slow.open();
    assert.equal((await working.reply()).body, 'ok');
  });

  test('of a trusted proxy carries a limited number of concurrent requests of one client, and those of others', async () => {
    const trustedProxies = new TrustedProxies(['127.0.0.1']);
    const held = Promise.withResolvers<Response>();
    const answer = (_: unknown, { url }: Request) => (url.endsWith('/waits') ? held.promise : new Response('ok'));
    await using server = await listenWith(answer, { limits: { connectionsPerAddressMax: 1 }, trustedProxies });
    const ask = (client: string, path: string) => {
      const headers = { 'X-Forwarded-For': client, 'X-Forwarded-Proto': 'https' };
      return fetch(`${server.url}${path}`, { headers });
    };
    const waiting = ask('2001:db8::1', '/waits');
    await eventually(async () => (await ask('2001:db8::2', '/')).status === 429);
    assert.equal((await ask('2001:db9::1', '/')).status, 200);
    held.resolve(new Response('ok'));
    assert.equal((await waiting).status, 200);
    assert.equal((await ask('2001:db8::2', '/')).status, 200);
  });

  test('that waits too long for its next request is closed', async () => {
    await using connection = await connectTo(() => new Response('ok'), { limits: { keepAliveMs: 10 } });
    connection.send(rawRequest({}));
    await connection.reply();
    assert.equal(await connection.closed(), '');
  });

  test('without traffic while a request is answered is closed', async () => {
    await using connection = await connectTo(() => new Promise(() => undefined), { limits: { idleMs: 50 } });
    connection.send(rawRequest({}));
    assert.equal(await connection.closed(), '');
  });
});

describe('caller', () => {
  const leaves = {
    'hangs up': 'destroy',
    'resets the connection': 'resetAndDestroy',
    'closes only its sending side': 'end',
  } as const;
  for (const [how, leave] of Object.entries(leaves)) {
    test(`that ${how} has its work aborted`, async () => {
      const { answer, slow, aborted } = watched();
      await using connection = await connectTo(answer);
      connection.send(rawRequest({}));
      await slow.entered;
      connection.socket[leave]();
      assert.equal(((await aborted) as ServiceError).code, 'caller_gone');
    });
  }

  test('that hangs up aborts all the work that it had pipelined', async () => {
    let [running, aborted] = [0, 0];
    await using connection = await connectTo(({ outgoing }) => {
      outgoing.abortSignal(60_000).addEventListener('abort', () => aborted++);
      running++;
      return new Promise(() => undefined);
    });
    connection.send(Buffer.concat([rawRequest({}), rawRequest({})]));
    await eventually(() => running === 2);
    connection.socket.destroy();
    await eventually(() => aborted === 2);
  });

  test('that waits longer than the deadline has its work aborted', async () => {
    const { answer, aborted } = watched(20);
    await using server = await listenWith(answer);
    const reply = await fetch(server.url);
    assert.equal(await reply.text(), 'deadline_exceeded');
    assert.equal(((await aborted) as ServiceError).code, 'deadline_exceeded');
  });

  test('that hangs up before the work begins has it aborted from the start', async () => {
    const slow = gate();
    const aborted = Promise.withResolvers<boolean>();
    await using connection = await connectTo(async ({ incoming, outgoing }) => {
      incoming.socket.once('close', slow.open);
      await slow.pass();
      aborted.resolve(outgoing.abortSignal(60_000).aborted);
      return new Response('late');
    });
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.resetAndDestroy();
    assert.equal(await aborted.promise, true);
  });

  test('cut off in the middle of its body fails the reading of it', async () => {
    const failure = Promise.withResolvers<unknown>();
    const reading = Promise.withResolvers<void>();
    await using connection = await connectTo(({ outgoing }) => {
      void Promise.resolve(readBody(outgoing, 100)).catch(failure.resolve);
      reading.resolve();
      return new Promise(() => undefined);
    });
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await reading.promise;
    connection.socket.resetAndDestroy();
    assert.equal(((await failure.promise) as ServiceError).code, 'caller_gone');
  });
});

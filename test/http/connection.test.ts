import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServiceError } from '../../src/core/service-error.ts';
import { readBody } from '../../src/http/request-body.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { gate, listenWith } from './listening.ts';

/** Answers once the test lets it, and tells what became of the caller meanwhile. */
async function watched(deadlineMs = 60_000) {
  const slow = gate();
  const aborted = Promise.withResolvers<unknown>();
  const server = await listenWith(async ({ outgoing }) => {
    const signal = outgoing.abortSignal(deadlineMs);
    signal.addEventListener('abort', () => aborted.resolve(signal.reason));
    await Promise.race([slow.pass(), aborted.promise]);
    return new Response(signal.aborted ? (signal.reason as ServiceError).code : 'in time');
  });
  return { server, slow, aborted: aborted.promise };
}

describe('a connection', () => {
  test('carries pipelined requests, answered in their order', async () => {
    const slow = gate();
    await using server = await listenWith(async (_, request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/0') await slow.pass();
      return new Response(pathname);
    });
    using connection = await RawConnection.open(server.url);
    connection.send(Buffer.concat(Array.from({ length: 50 }, (_, index) => rawRequest({ path: `/${index}` }))));
    await slow.entered;
    slow.open();
    for (let index = 0; index < 50; index++) assert.equal((await connection.reply()).body, `/${index}`);
  });

  test('answers what was complete before garbage, then says so and closes', async () => {
    const slow = gate();
    await using server = await listenWith(async () => {
      await slow.pass();
      return new Response('whole');
    });
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.send('garbage\r\n\r\n');
    slow.open();
    assert.equal((await connection.reply()).body, 'whole');
    assert.equal((await connection.reply()).status, 400);
    assert.equal(await connection.closed(), '');
  });

  test('of HTTP/1.0 is answered and closed', async () => {
    await using server = await listenWith(() => new Response('old'));
    using connection = await RawConnection.open(server.url);
    connection.send('GET / HTTP/1.0\r\n\r\n');
    const reply = await connection.reply();
    assert.equal(reply.body, 'old');
    assert.equal(await connection.closed(), '');
  });

  test('beyond the number that is served at a time is closed at once', async () => {
    await using server = await listenWith(() => new Response('ok'), { limits: { connectionsMax: 1 } });
    using first = await RawConnection.open(server.url);
    first.send(rawRequest({}));
    assert.equal((await first.reply()).body, 'ok');
    using second = await RawConnection.open(server.url);
    assert.equal(await second.closed(), '');
  });

  test('that waits too long for its next request is closed', async () => {
    await using server = await listenWith(() => new Response('ok'), { limits: { keepAliveMs: 10 } });
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await connection.reply();
    assert.equal(await connection.closed(), '');
  });

  test('on which nothing moves while a request is answered is closed', async () => {
    await using server = await listenWith(() => new Promise(() => undefined), { limits: { idleMs: 50 } });
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    assert.equal(await connection.closed(), '');
  });
});

describe('a caller that', () => {
  test('hangs up aborts the work', async () => {
    const { server, slow, aborted } = await watched();
    await using _ = server;
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.destroy();
    assert.equal(((await aborted) as ServiceError).code, 'caller_gone');
  });

  test('resets the connection aborts the work', async () => {
    const { server, slow, aborted } = await watched();
    await using _ = server;
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.resetAndDestroy();
    assert.equal(((await aborted) as ServiceError).code, 'caller_gone');
  });

  test('hangs up aborts all the work that it had pipelined', async () => {
    let aborted = 0;
    const both = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    let running = 0;
    await using server = await listenWith(({ outgoing }) => {
      outgoing.abortSignal(60_000).addEventListener('abort', () => {
        if (++aborted === 2) both.resolve();
      });
      if (++running === 2) started.resolve();
      return new Promise(() => undefined);
    });
    using connection = await RawConnection.open(server.url);
    connection.send(Buffer.concat([rawRequest({}), rawRequest({})]));
    await started.promise;
    connection.socket.destroy();
    await both.promise;
    assert.equal(aborted, 2);
  });

  test('only closes its sending side still gets its reply', async () => {
    const { server, slow } = await watched();
    await using _ = server;
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.end();
    // The question whether anybody is still there, which any HTTP client reads over.
    assert.equal((await connection.reply({ interim: true })).status, 100);
    slow.open();
    assert.equal((await connection.reply()).body, 'in time');
    assert.equal(await connection.closed(), '');
  });

  test('speaks HTTP/1.0 and closes its sending side cannot be asked, and counts as gone', async () => {
    const { server, slow, aborted } = await watched();
    await using _ = server;
    using connection = await RawConnection.open(server.url);
    connection.send('GET / HTTP/1.0\r\n\r\n');
    await slow.entered;
    connection.socket.end();
    assert.equal(((await aborted) as ServiceError).code, 'caller_gone');
  });

  test('waits longer than the deadline has its work aborted', async () => {
    const { server, aborted } = await watched(20);
    await using _ = server;
    const reply = await fetch(server.url);
    assert.equal(await reply.text(), 'deadline_exceeded');
    assert.equal(((await aborted) as ServiceError).code, 'deadline_exceeded');
  });

  test('has gone before the work begins has it aborted from the start', async () => {
    const slow = gate();
    const aborted = Promise.withResolvers<boolean>();
    await using server = await listenWith(async ({ incoming, outgoing }) => {
      incoming.socket.once('close', slow.open);
      await slow.pass();
      aborted.resolve(outgoing.abortSignal(60_000).aborted);
      return new Response('late');
    });
    using connection = await RawConnection.open(server.url);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.resetAndDestroy();
    assert.equal(await aborted.promise, true);
  });

  test('is cut off in the middle of its body fails the reading of it', async () => {
    const failure = Promise.withResolvers<unknown>();
    const reading = Promise.withResolvers<void>();
    await using server = await listenWith(({ outgoing }) => {
      void Promise.resolve(readBody(outgoing, 100)).catch(failure.resolve);
      reading.resolve();
      return new Promise(() => undefined);
    });
    using connection = await RawConnection.open(server.url);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await reading.promise;
    connection.socket.resetAndDestroy();
    assert.equal(((await failure.promise) as ServiceError).code, 'caller_gone');
  });
});

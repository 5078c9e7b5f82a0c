import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { ServiceError } from '../../src/ground/service-error.ts';
import type { HttpBindings } from '../../src/http/answering.ts';
import { readBody } from '../../src/http/request-body.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { connectTo, listenWith, problemOf } from './listening.ts';

const echo = async ({ outgoing }: HttpBindings) => {
  try {
    return new Response(Buffer.from(await readBody(outgoing, 100)).toString());
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return new Response(JSON.stringify([error.reason, error.data]), { status: 400 });
  }
};

describe('request body', () => {
  test('is read completely, however it is split into packets', async () => {
    await using connection = await connectTo(echo);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nh');
    for (const part of 'ello') connection.send(part);
    assert.equal((await connection.reply()).body, 'hello');
  });

  test('may be chunked', async () => {
    await using connection = await connectTo(echo);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n');
    assert.equal((await connection.reply()).body, 'hello');
  });

  test('may be empty', async () => {
    await using connection = await connectTo(echo);
    connection.send(rawRequest({ method: 'POST', body: '' }));
    assert.equal((await connection.reply()).body, '');
    connection.send(rawRequest({ method: 'POST' }));
    assert.equal((await connection.reply()).body, '');
  });

  test('above the cap is refused, and the connection serves the next request when the rest is small', async () => {
    await using connection = await connectTo(echo);
    connection.send(rawRequest({ method: 'POST', body: 'x'.repeat(101) }));
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.match(reply.body, /"body_too_large",{"bytesMax":100}/);
    connection.send(rawRequest({ method: 'POST', body: 'next' }));
    assert.equal((await connection.reply()).body, 'next');
  });

  test('above the cap in chunks is refused in the same way', async () => {
    await using connection = await connectTo(echo);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    connection.send(`65\r\n${'x'.repeat(101)}\r\n`);
    assert.equal((await connection.reply()).status, 400);
    connection.send('0\r\n\r\n');
    connection.send(rawRequest({ method: 'POST', body: 'next' }));
    assert.equal((await connection.reply()).body, 'next');
  });

  test('without an end is cut off once the reply has been sent', async () => {
    await using connection = await connectTo(echo, { limits: { refusedBytesMax: 100_000 } });
    connection.send(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n${'x'.repeat(101)}\r\n`);
    assert.equal((await connection.reply()).status, 400);
    connection.send(`1000000\r\n${'x'.repeat(200_000)}`);
    assert.equal(await connection.closed(), '');
  });

  test('with an announced length too large to discard is left unread, and cut off after a time', async () => {
    const limits = { unwantedBytesMax: 100_000, unwantedMs: 200 };
    await using connection = await connectTo(() => new Response('no'), { limits });
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 64000000\r\n\r\n');
    connection.send(Buffer.alloc(64_000_000));
    assert.equal((await connection.reply()).body, 'no');
    assert.equal(await connection.closed(), '');
    assert.ok(connection.socket.writableLength > 32_000_000, 'the buffers in between hold far less');
  });

  test('above the cap is read to its end, so that a caller who sends all of it first gets the reply', async () => {
    for (const headers of [{}, { Connection: 'close' }]) {
      await using connection = await connectTo(echo);
      connection.socket.pause();
      connection.send(rawRequest({ method: 'POST', headers, body: Buffer.alloc(32_000_000) }));
      while (connection.socket.writableLength > 0) await once(connection.socket, 'drain');
      connection.socket.resume();
      assert.match((await connection.reply()).body, /"body_too_large"/);
    }
  });

  test('that is unused and never ends is cut off after a time', async () => {
    await using connection = await connectTo(() => new Response('no'), { limits: { unwantedMs: 20 } });
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    assert.equal((await connection.reply()).body, 'no');
    assert.equal(await connection.closed(), '');
  });

  test('that ends before its announced length is refused', async () => {
    await using connection = await connectTo(echo);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    connection.socket.end();
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.match(reply.body, /"unusable_request",{"fault":"incomplete"}/);
    assert.equal(reply.headers['connection'], 'close');
    assert.equal(await connection.closed(), '');
  });

  test('longer than announced affects only what follows it', async () => {
    await using connection = await connectTo(echo);
    connection.send(`${rawRequest({ method: 'POST', body: 'hello' }).toString()} and more\r\n\r\n`);
    assert.equal((await connection.reply()).body, 'hello');
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.equal(problemOf(reply.body).code, 'validation_error');
    assert.equal(await connection.closed(), '');
  });

  test('with malformed chunks is refused in its own reply', async () => {
    await using connection = await connectTo(echo);
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.equal(reply.headers['x-request-id'], 'mine');
    assert.equal(await connection.closed(), '');
  });

  test('that exceeds its time limit is refused', async () => {
    const limits = { headersMs: 1_000, requestMs: 1_000, checkEveryMs: 10 };
    await using connection = await connectTo(echo, { limits });
    connection.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.match(reply.body, /"unusable_request",{"fault":"slow"}/);
    assert.equal(await connection.closed(), '');
  });

  test('gets 100 Continue only when the handler reads it', async () => {
    await using server = await listenWith(async (bindings, request) => {
      return new URL(request.url).pathname === '/wanted' ? echo(bindings) : new Response('no', { status: 401 });
    });
    using wanted = await RawConnection.open(server.url);
    wanted.send(
      rawRequest({ method: 'POST', path: '/wanted', headers: { Expect: '100-continue', 'Content-Length': '5' } }),
    );
    assert.equal((await wanted.reply({ interim: true })).status, 100);
    wanted.send('hello');
    assert.equal((await wanted.reply()).body, 'hello');
    using unwanted = await RawConnection.open(server.url);
    unwanted.send(
      rawRequest({ method: 'POST', path: '/no', headers: { Expect: '100-continue', 'Content-Length': '5' } }),
    );
    assert.equal((await unwanted.reply({ interim: true })).status, 401);
  });

  test('that arrives too slowly is refused within any time limit', async () => {
    const limits = { bodyBytesPerSecondMin: 100, bodyRateMs: 100, refusedMs: 100 };
    await using connection = await connectTo(echo, { limits });
    connection.send(rawRequest({ method: 'POST', headers: { 'Content-Length': '100' } }));
    connection.send('x'.repeat(50));
    const reply = await connection.reply();
    assert.match(reply.body, /"unusable_request",{"fault":"slow_body"}/);
    assert.equal(await connection.closed(), '');
  });

  test('is refused when all bodies together would exceed the memory bound, and the memory is freed', async () => {
    await using server = await listenWith(echo, { limits: { heldBytesMax: 50 } });
    const overloaded = await fetch(server.url, { method: 'POST', body: 'x'.repeat(51) });
    assert.equal(await overloaded.text(), '["overloaded",null]');
    for (let round = 0; round < 3; round++) {
      const reply = await fetch(server.url, { method: 'POST', body: 'x'.repeat(50) });
      assert.equal(reply.status, 200);
    }
  });
});

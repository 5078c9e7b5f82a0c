import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { type RequestFault, ServiceError } from '../../src/ground/service-error.ts';
import type { HttpBindings } from '../../src/http/answering.ts';
import type { HttpLimits } from '../../src/http/http-limits.ts';
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

const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
const half = `${post}Content-Length: 10\r\n\r\nhalf`;

describe('request body', () => {
  test('is read completely, however it is split into packets or chunks, and may be empty', async () => {
    await using connection = await connectTo(echo);
    connection.send(`${post}Content-Length: 5\r\n\r\nh`);
    for (const part of 'ello') connection.send(part);
    assert.equal((await connection.reply()).body, 'hello');
    for (const [request, body] of [
      [`${chunked}2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`, 'hello'],
      [rawRequest({ method: 'POST', body: '' }), ''],
      [rawRequest({ method: 'POST' }), ''],
    ] as const) {
      connection.send(request);
      assert.equal((await connection.reply()).body, body);
    }
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
    connection.send(`${chunked}65\r\n${'x'.repeat(101)}\r\n`);
    assert.equal((await connection.reply()).status, 400);
    connection.send('0\r\n\r\n');
    connection.send(rawRequest({ method: 'POST', body: 'next' }));
    assert.equal((await connection.reply()).body, 'next');
  });

  test('without an end is cut off once the reply has been sent', async () => {
    await using connection = await connectTo(echo, { limits: { refusedBytesMax: 100_000 } });
    connection.send(`${chunked}65\r\n${'x'.repeat(101)}\r\n`);
    assert.equal((await connection.reply()).status, 400);
    connection.send(`1000000\r\n${'x'.repeat(200_000)}`);
    assert.equal(await connection.closed(), '');
  });

  test('with an announced length too large to discard is left unread, and cut off after a time', async () => {
    const limits = { unwantedBytesMax: 100_000, unwantedMs: 200 };
    await using connection = await connectTo(() => new Response('no'), { limits });
    connection.send(`${post}Content-Length: 64000000\r\n\r\n`);
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
    connection.send(half);
    assert.equal((await connection.reply()).body, 'no');
    assert.equal(await connection.closed(), '');
  });

  const cutOff: readonly (readonly [
    how: string,
    request: string,
    fault: RequestFault,
    limits?: Partial<HttpLimits>,
  ])[] = [
    ['that ends before its announced length', half, 'incomplete'],
    ['with malformed chunks', `${chunked}zz\r\n`, 'malformed'],
    ['that exceeds its time limit', half, 'slow', { headersMs: 1_000, requestMs: 1_000, checkEveryMs: 10 }],
    [
      'that arrives too slowly',
      `${post}Content-Length: 100\r\n\r\n${'x'.repeat(50)}`,
      'slow_body',
      { bodyBytesPerSecondMin: 100, bodyRateMs: 100, refusedMs: 100 },
    ],
  ];
  for (const [how, request, fault, limits = {}] of cutOff) {
    test(`${how} is refused in its own reply, and the connection closes`, async () => {
      await using connection = await connectTo(echo, { limits });
      connection.send(request.replace('\r\n', '\r\nX-Request-Id: mine\r\n'));
      if (fault === 'incomplete') connection.socket.end();
      const { status, body, headers } = await connection.reply();
      assert.deepEqual([status, headers['x-request-id']], [400, 'mine']);
      if (fault !== 'malformed') assert.equal(body, JSON.stringify(['unusable_request', { fault }]));
      // A slow one may still end in time for the next request.
      if (fault !== 'slow_body') assert.equal(headers['connection'], 'close');
      assert.equal(await connection.closed(), '');
    });
  }

  test('longer than announced affects only what follows it', async () => {
    await using connection = await connectTo(echo);
    connection.send(`${rawRequest({ method: 'POST', body: 'hello' }).toString()} and more\r\n\r\n`);
    assert.equal((await connection.reply()).body, 'hello');
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.equal(problemOf(reply.body).code, 'validation_error');
    assert.equal(await connection.closed(), '');
  });

  test('gets 100 Continue only when the handler reads it', async () => {
    await using server = await listenWith(async (bindings, request) => {
      return new URL(request.url).pathname === '/wanted' ? echo(bindings) : new Response('no', { status: 401 });
    });
    const request = { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': '5' } };
    using wanted = await RawConnection.open(server.url);
    wanted.send(rawRequest({ ...request, path: '/wanted' }));
    assert.equal((await wanted.reply({ interim: true })).status, 100);
    wanted.send('hello');
    assert.equal((await wanted.reply()).body, 'hello');
    using unwanted = await RawConnection.open(server.url);
    unwanted.send(rawRequest({ ...request, path: '/no' }));
    assert.equal((await unwanted.reply({ interim: true })).status, 401);
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

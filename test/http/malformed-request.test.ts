import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { array, asyncProperty, assert as check, integer, nat, tuple, uint8Array } from 'fast-check';
import { readBody } from '../../src/http/request-body.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { connectTo, listenWith, problemOf } from './listening.ts';

describe('malformed request', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
  const malformed: Readonly<Record<string, string>> = {
    'with headers above the limit': `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'with a request line above the limit': `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'with both Content-Length and Transfer-Encoding': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
    'with two different Content-Lengths': `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    'with a Content-Length that is not a number': `${post}Content-Length: five\r\n\r\nhello`,
    'with a space before a header’s colon': 'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
    'with a control character in a header': 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n',
    'with an unknown method': 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
    'of random text': 'hello there\r\n\r\n',
    'that is a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'for a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nX-Request-Id: mine\r\n\r\n',
  };
  for (const [name, bytes] of Object.entries(malformed)) {
    test(`${name} gets a 400 with a JSON error, and the connection closes`, async () => {
      let handled = 0;
      await using connection = await connectTo(() => new Response(String(++handled)));
      connection.send(Buffer.from(bytes, 'latin1'));
      const reply = await connection.reply();
      assert.equal(reply.status, 400);
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8');
      const problem = problemOf(reply.body);
      assert.equal(problem.code, 'validation_error');
      assert.equal(problem.request_id, reply.headers['x-request-id']);
      assert.equal(problem.request_id === 'mine', bytes.includes('mine'));
      assert.equal(await connection.closed(), '');
      assert.equal(handled, 0);
    });
  }

  test('without Host, or with an invalid target or Host, gets a 400 with its request id', async () => {
    await using server = await listenWith(() => new Response('ok'));
    for (const [head, message] of [
      ['GET / HTTP/1.1', /^The Host header is missing\.$/],
      ['GET * HTTP/1.1\r\nHost: x', /target or Host is malformed/],
      ['GET /a HTTP/1.1\r\nHost: a b', /target or Host is malformed/],
      ['GET /\\a HTTP/1.1\r\nHost: x', /target or Host is malformed/],
    ] as const) {
      using connection = await RawConnection.open(server.url);
      connection.send(`${head}\r\nX-Request-Id: mine\r\n\r\n`);
      const reply = await connection.reply();
      const problem = problemOf(reply.body);
      assert.deepEqual([reply.status, problem.request_id], [400, 'mine'], head);
      assert.match(problem.message, message);
    }
  });

  test('for an upgrade is served without the upgrade', async () => {
    await using connection = await connectTo(() => new Response('ok'));
    connection.send(rawRequest({ headers: { Connection: 'Upgrade', Upgrade: 'h2c' } }));
    assert.equal((await connection.reply()).body, 'ok');
  });

  test('with headers that arrive too slowly gets a 400', async () => {
    await using connection = await connectTo(() => new Response('ok'), { limits: { headersMs: 50, checkEveryMs: 10 } });
    connection.send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow');
    const reply = await connection.reply();
    assert.equal(reply.status, 400);
    assert.match(reply.body, /too long to arrive/);
    assert.equal(await connection.closed(), '');
  });
});

test('for any bytes, cut anywhere, replies are complete, none is a 5xx, and the listener continues', async () => {
  await using server = await listenWith(async ({ outgoing }) => {
    await readBody(outgoing, 1_000);
    return new Response('ok');
  });
  const whole = rawRequest({ method: 'POST', headers: { 'X-Request-Id': 'a' }, body: '{"text":"uno"}' });
  const twice = Buffer.concat([whole, whole]);
  const place = nat(twice.length - 1);
  const damage = array(tuple(place, integer({ min: 0, max: 255 })), { maxLength: 3 });
  await check(
    asyncProperty(damage, place, uint8Array({ maxLength: 40 }), async (changes, cut, tail) => {
      const bytes = Buffer.from(twice);
      for (const [at, byte] of changes) bytes[at] = byte;
      using connection = await RawConnection.open(server.url);
      connection.send(bytes.subarray(0, cut));
      connection.send(bytes.subarray(cut));
      connection.socket.end(tail);
      const statuses = await statusesUntilClosed(connection);
      for (const status of statuses) assert.ok(status === 200 || status === 400, String(status));
      assert.ok(statuses.length <= 3);
    }),
    { numRuns: propertyRuns('', 1_500) },
  );
  const after = await fetch(server.url, { method: 'POST', body: 'still there' });
  assert.equal(await after.text(), 'ok');
});

/** Returns the statuses of all replies; nothing may follow the last one. */
async function statusesUntilClosed(connection: RawConnection): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (;;) {
    try {
      statuses.push((await connection.reply()).status);
    } catch {
      assert.equal(await connection.closed(), '');
      return statuses;
    }
  }
}

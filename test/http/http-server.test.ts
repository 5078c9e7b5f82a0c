import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { gate, listenWith, problemOf } from './listening.ts';

describe('draining', () => {
  test('lets an accepted request finish, closes its connection, and accepts no new one', async () => {
    const slow = gate();
    await using server = await listenWith(async () => {
      await slow.pass();
      return new Response('finished');
    });
    using busy = await RawConnection.open(server.url);
    busy.send(rawRequest({}));
    await slow.entered;
    const drained = server.drain(60_000);
    await assert.rejects(RawConnection.open(server.url));
    slow.open();
    const reply = await busy.reply();
    assert.equal(reply.body, 'finished');
    assert.equal(reply.headers['connection'], 'close');
    await drained;
  });

  test('refuses further requests on an open connection with 500 server_error, and closes it', async () => {
    let handled = 0;
    await using server = await listenWith(() => new Response(String(++handled)));
    using late = await RawConnection.open(server.url);
    late.send(rawRequest({}));
    assert.equal((await late.reply()).body, '1');
    late.send('GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: late\r\n');
    const other = await fetch(server.url);
    assert.equal(await other.text(), '2');
    const drained = server.drain(60_000);
    late.send('\r\n');
    const reply = await late.reply();
    assert.equal(reply.status, 500);
    assert.equal(reply.headers['connection'], 'close');
    assert.deepEqual(problemOf(reply.body).request_id, 'late');
    assert.equal(problemOf(reply.body).code, 'server_error');
    await drained;
    assert.equal(handled, 2);
  });

  test('serves new connections during its delay, and closes each after its reply', async () => {
    await using server = await listenWith(() => new Response('ok'));
    using idle = await RawConnection.open(server.url);
    idle.send(rawRequest({}));
    await idle.reply();
    const drained = server.drain(60_000, 3_000);
    using late = await RawConnection.open(server.url);
    for (const connection of [idle, late]) {
      connection.send(rawRequest({}));
      const { status, headers } = await connection.reply();
      assert.deepEqual([status, headers['connection']], [200, 'close']);
    }
    await drained;
    await assert.rejects(RawConnection.open(server.url));
  });

  test('closes idle connections immediately', async () => {
    await using server = await listenWith(() => new Response('ok'));
    using idle = await RawConnection.open(server.url);
    idle.send(rawRequest({}));
    await idle.reply();
    await server.drain(60_000);
    assert.equal(await idle.closed(), '');
  });

  test('aborts requests that exceed its time limit', async () => {
    const slow = gate();
    await using server = await listenWith(async () => {
      await slow.pass();
      return new Response('never');
    });
    using busy = await RawConnection.open(server.url);
    busy.send(rawRequest({}));
    await slow.entered;
    await server.drain(20);
    assert.equal(await busy.closed(), '');
  });
});

test('a port in use prevents the start', async () => {
  await using server = await listenWith(() => new Response('ok'));
  const second = listenWith(() => new Response('ok'), { port: server.port });
  await assert.rejects(second, { code: 'EADDRINUSE' });
});

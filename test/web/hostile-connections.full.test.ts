import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';

/** Requests that a proxy and the service could parse in two ways; a second request hides in each. */
const hidden = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';
const ambiguous: Readonly<Record<string, string>> = {
  'Transfer-Encoding beside Content-Length': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'Content-Length beside Transfer-Encoding': `${post}Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n${hidden}`,
  'two Content-Lengths': `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'two Content-Lengths in one': `${post}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`,
  'a Content-Length with a sign': `${post}Content-Length: +0\r\n\r\n${hidden}`,
  'a Content-Length in hexadecimal': `${post}Content-Length: 0x0\r\n\r\n${hidden}`,
  'a Content-Length beyond all numbers': `${post}Content-Length: 99999999999999999999\r\n\r\n${hidden}`,
  'an encoding that only looks like chunked': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunked that is not the last encoding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  'two Transfer-Encodings': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
  'a space before the colon': `${post}Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a header that goes on in the next line': `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a bare line feed between headers': `${post}X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a bare carriage return in a header': `${post}X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a bare line feed after a chunk’s size': `${post}Transfer-Encoding: chunked\r\n\r\n0\n\n${hidden}`,
  'a bare line feed after a chunk': `${post}Transfer-Encoding: chunked\r\n\r\n1\r\nx\n0\r\n\r\n${hidden}`,
  'a chunk of more than it says': `${post}Transfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n${hidden}`,
  'a chunk’s size beyond all numbers': `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff1\r\nx\r\n0\r\n\r\n${hidden}`,
  'a chunk’s size with a sign': `${post}Transfer-Encoding: chunked\r\n\r\n+1\r\nx\r\n0\r\n\r\n${hidden}`,
  'a chunk’s size in 0x': `${post}Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n${hidden}`,
  'a line feed in a chunk’s extension': `${post}Transfer-Encoding: chunked\r\n\r\n1;a=\nb\r\nx\r\n0\r\n\r\n${hidden}`,
};

/** Returns every status of a connection until it ends. */
async function statusesOf(connection: RawConnection): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (;;) {
    try {
      statuses.push((await connection.reply()).status);
    } catch {
      return statuses;
    }
  }
}

test('a request that could be parsed in two ways is refused, and nothing after it is read', async (context) => {
  await using area = await startAccountArea();
  for (const [name, bytes] of Object.entries(ambiguous)) {
    await context.test(name, async () => {
      using connection = await RawConnection.open(area.url);
      connection.send(Buffer.from(bytes, 'latin1'));
      connection.socket.end();
      const statuses = await statusesOf(connection);
      assert.equal(statuses.length, 1);
      assert.ok(statuses[0] !== undefined && statuses[0] >= 400 && statuses[0] < 500, String(statuses));
    });
  }
  await context.test('while the extension of a chunk is skipped', async () => {
    using connection = await RawConnection.open(area.url);
    const body = 'email=a%40b.example&password=x';
    connection.send(`${post}Accept: text/html\r\nTransfer-Encoding: chunked\r\nOrigin: ${area.url}\r\n\r\n`);
    connection.send(`${body.length.toString(16)};a="b"\r\n${body}\r\n0\r\nX-Trailer: 1\r\n\r\n`);
    connection.send(rawRequest({ path: '/docs', headers: { Accept: 'text/html' } }));
    const first = await connection.reply();
    assert.ok(first.status < 500 && /html/.test(first.headers['content-type'] ?? ''), String(first.status));
    assert.equal((await connection.reply()).status, 200);
  });
});

test('no page or redirect contains the Host header', async () => {
  await using area = await startAccountArea();
  for (const path of ['/', '/docs', '/nowhere', '/sign-in', '/sign-up', '/reset', '/account']) {
    using connection = await RawConnection.open(area.url);
    const headers = {
      Host: 'evil.example',
      Accept: 'text/html',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    connection.send(rawRequest({ path, headers }));
    const reply = await connection.reply();
    assert.ok(reply.status < 500, path);
    assert.doesNotMatch(`${JSON.stringify(reply.headers)}${reply.body}`, /evil\.example/, path);
  }
});

test("a caller's input never becomes a header of a reply", async () => {
  await using area = await startAccountArea();
  const line = '%0d%0aX-Injected:%201%0d%0a';
  for (const path of [
    `/account?next=${line}`,
    `/sign-in?next=/${line}`,
    `/keys${line}`,
    `/${line}`,
    `/orders/${line}`,
    `/sign-up/sent?done=${line}`,
  ]) {
    using connection = await RawConnection.open(area.url);
    connection.send(rawRequest({ path, headers: { Accept: 'text/html', 'X-Request-Id': 'a b' } }));
    const reply = await connection.reply();
    assert.ok(reply.status < 500, path);
    assert.equal(reply.headers['x-injected'], undefined, path);
  }
});

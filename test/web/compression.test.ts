import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { startAccountArea } from '../support/account-area.ts';

type Reply = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Asks as a browser does, without decoding the reply. */
async function ask(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Reply> {
  const request = get(url, { method, agent: false, headers: { accept: 'text/html', ...headers } });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) };
}

test('pages are compressed, except for a signed-in visitor whom another site sends', async () => {
  await using area = await startAccountArea();
  const member = await area.signUp();
  const { cookie } = member.visitor;
  const encodingOf = async (path: string, headers: Readonly<Record<string, string>>) => {
    const reply = await ask(area.url + path, { 'accept-encoding': 'gzip, br', ...headers });
    assert.equal(reply.status, 200);
    return reply.headers['content-encoding'];
  };
  for (const [path, headers, encoding] of [
    ['/', {}, 'gzip'],
    ['/docs/reference', { 'sec-fetch-site': 'cross-site' }, 'gzip'],
    ['/glossary?q=x', { cookie, 'sec-fetch-site': 'same-origin' }, 'gzip'],
    ['/account', { cookie, 'sec-fetch-site': 'none' }, 'gzip'],
    ['/glossary?q=x', { cookie, 'sec-fetch-site': 'cross-site' }, undefined],
    ['/glossary?q=x', { cookie, 'sec-fetch-site': 'same-site' }, undefined],
    ['/glossary?q=x', { cookie }, undefined],
    ['/', { 'accept-encoding': 'identity' }, undefined],
    ['/', { 'accept-encoding': 'gzip;q=0' }, undefined],
    ['/playground/quality?source=es&target=en', { cookie, 'sec-fetch-site': 'same-origin' }, 'gzip'],
    ['/usage/journal.csv', { cookie, 'sec-fetch-site': 'same-origin' }, undefined],
  ] as const) {
    assert.equal(await encodingOf(path, headers), encoding, `${path} ${JSON.stringify(headers)}`);
  }
});

test('a compressed page is the same page, and its head has the same status and policies', async () => {
  await using area = await startAccountArea();
  const url = `${area.url}/docs/errors`;
  const [plain, packed, head] = await Promise.all([
    ask(url, {}),
    ask(url, { 'accept-encoding': 'gzip' }),
    ask(url, { 'accept-encoding': 'gzip' }, 'HEAD'),
  ]);
  assert.equal(gunzipSync(packed.body).toString(), plain.body.toString());
  assert.ok(packed.body.byteLength * 5 < plain.body.byteLength, `${packed.body.byteLength} bytes`);
  assert.equal(head.body.byteLength, 0);
  for (const { headers, status } of [plain, packed, head]) {
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  }
  for (const { headers } of [plain, packed]) assert.match(String(headers.vary), /Accept-Encoding/i);
  assert.equal(packed.headers['content-length'], undefined);
});

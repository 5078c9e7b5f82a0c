import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { translate } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { newCustomer } from '../support/service.ts';

const boundary = 'x'.repeat(20);

/** A form whose last bytes never arrive. */
function stalledForm(
  url: URL,
  path: string,
  { bytes, cookie = '' }: { readonly bytes: number; readonly cookie?: string },
) {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    `Origin: ${url.origin}`,
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes + 1}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.alloc(bytes, 'a')]);
}

test('stalled uploads, anonymous or of a member, do not affect requests to the API', async () => {
  await using area = await startAccountArea();
  await using opening = new AsyncDisposableStack();
  const url = new URL(area.url);
  const customer = await newCustomer(area.stores, area.now, { count: 1_000, expiresAt: undefined });
  const member = await area.signUp();
  const send = async (path: string, form: { readonly bytes: number; readonly cookie?: string }) => {
    const connection = opening.use(await RawConnection.open(area.url));
    connection.send(stalledForm(url, path, form));
    return connection;
  };
  const signIn = { email: 'ada@example.com', password: 'p'.repeat(250_000) };
  // Sixteen use up what anonymous clients of one address may hold, so that a complete sign-in is refused.
  await eventually(async () => {
    await Promise.all(Array.from({ length: 16 }, () => send('/sign-in', { bytes: 260_000 })));
    return (await area.anonymous().post('/sign-in', signIn)).status === 503;
  });
  const upload = () => send('/glossary/import', { bytes: 16_000_000, cookie: member.visitor.cookie });
  const uploads = [await upload(), await upload()];
  // One of them is refused; the server may read either of them first.
  const { status, body } = await Promise.race(uploads.map((connection) => connection.reply()));
  assert.deepEqual([status, /still running/.test(body)], [429, true]);
  for (let call = 0; call < 20; call++) {
    const reply = await translate(area.url, { key: customer.key, body: { text: 'uno', source_lang: 'es' } });
    assert.equal(reply.status, 200);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { People, WebAuthnJson } from '../../../src/shop/people/people.ts';
import type { FormVisitor } from '../../support/account-area-visitor.ts';
import { servePeoplePages } from './served-people.ts';

type Sent = { readonly body: string; readonly headers?: Readonly<Record<string, string>> };

function send(visitor: FormVisitor, path: string, { body, headers = {} }: Sent): Promise<Response> {
  const own = { Origin: new URL(visitor.url).origin, 'Content-Type': 'application/json' };
  return visitor.fetch(path, { method: 'POST', body, headers: { ...own, ...headers } });
}

const credential = { id: 'AAAA', type: 'public-key' };

test("a script receives the device options, signs in with the device's reply, and receives the next path", async () => {
  const given: WebAuthnJson[] = [];
  await using pages = await servePeoplePages({
    passkeySignIn: async () => ({ options: { challenge: 'c2F5' }, cookies: ['challenge=1; HttpOnly'] }),
    signInWithPasskey: async (_caller, response) => {
      given.push(response);
      return { kind: 'signed_in', cookies: ['session=1; HttpOnly'] };
    },
  });
  const asked = await send(pages.stranger, '/sign-in/passkey/options', { body: '{}' });
  assert.deepEqual(await asked.json(), { options: { challenge: 'c2F5' } });
  assert.deepEqual(asked.headers.getSetCookie(), ['challenge=1; HttpOnly']);
  assert.equal(asked.headers.get('Cache-Control'), 'no-store');
  for (const [next, to] of [
    ['/keys', '/keys'],
    ['https://evil.example/', '/account'],
    [['/keys'], '/account'],
  ]) {
    const reply = await send(pages.stranger, '/sign-in/passkey', {
      body: JSON.stringify({ response: credential, next }),
    });
    assert.deepEqual(await reply.json(), { to });
    assert.deepEqual(reply.headers.getSetCookie(), ['session=1; HttpOnly']);
    assert.equal(reply.headers.get('Cache-Control'), 'no-store');
  }
  assert.deepEqual(given[0], credential);
});

test('other outcomes of a passkey are reported in words, with matching statuses', async () => {
  const outcomes: readonly (readonly [Awaited<ReturnType<People['signInWithPasskey']>>, number, RegExp])[] = [
    [{ kind: 'refused' }, 400, /unknown here/],
    [{ kind: 'throttled', retryAfterSeconds: 5 }, 429, /Please wait 5 seconds/],
    [{ kind: 'second_factor', cookies: [] }, 200, /"to":"\/sign-in\/code\?next=%2Fkeys"/],
  ];
  for (const [outcome, status, words] of outcomes) {
    await using pages = await servePeoplePages({ signInWithPasskey: async () => outcome });
    const body = JSON.stringify({ response: credential, next: '/keys' });
    const reply = await send(pages.stranger, '/sign-in/passkey', { body });
    assert.equal(reply.status, status);
    assert.match(await reply.text(), words);
    if (status === 429) assert.equal(reply.headers.get('Retry-After'), '5');
  }
});

test('a passkey is added with the given name, shortened to one line of a page', async () => {
  const names: string[] = [];
  await using pages = await servePeoplePages({
    beginPasskey: async () => ({ options: { challenge: 'c2F5' }, cookies: ['challenge=1'] }),
    addPasskey: async (_caller, _visitor, { name }) => {
      names.push(name);
      return { kind: 'done', cookies: [] };
    },
  });
  assert.equal((await send(pages.member, '/security/passkeys/options', { body: '{}' })).status, 200);
  for (const name of ['Phone', '  ', undefined, '\u{1F511}'.repeat(61), ' tel\u202ephone\0\n']) {
    const reply = await send(pages.member, '/security/passkeys', {
      body: JSON.stringify({ name, response: credential }),
    });
    assert.deepEqual(await reply.json(), { to: '/security/passkeys?done=added' });
  }
  assert.deepEqual(names, ['Phone', 'Passkey', 'Passkey', '\u{1F511}'.repeat(60), 'telphone']);
});

test('refuses invalid JSON, an oversized body and a request from another site', async () => {
  await using pages = await servePeoplePages({});
  const refused: readonly Sent[] = [
    { body: '{' },
    { body: '[]' },
    { body: '"text"' },
    { body: '{}' },
    { body: '{"response":null}' },
    { body: '{"response":[]}' },
    { body: JSON.stringify({ response: { id: 'x'.repeat(70_000) } }) },
    { body: JSON.stringify({ response: credential }), headers: { 'Content-Type': 'text/plain' } },
    { body: JSON.stringify({ response: credential }), headers: { 'Content-Type': 'application/jsonp' } },
    { body: JSON.stringify({ response: credential }), headers: { 'Sec-Fetch-Site': 'cross-site' } },
    { body: JSON.stringify({ response: credential }), headers: { Origin: 'https://evil.example' } },
  ];
  for (const sent of refused) {
    assert.equal((await send(pages.stranger, '/sign-in/passkey', sent)).status, 400, sent.body.slice(0, 60));
    assert.equal((await send(pages.member, '/security/passkeys', sent)).status, 400, sent.body.slice(0, 60));
  }
  assert.deepEqual(pages.served.failures, []);
});

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import { listenWith, problemOf } from './listening.ts';

const proxies = new TrustedProxies(['10.0.0.0/8', '192.168.1.7', 'fd00::/8']);

test('single addresses and blocks of either family are trusted, and no others', () => {
  for (const address of ['10.1.2.3', '192.168.1.7', 'fd12::1', '::ffff:10.1.2.3'])
    assert.ok(proxies.has(address), address);
  for (const address of ['11.0.0.1', '192.168.1.8', 'fe80::1', '127.0.0.1', 'nonsense', undefined]) {
    assert.ok(!proxies.has(address), address);
  }
});

test('an invalid block is refused with its text', () => {
  const message = 'not a CIDR block: 10.0.0.0/33';
  assert.throws(() => new TrustedProxies(['10.0.0.0/33']), { name: 'RangeError', message });
});

test("the client address is the peer's, or a header's if a trusted proxy wrote it", () => {
  const from = (remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return proxies.clientAddress({ headers, socket: { remoteAddress } as Socket });
  };
  assert.equal(from('203.0.113.5'), '203.0.113.5');
  assert.equal(from('203.0.113.5', '198.51.100.1'), '203.0.113.5', 'headers of an untrusted peer are ignored');
  assert.equal(from('10.0.0.1'), '10.0.0.1');
  assert.equal(from('10.0.0.1', '198.51.100.1'), '198.51.100.1');
  // Earlier addresses may be forged.
  for (const [written, address] of [
    ['198.51.100.1:51234', '198.51.100.1'],
    ['"198.51.100.1:51234"', '198.51.100.1'],
    ['"198.51.100.1"', '198.51.100.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:DB8::1]:443"', '2001:DB8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%25eth0', 'fe80::1'],
    ['::ffff:198.51.100.1', '::ffff:198.51.100.1'],
    ['198.51.100.1:51234, 10.0.0.2:80, [fd00::2]:80,,', '198.51.100.1'],
  ] as const) {
    assert.equal(from('10.0.0.1', `192.0.2.66, ${written}`), address, written);
  }
});

test("a trusted proxy's unusable value counts for the proxy, and is reported once, without addresses", () => {
  const reported: unknown[] = [];
  const trusted = new TrustedProxies(['10.0.0.0/8'], { unusableClient: (event) => reported.push(event) });
  const from = (remoteAddress: string, forwarded: string) =>
    trusted.clientAddress({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } as Socket });
  assert.equal(from('203.0.113.5', 'unknown'), '203.0.113.5');
  for (const none of ['', '  , ', '10.0.0.2:80, ']) assert.equal(from('10.0.0.1', none), '10.0.0.1', none);
  assert.deepEqual(reported, []);
  const unusable = ['for=198.51.100.1', 'unknown', '198.51.100', '[198.51.100.1', '1.2.3.4:x', '_', 'ana@example.com'];
  for (const value of unusable) {
    assert.equal(from('10.0.0.1', `198.51.100.9, ${value}`), '10.0.0.1', value);
  }
  assert.deepEqual(reported, [{ proxy: '10.0.0.1', shape: 'aaa=000.00.000.0' }]);
});

test('plain HTTP is accepted from this machine and from proxies that terminate TLS', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3']) {
    assert.ok(proxies.mayUsePlainHttp(address), address);
  }
  for (const address of ['192.0.2.1', '2001:db8::1', undefined]) assert.ok(!proxies.mayUsePlainHttp(address), address);
});

/** Calls a server on loopback with this `X-Forwarded-Proto`, and returns the result. */
async function callWith(trusted: readonly string[], proto?: string) {
  await using server = await listenWith(() => new Response('served'), { trustedProxies: new TrustedProxies(trusted) });
  const reply = await fetch(server.url, { headers: proto === undefined ? {} : { 'X-Forwarded-Proto': proto } });
  return reply.status === 200 ? await reply.text() : `${reply.status} ${problemOf(await reply.text()).message}`;
}

const refused = '400 Use HTTPS: plain HTTP would expose the key.';

test('a trusted proxy that forwards plain HTTP is refused like plain HTTP itself', async () => {
  for (const proto of ['http', 'HTTP', 'https, http', 'https,http', 'ws', '']) {
    assert.equal(await callWith(['127.0.0.1'], proto), refused, proto);
  }
});

test('a trusted proxy that forwards HTTPS, or accepts only HTTPS and sends no header, is served', async () => {
  for (const proto of ['https', 'HTTPS', 'http, https', undefined]) {
    assert.equal(await callWith(['127.0.0.0/8'], proto), 'served', proto);
  }
});

test('ignores X-Forwarded-Proto from untrusted peers', async () => {
  assert.equal(await callWith(['10.0.0.0/8'], 'http'), 'served');
  assert.equal(await callWith([], 'http'), 'served');
});

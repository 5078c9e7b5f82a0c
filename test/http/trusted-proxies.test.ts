import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import { listenWith } from './listening.ts';

const proxies = new TrustedProxies(['10.0.0.0/8', '192.168.1.7', 'fd00::/8']);

test('single addresses and blocks of either family are trusted, nothing beside them', () => {
  for (const address of ['10.1.2.3', '192.168.1.7', 'fd12::1', '::ffff:10.1.2.3'])
    assert.ok(proxies.has(address), address);
  for (const address of ['11.0.0.1', '192.168.1.8', 'fe80::1', '127.0.0.1', 'nonsense', undefined]) {
    assert.ok(!proxies.has(address), address);
  }
});

test('a block that is none is refused by its name', () => {
  for (const block of [
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/x',
    '',
    'proxy.test',
  ]) {
    assert.throws(() => new TrustedProxies([block]), { name: 'RangeError', message: `not a CIDR block: ${block}` });
  }
});

test('plain HTTP is for this machine and for proxies that end TLS', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3']) {
    assert.ok(proxies.mayUsePlainHttp(address), address);
  }
  for (const address of ['192.0.2.1', '2001:db8::1', undefined]) assert.ok(!proxies.mayUsePlainHttp(address), address);
});

/** A message of which only the peer and the headers matter here, taken from a real one. */
async function received(headers: Readonly<Record<string, string>>, read: (incoming: IncomingMessage) => string) {
  await using server = await listenWith(({ incoming }) => new Response(read(incoming)));
  return (await fetch(server.url, { headers })).text();
}

test('X-Forwarded-For from a peer that is not trusted is not believed', async () => {
  const address = await received({ 'x-forwarded-for': '203.0.113.9' }, (incoming) => {
    return String(proxies.callerAddress(incoming));
  });
  assert.equal(address, '127.0.0.1');
});

test('behind trusted proxies the caller is the nearest address that none of them has', async () => {
  const local = new TrustedProxies(['127.0.0.1', '10.0.0.0/8']);
  const callerOf = (forwarded: string) =>
    received({ 'x-forwarded-for': forwarded }, (incoming) => String(local.callerAddress(incoming)));
  assert.equal(await callerOf('203.0.113.9'), '203.0.113.9');
  assert.equal(await callerOf('6.6.6.6, 203.0.113.9, 10.0.0.1'), '203.0.113.9');
  assert.equal(await callerOf('10.0.0.2, 10.0.0.1'), '10.0.0.2');
  assert.equal(await callerOf('not an address'), '127.0.0.1');
  assert.equal(await callerOf(''), '127.0.0.1');
});

function usedHttps(trusted: TrustedProxies, proto: string): Promise<string> {
  return received({ 'x-forwarded-proto': proto }, (incoming) => String(trusted.callerUsedHttps(incoming)));
}

test('HTTPS is believed of the connection itself, and of the word of a trusted proxy alone', async () => {
  const local = new TrustedProxies(['127.0.0.1']);
  assert.equal(await usedHttps(local, 'https'), 'true');
  assert.equal(await usedHttps(local, 'http'), 'false');
  assert.equal(await usedHttps(proxies, 'https'), 'false');
});

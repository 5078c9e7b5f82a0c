import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';

/** A client's limit of attempts, and a number above it. */
const burst = 50;
const attempts = 80;

type SaidOf = (attempt: number) => Readonly<Record<string, string>>;

/**
 * Returns how many of `attempts` to sign in were admitted, each for another address, with these headers about the
 * client.
 */
async function admitted(area: AccountArea, said: SaidOf): Promise<number> {
  let count = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Without a password: refused before anything is hashed, but counted.
    const claim = { email: `nobody-${attempt}@example.com`, password: '' };
    const { status } = await area.anonymous().post('/sign-in', claim, said(attempt));
    assert.ok(status === 400 || status === 429, String(status));
    if (status === 400) count++;
  }
  return count;
}

const addressOf = (attempt: number) => `203.0.113.${attempt + 1}`;

const headers = 'X-Forwarded-For X-Real-IP X-Client-IP X-Client-Address X-Cluster-Client-IP';
const headersOfVendors = 'CF-Connecting-IP True-Client-IP Fly-Client-IP';

/** All headers that proxies and programs use for a client's address, and the service's own. */
const claims: SaidOf = (attempt) => {
  const names = `${headers} ${headersOfVendors}`.split(' ');
  return {
    ...Object.fromEntries(names.map((name) => [name, addressOf(attempt)])),
    Forwarded: `for=${addressOf(attempt)}`,
  };
};

describe('client address of a sign-in', () => {
  test('is the address of the connection; forged headers give no more attempts', async () => {
    await using area = await startAccountArea({ clock: 'standing' });
    const count = await admitted(area, claims);
    assert.equal(count, burst);
    const { email, password } = await area.signUp();
    area.advance(3_600_000);
    const visitor = area.anonymous();
    assert.equal((await visitor.post('/sign-in', { email, password }, claims(0))).status, 303);
    const { html } = await visitor.open('/security');
    assert.match(html, /From (?:127\.0\.0\.1|::1) /);
    assert.doesNotMatch(html, /203\.0\.113\./);
  });

  test('is the address that connected to a trusted proxy, and no other forwarded one', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' };
    await using area = await startAccountArea({ clock: 'standing', env });
    const many = await admitted(area, (attempt) => ({
      'X-Forwarded-For': `192.0.2.1, ${addressOf(attempt)}, 10.1.2.3`,
    }));
    assert.equal(many, attempts, 'each client has separate attempts');
    const one = await admitted(area, (attempt) => ({
      ...claims(attempt),
      'X-Forwarded-For': `${addressOf(attempt)}, 198.51.100.7`,
    }));
    assert.equal(one, burst);
    const { email, password } = await area.signUp();
    const refused = await area.anonymous().post('/sign-in', { email, password }, { 'X-Forwarded-For': '198.51.100.7' });
    assert.equal(refused.status, 429);
    const visitor = area.anonymous();
    const through = { 'X-Forwarded-For': '192.0.2.1, 198.51.100.8' };
    assert.equal((await visitor.post('/sign-in', { email, password }, through)).status, 303);
    assert.match((await visitor.open('/security')).html, /From 198\.51\.100\.8 /);
  });
});

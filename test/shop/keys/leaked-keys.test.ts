import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { Accounts } from '../../../src/shop/accounts/accounts.ts';
import type { ApiKey } from '../../../src/shop/keys/api-key.ts';
import { newApiKey } from '../../../src/shop/keys/api-key.ts';
import { Keys } from '../../../src/shop/keys/keys.ts';
import { LeakedKeys } from '../../../src/shop/keys/leaked-keys.ts';
import type { Mail } from '../../../src/shop/mail/mailer.ts';
import { firstMoment, newId, newPurchase } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

type Post = { readonly isConnected: boolean; readonly isDown?: boolean };

async function setup({ isConnected, isDown = false }: Post = { isConnected: true }) {
  const stores = await openTemporarySqlite();
  const parts = { now: () => firstMoment, newId };
  const sent: Mail[] = [];
  const deliver = async (mail: Mail) => {
    if (isDown) throw new ServiceError('mail_unavailable');
    sent.push(mail);
  };
  const keys = new Keys({
    ...parts,
    store: stores.keys,
    uses: { note: () => {}, newestOf: () => undefined },
    prefix: 'dragoman',
    sha256Hex,
  });
  const accounts = new Accounts({ ...parts, store: stores.accounts });
  const leaked = new LeakedKeys({
    ...parts,
    store: stores.keys,
    findAccount: (id) => stores.accounts.findAccount(id),
    mailer: isConnected ? { deliver } : undefined,
    baseUrl: 'https://translate.example.com',
    sha256Hex,
  });
  const openCustomer = async (email: string) => {
    const account = await accounts.create(email);
    await stores.ledger.grant(newPurchase(account.id, 10));
    return account;
  };
  const revoke = (...pieces: readonly string[]) => leaked.revoke(streamOf(pieces), 'operator');
  return {
    stores,
    keys,
    leaked,
    accounts,
    sent,
    openCustomer,
    revoke,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

async function* streamOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

const idsOf = (keys: readonly { readonly id: string }[]) => keys.map(({ id }) => id);

describe('LeakedKeys', () => {
  test('live keys are revoked, others counted, and each counts once', async () => {
    await using world = await setup();
    const { id } = await world.openCustomer('ada@example.com');
    const [live, old] = [await world.keys.create(id, 'Laptop'), await world.keys.create(id, 'Old')];
    await world.keys.revoke(old.key.id);
    const strange: ApiKey = newApiKey('dragoman');
    const report = await world.revoke(`${live.apiKey}\n${strange}\n${old.apiKey}`, ` again ${live.apiKey}`);
    assert.equal(report.found, 3);
    assert.deepEqual(idsOf(report.revoked), [live.key.id]);
    assert.deepEqual(idsOf(report.revokedBefore), [old.key.id]);
    assert.equal(report.unknown, 1);
    await assert.rejects(world.keys.authenticate(live.apiKey), { code: 'invalid_api_key' });
  });

  test('the audit journal has each revocation, and each owner gets one mail for all of their keys', async () => {
    await using world = await setup();
    const [ada, eve] = [await world.openCustomer('ada@example.com'), await world.openCustomer('eve@example.com')];
    const ofAda = [await world.keys.create(ada.id, 'Laptop'), await world.keys.create(ada.id, 'Server')];
    const ofEve = await world.keys.create(eve.id, 'Phone');
    const text = [...ofAda, ofEve].map(({ apiKey }) => apiKey).join(' ');
    const report = await world.revoke(text);
    assert.deepEqual(report.notified.toSorted(), [ada.id, eve.id].toSorted());
    const acts = await world.stores.audit.listActs({ accountId: ada.id, limit: 2 });
    assert.deepEqual(
      acts.map(({ act, by, subject }) => [act, by, subject]),
      ofAda.map(({ key }) => ['key.revoked_as_leaked', 'operator', key.id]).toReversed(),
    );
    assert.deepEqual(
      world.sent.map(({ to, subject }) => [to, subject]),
      [
        ['ada@example.com', 'Your API keys were revoked'],
        ['eve@example.com', 'Your API key was revoked'],
      ],
    );
    const again = await world.revoke(text);
    assert.deepEqual([again.revoked.length, again.revokedBefore.length, world.sent.length], [0, 3, 2]);
  });

  test('owners get a mail about revoked keys even if the rest of the text cannot be read', async () => {
    await using world = await setup();
    const ada = await world.openCustomer('ada@example.com');
    const { apiKey, key } = await world.keys.create(ada.id, 'Laptop');
    async function* breaking(): AsyncGenerator<string> {
      yield `${apiKey} `;
      throw new Error('the disk is gone');
    }
    await assert.rejects(world.leaked.revoke(breaking(), 'operator'), /the disk is gone/);
    assert.equal(await world.stores.keys.findHolder(key.hash), undefined);
    const addresses = world.sent.map(({ to }) => to);
    assert.deepEqual(addresses, ['ada@example.com']);
  });

  test('a mail identifies each key by its name and visible parts, never by the key', async () => {
    await using world = await setup();
    const { id } = await world.openCustomer('ada@example.com');
    const { key, apiKey } = await world.keys.create(id, 'Laptop');
    await world.revoke(apiKey);
    const [mail] = world.sent;
    assert.ok(mail);
    assert.ok(mail.text.includes(`Laptop  ${key.start}...${key.lastFour}`));
    assert.ok(mail.text.includes('https://translate.example.com/keys'));
    assert.ok(!mail.text.includes(apiKey));
  });

  test('without mail, or without a working mail server, keys are revoked and the owners counted as not notified', async () => {
    for (const post of [{ isConnected: false }, { isConnected: true, isDown: true }]) {
      await using world = await setup(post);
      const { id } = await world.openCustomer('ada@example.com');
      const { apiKey } = await world.keys.create(id);
      const report = await world.revoke(apiKey);
      assert.deepEqual([report.revoked.length, report.notified, report.notNotified], [1, [], [id]]);
    }
  });

  test('a key of a suspended account is revoked as well', async () => {
    await using world = await setup();
    const { id } = await world.openCustomer('ada@example.com');
    const { apiKey } = await world.keys.create(id);
    await world.accounts.suspend(id, { by: 'operator' });
    assert.equal((await world.revoke(apiKey)).revoked.length, 1);
    await world.accounts.resume(id, { by: 'operator' });
    await assert.rejects(world.keys.authenticate(apiKey), { code: 'invalid_api_key' });
  });
});

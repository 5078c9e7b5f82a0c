import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { AccountId } from '../../../src/core/accounts/account.ts';
import { newApiKey, parseApiKey } from '../../../src/core/keys/api-key.ts';
import type { KeyId } from '../../../src/core/keys/key-store.ts';
import { invalidKeyMessage, Keys, liveKeysMax } from '../../../src/core/keys/keys.ts';
import type { ServiceError } from '../../../src/core/service-error.ts';
import { firstMoment, newId, newPurchase, openAccount } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const sha256Hex = (text: string) => hash('sha256', text);

/** Keys on a real store, with an account that has bought a pack. */
async function setup() {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  await stores.ledger.grant(newPurchase(accountId, 1));
  const keys = new Keys({ store: stores.keys, now: () => firstMoment, newId, prefix: 'dragoman', sha256Hex });
  return { stores, accountId, keys, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

describe('Keys', () => {
  test('a key that was made speaks for its account, and only its hash is kept', async () => {
    await using world = await setup();
    const { key, apiKey } = await world.keys.create(world.accountId, ' Büro ');
    assert.equal(parseApiKey(apiKey), apiKey);
    assert.deepEqual(await world.keys.authenticate(apiKey), {
      keyId: key.id,
      accountId: world.accountId,
      lastUsedAt: undefined,
    });
    assert.deepEqual(await world.keys.list(world.accountId), [key]);
    assert.deepEqual(key, {
      id: key.id,
      accountId: world.accountId,
      name: 'Büro',
      hash: sha256Hex(apiKey),
      start: apiKey.slice(0, 'dragoman_live_'.length + 4),
      lastFour: apiKey.slice(-4),
      createdAt: firstMoment,
      revokedAt: undefined,
      lastUsedAt: undefined,
    });
  });

  test('a key stays good when new ones begin with another prefix', async () => {
    await using world = await setup();
    const { key, apiKey } = await world.keys.create(world.accountId);
    const { stores, accountId } = world;
    const renamed = new Keys({ store: stores.keys, now: () => firstMoment, newId, prefix: 'other', sha256Hex });
    assert.deepEqual(await renamed.authenticate(apiKey), { keyId: key.id, accountId, lastUsedAt: undefined });
    assert.match((await renamed.create(accountId)).apiKey, /^other_live_/);
  });

  test('missing, malformed, unknown and revoked keys get one and the same answer', async () => {
    await using world = await setup();
    const { key, apiKey } = await world.keys.create(world.accountId);
    await world.keys.revoke(key.id);
    const refused = [undefined, '', 'dragoman_live_short', `${apiKey.slice(0, -1)}-`, newApiKey('dragoman'), apiKey];
    const answers = await Promise.all(
      refused.map((text) =>
        world.keys.authenticate(text).then(
          () => undefined,
          ({ code, message, detail }: ServiceError) => ({ code, message, detail }),
        ),
      ),
    );
    assert.deepEqual(answers[0], { code: 'invalid_api_key', message: invalidKeyMessage, detail: {} });
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test('a sixth live key is refused with what to do, and works once another is revoked', async () => {
    await using world = await setup();
    const made = await Promise.all(Array.from({ length: liveKeysMax }, () => world.keys.create(world.accountId)));
    await assert.rejects(world.keys.create(world.accountId), {
      code: 'validation_error',
      message: /5 live keys.*Revoke/,
    });
    await world.keys.revoke(made[0]?.key.id ?? ('' as KeyId));
    await world.keys.create(world.accountId);
  });

  test('an account without a pack, or none at all, gets no key', async () => {
    await using world = await setup();
    const poor = await openAccount(world.stores);
    await assert.rejects(world.keys.create(poor), { code: 'validation_error', message: /pack/ });
    await assert.rejects(world.keys.create('nobody' as AccountId), { code: 'not_found' });
  });

  test('a name is one line of 1 to 60 characters', async () => {
    await using world = await setup();
    const { key } = await world.keys.create(world.accountId, '😀'.repeat(60));
    assert.equal(key.name, '😀'.repeat(60));
    for (const name of ['', '   ', 'a\nb', 'a\u0000', 'a\u202eb', 'a\u2028b', '\ud800', '😀'.repeat(61)]) {
      await assert.rejects(world.keys.create(world.accountId, name), { code: 'validation_error', param: 'name' });
    }
  });

  test('revoking a key that is not there is told apart from revoking one twice', async () => {
    await using world = await setup();
    const { key } = await world.keys.create(world.accountId);
    await world.keys.revoke(key.id);
    await world.keys.revoke(key.id);
    await assert.rejects(world.keys.revoke('nothing' as KeyId), { code: 'not_found' });
  });
});

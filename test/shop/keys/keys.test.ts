import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ServiceError } from '../../../src/ground/service-error.ts';
import { later, type UnixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { newApiKey, parseApiKey } from '../../../src/shop/keys/api-key.ts';
import { type KeyId, type KeyUse, keyUseIntervalMs } from '../../../src/shop/keys/key-store.ts';
import { KeyUses } from '../../../src/shop/keys/key-uses.ts';
import { Keys, liveKeysMax } from '../../../src/shop/keys/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { firstMoment, newId, newPurchase, openAccount } from '../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../support/stores.ts';

const sha256Hex = (text: string) => hash('sha256', text);

/** Keys on a real store, with an account that has bought a pack. */
async function setup() {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  await stores.ledger.grant(newPurchase(accountId, 1));
  const clock = { now: firstMoment };
  const uses = new KeyUses({ store: stores.keys, events: noEvents });
  const parts = { store: stores.keys, uses, now: () => clock.now, newId, prefix: 'dragoman', sha256Hex };
  const keys = new Keys(parts);
  return {
    stores,
    accountId,
    clock,
    parts,
    keys,
    /** Last use of the only key, once every recorded use is written. */
    async lastUse() {
      await uses[Symbol.asyncDispose]();
      const [key] = await stores.keys.listKeys();
      return key?.lastUsedAt;
    },
    async [Symbol.asyncDispose]() {
      await uses[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}

describe('Keys', () => {
  test('a new key authenticates its account, and only its hash is stored', async () => {
    await using world = await setup();
    const { key, apiKey } = await world.keys.create(world.accountId, ' Büro ');
    assert.equal(parseApiKey(apiKey), apiKey);
    assert.deepEqual(await world.keys.list({ accountId: world.accountId }), [key]);
    assert.deepEqual(await world.keys.authenticate(apiKey), {
      keyId: key.id,
      accountId: world.accountId,
      glossaryVersion: 0,
      memoryVersion: 0,
      lastUsedAt: undefined,
    });
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

  test('a key stays valid when new ones have another prefix', async () => {
    await using world = await setup();
    const { key, apiKey } = await world.keys.create(world.accountId);
    const { accountId } = world;
    const renamed = new Keys({ ...world.parts, prefix: 'other' });
    const holder = { keyId: key.id, accountId, glossaryVersion: 0, memoryVersion: 0, lastUsedAt: undefined };
    assert.deepEqual(await renamed.authenticate(apiKey), holder);
    assert.match((await renamed.create(accountId)).apiKey, /^other_live_/);
  });

  test('a use is written when the recorded one is unknown or half a minute old, and a list shows each at once', async () => {
    await using world = await setup();
    const { clock, accountId } = world;
    const { key, apiKey } = await world.keys.create(accountId);
    const written: UnixMs[] = [];
    const store = {
      recordUses: async (uses: readonly KeyUse[]) => {
        await world.stores.keys.recordUses(uses);
        written.push(...uses.map(({ at }) => at));
      },
    };
    const keys = new Keys({ ...world.parts, uses: new KeyUses({ store, events: noEvents }) });
    const useAt = async (byMs: number) => {
      clock.now = later(firstMoment, byMs);
      await keys.authenticate(apiKey);
      return [(await keys.live(accountId))[0]?.lastUsedAt, (await keys.findOwn(accountId, key.id))?.lastUsedAt];
    };
    assert.deepEqual(await useAt(0), [firstMoment, firstMoment]);
    await eventually(() => written.length === 1);
    await useAt(-1);
    assert.deepEqual(await useAt(keyUseIntervalMs - 1), [clock.now, clock.now]);
    assert.deepEqual(written, [firstMoment]);
    await useAt(keyUseIntervalMs);
    await eventually(() => written.length === 2);
    assert.equal(written[1], clock.now);
  });

  test('a use is written without delaying the request, and a refused request records none', async () => {
    await using world = await setup();
    const { apiKey } = await world.keys.create(world.accountId);
    await assert.rejects(world.keys.authenticate(newApiKey('dragoman')), { code: 'invalid_api_key' });
    assert.equal((await world.keys.authenticate(apiKey)).lastUsedAt, undefined);
    assert.equal(await world.lastUse(), firstMoment);
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
          ({ reason, data, message, detail }: ServiceError) => ({ reason, data, message, detail }),
        ),
      ),
    );
    assert.deepEqual(answers[0], { reason: 'invalid_key', data: undefined, message: 'invalid_key', detail: {} });
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test('one attempt of an account creates one key, however often it is sent, and shows it once', async () => {
    await using world = await setup();
    const { keys, accountId } = world;
    const attempt = { accountId, name: 'shop', attempt: 'one' };
    const made = await Promise.all([1, 2, 3].map(() => keys.createOnce(attempt)));
    assert.equal(made.filter((each) => each !== undefined).length, 1);
    assert.equal(await keys.createOnce({ ...attempt, name: ' shop ' }), undefined);
    assert.equal((await keys.list({ accountId })).length, 1);
    assert.ok(await keys.createOnce({ ...attempt, name: 'another shop' }));
    assert.ok(await keys.createOnce({ ...attempt, attempt: 'two' }));
    assert.equal((await keys.list({ accountId })).length, 3);
    const otherId = await openAccount(world.stores);
    await world.stores.ledger.grant(newPurchase(otherId, 1));
    assert.ok(await keys.createOnce({ ...attempt, accountId: otherId }));
  });

  test("revoking a key twice is no error, and another account's or an unknown key is not found", async () => {
    await using world = await setup();
    const otherId = await openAccount(world.stores);
    const { key, apiKey } = await world.keys.create(world.accountId);
    await assert.rejects(world.keys.revoke(key.id, otherId), { reason: 'no_key' });
    await world.keys.authenticate(apiKey);
    await world.keys.revoke(key.id, world.accountId);
    await world.keys.revoke(key.id);
    await assert.rejects(world.keys.authenticate(apiKey), { code: 'invalid_api_key' });
    await assert.rejects(world.keys.revoke('nothing' as KeyId), { code: 'not_found' });
  });

  test('a sixth live key, and a key without a pack or an account, is refused with the reason', async () => {
    await using world = await setup();
    for (let count = 0; count < liveKeysMax; count++) await world.keys.create(world.accountId);
    await assert.rejects(world.keys.create(world.accountId), { reason: 'too_many_keys' });
    await assert.rejects(world.keys.create(await openAccount(world.stores)), { reason: 'no_pack' });
    await assert.rejects(world.keys.create('missing' as AccountId), { reason: 'no_account' });
  });

  test('a name is one line of 1 to 60 characters', async () => {
    await using world = await setup();
    const { key } = await world.keys.create(world.accountId, '😀'.repeat(60));
    assert.equal(key.name, '😀'.repeat(60));
    for (const name of ['', '   ', 'a\nb', 'a\u0000', 'a\u202eb', 'a\u2028b', '\ud800', '😀'.repeat(61)]) {
      await assert.rejects(world.keys.create(world.accountId, name), { reason: 'invalid_key_name' });
    }
  });
});

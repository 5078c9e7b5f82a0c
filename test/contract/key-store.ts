import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import { type KeyId, keyUseIntervalMs } from '../../src/shop/keys/key-store.ts';
import { firstMoment, newKey, newPurchase, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `KeyStore`. */
export function describeKeyStore(name: string, open: () => Promise<OpenStores>): void {
  const withCustomer = async (): Promise<OpenStores & { readonly accountId: AccountId }> => {
    const stores = await open();
    const accountId = await openAccount(stores);
    await stores.ledger.grant(newPurchase(accountId, 1));
    return { ...stores, accountId };
  };

  const withKey = async () => {
    const customer = await withCustomer();
    const key = newKey(customer.accountId, { name: 'Büro – 東京' });
    assert.equal(await customer.keys.createKey(key, 5), 'created');
    return { ...customer, key };
  };

  describe(`${name}: KeyStore`, () => {
    test('a key authenticates its account until it is revoked', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const key = newKey(accountId);
      assert.equal(await keys.findHolder(key.hash), undefined);
      assert.equal(await keys.createKey(key, 5), 'created');
      assert.deepEqual(await keys.findHolder(key.hash), {
        keyId: key.id,
        accountId,
        glossaryVersion: 0,
        memoryVersion: 0,
        lastUsedAt: undefined,
      });
      assert.equal(await keys.revokeKey({ id: key.id, at: later(firstMoment, 1) }), 'revoked');
      assert.equal(await keys.findHolder(key.hash), undefined);
    });

    test('a key is found by its hash or its id, even if it is revoked or its account suspended', async () => {
      await using customer = await withKey();
      const { keys, accountId, key } = customer;
      for (const by of [{ hash: key.hash }, { id: key.id }]) assert.deepEqual(await keys.findKey(by), key);
      await keys.revokeKey({ id: key.id, at: later(firstMoment, 1) });
      assert.deepEqual(await keys.findKey({ hash: key.hash }), { ...key, revokedAt: later(firstMoment, 1) });
      const { hash, id } = newKey(accountId);
      for (const by of [{ hash }, { id }]) assert.equal(await keys.findKey(by), undefined);
    });

    test('revoking twice keeps the first time, and an unknown key is reported as such', async () => {
      await using customer = await withKey();
      const { keys, accountId, key } = customer;
      const first = later(firstMoment, 1);
      assert.equal(await keys.revokeKey({ id: key.id, at: first }), 'revoked');
      assert.equal(await keys.revokeKey({ id: key.id, at: later(firstMoment, 2) }), 'revoked_before');
      assert.deepEqual(await keys.listKeys({ accountId }), [{ ...key, revokedAt: first }]);
      assert.equal(await keys.revokeKey({ id: 'nothing' as KeyId, at: first }), 'unknown');
    });

    test('an account revokes only its own keys: other keys are reported as unknown', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const otherId = await openAccount(customer);
      const key = newKey(accountId);
      await keys.createKey(key, 5);
      assert.equal(await keys.revokeKey({ id: key.id, at: firstMoment, accountId: otherId }), 'unknown');
      assert.equal((await keys.findHolder(key.hash))?.keyId, key.id);
      assert.equal(await keys.revokeKey({ id: key.id, at: firstMoment, accountId }), 'revoked');
      assert.equal(await keys.revokeKey({ id: key.id, at: firstMoment, accountId }), 'revoked_before');
      assert.equal(await keys.revokeKey({ id: key.id, at: firstMoment, accountId: otherId }), 'unknown');
      assert.deepEqual(await customer.breaches(firstMoment, 0), []);
    });

    test('the creator and the revoker of a key are recorded with it, once', async () => {
      await using customer = await withCustomer();
      const { keys, audit, accountId } = customer;
      const key = newKey(accountId);
      const made = { id: 'made' as ActId, by: accountId, act: 'key.created' } as const;
      const revoked = { id: 'revoked' as ActId, by: 'operator', act: 'key.revoked' } as const;
      const at = later(firstMoment, 1);
      for (let repeat = 0; repeat < 2; repeat++) await keys.createKey(key, 1, made);
      const refused = { ...made, id: 'refused' as ActId };
      assert.equal(await keys.createKey(newKey(accountId), 1, refused), 'too_many_keys');
      assert.equal(await keys.createKey(newKey(accountId, { id: key.id }), 1, refused), 'made_before');
      for (let repeat = 0; repeat < 2; repeat++) await keys.revokeKey({ id: key.id, at, auditEntry: revoked });
      await keys.revokeKey({ id: 'nothing' as KeyId, at, auditEntry: { ...revoked, id: 'of nothing' as ActId } });
      assert.deepEqual(await audit.listActs({ accountId, limit: 10 }), [
        { ...revoked, seq: 2, at, accountId, subject: key.id },
        { ...made, seq: 1, at: key.createdAt, accountId, subject: key.id },
      ]);
    });

    test('a key requires an account that has bought a pack', async () => {
      await using stores = await open();
      assert.equal(await stores.keys.createKey(newKey('missing' as AccountId), 5), 'no_account');
      const accountId = await openAccount(stores);
      assert.equal(await stores.keys.createKey(newKey(accountId), 5), 'no_pack');
      await stores.ledger.grant(newPurchase(accountId, 1));
      assert.equal(await stores.keys.createKey(newKey(accountId), 5), 'created');
    });

    test('twenty concurrent creations make five live keys, and of three revocations one makes room for one more', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const wanted = Array.from({ length: 20 }, () => newKey(accountId));
      const outcomes = await Promise.all(wanted.map((key) => keys.createKey(key, 5)));
      assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 5);
      assert.equal(outcomes.filter((outcome) => outcome === 'too_many_keys').length, 15);
      const [newest] = await keys.listKeys({ accountId });
      const id = newest?.id ?? ('' as KeyId);
      const revocations = await Promise.all([1, 2, 3].map(() => keys.revokeKey({ id, at: firstMoment })));
      assert.deepEqual(revocations.toSorted(), ['revoked', 'revoked_before', 'revoked_before']);
      assert.equal(await keys.createKey(newKey(accountId), 5), 'created');
      assert.equal(await keys.createKey(newKey(accountId), 5), 'too_many_keys');
      assert.deepEqual(await customer.breaches(firstMoment, 0), []);
    });

    test('the last use of a key is stored, accurate to half a minute and never backwards', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const [key, other] = [newKey(accountId), newKey(accountId)];
      for (const each of [key, other]) await keys.createKey(each, 5);
      const lastUse = async () => (await keys.findHolder(key.hash))?.lastUsedAt;
      const use = (byMs: number) => keys.recordUses([{ keyId: key.id, at: later(firstMoment, byMs) }]);
      await use(0);
      assert.equal(await lastUse(), firstMoment);
      for (const byMs of [keyUseIntervalMs - 1, -1, -10 * keyUseIntervalMs, 0]) await use(byMs);
      assert.equal(await lastUse(), firstMoment);
      await use(keyUseIntervalMs);
      assert.equal(await lastUse(), later(firstMoment, keyUseIntervalMs));
      assert.deepEqual(await keys.listKeys(), [other, { ...key, lastUsedAt: await lastUse() }]);
    });

    test('many uses are recorded in one step, including unknown keys and duplicates', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const [first, second] = [newKey(accountId), newKey(accountId)];
      for (const each of [first, second]) await keys.createKey(each, 5);
      const at = later(firstMoment, 5);
      const used = [second.id, 'nothing' as KeyId, first.id, second.id];
      await keys.recordUses(used.map((keyId) => ({ keyId, at })));
      await keys.recordUses([]);
      assert.deepEqual(await keys.listKeys(), [
        { ...second, lastUsedAt: at },
        { ...first, lastUsedAt: at },
      ]);
    });

    test('a revoked key keeps its last use, and stays revoked', async () => {
      await using customer = await withKey();
      const { keys, key } = customer;
      await keys.recordUses([{ keyId: key.id, at: firstMoment }]);
      await keys.revokeKey({ id: key.id, at: later(firstMoment, 1) });
      const late = later(firstMoment, keyUseIntervalMs);
      await keys.recordUses([{ keyId: key.id, at: late }]);
      assert.equal(await keys.findHolder(key.hash), undefined);
      assert.deepEqual(await keys.listKeys(), [{ ...key, revokedAt: later(firstMoment, 1), lastUsedAt: late }]);
    });

    test('keys are listed by account, newest first, filtered by account and state', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const otherId = await openAccount(customer);
      await customer.ledger.grant(newPurchase(otherId, 1));
      const ages = [3, 1, 2].map((age) => newKey(accountId, { createdAt: later(firstMoment, age) }));
      const foreign = newKey(otherId, { createdAt: later(firstMoment, 2) });
      for (const key of [foreign, ...ages]) await keys.createKey(key, 5);
      const [third, first, second] = ages;
      assert.ok(third && first && second);
      assert.deepEqual(await keys.listKeys({ accountId }), [third, second, first]);
      const all = otherId > accountId ? [foreign, third, second, first] : [third, second, first, foreign];
      assert.deepEqual(await keys.listKeys(), all);
      const revokedAt = later(firstMoment, 5);
      await keys.revokeKey({ id: second.id, at: revokedAt });
      assert.deepEqual(await keys.listKeys({ accountId, isLive: true }), [third, first]);
      assert.deepEqual(await keys.listKeys({ accountId, isLive: false }), [{ ...second, revokedAt }]);
    });

    test('every key is on exactly one page, including keys of one moment', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const otherId = await openAccount(customer);
      await customer.ledger.grant(newPurchase(otherId, 1));
      const made = [0, 1, 1, 1, 2].map((age) => newKey(accountId, { createdAt: later(firstMoment, age) }));
      const others = [1, 1].map((age) => newKey(otherId, { createdAt: later(firstMoment, age) }));
      for (const key of [...made, ...others]) await keys.createKey(key, 5);
      for (const wanted of [accountId, undefined]) {
        const whole = await keys.listKeys({ accountId: wanted });
        assert.equal(whole.length, wanted === undefined ? 7 : 5);
        const paged = [];
        for (let before: KeyId | undefined; ; ) {
          const page = await keys.listKeys({ accountId: wanted, before, limit: 2 });
          if (page.length === 0) break;
          paged.push(...page);
          before = page.at(-1)?.id;
        }
        assert.deepEqual(paged, whole);
      }
      assert.deepEqual(await keys.listKeys({ accountId, before: 'nothing' as KeyId }), []);
    });

    test('a repeated creation makes one key, reports it as created, and counts once', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const key = newKey(accountId);
      const repeats = await Promise.all([1, 2, 3].map(() => keys.createKey(key, 2)));
      assert.deepEqual(repeats, ['created', 'created', 'created']);
      assert.equal(await keys.createKey(newKey(accountId), 2), 'created');
      assert.equal(await keys.createKey(newKey(accountId), 2), 'too_many_keys');
      assert.equal(await keys.createKey(key, 2), 'created', 'the key itself is already counted');
      assert.equal((await keys.listKeys({ accountId })).length, 2);
      assert.deepEqual(await customer.breaches(firstMoment, 0), []);
    });

    test('a second key with an existing id is not created, is reported so, and does not count', async () => {
      await using customer = await withCustomer();
      const { keys, accountId } = customer;
      const attempts = Array.from({ length: 4 }, () => newKey(accountId, { id: 'one attempt' as KeyId }));
      const told = await Promise.all(attempts.map((key) => keys.createKey(key, 2)));
      assert.deepEqual(told.toSorted(), ['created', 'made_before', 'made_before', 'made_before']);
      assert.equal((await keys.listKeys({ accountId })).length, 1);
      assert.equal(await keys.createKey(newKey(accountId), 2), 'created', 'the other place is free');
      assert.equal(await keys.createKey(newKey(accountId, { id: 'one attempt' as KeyId }), 2), 'made_before');
      assert.deepEqual(await customer.breaches(firstMoment, 0), []);
    });

    test('a second key with an existing hash fails and does not count', async () => {
      await using customer = await withKey();
      const { keys, key } = customer;
      await assert.rejects(keys.createKey({ ...key, id: 'another' as KeyId }, 5), { code: 'store_unavailable' });
      assert.deepEqual(await keys.listKeys(), [key]);
      assert.deepEqual(await customer.breaches(firstMoment, 0), []);
    });
  });
}

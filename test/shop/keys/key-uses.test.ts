import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import { type Key, type KeyUse, keyUseIntervalMs } from '../../../src/shop/keys/key-store.ts';
import { KeyUses } from '../../../src/shop/keys/key-uses.ts';
import { eventually } from '../../support/eventually.ts';
import { firstMoment, newKey, newPurchase, openAccount } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

type Failure = { readonly task: string; readonly cause: unknown };

/** Two keys on a real store, its calls, and a switch that makes its writes fail. */
async function setup() {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  await stores.ledger.grant(newPurchase(accountId, 1));
  const [one, other] = [newKey(accountId), newKey(accountId)];
  for (const key of [one, other]) await stores.keys.createKey(key, 5);
  const writes: (readonly KeyUse[])[] = [];
  const failures: Failure[] = [];
  const gate = { opened: Promise.resolve() };
  const store = {
    async recordUses(uses: readonly KeyUse[]) {
      writes.push(uses);
      await gate.opened;
      await stores.keys.recordUses(uses);
    },
  };
  const uses = new KeyUses({ store, events: { backgroundFailed: (failure) => void failures.push(failure) } });
  const lastUses = async () => (await stores.keys.listKeys()).toReversed().map(({ lastUsedAt }) => lastUsedAt);
  const finish = () => uses[Symbol.asyncDispose]();
  const note = ({ id }: Key, byMs = 0) => uses.note({ keyId: id, at: later(firstMoment, byMs) });
  return {
    one,
    other,
    uses,
    writes,
    failures,
    gate,
    note,
    lastUses,
    finish,
    [Symbol.asyncDispose]: stores[Symbol.asyncDispose],
  };
}

describe('KeyUses', () => {
  test('a use is written, and disposing waits for it', async () => {
    await using world = await setup();
    world.note(world.one);
    await world.finish();
    assert.deepEqual(await world.lastUses(), [firstMoment, undefined]);
    assert.deepEqual(world.failures, []);
  });

  test('uses of the same half minute count as one, even while they are written', async () => {
    await using world = await setup();
    const gate = Promise.withResolvers<void>();
    world.gate.opened = gate.promise;
    for (let count = 0; count < 100; count++) {
      world.note(world.one, count);
      world.note(world.other, count);
    }
    gate.resolve();
    await world.finish();
    assert.deepEqual(world.writes, [
      [{ keyId: world.one.id, at: firstMoment }],
      [{ keyId: world.other.id, at: firstMoment }],
    ]);
  });

  test('a use half a minute later during a write is written after it', async () => {
    await using world = await setup();
    const gate = Promise.withResolvers<void>();
    world.gate.opened = gate.promise;
    for (const byMs of [0, keyUseIntervalMs - 1, keyUseIntervalMs]) world.note(world.one, byMs);
    gate.resolve();
    await world.finish();
    assert.equal(world.writes.length, 2);
    assert.deepEqual(await world.lastUses(), [later(firstMoment, keyUseIntervalMs), undefined]);
  });

  test('the number of waiting uses and of uses per write is bounded', async () => {
    await using world = await setup();
    const gate = Promise.withResolvers<void>();
    world.gate.opened = gate.promise;
    const strangers = Array.from({ length: 10_500 }, (_, index) => ({ ...world.one, id: `key ${index}` as Key['id'] }));
    for (const key of strangers) world.note(key);
    gate.resolve();
    await world.finish();
    assert.ok(world.writes.every((uses) => uses.length <= 100));
    assert.equal(world.writes.flat().length, 10_001, 'one running and 10,000 waiting');
  });

  test('a failed write is reported, fails no request, and is repeated with a use some seconds later', async () => {
    await using world = await setup();
    world.gate.opened = Promise.reject(new Error('disk'));
    world.note(world.one);
    await eventually(() => world.failures.length > 0);
    const reported = world.failures.map(({ task, cause }) => [task, String(cause)]);
    assert.deepEqual(reported, [['last use of keys', 'Error: disk']]);
    world.gate.opened = Promise.resolve();
    world.note(world.one, 9_999);
    assert.equal(world.writes.length, 1, 'a failing database gets no further writes');
    world.note(world.one, 10_000);
    await world.finish();
    assert.deepEqual(await world.lastUses(), [later(firstMoment, 10_000), undefined]);
  });

  test('a clock that is set back after a failure does not prevent writes', async () => {
    await using world = await setup();
    world.gate.opened = Promise.reject(new Error('disk'));
    world.note(world.one);
    await eventually(() => world.failures.length > 0);
    world.gate.opened = Promise.resolve();
    world.note(world.one, -3_600_000);
    await world.finish();
    assert.deepEqual(await world.lastUses(), [later(firstMoment, -3_600_000), undefined]);
  });

  test('uses after disposing are ignored', async () => {
    await using world = await setup();
    await world.finish();
    world.note(world.one);
    assert.deepEqual(world.writes, []);
  });
});

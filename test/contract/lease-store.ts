import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { LeaseRequest } from '../../src/shop/leases/lease-store.ts';
import { firstMoment, newId } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const request = (holder: string, changes: Partial<LeaseRequest> = {}): LeaseRequest => ({
  task: 'sums',
  holder,
  at: firstMoment,
  until: later(firstMoment, 10),
  unlessDoneAfter: later(firstMoment, -10),
  ...changes,
});

/** The contract of every `LeaseStore`. */
export function describeLeaseStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: LeaseStore`, () => {
    test('one holder has a task until its lease ends, and may take it again', async () => {
      await using stores = await open();
      const { leases } = stores;
      assert.deepEqual(await leases.takeLease(request('a')), { doneAt: undefined });
      assert.equal(await leases.takeLease(request('b', { at: later(firstMoment, 9) })), undefined);
      assert.deepEqual(await leases.takeLease(request('a', { until: later(firstMoment, 20) })), { doneAt: undefined });
      assert.equal(await leases.takeLease(request('b', { at: later(firstMoment, 19) })), undefined);
      const taken = request('b', { at: later(firstMoment, 20), until: later(firstMoment, 30) });
      assert.deepEqual(await leases.takeLease(taken), { doneAt: undefined });
    });

    test('a completed task is not repeated before it is due', async () => {
      await using stores = await open();
      const { leases } = stores;
      await leases.takeLease(request('a'));
      const doneAt = later(firstMoment, 5);
      await leases.endLease({ task: 'sums', holder: 'a', doneAt });
      assert.equal(await leases.takeLease(request('b', { at: later(firstMoment, 6) })), undefined);
      assert.deepEqual(await leases.takeLease(request('b', { at: later(firstMoment, 6), unlessDoneAfter: doneAt })), {
        doneAt,
      });
    });

    test('a lease returned without a result is free for others immediately', async () => {
      await using stores = await open();
      const { leases } = stores;
      await leases.takeLease(request('a'));
      await leases.endLease({ task: 'sums', holder: 'a', doneAt: undefined });
      assert.deepEqual(await leases.takeLease(request('b')), { doneAt: undefined });
    });

    test('a holder that has lost a lease cannot return it', async () => {
      await using stores = await open();
      const { leases } = stores;
      await leases.takeLease(request('a'));
      const at = later(firstMoment, 10);
      await leases.takeLease(request('b', { at, until: later(at, 10) }));
      await leases.endLease({ task: 'sums', holder: 'a', doneAt: at });
      assert.equal(await leases.takeLease(request('c', { at })), undefined);
    });

    test('of ten concurrent nodes one gets the task; another task has a separate lease', async () => {
      await using stores = await open();
      const taken = await Promise.all(Array.from({ length: 10 }, () => stores.leases.takeLease(request(newId()))));
      assert.equal(taken.filter((lease) => lease !== undefined).length, 1);
      assert.notEqual(await stores.leases.takeLease(request('x', { task: 'letters' })), undefined);
    });
  });
}

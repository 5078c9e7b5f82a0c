import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryBudget, type Occupant } from '../../../src/text/engine/memory-budget.ts';

type Measure = (occupants: readonly Occupant[]) => Promise<readonly number[]>;

/** A budget of 100 bytes. Each tenant takes 40 of them. */
function openBudget(measure: Measure = async () => []) {
  const options = { bytesMax: 100, idleMsMax: 1_000, tenureMs: 2_000, surveyMs: 3_600_000, measure };
  const budget = new MemoryBudget<Occupant>(options);
  const woken: string[] = [];
  const retired: string[] = [];
  const tenantOf = (name: string) => ({ bytesNeeded: 40, wake: () => void woken.push(name) });
  /** Opens a tenant with an occupant that frees its memory when it is retired, if it is idle. */
  const occupy = (name: string, { isIdle, ageMs }: { readonly isIdle: boolean; readonly ageMs: number }) => {
    const lease = budget.lease(tenantOf(name));
    assert.ok(lease !== undefined);
    const retire = () => {
      retired.push(name);
      if (isIdle) budget.release(lease);
    };
    const since = performance.now() - ageMs;
    budget.occupy(lease, { isIdle, lastUsedAt: since, retire });
    lease.since = since;
    return lease;
  };
  return { budget, woken, retired, tenantOf, occupy };
}

test('a tenant without an occupant gets the memory of the idle one that was used least recently', () => {
  const { budget, retired, tenantOf, occupy } = openBudget();
  using _ = budget;
  occupy('recent', { isIdle: true, ageMs: 10 });
  occupy('old', { isIdle: true, ageMs: 20 });
  assert.equal(budget.lease(tenantOf('more'), true), undefined);
  assert.deepEqual(retired, []);
  assert.ok(budget.lease(tenantOf('next')));
  assert.deepEqual([retired, budget.bytesHeld], [['old'], 80]);
});

test('a busy occupant makes room after its tenure, the eldest first, and wakes the tenant that waits', () => {
  const { budget, woken, retired, tenantOf, occupy } = openBudget();
  using _ = budget;
  const young = occupy('young', { isIdle: false, ageMs: 10 });
  const waiting = tenantOf('waiting');
  const eldest = occupy('eldest', { isIdle: false, ageMs: 1_000 });
  assert.equal(budget.lease(waiting), undefined);
  assert.deepEqual(retired, []);
  eldest.since -= 1_500;
  assert.equal(budget.lease(waiting), undefined);
  assert.deepEqual([retired, woken], [['eldest'], []]);
  budget.release(eldest);
  assert.deepEqual(woken, ['waiting']);
  assert.ok(budget.lease(waiting));
  budget.release(young);
  assert.deepEqual(woken, ['waiting']);
});

test('busy occupants that free their memory immediately make room in one step', () => {
  const { budget, retired, tenantOf, occupy } = openBudget();
  using _ = budget;
  // Between two calls: there is work for them, and none of it has begun.
  for (const name of ['one', 'two']) {
    const lease = occupy(name, { isIdle: false, ageMs: 3_000 });
    const retire = () => {
      retired.push(name);
      budget.release(lease);
    };
    lease.occupant = { isIdle: false, lastUsedAt: 0, retire };
  }
  assert.ok(budget.lease({ ...tenantOf('large'), bytesNeeded: 90 }));
  assert.deepEqual([retired, budget.bytesHeld], [['one', 'two'], 90]);
});

test('a survey retires what is idle for too long, and what measures larger than there is room for', async () => {
  const { budget, retired, occupy } = openBudget(async (occupants) => occupants.map(() => 60));
  using _ = budget;
  occupy('unused', { isIdle: true, ageMs: 1_500 });
  await budget.survey();
  assert.deepEqual([retired, budget.bytesHeld], [['unused'], 0]);
  occupy('one', { isIdle: true, ageMs: 20 });
  occupy('two', { isIdle: true, ageMs: 10 });
  await budget.survey();
  assert.deepEqual([retired, budget.bytesHeld], [['unused', 'one'], 60]);
});

test('a survey that measures less than was estimated wakes the tenant that waits', async () => {
  const { budget, woken, tenantOf, occupy } = openBudget(async (occupants) => occupants.map(() => 30));
  using _ = budget;
  occupy('one', { isIdle: false, ageMs: 10 });
  occupy('two', { isIdle: false, ageMs: 10 });
  const waiting = tenantOf('waiting');
  assert.equal(budget.lease(waiting), undefined);
  await budget.survey();
  assert.deepEqual(woken, ['waiting']);
  assert.ok(budget.lease(waiting));
});

test('a survey that begins during another one joins it, and measures only what was used since', async () => {
  let measured = 0;
  const { budget, occupy } = openBudget(async (occupants) => {
    await new Promise(setImmediate);
    measured += occupants.length;
    return occupants.map(() => 50);
  });
  using _ = budget;
  const lease = occupy('one', { isIdle: false, ageMs: 0 });
  await Promise.all([budget.survey(), budget.survey(), budget.survey()]);
  await budget.survey();
  assert.equal(measured, 1);
  assert.ok(lease.occupant);
  lease.occupant = { ...lease.occupant, lastUsedAt: performance.now() };
  await budget.survey();
  assert.equal(measured, 2);
});

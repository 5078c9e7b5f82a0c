import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '../../../src/adapters/apertium/limits.ts';
import { MemoryBudget } from '../../../src/adapters/apertium/memory-budget.ts';
import { startGroup } from '../../../src/adapters/apertium/process-group.ts';

test('a survey that begins while another one reads the process table joins it', async () => {
  using budget = new MemoryBudget({ ...defaultLimits(), surveyMs: 3_600_000 });
  const group = startGroup([['sleep', '60']], { watched: undefined, yields: false });
  using cleanup = new DisposableStack();
  cleanup.defer(() => group.kill());
  let measurements = 0;
  const lease = budget.lease({ bytesNeeded: 1, measured: () => void measurements++, wake: () => undefined }, false);
  assert.ok(lease);
  lease.occupant = { groupId: group.id, isIdle: false, lastUsedAt: performance.now(), retire: () => undefined };
  await Promise.all([budget.survey(), budget.survey(), budget.survey()]);
  assert.equal(measurements, 1);
  lease.occupant = { ...lease.occupant, lastUsedAt: performance.now() };
  await budget.survey();
  assert.equal(measurements, 2);
});

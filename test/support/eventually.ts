import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Far more than anything that is waited for takes, however busy the machine is. */
const patienceMs = 60_000;

/** Between two looks, so that what is waited for has the processor. */
const pauseMs = 5;

/** Resolves once `condition` holds, and fails when it is plain that it never will. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await condition())) {
    assert.ok(performance.now() < giveUpAt, `never came: ${String(condition)}`);
    await setTimeout(pauseMs);
  }
}

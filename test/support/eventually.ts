import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Far longer than any condition takes, on any busy machine. */
const patienceMs = 60_000;

/** Pause between two checks, so that the tested code gets processor time. */
const pauseMs = 5;

/** Resolves once `condition` holds; fails after a minute. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await condition())) {
    assert.ok(performance.now() < giveUpAt, `never came: ${String(condition)}`);
    await setTimeout(pauseMs);
  }
}

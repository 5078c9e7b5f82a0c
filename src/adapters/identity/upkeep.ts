import type { AttemptStore } from '../../core/people/attempt-store.ts';
import type { PersonStore } from '../../core/people/person-store.ts';
import { RepeatedTask } from '../../core/repeated-task.ts';
import type { ShopEvents } from '../../core/shop-events.ts';
import { type Clock, later } from '../../core/units.ts';
import { sessionIdleMs } from './sessions.ts';

export type UpkeepParts = {
  readonly store: Pick<PersonStore, 'sweepPeople'>;
  readonly attempts: Pick<AttemptStore, 'forgetAttempts'>;
  readonly now: Clock;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** Largest number of throttle rows, as left by a hundred thousand clients in an hour. */
const bucketsMax = 200_000;

const sweepEveryMs = 60_000;

/** Deletes expired links, sessions, codes and attempts, immediately and then periodically. */
export function openUpkeep(parts: UpkeepParts): AsyncDisposable {
  return new RepeatedTask(() => sweep(parts), sweepEveryMs);
}

async function sweep({ store, attempts, now, events }: UpkeepParts): Promise<void> {
  try {
    const at = now();
    await store.sweepPeople({ at, idleSince: later(at, -sessionIdleMs) });
    await attempts.forgetAttempts(at, bucketsMax);
  } catch (cause) {
    events.backgroundFailed({ task: 'sweep of sessions and links', cause });
  }
}

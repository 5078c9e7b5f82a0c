import { RepeatedTask } from '../../ground/repeated-task.ts';
import { type Clock, later } from '../../ground/units.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { AttemptStore } from '../../shop/people/attempt-store.ts';
import type { PersonStore } from '../../shop/people/person-store.ts';
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

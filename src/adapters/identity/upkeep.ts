import type { Events } from '../../core/events.ts';
import type { AttemptStore } from '../../core/people/attempt-store.ts';
import type { PersonStore } from '../../core/people/person-store.ts';
import { type Clock, later } from '../../core/units.ts';
import { sessionIdleMs } from './sessions.ts';

export type UpkeepParts = {
  readonly store: Pick<PersonStore, 'sweepPeople'>;
  readonly attempts: Pick<AttemptStore, 'forgetAttempts'>;
  readonly now: Clock;
  readonly everyMs: number;
  readonly events: Pick<Events, 'backgroundFailed'>;
};

/** Largest number of throttle rows, as left by a hundred thousand clients in an hour. */
const bucketsMax = 200_000;

/** Deletes expired links, sessions, codes and attempts, immediately and then periodically. */
export class Upkeep implements AsyncDisposable {
  readonly #parts: UpkeepParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void>;
  #isIdle = false;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#running = this.#sweep();
    this.#timer = setInterval(() => {
      if (this.#isIdle) this.#running = this.#sweep();
    }, parts.everyMs);
    this.#timer.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const { store, attempts, now, events } = this.#parts;
    this.#isIdle = false;
    try {
      const at = now();
      await store.sweepPeople({ at, idleSince: later(at, -sessionIdleMs) });
      await attempts.forgetAttempts(at, bucketsMax);
    } catch (cause) {
      events.backgroundFailed({ task: 'sweep of sessions and links', cause });
    } finally {
      this.#isIdle = true;
    }
  }
}

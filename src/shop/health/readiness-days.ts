import { RepeatedTask } from '../../ground/repeated-task.ts';
import { type Clock, dayMs, type UnixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import { daysAfter, type UtcDay, utcDayOf } from '../usage/usage-store.ts';

/** Days that the history shows, with today. */
export const readinessDays = 90;

const minuteMs = 60_000;

const minutesOfDay = dayMs / minuteMs;

/** Several attempts a minute, so that a slow or failed one loses none. */
const attemptEveryMs = 20_000;

/** The records of a day on which a node was ready. Minutes are whole ones since 1970-01-01. */
export type ReadyDay = {
  readonly day: UtcDay;
  readonly firstMinute: number;
  readonly lastMinute: number;
  readonly readyMinutes: number;
};

/** The database operations of the records of readiness. Every method is one atomic step. */
export type ReadinessStore = {
  /** Counts the minute of `at`, unless it or a later one of its day was counted. Deletes days that no history needs. */
  noteReady(at: UnixMs): Promise<void>;
  /** Oldest first. The first one may be older than the history. */
  listReadyDays(): Promise<readonly ReadyDay[]>;
};

/** `minutes`: those since the first record, up to now. 0 for a day before it. */
export type DayOfReadiness = { readonly day: UtcDay; readonly minutes: number; readonly readyMinutes: number };

export function minuteOf(at: UnixMs): number {
  return Math.floor(at / minuteMs);
}

export type ReadinessRecorderParts = {
  readonly store: Pick<ReadinessStore, 'noteReady'>;
  /** Never rejects. */
  readonly isReady: () => Promise<boolean>;
  readonly now: Clock;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** Records every minute in which this node is ready. A failed record is reported, and tried again. */
export class ReadinessRecorder extends RepeatedTask {
  constructor({ store, isReady, now, events }: ReadinessRecorderParts) {
    let recorded: number | undefined;
    super(async () => {
      const at = now();
      if (minuteOf(at) === recorded || !(await isReady())) return;
      try {
        await store.noteReady(at);
        recorded = minuteOf(at);
      } catch (cause) {
        events.backgroundFailed({ task: 'note of readiness', cause });
      }
    }, attemptEveryMs);
  }
}

/** Reads the last 90 days at most once a minute. */
export class ReadinessHistory {
  readonly #store: Pick<ReadinessStore, 'listReadyDays'>;
  readonly #now: Clock;
  #minute: number | undefined;
  #days: Promise<readonly DayOfReadiness[] | undefined> | undefined;

  constructor(store: Pick<ReadinessStore, 'listReadyDays'>, now: Clock) {
    this.#store = store;
    this.#now = now;
  }

  /** Oldest first; undefined when the records cannot be read. Never rejects. */
  days(): Promise<readonly DayOfReadiness[] | undefined> {
    const at = this.#now();
    if (this.#days === undefined || minuteOf(at) !== this.#minute) {
      this.#minute = minuteOf(at);
      this.#days = this.#store.listReadyDays().then(
        (records) => historyOf(records, at),
        () => undefined,
      );
    }
    return this.#days;
  }
}

/** The current minute counts once it has a record: its first seconds are no failure. */
function historyOf(records: readonly ReadyDay[], at: UnixMs): readonly DayOfReadiness[] {
  const begin = records[0]?.firstMinute ?? Number.POSITIVE_INFINITY;
  return Array.from({ length: readinessDays }, (_, index) => {
    const day = daysAfter(utcDayOf(at), index + 1 - readinessDays);
    const { lastMinute = 0, readyMinutes = 0 } = records.find((each) => each.day === day) ?? {};
    const end = Math.min((day + 1) * minutesOfDay, Math.max(minuteOf(at), lastMinute + 1));
    return { day, minutes: Math.max(0, end - Math.max(day * minutesOfDay, begin)), readyMinutes };
  });
}

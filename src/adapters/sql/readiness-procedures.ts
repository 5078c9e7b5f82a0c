import { minuteOf, type ReadinessStore, type ReadyDay, readinessDays } from '../../shop/health/readiness-days.ts';
import { utcDayOf } from '../../shop/usage/usage-store.ts';
import { record } from './column-values.ts';
import { change, changed, type ProceduresOf, query } from './procedure.ts';

const readyDay = record<ReadyDay>({
  day: 'number',
  firstMinute: 'number',
  lastMinute: 'number',
  readyMinutes: 'number',
});

const count = `insert into readiness_days (day, first_minute, last_minute, ready_minutes) values ($1, $2, $2, 1)
 on conflict (day) do update set last_minute = excluded.last_minute, ready_minutes = readiness_days.ready_minutes + 1
 where readiness_days.last_minute < excluded.last_minute`;

// One older day stays: it shows that later days without a row were not ready, and not before the first record.
const forget = 'delete from readiness_days where day < (select max(day) from readiness_days where day <= $1)';

export const readinessReads = {
  *listReadyDays() {
    return (yield query(`select ${readyDay.columns} from readiness_days order by day`)).map(readyDay.read);
  },
} satisfies ProceduresOf<ReadinessStore>;

export const readinessChanges = {
  *noteReady(at) {
    const day = utcDayOf(at);
    if (changed(yield change(count, day, minuteOf(at)))) yield change(forget, day - readinessDays);
  },
} satisfies ProceduresOf<ReadinessStore>;

import { type UnixMs, unixMs } from '../../ground/units.ts';
import type { AttemptStore } from '../../shop/people/throttle.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { stepMax } from './steps.ts';

// A leaky bucket, as the time when it will be empty. Source: ITU-T I.371, annex A, the virtual scheduling algorithm.
const admitOne = `insert into auth_attempts (bucket, due_at) values ($1, $2)
 on conflict (bucket) do update
 set due_at = case when auth_attempts.due_at > $3 then auth_attempts.due_at else $3 end + $4
 where auth_attempts.due_at <= $5`;

const forgetEmpty = `delete from auth_attempts where bucket in
 (select bucket from auth_attempts where due_at <= $1 order by due_at limit $2)`;

const forgetBeyond = `delete from auth_attempts where bucket in
 (select bucket from auth_attempts order by due_at desc limit $1 offset $2)`;

export const attemptChanges = {
  *admit({ bucket, limit, at }) {
    const { burst, everyMs } = limit;
    const fullestMs = everyMs * (burst - 1);
    if (changed(yield change(admitOne, bucket, at + everyMs, at, everyMs, at + fullestMs))) return { kind: 'admitted' };
    // A sweep deletes only empty buckets, and an empty bucket would have admitted the attempt.
    const dueAt = countOf(yield query('select due_at from auth_attempts where bucket = $1', bucket));
    return { kind: 'refused', retryAt: unixMs(dueAt - fullestMs) };
  },
} satisfies ProceduresOf<AttemptStore>;

/** Deletes at most `stepMax` rows of each kind. Returns the larger of the counts found. */
export function* forgetAttemptsStep(at: UnixMs, keep: number): Procedure<number> {
  const empty = countOf(yield change(forgetEmpty, at, stepMax));
  return Math.max(empty, countOf(yield change(forgetBeyond, stepMax, keep)));
}

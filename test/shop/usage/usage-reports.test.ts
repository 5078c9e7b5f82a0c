import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { UsageReports } from '../../../src/shop/usage/usage-reports.ts';
import { daysAfter, startOfDay, type UtcDay, utcDayOf } from '../../../src/shop/usage/usage-store.ts';
import { createLedgerWorld, dayMs, firstMoment } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const today = utcDayOf(firstMoment);

/** Reports on a real store, of an account that was charged on each of the 40 days before now. */
async function setup() {
  const stores = await openTemporarySqlite();
  const world = await createLedgerWorld(stores);
  world.clock.now = later(firstMoment, -40 * dayMs);
  await world.buy(1_000);
  for (let day = 40; day >= 0; day--) {
    world.clock.now = later(firstMoment, -day * dayMs);
    await world.capture(await world.hold(1));
  }
  const reports = new UsageReports({ store: stores.usage, now: () => firstMoment });
  const { accountId } = world;
  return { accountId, reports, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

describe('UsageReports', () => {
  test('a report covers the last 30 days by default, today included', async () => {
    await using world = await setup();
    const { accountId } = world;
    const report = await world.reports.report({ accountId });
    assert.deepEqual([report.from, report.to, report.rows.length], [daysAfter(today, -29), today, 30]);
    const ended = await world.reports.report({ accountId, to: daysAfter(today, -35) });
    assert.deepEqual([ended.from, ended.rows.length], [daysAfter(today, -64), 6]);
    const begun = await world.reports.report({ accountId, from: daysAfter(today, -2) });
    assert.deepEqual([begun.to, begun.rows.map(({ day }) => day - today)], [today, [-2, -1, 0]]);
  });

  test('a report covers 1 to 400 days, in their order', async () => {
    await using world = await setup();
    const { accountId } = world;
    const report = (from: UtcDay) => world.reports.report({ accountId, from });
    assert.equal((await report(today)).rows.length, 1);
    assert.equal((await report(daysAfter(today, -399))).rows.length, 41);
    await assert.rejects(report(daysAfter(today, -400)), { reason: 'too_many_days' });
    await assert.rejects(report(daysAfter(today, 1)), { reason: 'reversed_days' });
  });
});

/** Reports without data, which record the requested sums. */
function reportsThatTell() {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return [];
  };
  const store = {
    usageByDay: answer('rows'),
    sumByPart: answer('parts'),
    sumBySeries: answer('series'),
  };
  return { reports: new UsageReports({ store, now: () => firstMoment }), asked };
}

test('a report reads only the sums that it returns', async () => {
  const { reports, asked } = reportsThatTell();
  const accountId = 'a' as AccountId;
  const askedFor = async (report: Promise<unknown>) => {
    await report;
    return new Set(asked.splice(0));
  };
  assert.deepEqual(await askedFor(reports.report({ accountId })), new Set(['rows']));
  assert.deepEqual(await askedFor(reports.total({ accountId })), new Set(['parts']));
  assert.deepEqual(await askedFor(reports.usedByKey(accountId)), new Set(['parts']));
  assert.deepEqual(await askedFor(reports.summary({ accountId }, 'key')), new Set(['parts', 'series']));
});

describe('UTC day', () => {
  test('lasts from midnight to midnight, also before 1970', () => {
    for (const day of [-1, 0, 1, 20_000] as UtcDay[]) {
      const start = startOfDay(day);
      assert.deepEqual([start, later(start, dayMs - 1), later(start, -1)].map(utcDayOf), [day, day, day - 1]);
    }
    assert.equal(utcDayOf(unixMs(0)), 0);
  });
});

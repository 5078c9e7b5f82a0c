import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId } from '../../../src/core/accounts/account.ts';
import { unixMs } from '../../../src/core/units.ts';
import { UsageReports } from '../../../src/core/usage/usage-reports.ts';

const accountId = 'a' as AccountId;

/** Reports on nothing, and which sums they asked for. */
function reportsThatTell() {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return [];
  };
  const store = { usageByDay: answer('rows'), sumByDay: answer('days'), sumByPart: answer('parts') };
  return { reports: new UsageReports({ store, now: () => unixMs(Date.UTC(2026, 10, 20)) }), asked };
}

test('a report reads the sums that it tells, and no others', async () => {
  const { reports, asked } = reportsThatTell();
  const askedFor = async (report: Promise<unknown>) => {
    await report;
    return new Set(asked.splice(0));
  };
  assert.deepEqual(await askedFor(reports.report({ accountId })), new Set(['rows']));
  assert.deepEqual(await askedFor(reports.byDay({ accountId })), new Set(['days']));
  assert.deepEqual(await askedFor(reports.usedByKey(accountId)), new Set(['parts']));
  assert.deepEqual(await askedFor(reports.summary({ accountId })), new Set(['days', 'parts']));
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs, later } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { RequestLog } from '../../../src/shop/requests/request-log.ts';
import type { RequestRecord } from '../../../src/shop/requests/request-store.ts';
import { newRequest } from '../../contract/request-store.ts';
import { eventually } from '../../support/eventually.ts';
import { firstMoment, newId } from '../../support/ledger-world.ts';

function setup() {
  const written: (readonly RequestRecord[])[] = [];
  const failures: string[] = [];
  const clock = { now: firstMoment };
  const gate = { opened: Promise.resolve() };
  let unrecorded = 0;
  const log = new RequestLog({
    store: {
      async recordRequests(requests) {
        await gate.opened;
        written.push(requests);
      },
    },
    now: () => clock.now,
    newId,
    events: {
      requestsUnrecorded: ({ count }) => {
        unrecorded += count;
      },
      backgroundFailed: ({ task }) => void failures.push(task),
    },
  });
  const note = (count: number, replaced: Partial<RequestRecord> = {}) => {
    for (let index = 0; index < count; index++) log.note(newRequest('ada' as AccountId, replaced));
  };
  const finish = () => log[Symbol.asyncDispose]();
  return { written, failures, clock, gate, log, note, finish, unrecorded: () => unrecorded };
}

describe('request log', () => {
  test('writes what was noted in batches of 100, at the latest when it is disposed', async () => {
    const { note, finish, written } = setup();
    note(250);
    assert.equal(written.length, 0, 'nothing is written within a request');
    await finish();
    const sizes = written.map(({ length }) => length);
    assert.deepEqual(sizes, [100, 100, 50]);
  });

  test('drops and counts what a failing database refuses, and records what comes later', async () => {
    const { note, finish, gate, written, failures, unrecorded } = setup();
    gate.opened = Promise.reject(new Error('unreachable'));
    gate.opened.catch(() => undefined);
    note(150);
    await eventually(() => unrecorded() === 150);
    assert.deepEqual(failures, ['recent requests']);
    gate.opened = Promise.resolve();
    note(1);
    await finish();
    const sizes = written.map(({ length }) => length);
    assert.deepEqual(sizes, [1]);
  });

  test('drops and counts what exceeds 2,000 waiting requests while the database hangs', async () => {
    const { log, finish, gate, written, unrecorded } = setup();
    const hanging = Promise.withResolvers<void>();
    gate.opened = hanging.promise;
    for (let index = 0; index < 2_500; index++) log.note(newRequest(`account ${index % 7}` as AccountId));
    hanging.resolve();
    await finish();
    assert.equal(written.flat().length, 2_000);
    assert.equal(unrecorded(), 500);
  });

  test('samples a busy account, and neither successes nor limited requests hide a failure', async () => {
    const { log, note, finish, clock, written } = setup();
    note(500, { status: 429 });
    note(100);
    note(1, { status: 500 });
    log.note(newRequest('eve' as AccountId, { status: 429 }));
    clock.now = later(clock.now, 10 * 60_000);
    note(500, { status: 429 });
    await finish();
    const counts = Map.groupBy(written.flat(), ({ accountId, status }) => `${accountId} ${status}`);
    assert.deepEqual(Object.fromEntries([...counts].map(([name, { length }]) => [name, length])), {
      'ada 429': 70,
      'ada 200': 100,
      'ada 500': 1,
      'eve 429': 1,
    });
  });

  test('a clock that is set back by a day does not stop the recording', async () => {
    const { note, finish, clock, written } = setup();
    note(60, { status: 429 });
    clock.now = later(clock.now, -dayMs);
    note(3, { status: 429 });
    await finish();
    assert.equal(written.flat().length, 63);
  });
});

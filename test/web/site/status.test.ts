import assert from 'node:assert/strict';
import { test } from 'node:test';
import { later, unixMs } from '../../../src/ground/units.ts';
import { Status } from '../../../src/web/site/status.ts';

type Look = { readonly ready: boolean; readonly reasons: readonly string[] };

const working: Look = { ready: true, reasons: [] };
const broken: Look = { ready: false, reasons: ['the database cannot be written to'] };

function setup(look: () => Promise<Look>) {
  let [time, looks] = [unixMs(1_000_000), 0];
  const check = () => {
    looks++;
    return look();
  };
  return {
    status: new Status({ check }, () => time),
    looks: () => looks,
    advance: (byMs: number) => {
      time = later(time, byMs);
    },
  };
}

test('the service is checked once in ten seconds, for any number of visitors', async () => {
  let now = working;
  const { status, looks, advance } = setup(() => Promise.resolve(now));
  assert.deepEqual(await Promise.all([status.isWorking(), status.isWorking()]), [true, true]);
  now = broken;
  advance(9_999);
  assert.equal(await status.isWorking(), true);
  assert.equal(looks(), 1);
  advance(1);
  assert.equal(await status.isWorking(), false);
  assert.equal(looks(), 2);
});

test('no page waits for an engine or a database that does not reply', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { status } = setup(() => Promise.withResolvers<Look>().promise);
  const answer = status.isWorking();
  mock.timers.tick(2_000);
  assert.equal(await answer, false);
});

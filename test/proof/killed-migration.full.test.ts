import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { restoreReleased } from '../contract/migrations.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { unmigratedPostgres, unmigratedSqlite } from '../support/unmigrated-databases.ts';

const dragoman = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));
const preload = new URL('doomed-migration.ts', import.meta.url).href;

/** More points than a migration passes on any database. */
const pointsMax = 300;

for (const setup of [unmigratedSqlite, unmigratedPostgres]) {
  test(`each migration is complete or absent wherever db migrate is killed: ${setup.name}`, async (context) => {
    await using database = await setup();
    const released = await restoreReleased(database);
    const due = (await database.pending()).length;
    const left: number[] = [];
    for (let point = 1; await isKilled(database.env, point); point++) {
      assert.ok(point < pointsMax);
      left.push((await database.pending()).length);
    }
    context.diagnostic(`killed ${left.length} times, migrations left each time: ${left.join(' ')}`);
    assert.ok(left.length > 10 && left[0] === due);
    await released.assertUpgraded();
  });
}

/** Returns false when the process ends before the point. */
async function isKilled(env: Readonly<Record<string, string>>, point: number): Promise<boolean> {
  const doom = { NODE_OPTIONS: `--import=${preload}`, PROOF_DIES_AT: String(point) };
  const run = promisify(execFile)(dragoman, ['db', 'migrate'], { env: { ...bareEnvironment, ...env, ...doom } });
  return run.then(
    () => false,
    (failure: Error & { readonly signal?: string }) => {
      assert.equal(failure.signal, 'SIGKILL', failure.message);
      return true;
    },
  );
}

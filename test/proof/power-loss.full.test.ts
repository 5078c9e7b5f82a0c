import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SqliteConnection } from '../../src/adapters/sql/sqlite/connection.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { later } from '../../src/ground/units.ts';
import { firstMoment, leaseMs, openAccount, sweepIntervalMs } from '../support/ledger-world.ts';
import { noEvents, temporaryFolder } from '../support/stores.ts';
import { Chance, extent, inLots, reportSeed, seed } from './extent.ts';
import { cutPower } from './power-cut.ts';

const writerFile = fileURLToPath(new URL('power-loss-writer.ts', import.meta.url));
const afterLease = later(firstMoment, leaseMs + 1);

/** Stops every thread of a process, so that its files do not change; a thread in a disk call stops after it. */
async function standStill({ pid }: ChildProcess): Promise<void> {
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGSTOP');
  const states = () =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [, state] = /\) (\S)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? [];
      return state;
    });
  while (states().some((state) => state !== 'T')) await setImmediate();
}

/** Returns the entries of `acknowledged` that the database in `file` does not contain; opening it recovers it. */
function missing(file: string, acknowledged: readonly string[]): readonly string[] {
  using connection = new SqliteConnection({ file, readOnly: false, lockWaitMs: 0 });
  const charged = connection.rows("select 'charged ' || hold_id from usage");
  const bought = connection.rows("select 'bought ' || order_id from purchases");
  const found = new Set([...charged, ...bought].map(([line]) => line));
  return acknowledged.filter((line) => !found.has(line));
}

/** Starts a process that sells and charges in the database of `stores`, until it is ended. */
async function startWriter(file: string, acknowledgements: string): Promise<AsyncDisposable & { child: ChildProcess }> {
  const stores = await openSqlite({ file, events: noEvents });
  const accountId = await openAccount(stores);
  await stores[Symbol.asyncDispose]();
  writeFileSync(acknowledgements, '');
  const child = spawn(process.execPath, [writerFile, file, acknowledgements, accountId], {
    stdio: 'inherit',
    env: { ...process.env, FC_SEED: String(seed) },
  });
  const ended = once(child, 'close');
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function assertSound(file: string, label: string): Promise<void> {
  await using stores = await openSqlite({ file, events: noEvents });
  await stores.ledger.sweep(afterLease);
  assert.deepEqual(await stores.ledger.verify(afterLease, sweepIntervalMs), [], label);
}

/** Cuts the power repeatedly on one new database; returns how many checkpoints ran. */
async function cutAgainAndAgain(cuts: number, chance: Chance, tell: (line: string) => void): Promise<number> {
  await using folder = await temporaryFolder();
  const named = (name: string) => join(folder.path, name);
  const [file, still, image] = [named('dragoman.db'), named('still.db'), named('image.db')];
  const acknowledgements = named('acknowledgements');
  await using writer = await startWriter(file, acknowledgements);
  const linesTold = () => readFileSync(acknowledgements, 'utf8').split('\n').slice(0, -1);
  while (linesTold().length === 0) await setTimeout(5);
  const logs = new Set<string>();
  for (let cut = 1; cut <= cuts; cut++) {
    await setTimeout(chance.below(extent.powerCutPauseMs));
    assert.deepEqual([writer.child.exitCode, writer.child.signalCode], [null, null], 'the writer goes on');
    await standStill(writer.child);
    for (const ending of ['', '-wal', '-shm']) copyFileSync(file + ending, still + ending);
    // The two salts in a log's header change after a checkpoint has emptied it.
    logs.add(readFileSync(`${still}-wal`, 'hex').slice(32, 48));
    const acknowledged = linesTold();
    const label = `power cut ${cut}, ${acknowledged.length} acknowledged, ${cutPower({ file: still, toFile: image, chance })}`;
    tell(label);
    await assertSound(image, label);
    assert.deepEqual(missing(image, acknowledged), [], label);
    writer.child.kill('SIGCONT');
  }
  return logs.size - 1;
}

test('SQLite: a database after any power cut opens, is sound, and contains everything acknowledged', async (context) => {
  reportSeed(context);
  const chance = new Chance('power cuts');
  let checkpoints = 0;
  await inLots(extent.powerCuts, async ({ numRuns }) => {
    checkpoints += await cutAgainAndAgain(numRuns, chance, (line) => extent.isLong && context.diagnostic(line));
  });
  context.diagnostic(`${extent.powerCuts} power cuts, ${checkpoints} checkpoints between them`);
  assert.ok(!extent.isLong || checkpoints > extent.powerCuts / 36, 'the long form reaches across checkpoints');
});

test('SQLite: the writing connection flushes its log with every commit', async () => {
  await using folder = await temporaryFolder();
  using connection = new SqliteConnection({ file: join(folder.path, 'a.db'), readOnly: false, lockWaitMs: 0 });
  assert.deepEqual(connection.rows('pragma journal_mode'), [['wal']]);
  // 2 is FULL. Source: https://www.sqlite.org/pragma.html#pragma_synchronous
  assert.deepEqual(connection.rows('pragma synchronous'), [[2]]);
});

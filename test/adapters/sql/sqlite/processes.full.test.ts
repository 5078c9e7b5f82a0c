import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { describe, test } from 'node:test';
import { plainText, wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { keyReads } from '../../../../src/adapters/sql/key-procedures.ts';
import { type Procedure, query } from '../../../../src/adapters/sql/procedure.ts';
import type { SqlStores } from '../../../../src/adapters/sql/sql-stores.ts';
import { Reader } from '../../../../src/adapters/sql/sqlite/reader.ts';
import { later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import { eventually } from '../../../support/eventually.ts';
import { changedTo, changeGlossary, newEntry, readWords } from '../../../support/glossary-world.ts';
import {
  createLedgerWorld,
  firstMoment,
  leaseMs,
  newKey,
  openAccount,
  sweepIntervalMs,
} from '../../../support/ledger-world.ts';
import { changeMemory, listTexts, newMemoryEntry } from '../../../support/memory-world.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

const program = new URL('another-process.ts', import.meta.url).pathname;

type Another = AsyncDisposable & {
  readonly child: ChildProcess;
  readonly tell: (line: string) => void;
  /** Resolves with the next line of output. */
  readonly nextLine: () => Promise<string>;
  /** Resolves with all remaining output once it ends. */
  readonly restOfOutput: () => Promise<readonly string[]>;
  readonly kill: () => Promise<void>;
};

type Task = {
  readonly task: string;
  readonly file: string;
  readonly account: string;
  readonly name?: string;
  /** Number of terms at which it is killed. */
  readonly death?: number;
};

/** Starts a process on the same database, and returns once it has the database open. */
async function startAnother({ task, file, account, name = 'other', death }: Task): Promise<Another> {
  const argv = [program, task, file, account, name, ...(death === undefined ? [] : [String(death)])];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: Interface = createInterface({ input: child.stdout });
  const said: string[] = [];
  let wake = Promise.withResolvers<void>();
  const ended = once(child, 'close').then(() => wake.resolve());
  lines.on('line', (line) => {
    said.push(line);
    wake.resolve();
    wake = Promise.withResolvers<void>();
  });
  const nextLine = async () => {
    while (said.length === 0 && child.exitCode === null && child.signalCode === null) await wake.promise;
    return said.shift() ?? 'ended';
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  assert.equal(await nextLine(), 'ready');
  return {
    child,
    tell: (line) => child.stdin.write(`${line}\n`),
    nextLine,
    async restOfOutput() {
      await ended;
      return said.splice(0);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** A database with one account of `characters`, open in this process. */
async function setup(characters: number) {
  const stores = await openTemporarySqlite({ writesHere: false });
  const world = await createLedgerWorld(stores);
  await world.buy(characters);
  return { ...world, stores, file: stores.file };
}

function* countEntries(table: 'terms' | 'memory_entries' = 'terms'): Procedure<number> {
  return wholeNumberValue((yield query(`select count(*) from ${table}`))[0]?.[0]);
}

type Desk = SqlStores & { readonly accountId: AccountId };

const importKinds = {
  glossary: {
    task: 'import',
    table: 'terms',
    add: (desk: Desk, texts: readonly string[], changedAt = firstMoment) =>
      changeGlossary(desk, { kind: 'add', add: texts.map((text) => newEntry(text)), at: changedAt }),
    list: async (desk: Desk): Promise<readonly unknown[]> => (await readWords(desk)).words,
  },
  memory: {
    task: 'import-memory',
    table: 'memory_entries',
    add: (desk: Desk, texts: readonly string[], changedAt = firstMoment) =>
      changeMemory(desk, { kind: 'add', add: texts.map((text) => newMemoryEntry(text)), at: changedAt }),
    list: async (desk: Desk): Promise<readonly unknown[]> => listTexts(desk),
  },
} as const;

const afterLease = later(firstMoment, leaseMs + 1);

describe('SQLite in several processes', () => {
  test('a process killed between hold and capture leaves a hold that lapses, and nothing is charged', async () => {
    await using world = await setup(100);
    await using another = await startAnother({ task: 'hold', file: world.file, account: world.accountId });
    await another.nextLine();
    await another.kill();
    assert.deepEqual(await world.balance(), { balance: 100, held: 10, used: 0 });
    assert.deepEqual(await world.ledger.sweep(firstMoment), { lapsed: 0, expired: 0 });
    assert.deepEqual(await world.ledger.sweep(afterLease), { lapsed: 1, expired: 0 });
    assert.deepEqual(await world.balance(), { balance: 100, held: 0, used: 0 });
    assert.deepEqual(await world.ledger.verify(afterLease, sweepIntervalMs), []);
  });

  for (const [name, { task, table, add, list }] of Object.entries(importKinds)) {
    test(`an import into a ${name} whose process is killed changes nothing, and the next change removes its rows`, async () => {
      for (const rowsMin of [1, 10_000]) {
        await using world = await setup(100);
        const { accountId, stores } = world;
        const desk = { ...stores, accountId };
        const texts = Array.from({ length: 50 }, (_, index) => `before ${index}`);
        await add(desk, texts);
        const before = await list(desk);
        const death = rowsMin + texts.length;
        await using another = await startAnother({ task, file: world.file, account: accountId, death });
        assert.deepEqual(await another.restOfOutput(), []);
        assert.equal(another.child.signalCode, 'SIGKILL');
        using reader = new Reader(world.file);
        assert.ok(reader.read(countEntries(table)) >= death);
        assert.deepEqual(await list(desk), before);
        await world.assertSound();
        assert.deepEqual(await add(desk, ['after'], later(firstMoment, 60_000)), changedTo(2, 1, 0));
        assert.equal((await list(desk)).length, texts.length + 1);
        assert.equal(reader.read(countEntries(table)), texts.length + 1);
        await world.assertSound();
      }
    });
  }

  test('requests continue while another process imports many terms, and the next key lookup sees them', async () => {
    await using world = await setup(1_000_000);
    const { accountId, stores } = world;
    const key = newKey(accountId);
    await stores.keys.createKey(key, 5);
    await using another = await startAnother({ task: 'import', file: world.file, account: accountId });
    using reader = new Reader(world.file);
    await eventually(() => reader.read(countEntries()) > 0);
    const versions: unknown[] = [];
    const importing = new AbortController();
    const imported = another.nextLine().finally(() => importing.abort());
    while (!importing.signal.aborted) {
      assert.equal(await world.capture(await world.hold(1)), 'captured');
      versions.push((await stores.keys.findHolder(key.hash))?.glossaryVersion);
    }
    assert.equal(await imported, 'changed');
    assert.equal((await stores.keys.findHolder(key.hash))?.glossaryVersion, 1);
    assert.equal((await readWords({ ...stores, accountId })).words.length, 30_000);
    assert(versions.filter((version) => version === 0).length > 1, 'no request came between');
    await world.assertSound();
  });

  test('every charge that a process has reported is stored, wherever it is killed', async () => {
    for (const heardMax of [1, 40, 300]) {
      await using world = await setup(1_000_000);
      await using another = await startAnother({ task: 'charge', file: world.file, account: world.accountId });
      const said: string[] = [];
      while (said.length < heardMax) said.push(await another.nextLine());
      await another.kill();
      said.push(...(await another.restOfOutput()));
      using reader = new Reader(world.file);
      const rows = reader.read(chargedHolds());
      const charged = new Set(rows);
      assert.deepEqual(
        said.filter((id) => !charged.has(id)),
        [],
      );
      // Only the running charges of 16 loops were not reported.
      assert.ok(charged.size - said.length <= 16);
      await world.ledger.sweep(afterLease);
      assert.deepEqual(await world.balance(), { balance: 1_000_000 - charged.size, held: 0, used: charged.size });
      assert.deepEqual(await world.ledger.verify(afterLease, sweepIntervalMs), []);
    }
  });

  test('two processes that spend one balance spend exactly what it covers', async () => {
    await using world = await setup(2_000);
    const names = ['one', 'two'];
    const others = await Promise.all(
      names.map((name) => startAnother({ task: 'spend', file: world.file, account: world.accountId, name })),
    );
    for (const other of others) other.tell('go');
    const charged = (await Promise.all(others.map((other) => other.restOfOutput()))).flat();
    assert.equal(charged.length, Math.floor(2_000 / 7));
    assert.equal(new Set(charged).size, charged.length);
    assert.deepEqual(await world.balance(), { balance: 2_000 % 7, held: 0, used: 2_000 - (2_000 % 7) });
    await world.assertSound();
  });

  test("an operator's command gets its turn beside a busy server, and a revocation applies immediately", async () => {
    await using world = await setup(100_000_000);
    await using server = await startAnother({ task: 'charge', file: world.file, account: world.accountId });
    await server.nextLine();
    for (let turn = 0; turn < 20; turn++) {
      const accountId = await openAccount(world.stores);
      assert.equal((await world.stores.accounts.findAccount(accountId))?.id, accountId);
    }
    const key = newKey(world.accountId);
    await world.stores.keys.createKey(key, 5);
    using elsewhere = new Reader(world.file);
    assert.deepEqual(elsewhere.read(keyReads.findHolder(key.hash)), {
      keyId: key.id,
      accountId: world.accountId,
      glossaryVersion: 0,
      memoryVersion: 0,
      lastUsedAt: undefined,
    });
    await world.stores.keys.revokeKey({ id: key.id, at: firstMoment });
    assert.equal(elsewhere.read(keyReads.findHolder(key.hash)), undefined);
  });

  test('on a full disk nothing is left partial, nothing is charged, and the service recovers', async () => {
    await using world = await setup(100_000);
    await using server = await startAnother({ task: 'requests', file: world.file, account: world.accountId });
    server.tell('before');
    assert.match(await server.nextLine(), /^before other-/);
    const before = await world.balance();
    limitFileSize(server.child, statSync(`${world.file}-wal`).size);
    for (const attempt of ['1', '2', '3']) {
      server.tell(attempt);
      assert.match(await server.nextLine(), /^\d (lapsed|store_unavailable)$/);
    }
    limitFileSize(server.child, 'unlimited');
    assert.deepEqual({ ...(await world.balance()), held: 0 }, { ...before, held: 0 });
    server.tell('after');
    assert.match(await server.nextLine(), /^after other-/);
    await world.ledger.sweep(afterLease);
    assert.deepEqual(await world.balance(), { balance: before.balance - 10, held: 0, used: before.used + 10 });
    assert.deepEqual(await world.ledger.verify(afterLease, sweepIntervalMs), []);
  });
});

/** Simulates a full disk without privileges: no file of the process may grow beyond `bytes`. */
function limitFileSize({ pid }: ChildProcess, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('/usr/bin/prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

function* chargedHolds(): Procedure<readonly string[]> {
  return (yield query('select hold_id from usage')).map(([id]) => plainText(id));
}

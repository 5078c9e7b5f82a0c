import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { type Procedure, query } from '../../../../src/adapters/sql/procedure.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { Reader } from '../../../../src/adapters/sql/sqlite/reader.ts';
import { later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import type { HoldId } from '../../../../src/shop/ledger/ledger-store.ts';
import type { MemoryEntryId } from '../../../../src/shop/memory/memory-entry.ts';
import { changeGlossary, newEntry } from '../../../support/glossary-world.ts';
import { createHold, firstMoment, spanishToEnglish } from '../../../support/ledger-world.ts';
import { changeMemory, newMemoryEntry } from '../../../support/memory-world.ts';

// A separate process beside the test's: `another-process.ts <task> <file> <account> <name> <death>`. It prints a line
// for each completed action, and its `name` is part of its ids.
const [, , task = '', file = '', account = '', name = '', death = ''] = process.argv;
const accountId = account as AccountId;

const say = (line: string) => process.stdout.write(`${line}\n`);

// The test causes failing commits; each request reports its result.
const stores = await openSqlite({ file, events: { backgroundFailed: () => {} } });
const input = createInterface({ input: process.stdin });
let count = 0;

const newHold = (amount: number) => {
  count += 1;
  return createHold(accountId, amount, { id: `${name}-${count}` as HoldId });
};

/** Does the work of one request. Returns what it charged, or why nothing. */
async function work(amount: number, reply?: Uint8Array): Promise<string> {
  const hold = newHold(amount);
  try {
    if ((await stores.ledger.openHold(hold)).kind === 'insufficient') return 'insufficient';
    const sealed = reply && {
      accountId,
      keyHash: hold.id,
      requestHash: '',
      sealed: reply,
      keepUntil: later(firstMoment, 1),
    };
    const capture = { hold, at: firstMoment, usage: spanishToEnglish };
    const outcome = await stores.ledger.captureHold(sealed === undefined ? capture : { ...capture, reply: sealed });
    return outcome === 'captured' ? hold.id : outcome;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}

/**
 * Ends the process like `kill -9` once the table has this many terms. This thread requests each page once the previous
 * one is written, so that it can check in between.
 */
function dieAtEntries(table: EntryTable, entriesMin: number): void {
  const reader = new Reader(file);
  setInterval(() => {
    if (reader.read(countEntries(table)) >= entriesMin) process.kill(process.pid, 'SIGKILL');
  }, 1);
}

type EntryTable = 'terms' | 'memory_entries';

function* countEntries(table: EntryTable): Procedure<number> {
  return wholeNumberValue((yield query(`select count(*) from ${table}`))[0]?.[0]);
}

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  /** Opens a hold of 10, prints a line once it is durable, and waits to be killed. */
  async hold() {
    const hold = newHold(10);
    await stores.ledger.openHold(hold);
    await stores.ledger.releaseHold({ hold: newHold(1), at: firstMoment });
    say(hold.id);
    await once(input, 'close');
  },
  /** Charges 1 repeatedly, 16 at a time, and prints what was charged, until it is killed. */
  async charge() {
    const loop = async () => {
      for (;;) say(await work(1));
    };
    await Promise.all(Array.from({ length: 16 }, loop));
  },
  /** Charges 7 until the balance no longer covers it, 16 at a time. */
  async spend() {
    await once(input, 'line');
    const loop = async () => {
      for (;;) {
        const outcome = await work(7);
        if (outcome === 'insufficient') return;
        say(outcome);
      }
    };
    await Promise.all(Array.from({ length: 16 }, loop));
  },
  /** Imports 30,000 terms, replacing the existing ones, and prints the result; or dies during the import. */
  async import() {
    const { entries: before } = await stores.glossaries.listEntries({ accountId, limit: 100 });
    if (death !== '') dieAtEntries('terms', Number(death));
    const add = Array.from({ length: 30_000 }, (_, index) => newEntry(`${name} ${index}`));
    const { kind } = await changeGlossary({ ...stores, accountId }, { add, remove: before.map(({ id }) => id) });
    say(kind);
  },
  /** The same with approved translations. */
  async 'import-memory'() {
    const { entries: before } = await stores.memory.listEntries({ accountId, limit: 100 });
    if (death !== '') dieAtEntries('memory_entries', Number(death));
    const sources = [
      ...before.map(({ source }) => source),
      ...Array.from({ length: 30_000 }, (_, at) => `${name} ${at}`),
    ];
    // The test's process makes the same ids.
    const add = sources.map((source) => newMemoryEntry(source, { id: `${name}: ${source}` as MemoryEntryId }));
    const { kind } = await changeMemory({ ...stores, accountId }, { add });
    say(kind);
  },
  /** Runs one request with a large reply for each input line. */
  async requests() {
    // The limit on file sizes that simulates a full disk raises this signal, which would end the process.
    process.on('SIGXFSZ', () => {});
    for await (const line of input) say(`${line} ${await work(10, new Uint8Array(200_000))}`);
  },
};

say('ready');
await tasks[task]?.();
input.close();
await stores[Symbol.asyncDispose]();

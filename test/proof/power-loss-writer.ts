/**
 * A process that sells and charges until it is ended: `power-loss-writer.ts <database> <acknowledgements> <account>`.
 * It appends each operation reported as durable, and nothing else, to the file of acknowledgements, line by line:
 * `charged <hold>` or `bought <order>`.
 */
import { openSync, writeSync } from 'node:fs';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { HoldId } from '../../src/shop/ledger/ledger-store.ts';
import { createHold, firstMoment, newPurchase, spanishToEnglish } from '../support/ledger-world.ts';
import { noEvents } from '../support/stores.ts';
import { Chance } from './extent.ts';

const [, , file = '', acknowledgements = '', account = ''] = process.argv;
const accountId = account as AccountId;
const { ledger } = await openSqlite({ file, events: noEvents });
const told = openSync(acknowledgements, 'a');
const chance = new Chance('what a writer does');
const loops = 8;
const replyBytesMax = 8_000;
let count = 0;

const tell = (line: string) => writeSync(told, `${line}\n`);

async function buy(): Promise<void> {
  const orderId = `order-${count}`;
  await ledger.grant(newPurchase(accountId, 100_000, { id: `purchase-${count}`, orderId }));
  tell(`bought ${orderId}`);
}

/** Runs one request; some are given back, or left until their lease ends. */
async function charge(): Promise<void> {
  const hold = createHold(accountId, chance.between(1, 50), { id: `hold-${count}` as HoldId });
  if ((await ledger.openHold(hold)).kind === 'insufficient') return buy();
  const fate = chance.below(10);
  if (fate === 0) return;
  if (fate === 1) return ledger.releaseHold({ hold, at: firstMoment });
  const sealed = chance.bytes(chance.below(replyBytesMax));
  const reply = { accountId, keyHash: hold.id, requestHash: '', sealed, keepUntil: later(firstMoment, 1) };
  await ledger.captureHold({ hold, at: firstMoment, usage: spanishToEnglish, reply });
  tell(`charged ${hold.id}`);
}

async function work(): Promise<never> {
  for (;;) {
    count += 1;
    await (count % 50 === 1 ? buy() : charge());
  }
}

await Promise.all(Array.from({ length: loops }, work));

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PostgresStores } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { PostgresRateLimiter } from '../../../../src/adapters/sql/postgres/rate-limiter.ts';
import { dayMs, later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import type { KeyId } from '../../../../src/shop/keys/key-store.ts';
import type { MemoryEntryId } from '../../../../src/shop/memory/memory-entry.ts';
import { defaultNoticeSettings } from '../../../../src/shop/notices/notice.ts';
import { utcDayOf } from '../../../../src/shop/usage/usage-store.ts';
import { changeGlossary, newEntry, readWords } from '../../../support/glossary-world.ts';
import { createHold, leaseMs, newId, newKey, newOrder, spanishToEnglish } from '../../../support/ledger-world.ts';
import { changeMemory, newMemoryEntry } from '../../../support/memory-world.ts';
import { rowsOf, superuserCommand } from '../../../support/postgres.ts';
import { at, bought, capture, openShop } from '../../../support/postgres-shop.ts';

describe('query plans made while tables are small', () => {
  // Such a plan is kept until a table is analyzed again, and by then it may hold rows of many thousand requests.
  test('find the rows of requests and sweeps by an index, never by a table scan', async () => {
    await using shop = await openShop();
    const first = await shop.openNode();
    const accountId = await shop.openAccount(first);
    await playRequests(first, accountId);
    const node = await shop.openNode();
    await superuserCommand(shop.url, 'vacuum analyze', 'select pg_stat_reset()');
    // More often than the server plans a statement for its values alone.
    for (let turn = 0; turn < 7; turn++) await playRequests(node, accountId);
    // A connection reports its statistics when it ends, at the latest.
    await node[Symbol.asyncDispose]();
    assert.deepEqual(await rowsOf(shop.url, 'select relname from pg_stat_user_tables where seq_scan > 0'), []);
  });

  test('read no other rows of the account than those of the request', async () => {
    await using shop = await openShop();
    const first = await shop.openNode();
    const accountId = await shop.openAccount(first);
    await playRequests(first, accountId);
    // Otherwise it would report its statistics some seconds after its last use, perhaps after the reset.
    await first[Symbol.asyncDispose]();
    await superuserCommand(
      shop.url,
      'vacuum analyze',
      `insert into usage select '${accountId}', 'past ' || number, 'a-key', 'es', 'en', 'apertium', 1, 1
       from generate_series(1, 5000) as number`,
      `insert into holds select '${accountId}', 'present ' || number, 'a-key', 1, 0, 0, 1
       from generate_series(1, 5000) as number`,
      'select pg_stat_reset()',
    );
    const node = await shop.openNode();
    for (let turn = 0; turn < 7; turn++) {
      const holds = Array.from({ length: 20 }, () => createHold(accountId, 1));
      await Promise.all(holds.map((hold) => node.ledger.openHold(hold)));
      await Promise.all(holds.map((hold) => capture(node, hold)));
    }
    await node[Symbol.asyncDispose]();
    const read = "select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('usage', 'holds')";
    assert.deepEqual(await rowsOf(shop.url, read), [[String(7 * 20)]]);
  });
});

/** Runs all statements of a request and of a sweep. */
async function playRequests(node: PostgresStores, accountId: AccountId): Promise<void> {
  const { ledger, replies, keys, orders } = node;
  const limiter = new PostgresRateLimiter(node.database, 2);
  for (let request = 0; request < 3; request++) await limiter.admit(accountId);
  const key = newKey(accountId);
  await keys.createKey(key, 1);
  await keys.findHolder(key.hash);
  await keys.recordUses([{ keyId: key.id, at }]);
  await keys.revokeKey({ id: key.id, at });
  const holds = [1, 2, 3, 4].map((amount) => createHold(accountId, amount));
  await Promise.all(holds.map((hold) => ledger.openHold(hold)));
  const [answered, released, ...charged] = holds;
  assert(answered !== undefined && released !== undefined);
  await Promise.all(charged.map((hold) => capture(node, hold)));
  await ledger.releaseHold({ hold: released, at });
  const keyHash = newId();
  const claim = { accountId, keyHash, requestHash: 'a request', owner: 'a node', until: later(at, leaseMs) };
  await replies.claim(claim, at);
  await replies.claim({ ...claim, owner: 'another node' }, at);
  const reply = { accountId, keyHash, requestHash: 'a request', sealed: Uint8Array.of(1), keepUntil: later(at, 1) };
  await ledger.captureHold({ hold: answered, at, usage: spanishToEnglish, reply });
  await replies.findReply(accountId, keyHash, at);
  await replies.abandonClaim(claim);
  await ledger.openHold(createHold(accountId, 2 * bought));
  await ledger.openHold(createHold(accountId, 5));
  await ledger.readBalance(accountId, at);
  const order = newOrder(accountId, 10);
  await orders.createOrder(order);
  await orders.reportPayment(order.id, { kind: 'paid', at }, newId());
  const desk = { ...node, accountId };
  await changeGlossary(desk, { add: [newEntry('cat')] });
  await changeGlossary(desk, { kind: 'edit', add: [newEntry('cat'), newEntry('dog')] });
  await readWords(desk);
  const found = await node.glossaries.listEntries({ accountId, holding: 'cat', limit: 10, lookedThroughMax: 1 });
  for (const { id } of found.entries) await node.glossaries.findEntry({ accountId, id });
  for (const entry of found.entries) await node.glossaries.findAlike({ ...entry, accountId });
  await node.glossaries.undoImport({ accountId, at, by: 'operator' });
  await node.glossaries.listChanges({ accountId, limit: 10 });
  await playMemory(node, accountId);
  await readUsage(node, accountId);
  await ledger.sweep(later(at, leaseMs + 1));
  await limiter.forget();
}

/** Runs all statements of an account's memory. */
async function playMemory({ memory }: PostgresStores, accountId: AccountId): Promise<void> {
  const desk = { memory, accountId };
  const cat = newMemoryEntry('A cat.', { untaggedHash: 1 });
  await changeMemory(desk, { add: [cat] });
  await changeMemory(desk, { kind: 'edit', add: [{ ...cat, target: 'Un gato.' }, newMemoryEntry('A dog.')] });
  await memory.readHashes({ accountId, after: { liveFrom: 1, id: '' as MemoryEntryId }, limit: 10 });
  await memory.findDigests({ accountId, digests: [cat.digest] });
  const lookup = { accountId, targets: [cat.targetLanguage], wanted: [cat, { ...cat, digest: 'other' }] };
  for (const sources of [undefined, [cat.sourceLanguage]]) await memory.findApproved({ ...lookup, sources });
  await memory.listEntries({ accountId, holding: 'cat', limit: 10, lookedThroughMax: 1 });
  await memory.findEntry({ accountId, id: cat.id });
  await memory.undoImport({ accountId, at, by: 'operator' });
  await memory.listChanges({ accountId, limit: 10 });
  await changeMemory(desk, { kind: 'erase', remove: 'all' });
}

/** Runs the reads of the usage pages and of due notices. */
async function readUsage({ usage, journal, notices, leases }: PostgresStores, accountId: AccountId): Promise<void> {
  const today = utcDayOf(at);
  const days = { accountId, from: today, to: today };
  await usage.usageByDay(days);
  await usage.sumByPart(days);
  for (const by of ['key', 'pair'] as const) await usage.sumBySeries({ ...days, by, names: ['a-key'] });
  const before = (await journal.findJournalEnd(accountId)) + 1;
  const keyId = 'a-key' as KeyId;
  for (const filter of [{}, { kind: 'purchase' as const }, { keyId, from: today, to: today }]) {
    await journal.readJournal({ accountId, range: { from: 1, before }, filter, limit: 10 });
  }
  await journal.findDaysOfUse({ ...days, keyId });
  const claim = { accountId, kind: 'low_balance' as const, occasion: 1, id: newId(), at, until: later(at, 1) };
  await notices.saveSettings(accountId, { ...defaultNoticeSettings, isNotifiedOfExpiry: false });
  await notices.readSettings(accountId);
  await notices.readUsualThreshold(accountId);
  await notices.claimNotice(claim);
  await notices.noteFailed(claim, at);
  await notices.listNotices(accountId, 10);
  for (const among of [today, 'unsent'] as const)
    await notices.findLow({ among, now: at, after: undefined, limit: 10 });
  const year = { from: at, to: later(at, 366 * dayMs) };
  await notices.findExpiring({ kind: 'expiry_30', ...year, after: undefined, limit: 10, now: at });
  const lease = { task: 'notices', holder: newId() };
  await leases.takeLease({ ...lease, at, until: later(at, 1), unlessDoneAfter: at });
  await leases.endLease({ ...lease, doneAt: undefined });
}

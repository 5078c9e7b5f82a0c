import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, Translation, Usage } from '../../sdk/src/wire.ts';
import { unixMs } from '../../src/ground/units.ts';
import { type Answer, read, translate } from '../support/call.ts';
import { newCustomer } from '../support/service.ts';
import { Chance, extent, reportSeed } from './extent.ts';
import { openProofPostgres } from './proof-database.ts';
import { startServer } from './started-server.ts';

const serversAtOnce = 3;
const keysAtOnce = 5;

/** Concurrent requests per key. */
const requestsAtOnce = 6;

const now = () => unixMs(Date.now());

type Bank = Awaited<ReturnType<typeof openBank>>;

/** Three servers on one database, and one account with five keys. */
async function openBank(characters: number) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openProofPostgres());
  const env = { ...database.env, RATE_LIMIT_PER_MINUTE: '10000' };
  const servers = await Promise.all(Array.from({ length: serversAtOnce }, () => startServer({ env })));
  const urls: string[] = [];
  for (const server of servers) {
    assert.ok(server !== undefined);
    urls.push(opening.use(server).url);
  }
  const customer = await newCustomer(database.stores, now, { count: characters, expiresAt: undefined });
  const keys = [customer.key];
  while (keys.length < keysAtOnce) keys.push(await customer.anotherKey());
  const opened = opening.move();
  return { urls, database, customer, keys, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type Reply = Answer<Translation & Problem>;

/** Each key makes one request for each of `sizes`, several at a time, on randomly chosen servers. */
async function race({ urls, keys }: Bank, sizes: readonly number[], chance: Chance): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  const work = keys.flatMap((key) => sizes.map((size) => ({ key, size, url: urls[chance.below(urls.length)] ?? '' })));
  const runner = async () => {
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const body = { text: 'a'.repeat(next.size), source_lang: 'es', target_lang: 'en' };
      replies.push(await translate<Translation & Problem>(next.url, { key: next.key, body }));
    }
  };
  await Promise.all(Array.from({ length: keysAtOnce * requestsAtOnce }, runner));
  return replies;
}

/** Reads the account on every server repeatedly during `work`; returns every total that was seen. */
async function totalsDuring(bank: Bank, work: Promise<unknown>): Promise<{ totals: Set<number>; reads: number }> {
  const progress = { isOver: false, reads: 0 };
  const totals = new Set<number>();
  const over = work.finally(() => {
    progress.isOver = true;
  });
  const watch = async (url: string) => {
    while (!progress.isOver) {
      const { status, body } = await read<Usage>(`${url}/api/v1/usage`, { key: bank.customer.key });
      assert.equal(status, 200);
      totals.add(body.characters_balance + body.characters_used);
      progress.reads++;
    }
  };
  await Promise.all([over, ...bank.urls.map(watch)]);
  return { totals, reads: progress.reads };
}

describe('PostgreSQL: three servers, five keys, one balance', () => {
  test('of requests for n characters each exactly floor(B / n) succeed, and no reader sees another total', async (context) => {
    reportSeed(context);
    const chance = new Chance('bank race of one size');
    const size = chance.between(7, 40);
    const requests = extent.racesPerKey * keysAtOnce;
    const covered = Math.floor(requests * 0.6);
    const characters = covered * size + chance.below(size);
    await using bank = await openBank(characters);
    const racing = race(bank, new Array<number>(extent.racesPerKey).fill(size), chance);
    const { totals, reads } = await totalsDuring(bank, racing);
    const replies = await racing;
    const succeeded = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status, body }) => status === 402 && body.error.code === 'insufficient_balance');
    assert.deepEqual([succeeded.length, refused.length], [covered, requests - covered]);
    assert.ok(succeeded.every(({ body }) => body.characters_charged === size));
    assert.deepEqual([...totals], [characters]);
    assert.deepEqual(await bank.customer.balance(), {
      balance: characters - covered * size,
      held: 0,
      used: covered * size,
    });
    assert.deepEqual(await bank.database.stores.ledger.verify(now(), 10_000), []);
    context.diagnostic(`${requests} requests, ${reads} readings beside them`);
  });

  test('requests of all sizes succeed as far as the balance covers them, each charged once, none refused wrongly', async (context) => {
    reportSeed(context);
    const chance = new Chance('bank race of all sizes');
    const sizes = Array.from({ length: extent.racesPerKey }, () => chance.between(1, 100));
    const characters = Math.floor(sizes.reduce((sum, size) => sum + size, 0) * keysAtOnce * 0.6);
    await using bank = await openBank(characters);
    const racing = race(bank, sizes, chance);
    const { totals } = await totalsDuring(bank, racing);
    const replies = await racing;
    const charged = replies.filter(({ status }) => status === 200).map(({ body }) => body.characters_charged);
    const refused = replies.filter(({ status }) => status === 402).map(({ body }) => requiredBy(body));
    assert.equal(charged.length + refused.length, sizes.length * keysAtOnce);
    const used = charged.reduce((sum, size) => sum + size, 0);
    const { balance } = await bank.customer.balance();
    assert.equal(balance, characters - used);
    // Nothing is given back in this race, so a request refused once would be refused at the end as well.
    assert.ok(refused.every((size) => size > balance));
    assert.deepEqual(ascending(await bank.database.charges(bank.customer.id)), ascending(charged));
    assert.deepEqual([...totals], [characters]);
    assert.deepEqual(await bank.database.stores.ledger.verify(now(), 10_000), []);
  });
});

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

function requiredBy({ error }: Problem): number {
  assert.equal(error.code, 'insufficient_balance');
  assert.ok(error.characters_required !== undefined);
  return error.characters_required;
}

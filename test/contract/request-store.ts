import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import {
  examinedMax,
  type RequestFilter,
  type RequestPlace,
  type RequestRecord,
  type RequestRecordId,
} from '../../src/shop/requests/request-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { firstMoment, newId, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const [es, en, fr] = ['es', 'en', 'fr'] as LanguageTag[];

export function newRequest(accountId: AccountId, replaced: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: newId() as RequestRecordId,
    at: firstMoment,
    accountId,
    keyId: 'key-1' as KeyId,
    requestId: newId(),
    status: 200,
    code: undefined,
    source: es,
    target: en,
    characters: 12,
    tookMs: 34,
    engine: 'apertium',
    ...replaced,
  };
}

/** The contract of every `RequestStore`. */
export function describeRequestStore(name: string, open: () => Promise<OpenStores>): void {
  const setup = async () => {
    const stores = await open();
    const accountId = await openAccount(stores);
    const pageOf = (filter: RequestFilter, limit = 10, before?: RequestPlace) =>
      stores.requests.listRequests({ accountId, filter, limit, ...(before && { before }) });
    const record = async (...requests: readonly RequestRecord[]) => {
      for (let from = 0; from < requests.length; from += 1_000) {
        await stores.requests.recordRequests(requests.slice(from, from + 1_000));
      }
    };
    return { stores, accountId, pageOf, record, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
  };

  describe(`${name}: RequestStore`, () => {
    test('lists the requests of one account as recorded, newest first', async () => {
      await using world = await setup();
      const { stores, accountId } = world;
      const none = { code: 'validation_error', source: undefined, target: undefined, engine: undefined };
      const requests = [
        newRequest(accountId),
        newRequest(accountId, { ...none, status: 400, characters: 0, at: later(firstMoment, 1) }),
      ];
      await world.record(...requests, newRequest(await openAccount(stores)));
      assert.deepEqual(await world.pageOf({}), { requests: requests.toReversed(), next: undefined });
    });

    test('a repeated batch is recorded once, and unknown and erased accounts are ignored', async () => {
      await using world = await setup();
      const { stores, accountId } = world;
      const batch = [newRequest('missing' as AccountId), newRequest(accountId)];
      await world.record(...batch);
      await world.record(...batch);
      assert.deepEqual((await world.pageOf({})).requests, [batch[1]]);
      const entry = { id: newId() as ActId, at: firstMoment, by: accountId, accountId, subject: undefined };
      const request = { entry: { ...entry, act: 'account.erasure_begun' as const }, evenIfDisputed: false };
      assert.equal(await stores.erasures.beginErasure(request), 'begun');
      const ended = { ...entry, id: newId() as ActId, act: 'account.erased' as const };
      assert.equal(await stores.erasures.endErasure(ended), false, 'requests are left');
      await stores.erasures.eraseRecords(accountId);
      assert.equal(await stores.erasures.endErasure(ended), true);
      await world.record(newRequest(accountId));
      assert.deepEqual((await world.pageOf({})).requests, []);
    });

    test('filters by request id, status, key and languages', async () => {
      await using world = await setup();
      const of = (replaced: Partial<RequestRecord>) => newRequest(world.accountId, replaced);
      const [plain, limited, keyed] = [of({}), of({ status: 429 }), of({ keyId: 'key-2' as KeyId, source: fr })];
      await world.record(plain, limited, keyed);
      const found = async (filter: RequestFilter) => (await world.pageOf(filter)).requests;
      assert.deepEqual(await found({ requestId: plain.requestId }), [plain]);
      assert.deepEqual(await found({ requestId: plain.requestId, status: 429 }), []);
      assert.deepEqual(await found({ status: 429 }), [limited]);
      assert.deepEqual(await found({ status: 'failed' }), [limited]);
      assert.deepEqual(await found({ keyId: keyed.keyId, target: en as LanguageTag }), [keyed]);
      assert.deepEqual(await found({ source: fr as LanguageTag }), [keyed]);
      assert.deepEqual(await found({ target: fr as LanguageTag }), []);
    });

    test('pages continue without a gap or a repeat while requests arrive', async () => {
      await using world = await setup();
      const requests = Array.from({ length: 9 }, (_, index) =>
        newRequest(world.accountId, { at: later(firstMoment, index >> 1) }),
      );
      await world.record(...requests);
      const seen: string[] = [];
      for (let next: RequestPlace | undefined; ; ) {
        const page = await world.pageOf({ status: 200 }, 3, next);
        seen.push(...page.requests.map(({ id }) => id));
        next = page.next;
        if (next === undefined) break;
        await world.record(newRequest(world.accountId, { at: later(firstMoment, 100) }));
      }
      assert.deepEqual(seen.toSorted(), requests.map(({ id }) => id).toSorted());
    });

    test('one page examines a limited number of rows, and the next page continues there', async () => {
      await using world = await setup();
      const rare = newRequest(world.accountId, { status: 500 });
      const many = Array.from({ length: examinedMax }, () =>
        newRequest(world.accountId, { at: later(firstMoment, 1) }),
      );
      await world.record(rare, ...many);
      const first = await world.pageOf({ status: 500 });
      assert.deepEqual(first.requests, []);
      assert.deepEqual((await world.pageOf({ status: 500 }, 10, first.next)).requests, [rare]);
    });

    test('forgets all requests before a time, in several steps', async () => {
      await using world = await setup();
      const old = Array.from({ length: 250 }, () => newRequest(world.accountId));
      const young = newRequest(world.accountId, { at: later(firstMoment, 1) });
      await world.record(...old, young);
      assert.equal(await world.stores.requests.forgetRequests(young.at), 250);
      assert.deepEqual((await world.pageOf({})).requests, [young]);
    });
  });
}

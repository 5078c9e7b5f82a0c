import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import type { RequestRecord } from '../../../src/shop/requests/request-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { newRequest } from '../../contract/request-store.ts';
import { openAccount } from '../../support/ledger-world.ts';
import { openUsageWorld } from './usage-world.ts';

const limited = { status: 429, code: 'rate_limit_exceeded', characters: 0, engine: undefined };

async function openRequestsWorld() {
  const world = await openUsageWorld();
  await world.buy(1_000, later(world.clock.now, 86_400_000));
  const shop = await world.addKey('<b>the shop</b>');
  const add = (replaced: Partial<RequestRecord> = {}, owner: AccountId = world.accountId) =>
    world.stores.requests.recordRequests([newRequest(owner, { at: world.clock.now, keyId: shop, ...replaced })]);
  return { ...world, shop, add, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('requests page', () => {
  test('lists time, id, key, status, languages, characters, milliseconds and engine, and links to the error', async () => {
    await using world = await openRequestsWorld();
    await world.add({ requestId: 'one.1', characters: 1_234, tookMs: 56, api: 'deepl' });
    await world.add({ requestId: 'three', target: undefined });
    await world.add({ ...limited, requestId: 'two', source: undefined, at: later(world.clock.now, 1_000) });
    const { text, html } = await world.reader.open('/requests');
    assert.match(text, /20 Nov 2026, 12:00:01 UTC <b>the shop<\/b> two 429 rate_limit_exceeded Detect → English 0 34/);
    assert.match(text, /three 200 Spanish → \? /);
    assert.match(
      text,
      /20 Nov 2026, 12:00:00 UTC <b>the shop<\/b>, deepl API one\.1 200 Spanish → English 1,234 56 apertium/,
    );
    assert.match(html, /<a href="\/docs\/errors#rate_limit_exceeded">/);
    assert.doesNotMatch(html, /<b>the shop/);
  });

  test('a request id leads to its line, which another account never sees', async () => {
    await using world = await openRequestsWorld();
    await world.add({ requestId: 'mine' });
    await world.add({ requestId: 'theirs' }, await openAccount(world.stores));
    assert.match((await world.reader.open('/requests?id=mine')).text, /Request mine /);
    assert.doesNotMatch((await world.reader.open('/requests?id=theirs')).text, /Request theirs/);
    assert.doesNotMatch((await world.reader.open('/requests')).html, /theirs/);
    assert.doesNotMatch((await world.text('/requests.csv')).body, /theirs/);
    assert.equal((await world.reader.open('/requests?key=theirs')).status, 404);
  });

  test('shows what happened to one request: charge, error with its explanation, and links to its key', async () => {
    await using world = await openRequestsWorld();
    await world.add({ requestId: 'done', characters: 1_234, tookMs: 56 });
    await world.add({ ...limited, requestId: 'refused' });
    const done = await world.reader.open('/requests?id=done');
    assert.match(
      done.text,
      /Answered 20 Nov 2026, 12:00:00 UTC Key <b>the shop<\/b> Status 200 From → to Spanish → English Characters 1,234 charged Time 56 ms Engine apertium/,
    );
    assert.match(done.html, new RegExp(`href="/usage/journal\\?key=${world.shop}&from=2026-11-20&to=2026-11-20"`));
    const refused = await world.reader.open('/requests?id=refused');
    assert.match(refused.text, /Status 429 rate_limit_exceeded .* Characters Not charged/);
    assert.match(refused.html, /<a href="\/docs\/errors#rate_limit_exceeded">/);
  });

  test('filters by status, key and languages, and keeps what was typed where it is invalid', async () => {
    await using world = await openRequestsWorld();
    await world.add({ requestId: 'plain' });
    await world.add({ ...limited, requestId: 'limited' });
    await world.add({ requestId: 'other', keyId: 'gone' as KeyId, source: 'fr' as LanguageTag });
    const ids = async (query: string) => {
      const { html } = await world.reader.open(`/requests?${query}`);
      return [...html.matchAll(/href="\/requests\?id=(\w+)"/g)].map(([, id = '']) => id).toSorted();
    };
    assert.deepEqual(await ids('status=failed'), ['limited']);
    assert.deepEqual(await ids('status=200'), ['other', 'plain']);
    assert.deepEqual(await ids(`key=${world.shop}`), ['limited', 'plain']);
    assert.deepEqual(await ids('source=fr&target=en'), ['other']);
    const invalid = await world.reader.open('/requests?status=99&source=!&id=%3Cb%3E');
    assert.equal(invalid.status, 400);
    assert.match(invalid.html, /value="&lt;b&gt;"/);
    assert.deepEqual(invalid.invalid, ['status', 'source', 'id']);
  });

  test('pages of 50 stay stable while requests arrive, and the CSV has all rows', async () => {
    await using world = await openRequestsWorld();
    const numbered = Array.from({ length: 120 }, (_, index) =>
      newRequest(world.accountId, { requestId: `n${index}`, at: later(world.clock.now, index), keyId: world.shop }),
    );
    await world.stores.requests.recordRequests(numbered);
    const seen: string[] = [];
    for (let path: string | undefined = '/requests?status=200'; path !== undefined; ) {
      const { html } = await world.reader.open(path);
      seen.push(...[...html.matchAll(/href="\/requests\?id=(\w+)"/g)].map(([, id = '']) => id));
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      await world.add({ at: later(world.clock.now, 1_000) });
    }
    assert.deepEqual(seen, numbered.map(({ requestId }) => requestId).toReversed());
    const { body, headers } = await world.text('/requests.csv?id=n7');
    assert.match(headers.get('content-disposition') ?? '', /dragoman-requests-2026-11-20\.csv/);
    const [, row = '', end] = body.split('\r\n');
    assert.equal(row, `2026-11-20T12:00:00.007Z,n7,${world.shop},<b>the shop</b>,200,,es,en,12,34,apertium,`);
    assert.equal(end, '');
    assert.equal((await world.text('/requests.csv')).body.split('\r\n').length, 1 + 120 + 3 + 1);
  });
});

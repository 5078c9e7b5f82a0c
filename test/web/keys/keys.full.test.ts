import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { type AccountArea, type Member, sharedAccountArea, startAccountArea } from '../../support/account-area.ts';
import type { Shown } from '../../support/account-area-visitor.ts';
import { translate } from '../../support/call.ts';
import { eventually } from '../../support/eventually.ts';

const keyShape = /dragoman_live_[0-9A-Za-z]{38}/;

/** Sends the form of `/keys/new` with a name. */
async function createKey({ visitor }: Member, name: string): Promise<Shown> {
  return visitor.submit(await visitor.open('/keys/new'), '/keys', { name });
}

function keyOn(page: Shown): string {
  const [key] = keyShape.exec(page.html) ?? [];
  assert.ok(key, page.text);
  return key;
}

const call = ({ url }: AccountArea, key: string) =>
  translate<unknown>(url, { key, body: { text: 'uno dos', source_lang: 'es', target_lang: 'en' } });

const keysOf = ({ stores }: AccountArea, { accountId }: Member) => stores.keys.listKeys({ accountId });

async function idOf(area: AccountArea, member: Member): Promise<KeyId> {
  const [key] = await keysOf(area, member);
  assert.ok(key);
  return key.id;
}

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`keys in the account area, on ${database}`, () => {
    test('a key is shown once, works immediately, and is later recognised by its visible parts', async () => {
      await using area = await startAccountArea({ database });
      const member = await area.signUp();
      await member.buy(1_000);
      const made = await createKey(member, 'the shop');
      assert.equal(made.status, 200);
      assert.equal(made.headers.get('cache-control'), 'no-store');
      const key = keyOn(made);
      const reply = await call(area, key);
      assert.deepEqual(
        [reply.status, reply.body],
        [200, { translated_text: 'dos uno', characters_charged: 7, source_lang: 'es', target_lang: 'en' }],
      );
      await eventually(async () => (await keysOf(area, member))[0]?.lastUsedAt !== undefined);
      const list = await member.visitor.open('/keys');
      assert.match(list.text, /1 active key \(limit: 5\)/);
      assert.match(list.text, new RegExp(`the shop ${key.slice(0, 18)}…${key.slice(-4)} created .* 7 .* UTC Revoke`));
      assert.match(list.html, /aria-label="Characters used a day: at most 7, on \d+ \w{3} \d{4}\."/);
      assert.doesNotMatch(list.html, keyShape);
    });

    test('a repeated form creates no second key and does not show the first one again', async () => {
      await using area = await startAccountArea({ database });
      const member = await area.signUp();
      await member.buy(1);
      const page = await member.visitor.open('/keys/new');
      const first = await member.visitor.submit(page, '/keys', { name: 'shop' });
      const again = await member.visitor.submit(page, '/keys', { name: 'shop' });
      assert.deepEqual([first.status, again.status], [200, 409]);
      assert.doesNotMatch(again.html, keyShape);
      assert.equal((await keysOf(area, member)).length, 1);
    });

    test('a revoked key is refused with the next request, and both acts are recorded', async () => {
      await using area = await startAccountArea({ database });
      const member = await area.signUp();
      await member.buy(1_000);
      const key = keyOn(await createKey(member, 'lost laptop'));
      const id = await idOf(area, member);
      const asked = await member.visitor.open(`/keys/${id}/revoke`);
      assert.match(asked.text, /lost laptop .* Last used never/);
      const list = await member.visitor.submit(asked, `/keys/${id}/revoke`);
      assert.equal((await call(area, key)).status, 401);
      assert.equal(list.path, '/keys?done=revoked');
      assert.deepEqual(list.notices, ['good']);
      assert.match(list.text, /Revoked keys .* lost laptop /);
      const after = await member.visitor.open(`/keys/${id}/revoke`);
      assert.ok(!after.html.includes(`action="/keys/${id}/revoke"`));
      const acts = await area.stores.audit.listActs({ accountId: member.accountId, limit: 10 });
      const ofKeys = acts.filter(({ act }) => act.startsWith('key.'));
      assert.deepEqual(
        ofKeys.map(({ act, by, subject }) => [act, by, subject]),
        [
          ['key.revoked', member.accountId, id],
          ['key.created', member.accountId, id],
        ],
      );
    });
  });
}

describe('keys in the account area', () => {
  const area = sharedAccountArea();

  test('asks an account without a pack to buy one, on the form page and on submit', async () => {
    const member = await area().signUp();
    const page = await member.visitor.open('/keys/new');
    assert.ok(page.links.includes('/packs'));
    const forms = page.forms.filter(({ action }) => action === '/keys');
    assert.deepEqual(forms, []);
    const sent = await member.visitor.post('/keys', { name: 'shop' });
    assert.equal(sent.status, 400);
    assert.match(await sent.text(), /<a href="\/packs">Buy characters<\/a>/);
    assert.deepEqual(await keysOf(area(), member), []);
  });

  test('an invalid name is kept in its field, with the error', async () => {
    const member = await area().signUp();
    await member.buy(1);
    for (const name of ['', ' ', 'x'.repeat(61), 'right\u202eleft', 'two\nlines']) {
      const page = await createKey(member, name);
      assert.deepEqual([page.status, page.invalid], [400, ['name']], JSON.stringify(name));
      const kept = page.forms.find(({ action }) => action === '/keys')?.fields.find(([field]) => field === 'name');
      assert.equal(kept?.[1], name);
    }
    assert.deepEqual(await keysOf(area(), member), []);
  });

  test('shows all active keys, paginates revoked ones, and the journal names any key by id', async () => {
    const member = await area().signUp();
    await member.buy(1);
    await createKey(member, 'oldest of all');
    {
      using database = new DatabaseSync(join(area().dataDir, 'dragoman.db'));
      database
        .prepare(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 260)
          insert into api_keys (hash, id, account_id, name, start, last_four, created_at, revoked_at)
          select printf('%064d', n), 'k' || n, ?, 'no. ' || n, 'dragoman_live_old', printf('%04d', n), n, n from numbers`)
        .run(member.accountId);
    }
    const { visitor } = member;
    const seen: string[] = [];
    for (let path: string | undefined = '/keys'; path !== undefined; ) {
      const page = await visitor.open(path);
      assert.match(page.text, /oldest of all .* Revoke/);
      assert.equal(page.html.includes('<details class="keys-revoked" open>'), path !== '/keys');
      const shown = [...page.html.matchAll(/no\. (\d+)/g)].map(([, number = '']) => number);
      assert.ok(shown.length <= 50);
      seen.push(...shown);
      path = /href="(\/keys\?before=[^"#]+)#revoked"/.exec(page.html)?.[1];
    }
    const expected = Array.from({ length: 260 }, (_, index) => String(260 - index));
    assert.deepEqual(seen, expected);
    assert.equal((await visitor.open('/keys?before=nothing')).status, 404);
    const journal = await visitor.open('/usage/journal?key=k1');
    assert.match(journal.html, /<option value="k1" selected>no\. 1</);
    assert.equal((await visitor.open('/usage/journal?key=nothing')).status, 404);
  });
});

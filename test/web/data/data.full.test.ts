import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { ActId, NewAuditEntry } from '../../../src/shop/audit/audit.ts';
import { type AccountArea, type Member, startAccountArea } from '../../support/account-area.ts';
import { furnish, packs, suspend } from '../../support/account-area-belongings.ts';
import { translate } from '../../support/call.ts';
import { eventually } from '../../support/eventually.ts';
import { newId, newKey, newOrder, newPurchase } from '../../support/ledger-world.ts';
import { operate } from '../../support/operate.ts';

describe('/data', () => {
  test('describes the stored data and links to every act on it', async () => {
    await using area = await startAccountArea();
    const { visitor } = await area.signUp();
    const page = await visitor.open('/data');
    assert.equal(page.status, 200);
    for (const path of ['/data/export', '/data/activity', '/data/erase']) {
      assert.ok(page.links.includes(path), path);
      assert.equal((await visitor.open(path)).path, path);
    }
    assert.equal((await area.anonymous().open('/data')).path, '/sign-in?next=%2Fdata');
  });
});

describe('/data/activity', () => {
  test('names keys, and the device and address of each sign-in whose session still exists', async () => {
    await using area = await startAccountArea();
    const { accountId, visitor, email, password } = await area.signUp();
    const key = { ...newKey(accountId), name: 'Laptop <b>' };
    await area.stores.ledger.grant(newPurchase(accountId, 1));
    await area.stores.keys.createKey(key, 5);
    await record(area, { accountId, act: 'key.created', subject: key.id });
    const agent = { 'User-Agent': 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Firefox/145.0' };
    await area.anonymous().post('/sign-in', { email, password }, agent);
    const page = await visitor.open('/data/activity');
    assert.match(page.html, /Laptop &lt;b&gt;/);
    assert.doesNotMatch(page.html, new RegExp(key.id));
    assert.match(page.text, /Signed in you Firefox on Android, 127\.0\.0\.1/);
    await visitor.post('/security/sessions/end-others', {});
    assert.doesNotMatch((await visitor.open('/data/activity')).text, /Firefox/);
  });

  test("shows an owner each act and its actor, and never another account's", async () => {
    await using area = await startAccountArea();
    const [ada, eve] = [await area.signUp(), await area.signUp()];
    await record(area, { accountId: ada.accountId, act: 'key.revoked_as_leaked', subject: 'key-of-ada' });
    await record(area, { accountId: eve.accountId, act: 'key.revoked', subject: 'key-of-eve' });
    const page = await ada.visitor.open('/data/activity');
    assert.match(page.text, /the operator key-of-ada/);
    assert.doesNotMatch(page.text, /key-of-eve/);
    const [foreign] = await area.stores.audit.listActs({ accountId: eve.accountId, limit: 1 });
    for (const before of [foreign?.id, 'made-up']) {
      const behind = await ada.visitor.open(`/data/activity?before=${before}`);
      assert.equal(behind.status, 404);
    }
  });

  test('shows all acts by pages', async () => {
    await using area = await startAccountArea();
    const { accountId, visitor } = await area.signUp();
    for (let count = 0; count < 120; count++) {
      await record(area, { accountId, act: 'key.created', subject: `key-${count}` });
    }
    const seen: string[] = [];
    let page = await visitor.open('/data/activity');
    for (;;) {
      seen.push(...[...page.text.matchAll(/key-\d+/g)].map(([id]) => id));
      const [, older] = /href="(\/data\/activity\?before=[^"]+)"/.exec(page.html) ?? [];
      if (older === undefined) break;
      page = await visitor.open(older);
    }
    const expected = Array.from({ length: 120 }, (_, index) => `key-${119 - index}`);
    assert.deepEqual(seen, expected);
  });
});

type Exported = {
  readonly exported_at: string;
  readonly account: { readonly id: string; readonly email: string; readonly characters_used: number };
  readonly person: { readonly email: string };
  readonly keys: readonly { readonly id: string }[];
  readonly orders: readonly { readonly id: string }[];
  readonly purchases: readonly { readonly characters: number }[];
  readonly terms: readonly { readonly note: string }[];
  readonly term_changes: readonly unknown[];
  readonly memory: readonly { readonly source: string; readonly source_lang: string; readonly note: string }[];
  readonly memory_changes: readonly unknown[];
  readonly notices: {
    readonly settings: { readonly low_balance: boolean };
    readonly told: readonly { readonly due_at: string }[];
  };
  readonly activity: readonly { readonly act: string }[];
  readonly usage_by_day: readonly { readonly characters: number; readonly requests: number }[];
  readonly journal: readonly { readonly number: number; readonly kind: string; readonly key?: string }[];
  readonly recent_requests: readonly { readonly key: string; readonly status: number }[];
};

async function exported({
  visitor,
}: Pick<Member, 'visitor'>): Promise<{ readonly json: Exported; readonly text: string }> {
  const reply = await visitor.post('/data/export.json');
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get('Content-Disposition') ?? '', /^attachment; filename="dragoman-account\.json"$/);
  assert.equal(reply.headers.get('Cache-Control'), 'no-store');
  const text = await reply.text();
  return { json: JSON.parse(text), text };
}

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`/data/export.json on ${database}`, () => {
    test('contains everything of the account and its owner, no secret, and nothing of other accounts', async () => {
      await using area = await startAccountArea({ database, env: { PACKS: packs } });
      const [ada, eve] = [await area.signUp('ada@example.com'), await area.signUp('eve@example.com')];
      const hostile = `cloud "\\ </script> 東京`;
      const owned = await furnish(area, ada, hostile);
      const foreign = await furnish(area, eve, 'of eve');
      await eventually(async () => {
        const query = { accountId: ada.accountId, filter: {}, limit: 1 };
        return (await area.stores.requests.listRequests(query)).requests.length === 1;
      });
      const { json, text } = await exported(ada);
      assert.deepEqual(Object.keys(json), sections);
      assert.deepEqual([json.account.id, json.account.email], [ada.accountId, 'ada@example.com']);
      assert.equal(json.person.email, 'ada@example.com');
      assert.deepEqual(json.keys.map(idOf), [owned.keyId]);
      assert.deepEqual(json.orders.map(idOf), [owned.orderId]);
      const amounts = json.purchases.map((purchase) => purchase.characters);
      assert.deepEqual(amounts, [10_000]);
      const notes = json.terms.map(({ note }) => note);
      assert.deepEqual(notes, [`note ${hostile}`]);
      assert.equal(json.term_changes.length, 1);
      assert.deepEqual(
        json.memory.map(({ source, source_lang, note }) => [source, source_lang, note]),
        [['Approved.', 'en', `note ${hostile}`]],
      );
      assert.equal(json.memory_changes.length, 1);
      assert.equal(json.notices.settings.low_balance, true);
      assert.deepEqual(
        json.journal.map(({ number, kind, key }) => [number, kind, key]),
        [
          [2, 'charge', owned.keyId],
          [1, 'purchase', undefined],
        ],
      );
      const days = json.usage_by_day.map((day) => [day.characters, day.requests]);
      assert.deepEqual(days, [[json.account.characters_used, 1]]);
      const requests = json.recent_requests.map(({ key, status }) => [key, status]);
      assert.deepEqual(requests, [[owned.keyId, 200]]);
      assert.equal(json.activity[0]?.act, 'account.exported');
      for (const secret of [ada.password, owned.key, 'hash', 'eve@example.com', foreign.keyId, 'of eve']) {
        assert.ok(!text.includes(secret), 'no secret, and nothing of anybody else');
      }
    });
  });
}

const sections = [
  ...'exported_at account person keys orders billing_details invoices purchases terms term_changes'.split(' '),
  ...'memory memory_changes notices activity usage_by_day journal recent_requests'.split(' '),
];

const idOf = ({ id }: { readonly id: string }) => id;

describe('/data/export.json', () => {
  test('of an account with 100,000 journal rows is valid JSON, in pieces', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    await member.buy(1_000_000);
    chargeOften(area, member.accountId, 100_000);
    const { json } = await exported(member);
    assert.equal(json.journal.length, 100_001);
    assert.deepEqual([json.journal.at(0)?.number, json.journal.at(-1)?.number], [100_001, 1]);
    const counts = json.usage_by_day.map(({ requests }) => requests);
    assert.deepEqual(counts, [100_000]);
  });

  test('runs once at a time for an account, and stops when the visitor leaves', async () => {
    await using area = await startAccountArea();
    const { visitor, accountId, buy } = await area.signUp();
    await buy(1_000_000);
    chargeOften(area, accountId, 100_000);
    const leaving = new AbortController();
    const reply = await visitor.fetch('/data/export.json', {
      method: 'POST',
      headers: { Origin: area.url, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '',
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    const second = await visitor.post('/data/export.json');
    assert.equal(second.status, 429);
    leaving.abort();
    await eventually(async () => {
      const next = await visitor.post('/data/export.json');
      await next.body?.cancel();
      return next.status === 200;
    });
  });

  test('of an account erased during the download is aborted, and so recognisably incomplete', async () => {
    await using area = await startAccountArea();
    const { visitor, accountId, buy, email } = await area.signUp();
    await buy(1_000_000);
    chargeOften(area, accountId, 100_000);
    const reply = await visitor.post('/data/export.json');
    assert.equal(reply.status, 200);
    await operate({ DATA_DIR: area.dataDir }, 'account', 'erase', '--account', email);
    await assert.rejects(reply.text());
    assert.equal((await visitor.fetch('/data')).status, 303);
  });
});

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`/data/erase on ${database}`, () => {
    test('erases the account once its address is typed, and keeps the required records', async () => {
      await using area = await startAccountArea({ database, env: { PACKS: packs } });
      const [ada, eve] = [await area.signUp('ada@example.com'), await area.signUp('eve@example.com')];
      const owned = await furnish(area, ada);
      await furnish(area, eve);
      const elsewhere = area.anonymous();
      const { email, password } = ada;
      await elsewhere.submit(await elsewhere.open('/sign-in'), '/sign-in', { email, password });
      assert.equal((await elsewhere.open('/keys')).path, '/keys');
      const asked = await ada.visitor.open('/data/erase');
      assert.match(asked.text, /9,9\d\d characters.*1 active key.*1 order/);
      const refused = await ada.visitor.submit(asked, '/data/erase', { email: 'eve@example.com' });
      assert.equal(refused.status, 400);
      assert.deepEqual(refused.invalid, ['email']);
      assert.ok(refused.html.includes('value="eve@example.com"'), 'what was typed is kept');
      const done = await ada.visitor.submit(refused, '/data/erase', { email: ' ADA@example.com ' });
      assert.deepEqual([done.status, done.path], [200, '/data/erased']);
      await area.mail.next('ada@example.com');
      for (const visitor of [ada.visitor, elsewhere]) {
        assert.equal((await visitor.open('/keys')).path, '/sign-in?next=%2Fkeys', 'every session has ended');
      }
      const body = { text: 'hola', source_lang: 'es', target_lang: 'en' };
      assert.equal((await translate(area.url, { key: owned.key, body })).status, 401);
      const { stores } = area;
      const { accountId } = ada;
      assert.equal((await stores.accounts.findAccount(accountId))?.email, `erased:${accountId}`);
      assert.deepEqual((await stores.glossaries.listEntries({ accountId, limit: 10 })).entries, []);
      assert.deepEqual((await stores.orders.listOrders({ accountId })).map(idOf), [owned.orderId]);
      const acts = await stores.audit.listActs({ accountId, limit: 2 });
      assert.deepEqual(
        acts.map(({ act, by }) => [act, by]),
        [
          ['account.erased', accountId],
          ['account.erasure_begun', accountId],
        ],
      );
      assert.deepEqual((await stores.memory.listEntries({ accountId, limit: 10 })).entries, []);
      const { json: kept } = await exported(eve);
      assert.deepEqual([kept.terms.length, kept.memory.length], [1, 1], 'others keep what is theirs');
      const again = await area.signUp('ada@example.com', 'quite another passphrase');
      assert.notEqual(again.accountId, accountId);
      const { json } = await exported(again);
      assert.deepEqual([json.keys, json.orders, json.terms, json.memory, json.journal], [[], [], [], [], []]);
    });
  });
}

describe('/data/erase', () => {
  test('is refused with the reason while a payment is disputed', async () => {
    await using area = await startAccountArea();
    const { visitor, accountId, email } = await area.signUp();
    const order = newOrder(accountId, 5);
    await area.stores.orders.createOrder(order);
    for (const kind of ['paid', 'disputed'] as const) {
      await area.stores.orders.reportPayment(order.id, { kind, at: area.now() }, newId());
    }
    const page = await visitor.open('/data/erase');
    assert.deepEqual(page.notices, ['bad']);
    assert.ok(!page.forms.some(({ action }) => action === '/data/erase'));
    const reply = await visitor.post('/data/erase', { email });
    assert.equal(reply.status, 400);
    assert.equal((await visitor.open('/data')).status, 200);
  });

  test('a suspended owner can see, export and erase their data', async () => {
    await using area = await startAccountArea();
    const member = await area.signUp();
    const { accountId, visitor, email } = member;
    await suspend(area, accountId);
    const { json, text } = await exported(member);
    assert.equal(json.account.id, accountId);
    assert.ok(!text.includes('a private reason'), 'the reason is for the operator alone');
    assert.equal((await visitor.post('/data/erase', { email })).headers.get('Location'), '/data/erased');
  });
});

/** As an operator's command does it. */
function record(
  { stores, now }: AccountArea,
  deed: Pick<NewAuditEntry, 'accountId' | 'act'> & { readonly subject: string },
): Promise<void> {
  return stores.audit.recordAct({ id: newId() as ActId, at: now(), by: 'operator', ...deed });
}

/** Charges one character repeatedly. */
function chargeOften({ dataDir, now }: AccountArea, accountId: AccountId, times: number): void {
  using database = new DatabaseSync(join(dataDir, 'dragoman.db'), { timeout: 5_000 });
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${times})`;
  const of = `'${accountId}'`;
  database.exec(`begin immediate;
    insert into usage ${numbers} select ${of}, 'hold-' || n, 'a-key', 'es', 'en', 'test', 1, ${now()}, null from numbers;
    insert into journal ${numbers} select ${of}, journal_seq + n, 'charge', -1, settled - n, 'hold-' || n, ${now()}
     from numbers, balances where account_id = ${of};
    insert into usage_days values (${of}, ${now()} / 86400000, 'a-key', 'es', 'en', ${times}, ${times});
    update balances set settled = settled - ${times}, used = used + ${times}, journal_seq = journal_seq + ${times}
     where account_id = ${of};
    commit`);
}

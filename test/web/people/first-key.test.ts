import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { type AccountArea, startAccountArea } from '../../support/account-area.ts';
import type { FormVisitor } from '../../support/account-area-visitor.ts';
import { translate } from '../../support/call.ts';
import { linkIn } from '../../support/mail-server.ts';
import { operate } from '../../support/operate.ts';

const password = 'correct horse battery staple';
const keyShape = /dragoman_live_[0-9A-Za-z]{38}/;
const trial = 10_000;

/** Signs up. `confirm` sends the form of the link in the mail, without following redirects. */
async function signUp(area: AccountArea, email: string) {
  const visitor = area.anonymous();
  await visitor.submit(await visitor.open('/sign-up'), '/sign-up', { email, password });
  const { pathname, search } = linkIn(await area.mail.next(email));
  const link = pathname + search;
  const confirm = async () => {
    const reply = await visitor.post(link, { password });
    return { status: reply.status, cacheControl: reply.headers.get('Cache-Control'), html: await reply.text() };
  };
  return { visitor, link, confirm };
}

async function possessionsOf({ stores, now }: AccountArea, email: string) {
  const account = await stores.accounts.findAccount(email);
  const accountId = account?.id as AccountId;
  const keys = await stores.keys.listKeys({ accountId });
  const balance = await stores.ledger.readBalance(accountId, now());
  return { names: keys.map(({ name }) => name), balance: balance?.balance };
}

const stepsDone = async (visitor: FormVisitor) => (await visitor.open('/account')).text.match(/\bdone\b/g)?.length ?? 0;

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`first key of an account, on ${database}`, () => {
    test('comes with the trial when the address is confirmed, once, however often the form is sent', async () => {
      await using area = await startAccountArea({ database, env: { TRIAL_CHARACTERS: String(trial) } });
      const [ana, again] = [await signUp(area, 'ana@example.com'), 'ana+again@example.com'];
      const replies = await Promise.all([ana.confirm(), ana.confirm(), ana.confirm()]);
      const [made, ...others] = replies.toSorted((one, other) => one.status - other.status);
      assert.deepEqual(
        [made?.status, made?.cacheControl, ...others.map(({ status }) => status)],
        [200, 'no-store', 400, 400],
      );
      const key = keyShape.exec(made?.html ?? '')?.[0] ?? '';
      for (const { html } of [...others, await ana.confirm()]) assert.doesNotMatch(html, keyShape);
      assert.deepEqual(await possessionsOf(area, 'ana@example.com'), { names: ['Default'], balance: trial });
      const body = { text: 'uno dos', source_lang: 'es', target_lang: 'en' };
      assert.equal((await translate(area.url, { key, body })).status, 200);

      const other = await signUp(area, again);
      assert.equal((await other.confirm()).status, 303, 'the mailbox has had its trial');
      assert.deepEqual(await possessionsOf(area, again), { names: [], balance: 0 });
      assert.equal(await stepsDone(other.visitor), 0);
    });

    test('is not created for an account that an operator opened with one, nor while it is suspended', async () => {
      await using area = await startAccountArea({ database, env: { TRIAL_CHARACTERS: String(trial) } });
      const env = area.databaseUrl === undefined ? { DATA_DIR: area.dataDir } : { DATABASE_URL: area.databaseUrl };
      const [owner, suspended] = ['owner@example.com', 'suspended@example.com'];
      for (const email of [owner, suspended]) await operate(env, 'account', 'create', '--email', email);
      await operate(env, 'pack', 'grant', '--account', owner, '--characters', '5', '--order', 'o1');
      await operate(env, 'key', 'create', '--account', owner);
      await operate(env, 'account', 'suspend', '--account', suspended);
      for (const email of [owner, suspended]) assert.equal((await (await signUp(area, email)).confirm()).status, 303);
      assert.deepEqual(await possessionsOf(area, owner), { names: ['API key'], balance: 5 });
      assert.deepEqual(await possessionsOf(area, suspended), { names: [], balance: 0 });
    });
  });
}

test('without a trial, a confirmed account has the first steps, with the form of the next one', async () => {
  await using area = await startAccountArea();
  const member = await area.signUp();
  assert.equal(await stepsDone(member.visitor), 0);
  await member.buy(1_000);
  const unkeyed = await member.visitor.open('/account');
  await member.visitor.submit(unkeyed, '/keys');
  assert.equal(await stepsDone(member.visitor), 2);
  await member.visitor.submit(await member.visitor.open('/account'), '/playground');
  assert.deepEqual(await possessionsOf(area, member.email), { names: ['Default'], balance: 967 });
});

test('without scripts, the page of the first key sends its test request from another tab', async () => {
  await using area = await startAccountArea({ env: { TRIAL_CHARACTERS: String(trial) } });
  const { visitor, link } = await signUp(area, 'ana@example.com');
  const page = await visitor.submit(await visitor.open(link), link, { password });
  assert.match(page.html, /<form method="post" action="\/playground" target="_blank">/);
  await visitor.submit(page, '/playground');
  assert.deepEqual(await possessionsOf(area, 'ana@example.com'), { names: ['Default'], balance: trial - 33 });
});

test('only a demo without mail shows the link of a sign-up on the page', async () => {
  const demo = { DRAGOMAN_DEMO: '1' };
  for (const [options, isShown] of [
    [{ env: demo, mail: 'none' }, true],
    [{ env: demo }, false],
    [{ mail: 'none' }, false],
  ] as const) {
    await using area = await startAccountArea(options);
    const visitor = area.anonymous();
    const sent = await visitor.submit(await visitor.open('/sign-up'), '/sign-up', {
      email: 'ana@example.com',
      password,
    });
    const [link] = sent.links;
    assert.equal(link !== undefined, isShown);
    if (link !== undefined) assert.equal((await visitor.open(link)).status, 200);
  }
});

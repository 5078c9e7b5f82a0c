import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { unixMs } from '../../../src/ground/units.ts';
import type { ApiKey } from '../../../src/shop/keys/api-key.ts';
import type { People, Visitor } from '../../../src/shop/people/people.ts';
import type { FormVisitor } from '../../support/account-area-visitor.ts';
import { newKey } from '../../support/ledger-world.ts';
import { visitorOf } from '../../support/served-pages.ts';
import { type PeoplePages, servePeoplePages } from './served-people.ts';

const throttled = { kind: 'throttled', retryAfterSeconds: 150 } as const;
const ada = { email: 'ada@example.com', password: 'a secret for this test' };

const throttle = async () => throttled;
const address = { email: ada.email };
const known = { password: ada.password };

type Act = readonly [at: string, fields: Readonly<Record<string, string>>, people: Partial<People>];

const actsOfStrangers: readonly Act[] = [
  ['/sign-up', ada, { signUp: throttle }],
  ['/sign-up/sent', address, { sendVerification: throttle }],
  ['/verify?token=t0ken', known, { verifyEmail: throttle }],
  ['/sign-in', ada, { signIn: throttle }],
  ['/sign-in/code', { code: '123456' }, { giveCode: throttle }],
  ['/reset', address, { sendReset: throttle }],
  ['/reset/new?token=t0ken', known, { resetPassword: throttle }],
];

const actsOfMembers: readonly Act[] = [
  ['/sign-in/again', known, { proveAgain: throttle }],
  ['/security/password', { current: ada.password, password: 'another secret of hers' }, { changePassword: throttle }],
  ['/security/email', { email: 'new@example.com' }, { sendEmailChange: throttle }],
  ['/security/email/confirm?token=t0ken', {}, { confirmEmailChange: throttle }],
  ['/security/second-factor', known, { beginTotp: throttle }],
  ['/security/second-factor/confirm', { code: '123456' }, { confirmTotp: throttle }],
  ['/security/second-factor/remove', known, { endTotp: throttle }],
  ['/security/backup-codes', known, { renewBackupCodes: throttle }],
];

for (const act of [...actsOfStrangers, ...actsOfMembers]) {
  const [at, fields, people] = act;
  test(`too many attempts at ${at.split('?')[0]}: status 429, with the waiting time in words and in a header`, async () => {
    await using pages = await servePeoplePages(people);
    const visitor = actsOfMembers.includes(act) ? pages.member : pages.stranger;
    const reply = await visitor.post(at, fields);
    const html = await reply.text();
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('Retry-After'), '150');
    assert.match(html, /3 minutes/);
    assertKeepsSecrets(html, reply.headers);
    if (fields['email'] !== undefined) assert.ok(html.includes(`value="${fields['email']}"`), 'what was typed is kept');
    assert.deepEqual(pages.served.failures, []);
  });
}

function assertKeepsSecrets(html: string, headers: Headers): void {
  for (const secret of ['t0ken', ada.password, 'another secret of hers']) assert.ok(!html.includes(secret), secret);
  assert.equal(headers.get('Cache-Control'), 'no-store');
}

test('an invalid password is reported at its field, and the typed address is kept', async () => {
  const faults = ['password_too_short'] as const;
  await using pages = await servePeoplePages({ signUp: async () => ({ kind: 'unusable', faults }) });
  const page = await pages.stranger.submit(await pages.stranger.open('/sign-up'), '/sign-up', ada);
  assert.equal(page.status, 400);
  assert.deepEqual(page.invalid, ['password']);
  assert.match(page.html, /id="email"[^>]*value="ada@example\.com"/);
  assertKeepsSecrets(page.html, page.headers);
});

test('a link in a mail is used up by its button, not by opening it', async () => {
  const followed: string[] = [];
  await using pages = await servePeoplePages({
    verifyEmail: async (_caller, { token, password }) => {
      followed.push(`${token} ${password}`);
      return { kind: 'signed_in', cookies: ['session=1; HttpOnly'] };
    },
  });
  const page = await pages.stranger.open('/verify?token=t0ken');
  assert.deepEqual(followed, []);
  assert.match(page.html, /to open the account of <b>ada@example\.com<\/b>/);
  assertKeepsSecrets(page.html, page.headers);
  assert.equal(page.headers.get('Referrer-Policy'), 'strict-origin', 'the token goes nowhere with what the page loads');
  const reply = await pages.stranger.post('/verify?token=t0ken', { password: ada.password });
  assert.deepEqual(followed, [`t0ken ${ada.password}`]);
  assert.equal(reply.headers.get('Location'), '/account');
  assert.deepEqual(reply.headers.getSetCookie(), ['session=1; HttpOnly']);
});

describe('confirmation of an address', () => {
  const cookies = ['session=1; HttpOnly', 'device=2; Secure'];
  const people: Partial<People> = {
    verifyEmail: async () => ({ kind: 'signed_in', cookies }),
    findVisitor: async (caller) => (caller.cookies === 'session=1; device=2' ? visitorOf('account-1') : undefined),
  };
  const confirm = async (pages: PeoplePages) => {
    const reply = await pages.stranger.post('/verify?token=t0ken', { password: ada.password });
    return { reply, html: await reply.text() };
  };

  test('shows the first key once, in an uncacheable reply that opens the session', async () => {
    const apiKey = 'dragoman_live_secret' as ApiKey;
    const createFirstKey = async ({ accountId }: Visitor) => ({
      key: { ...newKey(accountId), name: 'Default' },
      apiKey,
    });
    await using pages = await servePeoplePages(people, { createFirstKey });
    const { reply, html } = await confirm(pages);
    assert.equal(reply.status, 200);
    assert.ok(html.includes('<code id="new-key">dragoman_live_secret</code>') && html.includes('Default'));
    assert.deepEqual(reply.headers.getSetCookie(), cookies);
    assert.equal(reply.headers.get('Referrer-Policy'), 'strict-origin');
    assertKeepsSecrets(html, reply.headers);
  });

  test('signs in without a key when there is none, also after a failure, which is reported', async () => {
    const unreachable = new ServiceError('store_unavailable');
    for (const [createFirstKey, failures] of [
      [async () => undefined, []],
      [() => Promise.reject(unreachable), [unreachable]],
    ] as const) {
      await using pages = await servePeoplePages(people, { createFirstKey });
      const { reply } = await confirm(pages);
      assert.equal(reply.headers.get('Location'), '/account');
      assert.deepEqual(reply.headers.getSetCookie(), cookies);
      assert.deepEqual(pages.served.failures, failures);
    }
  });
});

test('a page with a token in its address does not send the address with its requests', async () => {
  await using pages = await servePeoplePages({});
  for (const path of ['/verify', '/reset/new', '/security/email/confirm']) {
    const reply = await pages.member.fetch(`${path}?token=t0ken`);
    assert.equal(reply.status, 200, path);
    assert.equal(reply.headers.get('Referrer-Policy'), 'strict-origin', path);
    assertKeepsSecrets(await reply.text(), reply.headers);
  }
});

test('a change of address makes the browser known for the new one', async () => {
  const cookies = ['__Host-dragoman.device=d; Path=/; Secure'];
  await using pages = await servePeoplePages({ confirmEmailChange: async () => ({ kind: 'done', cookies }) });
  const reply = await pages.member.post('/security/email/confirm?token=t0ken', {});
  assert.equal(reply.headers.get('Location'), '/security?done=email');
  assert.deepEqual(reply.headers.getSetCookie(), cookies);
});

test('backup codes are shown once, in an uncacheable reply; without them, no page offers new ones', async () => {
  const backupCodes = ['aaaaa-11111', 'bbbbb-22222'];
  const answers = {
    renewBackupCodes: async () => ({ backupCodes }),
    listSessions: async () => [],
    listPasskeys: async () => [],
  };
  await using pages = await servePeoplePages(answers, { visitor: { hasSecondFactor: true } });
  assert.match((await pages.member.open('/security')).html, /href="\/security\/backup-codes"/);
  const asked = await pages.member.open('/security/backup-codes');
  const shown = await pages.member.submit(asked, '/security/backup-codes', { password: ada.password });
  assert.equal(shown.status, 200);
  for (const code of backupCodes) assert.ok(shown.text.includes(code) && !asked.html.includes(code));
  assertKeepsSecrets(shown.html, shown.headers);
  await using others = await servePeoplePages(answers);
  assert.doesNotMatch((await others.member.open('/security')).html, /backup-codes/);
  const elsewhere = await others.member.fetch('/security/backup-codes');
  assert.equal(elsewhere.headers.get('Location'), '/security/second-factor');
});

test('an invalid, truncated or missing link is reported with what to do', async () => {
  const dead = { kind: 'invalid_link' } as const;
  await using pages = await servePeoplePages({
    verifyEmail: async () => dead,
    resetPassword: async () => dead,
    confirmEmailChange: async () => dead,
  });
  const remedies = { '/verify': '/account', '/reset/new': '/reset', '/security/email/confirm': '/security' };
  for (const [path, remedy] of Object.entries(remedies)) {
    await using expired = await servePeoplePages({ addressOfLink: async () => undefined });
    for (const reply of [
      await pages.member.fetch(path),
      await expired.member.fetch(`${path}?token=t0ken`),
      await pages.member.fetch(`${path}?token=${'x'.repeat(2_001)}`),
      await pages.member.post(`${path}?token=t0ken`, { password: ada.password }),
    ]) {
      const html = await reply.text();
      assert.equal(reply.status, 400);
      assert.ok(html.includes(`href="${remedy}"`), path);
      assertKeepsSecrets(html, reply.headers);
    }
  }
});

test('a sign-up confirmed with another password is reported with what to do', async () => {
  await using pages = await servePeoplePages({ verifyEmail: async () => ({ kind: 'refused' }) });
  const reply = await pages.stranger.post('/verify?token=t0ken', { password: ada.password });
  const html = await reply.text();
  assert.equal(reply.status, 400);
  assert.match(html, /href="\/sign-up"/);
  assert.equal(reply.headers.get('Referrer-Policy'), 'strict-origin');
  assertKeepsSecrets(html, reply.headers);
});

test('a refused sign-in is reported, without the password', async () => {
  await using pages = await servePeoplePages({ signIn: async () => ({ kind: 'refused' }) });
  const page = await pages.stranger.submit(await pages.stranger.open('/sign-in'), '/sign-in', ada);
  assert.equal(page.status, 400);
  assert.ok(page.notices.includes('bad'));
  assertKeepsSecrets(page.html, page.headers);
});

test('the way to the 2FA code keeps the next path and the cookies', async () => {
  await using pages = await servePeoplePages({
    signIn: async () => ({ kind: 'second_factor', cookies: ['step=2; HttpOnly'] }),
    giveCode: async (_caller, { kind, code }) =>
      kind === 'totp' && code === '123456'
        ? { kind: 'signed_in', cookies: ['session=1; HttpOnly'] }
        : { kind: 'refused' },
  });
  const signIn = await pages.stranger.open('/sign-in?next=%2Fkeys%3Fa%3Db');
  const asked = await pages.stranger.submit(signIn, '/sign-in?next=%2Fkeys%3Fa%3Db', ada);
  assert.equal(asked.path, '/sign-in/code?next=%2Fkeys%3Fa%3Db');
  assert.equal(pages.stranger.cookies.get('step'), '2');
  const wrong = await pages.stranger.submit(asked, '/sign-in/code?next=%2Fkeys%3Fa%3Db', { code: '000000' });
  assert.equal(wrong.status, 400);
  const reply = await pages.stranger.post('/sign-in/code?next=%2Fkeys%3Fa%3Db', { code: ' 123 456 ' });
  assert.equal(reply.headers.get('Location'), '/keys?a=b');
  assert.deepEqual(reply.headers.getSetCookie(), ['session=1; HttpOnly']);
});

test("only a demo without mail says that links are in the server's log", async () => {
  const answers: Partial<People> = {
    signUp: async () => ({ kind: 'sent' }),
    sendReset: async () => ({ kind: 'sent' }),
  };
  for (const linksAreInLog of [false, true]) {
    await using pages = await servePeoplePages(answers, { linksAreInLog });
    for (const [path, fields] of [
      ['/sign-up', ada],
      ['/reset', { email: ada.email }],
    ] as const) {
      const page = await pages.stranger.submit(await pages.stranger.open(path), path, fields);
      assert.equal(page.text.includes('server log'), linksAreInLog);
    }
  }
});

test('only a demo without mail shows the link of a sign-up, and no other link', async () => {
  const link = 'http://localhost/verify?token=t0ken';
  for (const [linksAreInLog, shown, links] of [
    [true, link, ['/verify?token=t0ken']],
    [false, link, []],
    [true, 'http://localhost/sign-in', []],
    [true, undefined, []],
  ] as const) {
    const shownLink = (email: string) => (email === ada.email ? shown : undefined);
    await using pages = await servePeoplePages(
      { signUp: async () => ({ kind: 'sent' }) },
      { linksAreInLog, shownLink },
    );
    const typed = { ...ada, email: ' Ada@Example.com ' };
    const page = await pages.stranger.submit(await pages.stranger.open('/sign-up'), '/sign-up', typed);
    assert.deepEqual(page.links, links);
  }
});

test('the sign-in and sign-up pages redirect a signed-in user', async () => {
  await using pages = await servePeoplePages({});
  const lead = async (visitor: FormVisitor, path: string) => (await visitor.fetch(path)).headers.get('Location');
  assert.equal(await lead(pages.member, '/sign-in'), '/account');
  assert.equal(await lead(pages.member, '/sign-in?next=%2Fkeys'), '/keys');
  assert.equal(await lead(pages.member, '/sign-in?next=%2Fsign-in'), '/account');
  assert.equal(await lead(pages.member, '/sign-up'), '/account');
  assert.equal(await lead(pages.stranger, '/sign-in/again'), '/sign-in?next=%2Fsign-in%2Fagain');
});

test('signing out everywhere ends the other sessions and this one', async () => {
  const ended: string[] = [];
  await using pages = await servePeoplePages({
    endOtherSessions: async () => void ended.push('others'),
    signOut: async () => {
      ended.push('this one');
      return ['session=; Max-Age=0'];
    },
  });
  const reply = await pages.member.post('/security/sessions/end-all');
  assert.deepEqual(ended, ['others', 'this one']);
  assert.equal(reply.headers.get('Location'), '/sign-in?done=signed-out-everywhere');
  assert.deepEqual(reply.headers.getSetCookie(), ['session=; Max-Age=0']);
});

test('without passkeys in browsers, no page offers them', async () => {
  await using pages = await servePeoplePages({ offersPasskeys: false, listSessions: async () => [] });
  assert.ok(!(await pages.stranger.open('/sign-in')).html.includes('data-passkey'));
  assert.ok(!(await pages.member.open('/sign-in/again')).html.includes('data-passkey'));
  const security = await pages.member.open('/security');
  assert.ok(!security.html.includes('/security/passkeys'));
  assert.equal((await pages.stranger.post('/sign-in/passkey/options')).status, 404);
});

test('names, addresses and devices are shown as text, for any content', async () => {
  const hostile = '<script>alert(1)</script>"\'&';
  const at = unixMs(0);
  await using pages = await servePeoplePages(
    {
      listSessions: async () => [
        { id: '../a"b', isCurrent: false, startedAt: at, lastSeenAt: at, address: hostile, userAgent: hostile },
      ],
      listPasskeys: async () => [{ id: '../a"b', name: hostile, createdAt: at }],
      sendEmailChange: async () => ({ kind: 'unusable', faults: ['email_malformed'] }),
    },
    { visitor: { email: hostile } },
  );
  const email = await pages.member.submit(await pages.member.open('/security/email'), '/security/email', {
    email: hostile,
  });
  for (const page of [await pages.member.open('/security'), await pages.member.open('/security/passkeys'), email]) {
    assert.ok(!page.html.includes('<script>alert'), page.path);
    assert.ok(page.html.includes('&lt;script&gt;alert(1)'), page.path);
    assert.ok(!page.html.includes('../a'), 'an id is one part of a path');
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unixMs } from '../../../src/ground/units.ts';
import type { People } from '../../../src/shop/people/people.ts';
import { needsChromium, type Tab, TestBrowser } from '../../support/browser.ts';
import { standingNow } from '../../support/served-pages.ts';
import { looks } from '../member-tab.ts';
import { servePeoplePages } from './served-people.ts';

const faults = ['email_malformed', 'password_too_short'] as const;
const longName = 'a-name-without-any-place-to-break-it-'.repeat(3);
const day = 86_400_000;

/** Every distinct page state: each form once with an error, and lists with entries. */
const answers: Partial<People> = {
  signUp: async () => ({ kind: 'unusable', faults }),
  signIn: async () => ({ kind: 'refused' }),
  giveCode: async () => ({ kind: 'throttled', retryAfterSeconds: 40 }),
  sendReset: async () => ({ kind: 'throttled', retryAfterSeconds: 4_000 }),
  resetPassword: async () => ({ kind: 'unusable', faults }),
  sendEmailChange: async () => ({ kind: 'unusable', faults }),
  changePassword: async () => ({ kind: 'unusable', faults }),
  beginTotp: async () => ({
    uri: 'otpauth://totp/Dragoman:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Dragoman',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    backupCodes: Array.from({ length: 10 }, (_, index) => `abcde-${10_000 + index}`),
  }),
  confirmTotp: async () => ({ kind: 'refused' }),
  renewBackupCodes: async (_caller, _visitor, proof) =>
    proof.password === 'right' ? { backupCodes: ['abcde-10000', 'abcde-10001'] } : { kind: 'refused' },
  passkeySignIn: async () => ({ kind: 'throttled', retryAfterSeconds: 60 }),
  listSessions: async () =>
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'].map(
      (userAgent, index) => ({
        id: `session-${index}`,
        isCurrent: index === 0,
        startedAt: unixMs(standingNow - day),
        lastSeenAt: standingNow,
        address: index === 0 ? undefined : '2001:0db8:85a3:1111:2222:8a2e:0370:7334',
        userAgent,
      }),
    ),
  listPasskeys: async () =>
    ['Phone', longName].map((name, index) => ({ id: `passkey-${index}`, name, createdAt: standingNow })),
};

const openPages: readonly string[] = [
  '/sign-up',
  '/sign-up/sent?done=again',
  '/verify?token=t0ken',
  '/verify',
  '/sign-in?done=verified',
  '/sign-in/code',
  '/sign-in/code?kind=backup',
  '/reset',
  '/reset/sent',
  '/reset/new?token=t0ken',
];

const ownPages: readonly string[] = [
  '/sign-in/again?next=%2Fkeys',
  '/sign-out',
  '/security?done=email-sent',
  '/security/password',
  '/security/email',
  '/security/email/confirm?token=t0ken',
  '/security/second-factor',
  '/security/passkeys?done=added',
];

/** Forms with errors: their paths and fields. */
const formErrors: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/sign-up', { email: 'ada@example.com', password: 'short' }],
  ['/sign-in', { email: 'ada@example.com', password: 'wrong' }],
  ['/sign-in/code', { code: '123456' }],
  ['/reset', { email: 'ada@example.com' }],
  ['/reset/new?token=t0ken', { password: 'short' }],
];

const signedInErrors: typeof formErrors = [
  ['/security/password', { current: 'wrong', password: 'short' }],
  ['/security/email', { email: 'ada@example.com' }],
  ['/security/second-factor', { password: 'right' }],
];

for (const { scheme, width } of looks) {
  test(`every people page has no defect, ${scheme} and ${width} wide`, needsChromium, async () => {
    await using pages = await servePeoplePages(answers, {
      linksAreInLog: true,
      visitor: { email: `${longName}@example.com` },
    });
    await using browser = await TestBrowser.open();
    await using stranger = await browser.tab(pages.served.url, { scheme, width });
    for (const path of openPages) await assertSoundAt(stranger, path);
    for (const [path, fields] of formErrors) await assertSoundAfter(stranger, path, fields);
    await using member = await browser.tab(pages.served.url, { scheme, width });
    await member.context.addCookies([{ name: 'session', value: '1', url: pages.served.url }]);
    for (const path of ownPages) await assertSoundAt(member, path);
    for (const [path, fields] of signedInErrors) await assertSoundAfter(member, path, fields);
    // From the set-up of 2FA, which the last of them shows.
    await fillIn(member, { code: '000000' });
    await member.assertSound();
    assert.deepEqual(pages.served.failures, []);
  });

  test(`people pages with 2FA have no defect, ${scheme} and ${width} wide`, needsChromium, async () => {
    await using pages = await servePeoplePages(answers, { visitor: { hasSecondFactor: true } });
    await using browser = await TestBrowser.open();
    await using member = await browser.tab(pages.served.url, { scheme, width });
    await member.context.addCookies([{ name: 'session', value: '1', url: pages.served.url }]);
    for (const path of ['/security', '/security/second-factor', '/security/backup-codes'])
      await assertSoundAt(member, path);
    await fillIn(member, { password: 'wrong' });
    await member.assertSound();
    await fillIn(member, { password: 'right' });
    assert.equal(await member.page.locator('#backup-codes').count(), 1);
    await member.assertSound();
  });
}

async function assertSoundAt(tab: Tab, path: string): Promise<void> {
  await tab.open(path);
  await tab.assertSound();
  assert.equal(await tab.page.locator('h1').count(), 1, path);
}

async function assertSoundAfter(tab: Tab, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await tab.open(path);
  await fillIn(tab, fields);
  await tab.assertSound();
}

async function fillIn({ page }: Tab, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  await Promise.all([page.waitForEvent('load'), page.locator('main form button[type="submit"]').first().click()]);
}

test('a button shows a password and hides it, and the form sends it as a password', needsChromium, async () => {
  await using pages = await servePeoplePages(answers);
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(pages.served.url);
  await tab.open('/sign-up');
  const field = tab.page.getByLabel('Password', { exact: true });
  await field.fill('correct horse');
  await tab.page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await field.getAttribute('type'), 'text');
  await tab.page.getByRole('button', { name: 'Hide password' }).click();
  assert.equal(await field.getAttribute('type'), 'password');
});

test('without scripts there is no button that needs them', needsChromium, async () => {
  await using pages = await servePeoplePages(answers);
  await using browser = await TestBrowser.open();
  await using tab = await browser.tab(pages.served.url, { hasScript: false });
  for (const path of ['/sign-up', '/sign-in']) {
    await tab.open(path);
    assert.deepEqual(
      await tab.page.locator('main button:visible').allTextContents(),
      path === '/sign-up' ? ['Sign up'] : ['Sign in'],
    );
  }
  await tab.context.addCookies([{ name: 'session', value: '1', url: pages.served.url }]);
  await tab.open('/security/passkeys');
  assert.equal(await tab.page.getByText('To add a passkey, enable JavaScript').isVisible(), true);
});

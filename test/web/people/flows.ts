import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AccountArea, startAccountArea } from '../../support/account-area.ts';
import { needsChromium, type Tab, TestBrowser } from '../../support/browser.ts';
import { totpCode } from '../../support/totp-code.ts';
import {
  assertRefused,
  assertSays,
  fillIn,
  follow,
  openMail,
  password,
  signIn,
  signOut,
  signUp,
} from './form-filling.ts';

const minuteMs = 60_000;
const email = 'ada@example.com';

/** Every task of users about their credentials, in a browser with or without scripts. */
export function peopleFlows({ hasScript }: { readonly hasScript: boolean }): void {
  describe(`people, ${hasScript ? 'with' : 'without'} scripts`, needsChromium, () => {
    let browser: TestBrowser;
    before(async () => {
      browser = await TestBrowser.open();
    });
    after(() => browser[Symbol.asyncDispose]());
    const tabOf = (area: AccountArea): Promise<Tab> => browser.tab(area.url, { hasScript });

    test('a user signs up, follows the link in the mail, signs out and signs in again', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      await signOut(tab);
      await tab.open('/security');
      assert.equal(tab.path, '/sign-in?next=%2Fsecurity', 'the session is over');
      await fillIn(tab, 'Sign in', { 'E-mail address': ` ${email.toUpperCase()} `, Password: password });
      assert.equal(tab.path, '/security', 'who was sent to sign in comes back');
      assert.deepEqual(tab.faults, []);
    });

    test('a link in a mail works once, and an invalid one says what to do', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await tab.open('/sign-up');
      await fillIn(tab, 'Sign up', { 'E-mail address': email, Password: password });
      await openMail(area, tab, email);
      const link = tab.path;
      await fillIn(tab, 'Confirm address', { Password: 'not the one that was chosen' });
      await assertRefused(tab);
      await fillIn(tab, 'Confirm address', { Password: password });
      assert.equal(tab.path, '/account');
      await tab.open(link);
      await follow(tab, 'Go to your account');
      assert.equal(tab.path, '/account');
      await using other = await tabOf(area);
      for (const dead of [link, '/verify?token=never-sent']) {
        await other.open(dead);
        await assertRefused(other);
      }
      await follow(other, 'send a new link');
      await fillIn(other, 'Send a new link', { 'E-mail address': 'nobody@example.com' });
      assert.equal(other.path, '/sign-up/sent?done=again');
    });

    test('a forgotten password is replaced by mail, which ends every session', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      await using other = await tabOf(area);
      await other.open('/sign-in');
      await follow(other, 'Forgot your password?');
      await fillIn(other, 'Send link', { 'E-mail address': email });
      assert.equal(other.path, '/reset/sent');
      await openMail(area, other, email);
      const link = other.path;
      await fillIn(other, 'Set password', { 'New password': 'short' });
      await assertRefused(other, 'password');
      await fillIn(other, 'Set password', { 'New password': 'a new and long secret' });
      assert.equal(other.path, '/sign-in?done=reset');
      await tab.open('/security');
      assert.equal(tab.path, '/sign-in?next=%2Fsecurity', 'the session from before is over');
      await signIn(other, email);
      await assertRefused(other);
      await signIn(other, email, 'a new and long secret');
      assert.equal(other.path, '/account');
      await other.open(link);
      await assertRefused(other);
    });

    test('a password is changed with the current one, which ends the other sessions', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      await using other = await tabOf(area);
      await signIn(other, email);
      await other.open('/security');
      await follow(other, 'Change password');
      await fillIn(other, 'Change password', {
        'Current password': 'not it at all',
        'New password': 'a new and long secret',
      });
      await assertRefused(other);
      await fillIn(other, 'Change password', { 'Current password': password, 'New password': 'short' });
      await assertRefused(other, 'password');
      await fillIn(other, 'Change password', {
        'Current password': password,
        'New password': 'a new and long secret',
      });
      assert.equal(other.path, '/security?done=password');
      await tab.open('/security');
      assert.equal(tab.path, '/sign-in?next=%2Fsecurity');
    });

    test('changes an address by a link to the new one, after a fresh sign-in, and notifies the old one', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      area.advance(16 * minuteMs);
      await tab.open('/security');
      await follow(tab, 'Change e-mail address');
      assert.equal(tab.path, '/sign-in/again?next=%2Fsecurity%2Femail');
      await fillIn(tab, 'Continue', { Password: 'not it at all' });
      await assertRefused(tab);
      await fillIn(tab, 'Continue', { Password: password });
      assert.equal(tab.path, '/security/email');
      await fillIn(tab, 'Send link', { 'New e-mail address': 'ada.new@example.com' });
      assert.equal(tab.path, '/security?done=email-sent');
      await area.mail.next(email);
      await using other = await tabOf(area);
      await openMail(area, other, 'ada.new@example.com');
      assert.match(other.path, /^\/sign-in\?next=/);
      await fillIn(other, 'Sign in', { 'E-mail address': email, Password: password });
      await fillIn(other, 'Confirm new address');
      assert.equal(other.path, '/security?done=email');
      await fillIn(other, 'Sign out everywhere');
      await signIn(other, email);
      await assertRefused(other);
      await signIn(other, 'ada.new@example.com');
      await other.open('/security');
      await assertSays(other, /ada\.new@example\.com/);
    });

    test('sessions are listed and ended: one, all others, and all', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      const others = [await tabOf(area), await tabOf(area)] as const;
      for (const other of others) await signIn(other, email);
      await tab.open('/security');
      assert.equal(await tab.page.getByText('This device').count(), 1);
      const ends = tab.page.getByRole('button', { name: /^End the session: Chrome on Linux/ });
      assert.equal(await ends.count(), 2);
      await ends.first().click();
      await tab.page.waitForURL('**/security?done=session*');
      assert.equal(await ends.count(), 1);
      await fillIn(tab, 'Sign out everywhere else');
      assert.equal(await ends.count(), 0);
      for (const other of others) {
        await other.open('/account');
        assert.equal(other.path, '/sign-in?next=%2Faccount');
      }
      await signIn(others[0], email);
      await fillIn(tab, 'Sign out everywhere');
      assert.equal(tab.path, '/sign-in?done=signed-out-everywhere');
      for (const ended of [tab, others[0]]) {
        await ended.open('/security');
        assert.equal(ended.path, '/sign-in?next=%2Fsecurity');
      }
      for (const other of others) await other[Symbol.asyncDispose]();
    });

    test('sets up 2FA, requires it, accepts each backup code once, issues new codes, and removes 2FA', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      await tab.open('/security');
      await follow(tab, 'Set up 2FA');
      await fillIn(tab, 'Continue', { Password: 'not it at all' });
      await assertRefused(tab);
      await fillIn(tab, 'Continue', { Password: password });
      const secret = await tab.page.locator('#secret').innerText();
      const backupCodes = (await tab.page.locator('#backup-codes').innerText()).trim().split('\n');
      assert.ok(backupCodes.length >= 8);
      const setUp = () =>
        Promise.all(['.qr', '#secret', '#backup-codes'].map((part) => tab.page.locator(part).innerHTML()));
      const shown = await setUp();
      await fillIn(tab, 'Turn 2FA on', { Code: '000000' });
      await assertRefused(tab);
      assert.deepEqual(await setUp(), shown, 'a wrong code keeps QR code, secret and backup codes');
      await fillIn(tab, 'Turn 2FA on', { Code: totpCode(secret, Date.now()) });
      assert.equal(tab.path, '/security?done=second-factor');

      await using other = await tabOf(area);
      await other.open('/security/password');
      await fillIn(other, 'Sign in', { 'E-mail address': email, Password: password });
      assert.equal(other.path, '/sign-in/code?next=%2Fsecurity%2Fpassword');
      await fillIn(other, 'Continue', { Code: '000000' });
      await assertRefused(other);
      // The code of this half minute has confirmed the app.
      await fillIn(other, 'Continue', { Code: totpCode(secret, Date.now() + 30_000) });
      assert.equal(other.path, '/security/password', 'where one wanted to go');

      const signInWithBackup = async (code = '', { isAccepted }: { readonly isAccepted: boolean }) => {
        await using third = await tabOf(area);
        await signIn(third, email);
        await follow(third, 'Use a backup code');
        await fillIn(third, 'Continue', { 'Backup code': code });
        if (isAccepted) assert.equal(third.path, '/account');
        else await assertRefused(third);
      };
      await signInWithBackup(backupCodes[0], { isAccepted: true });
      await signInWithBackup(backupCodes[0], { isAccepted: false });

      await other.open('/security');
      await follow(other, 'Create backup codes');
      await fillIn(other, 'Create backup codes', { Password: 'not it at all' });
      await assertRefused(other);
      await fillIn(other, 'Create backup codes', { Password: password });
      const newCodes = (await other.page.locator('#backup-codes').innerText()).trim().split('\n');
      await signInWithBackup(backupCodes[1], { isAccepted: false });
      await signInWithBackup(newCodes[0], { isAccepted: true });
      await follow(other, 'Back to Security');
      assert.equal(other.path, '/security');

      await follow(other, 'Turn 2FA off');
      await fillIn(other, 'Turn 2FA off', { Password: password });
      assert.equal(other.path, '/security?done=second-factor-removed');
      await using fourth = await tabOf(area);
      await signIn(fourth, email);
      assert.equal(fourth.path, '/account');
    });

    test('a fresh sign-in also requires a 2FA code', async () => {
      await using area = await startAccountArea();
      await using tab = await tabOf(area);
      await signUp(area, tab, email);
      await tab.open('/security/second-factor');
      await fillIn(tab, 'Continue', { Password: password });
      const secret = await tab.page.locator('#secret').innerText();
      await fillIn(tab, 'Turn 2FA on', { Code: totpCode(secret, Date.now()) });
      area.advance(16 * minuteMs);
      await tab.open('/security/email');
      await fillIn(tab, 'Continue', { Password: password });
      assert.equal(tab.path, '/sign-in/code?next=%2Fsecurity%2Femail');
      await fillIn(tab, 'Continue', { Code: totpCode(secret, Date.now() + 30_000) });
      assert.equal(tab.path, '/security/email');
    });
  });
}

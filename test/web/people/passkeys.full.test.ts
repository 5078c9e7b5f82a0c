import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { needsChromium, type Tab, type TabOptions, TestBrowser, widths } from '../../support/browser.ts';
import { openTab } from '../member-tab.ts';
import { plugIn } from './authenticator.ts';
import { assertSays, fillIn, follow, signOut, signUp } from './form-filling.ts';
import { servePeoplePages } from './served-people.ts';

const minuteMs = 60_000;
const email = 'ada@example.com';

/** Chrome's virtual device accepts an autofill offer immediately; then the page shows no button. */
const withoutOffers = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);';

/** The window of a signed-up member with a device for passkeys. @param script run by pages first */
async function openWindow({ script = '', ...look }: TabOptions & { readonly script?: string } = {}) {
  await using opening = new AsyncDisposableStack();
  const { area, tab } = opening.use(await openTab({ look }));
  await tab.context.addInitScript(script);
  await signUp(area, tab, email);
  const key = await plugIn(tab);
  const opened = opening.move();
  return { area, tab, key, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function addPasskey(tab: Tab, name: string): Promise<void> {
  await tab.open('/security/passkeys');
  await tab.page.getByLabel('Name').fill(name);
  await tab.page.getByRole('button', { name: 'Add passkey' }).click();
  await tab.page.waitForURL('**/security/passkeys?done=added');
}

describe('passkeys in a browser', needsChromium, () => {
  test('a passkey is added with a name, signs in, confirms a sign-in, and is removed', async () => {
    await using world = await openWindow({ script: withoutOffers });
    const { area, tab, key } = world;
    await tab.open('/security');
    await follow(tab, 'Add passkey');
    await addPasskey(tab, 'Phone <b>');
    assert.equal(await key.count(), 1);
    await assertSays(tab, /Phone <b>/);
    await tab.assertSound();

    await signOut(tab);
    await tab.open('/sign-in?next=%2Fsecurity');
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.waitForURL('**/security');

    area.advance(16 * minuteMs);
    await tab.open('/security/passkeys');
    assert.equal(tab.path, '/sign-in/again?next=%2Fsecurity%2Fpasskeys');
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.waitForURL('**/security/passkeys');
    await fillIn(tab, 'Remove the passkey Phone <b>');
    assert.equal(tab.path, '/security/passkeys?done=removed');
    assert.equal(await tab.page.getByRole('button', { name: /^Remove/ }).count(), 0);

    await signOut(tab);
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.locator('[data-passkey-said]:not(:empty)').waitFor();
    assert.equal(tab.path, '/sign-in?done=signed-out');
    await tab.assertSound();
  });

  test('a passkey is offered while the browser fills in the address', async () => {
    await using world = await openWindow();
    const { tab } = world;
    await addPasskey(tab, 'Phone');
    await tab.context.clearCookies();
    await tab.open('/sign-in?next=%2Fsecurity');
    await tab.page.waitForURL('**/security');
    assert.deepEqual(tab.faults, []);
  });

  test('browsers that cannot turn passkeys into JSON by themselves add one and sign in all the same', async () => {
    const script = `
      ${withoutOffers}
      delete PublicKeyCredential.parseCreationOptionsFromJSON;
      delete PublicKeyCredential.parseRequestOptionsFromJSON;
      delete PublicKeyCredential.prototype.toJSON;
    `;
    await using world = await openWindow({ script });
    const { tab } = world;
    await addPasskey(tab, 'Old phone');
    await signOut(tab);
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.waitForURL('**/account');
  });

  test('a failed device check shows a message without a layout shift, and allows another try', async () => {
    await using world = await openWindow({ width: widths.phone, height: 400 });
    const { tab, key } = world;
    await key.setVerified(false);
    await tab.open('/security/passkeys');
    const heightOfPage = () => tab.page.evaluate<number>('document.documentElement.scrollHeight');
    const height = await heightOfPage();
    await tab.page.getByLabel('Name').fill('Phone');
    await tab.page.getByRole('button', { name: 'Add passkey' }).click();
    await tab.page.locator('[data-passkey-said]:not(:empty)').waitFor();
    assert.equal(await heightOfPage(), height);
    await key.setVerified(true);
    await addPasskey(tab, 'Phone');
  });

  test('a button shows a password and hides it', async () => {
    await using pages = await servePeoplePages({});
    await using browser = await TestBrowser.open();
    await using tab = await browser.tab(pages.served.url);
    await tab.open('/sign-up');
    const field = tab.page.getByLabel('Password', { exact: true });
    await tab.page.getByRole('button', { name: 'Show password' }).click();
    assert.equal(await field.getAttribute('type'), 'text');
    await tab.page.getByRole('button', { name: 'Hide password' }).click();
    assert.equal(await field.getAttribute('type'), 'password');
  });

  test('without scripts there is no button that needs them', async () => {
    await using pages = await servePeoplePages({ listPasskeys: async () => [] });
    await using browser = await TestBrowser.open();
    await using tab = await browser.tab(pages.served.url, { hasScript: false });
    for (const [path, name] of [
      ['/sign-up', 'Sign up'],
      ['/sign-in', 'Sign in'],
    ] as const) {
      await tab.open(path);
      assert.deepEqual(await tab.page.locator('main button:visible').allTextContents(), [name]);
    }
    await tab.context.addCookies([{ name: 'session', value: '1', url: pages.served.url }]);
    await tab.open('/security/passkeys');
    assert.equal(await tab.page.locator('main button:visible').count(), 0);
  });
});

import assert from 'node:assert/strict';
import type { AccountArea } from '../../support/account-area.ts';
import type { Tab } from '../../support/browser.ts';
import { linkIn } from '../../support/mail-server.ts';

export const password = 'correct horse battery staple';

/** Fills in the fields with these labels, presses the button with this name, and waits for the next page. */
export async function fillIn(tab: Tab, button: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const main = tab.page.locator('main');
  for (const [label, value] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(value);
  await tab.leave(() => main.getByRole('button', { name: button, exact: true }).click());
}

export async function follow(tab: Tab, link: string): Promise<void> {
  await tab.leave(() => tab.page.locator('main').getByRole('link', { name: link, exact: true }).click());
}

/** Signs up in the window and follows the link in the mail. */
export async function signUp(area: AccountArea, tab: Tab, email: string): Promise<void> {
  await tab.open('/sign-up');
  await fillIn(tab, 'Sign up', { 'E-mail address': email, Password: password });
  await openMail(area, tab, email);
  await fillIn(tab, 'Confirm address', { Password: password });
  assert.equal(tab.path, '/account');
}

/** Opens the link in the next mail to `email`. */
export async function openMail({ mail }: AccountArea, tab: Tab, email: string): Promise<void> {
  const { pathname, search } = linkIn(await mail.next(email));
  await tab.open(pathname + search);
}

export async function signIn(tab: Tab, email: string, secret = password): Promise<void> {
  await tab.open('/sign-in');
  await fillIn(tab, 'Sign in', { 'E-mail address': email, Password: secret });
}

export async function signOut({ page }: Tab): Promise<void> {
  await page.locator('summary', { hasText: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/sign-in?done=signed-out');
}

export async function assertSays({ page, path }: Tab, pattern: RegExp): Promise<void> {
  const text = await page.locator('main').innerText();
  assert.match(text.replaceAll(/\s+/g, ' '), pattern, path);
}

/** Fails unless the page reports an error, and marks no field as wrong but this one. */
export async function assertRefused({ page, path }: Tab, field?: string): Promise<void> {
  assert.ok((await page.locator('main [role=alert], main .error').count()) > 0, path);
  const invalid = page.locator('main [aria-invalid="true"]');
  const names = await Promise.all((await invalid.all()).map((one) => one.getAttribute('name')));
  if (field !== undefined) assert.deepEqual(names, [field], path);
}

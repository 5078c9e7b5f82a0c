import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { furnish, packs } from '../../support/account-area-belongings.ts';
import { needsChromium, type Tab, widths } from '../../support/browser.ts';
import { follow, press, type } from '../../support/keyboard.ts';
import { openMemberTab } from '../member-tab.ts';

const looks = [
  { scheme: 'light', width: widths.desk, hasScript: true },
  { scheme: 'dark', width: widths.phone, hasScript: true },
  { scheme: 'light', width: widths.phone, hasScript: false },
] as const;

/** axe needs scripts, so a tab without scripts is checked for the rest only. */
async function assertSound(tab: Tab, hasScript: boolean): Promise<void> {
  if (hasScript) await tab.assertSound();
  else assert.deepEqual(tab.faults, []);
}

describe('data pages in a browser', needsChromium, () => {
  for (const look of looks) {
    const { scheme, width, hasScript } = look;
    test(`${scheme}, ${width} wide, scripts ${hasScript ? 'on' : 'off'}: viewed, exported, deleted`, async () => {
      await using world = await openMemberTab({ env: { PACKS: packs }, email: 'ada@example.com', look });
      const { area, member, tab, page } = world;
      await furnish(area, member);
      await tab.open('/data');
      await assertSound(tab, hasScript);
      await page.getByRole('link', { name: 'Show activity' }).click();
      await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
      await page.getByRole('rowheader').first().waitFor();
      await assertSound(tab, hasScript);
      await page.getByRole('link', { name: 'Your data', exact: true }).click();
      await page.getByRole('link', { name: 'Export data' }).click();
      await assertSound(tab, hasScript);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export data' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'dragoman-account.json');
      const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as { readonly account: unknown };
      assert.equal((exported.account as { readonly email: string }).email, 'ada@example.com');
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByRole('link', { name: 'Delete account' }).click();
      await assertSound(tab, hasScript);
      await page.getByLabel('Your e-mail address').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Type the address of this account, ada@example.com').first().waitFor();
      await assertSound(tab, hasScript);
      await page.getByLabel('Your e-mail address').fill('ada@example.com');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
      await assertSound(tab, hasScript);
      await tab.open('/keys');
      assert.equal(tab.path, '/sign-in?next=%2Fkeys');
    });
  }

  test('an account is exported and erased by keyboard only', async () => {
    await using world = await openMemberTab({ email: 'ada@example.com' });
    const { area, member, tab, page } = world;
    await tab.open('/data');
    await follow(tab, 'Export data');
    const download = page.waitForEvent('download');
    await press(tab, 'Export data', 'Space');
    const { account } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    assert.equal(account.id, member.accountId);
    await follow(tab, 'Back');
    await follow(tab, 'Delete account');
    await type(tab, 'Type your e-mail address to confirm.', 'ada@example.com');
    await follow(tab, 'Delete account');
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    assert.equal((await area.stores.accounts.findAccount(member.accountId))?.email, `erased:${member.accountId}`);
    assert.deepEqual(tab.faults, []);
  });
});

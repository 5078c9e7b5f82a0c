import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { needsChromium } from '../../support/browser.ts';
import { follow, press, type } from '../../support/keyboard.ts';
import { openMemberTab } from '../member-tab.ts';

test('an account is exported and erased by keyboard only', needsChromium, async () => {
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

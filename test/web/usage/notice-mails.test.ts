import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { characters, later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { startAccountArea } from '../../support/account-area.ts';
import { dayMs } from '../../support/ledger-world.ts';
import { openOperatorsDesk } from '../../support/node.ts';
import { createTemporaryDatabase } from '../../support/postgres.ts';

test('a server sends an owner a due notice, with a link to the service', async () => {
  await using database = await createTemporaryDatabase();
  const email = 'ada@example.com';
  await openOwner(database.url, { accountId: randomUUID() as AccountId, email, now: unixMs(Date.now()) });
  await using area = await startAccountArea({ database });
  const received = await area.mail.next(email);
  assert.equal(received.headers.get('subject'), 'Your characters expire in 3 days - Dragoman');
  assert.match(received.text, /1,000 characters left/);
  assert.ok(received.text.includes(`${area.url}/notices`), received.text);
});

type Owner = { readonly accountId: AccountId; readonly email: string; readonly now: UnixMs };

async function openOwner(url: string, { accountId, email, now }: Owner): Promise<void> {
  await using stores = await openOperatorsDesk(url);
  const at = later(now, -40 * dayMs);
  assert.ok(await stores.accounts.createAccount({ id: accountId, email, createdAt: at }));
  const expiresAt = later(now, 3 * dayMs + 3_600_000);
  const pack = { id: randomUUID(), accountId, orderId: randomUUID(), characters: characters(1_000), at, expiresAt };
  assert.equal(await stores.ledger.grant(pack), 'granted');
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { characters, later, type UnixMs, unixMs } from '../../../src/ground/units.ts';
import { production } from '../../../src/parts.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { eventually } from '../../support/eventually.ts';
import { dayMs } from '../../support/ledger-world.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { openOperatorsDesk } from '../../support/node.ts';
import { createTemporaryDatabase } from '../../support/postgres.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { temporaryFolder } from '../../support/stores.ts';

test('two servers that start together send an owner one notice, with links to the service', async () => {
  await using folder = await temporaryFolder();
  await using mail = await startMailServer();
  await using database = await createTemporaryDatabase();
  const now = unixMs(Date.now());
  const accountId = randomUUID() as AccountId;
  const email = 'ada@example.com';
  await openOwner(database.url, { accountId, email, now });
  const config = loadConfig({
    ...{ DATA_DIR: folder.path, DATABASE_URL: database.url, DATABASE_CONNECTIONS: '5', PORT: '0', OPS_PORT: '0' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Dragoman <no-reply@dragoman.example>', LOG_LEVEL: 'silent' },
  });
  const seams = { ...production, openEngines: () => Promise.resolve([new ReversingEngine()]) };
  {
    await using first = await createApp(config, seams);
    await using second = await createApp(config, seams);
    const received = await mail.next(email);
    assert.equal(received.headers.get('subject'), 'Your characters expire in 3 days - Dragoman');
    assert.match(received.text, /1,000 characters left/);
    const [link = ''] = /https?:\S+\/notices/.exec(received.text) ?? [];
    assert.ok(
      [first, second].some(({ url }) => link === `${url}/notices`),
      link,
    );
    await using stores = await openOperatorsDesk(database.url);
    await eventually(async () => (await stores.notices.listNotices(accountId, 1))[0]?.sentAt !== undefined);
  }
  // Both have ended, so no further notice can arrive.
  assert.equal(mail.received.length, 1);
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

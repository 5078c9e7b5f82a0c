import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { characters, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { production, type Seams } from '../../src/parts.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { FormVisitor, type Shown } from './account-area-visitor.ts';
import type { Tab } from './browser.ts';
import { linkIn, type MailServer, startMailServer } from './mail-server.ts';
import { openOperatorsDesk } from './node.ts';
import { createTemporaryDatabase } from './postgres.ts';
import { ReversingEngine } from './reversing-engine.ts';
import { freePort } from './server-process.ts';
import { ledgerOf } from './service.ts';
import { openSqliteHere, temporaryFolder } from './stores.ts';
import { openOnTestsClock } from './tests-clock.ts';

export type AccountAreaOptions = {
  readonly database?: 'sqlite' | 'postgres' | { readonly url: string };
  /** Values that differ from the defaults of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces `AccountArea.engine` by the engines installed on this machine. */
  readonly engines?: 'installed';
  /** Replaces the mail server: `none` leaves `SMTP_URL` out. */
  readonly mail?: 'none';
  /**
   * Stops the service's clock, except for `advance`, so that no day ends and no limit resets during a test. Sign-in
   * partly uses the machine's clock, which continues.
   */
  readonly clock?: 'standing';
};

export type Member = Awaited<ReturnType<typeof signUp>>;

export type AccountArea = Awaited<ReturnType<typeof startAccountArea>>;

const usualPassword = 'correct horse battery staple';
const sweepIntervalMs = 10_000;

const urlOf = (database: 'sqlite' | { readonly url: string }): string | undefined =>
  database === 'sqlite' ? undefined : database.url;

/**
 * Starts the whole service with its pages, a separate database and mail server, in real time by default. Disposing it also
 * verifies its ledger.
 */
export async function startAccountArea(options: AccountAreaOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const mail = opening.use(await startMailServer());
  const { database = 'sqlite' } = options;
  const databaseUrl = database === 'postgres' ? opening.use(await createTemporaryDatabase()).url : urlOf(database);
  let aheadMs = 0;
  const begunAt = Date.now();
  const now = () => unixMs((options.clock === 'standing' ? begunAt : Date.now()) + aheadMs);
  // With a host name, because browsers offer no passkeys for an IP address.
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const engine = new ReversingEngine();
  const config = loadConfig({
    DATA_DIR: folder.path,
    PORT: String(port),
    BASE_URL: baseUrl,
    OPS_PORT: '0',
    LOG_LEVEL: 'silent',
    PAYMENT_INSTRUCTIONS: 'IBAN PT50 0002',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '5' }),
    ...(options.mail === 'none' ? {} : { SMTP_URL: mail.url, MAIL_FROM: 'Dragoman <no-reply@dragoman.example>' }),
    ...options.env,
  });
  const openEngines: Seams['openEngines'] =
    options.engines === 'installed' ? production.openEngines : () => Promise.resolve([engine]);
  const seams = { ...production, now, elapsedMs: now, newId: randomUUID, openStores: openOnTestsClock, openEngines };
  const app = opening.use(await createApp(config, seams));
  const events = { backgroundFailed: () => undefined };
  const stores: SqlStores & AsyncDisposable =
    databaseUrl === undefined
      ? await openSqliteHere({ file: join(folder.path, 'dragoman.db'), events })
      : await openOperatorsDesk(databaseUrl);
  opening.use(stores);
  opening.defer(async () => assert.deepEqual(await stores.ledger.verify(now(), sweepIntervalMs), []));
  const opened = opening.move();
  /** `stores`: the same database, opened like an operator's command. */
  const world: World = { url: options.env?.['BASE_URL'] === undefined ? baseUrl : app.url, mail, stores, now };
  return {
    ...world,
    opsUrl: app.opsUrl,
    /** Where commands find the database: for `DATA_DIR`, and for `DATABASE_URL` on PostgreSQL. */
    dataDir: folder.path,
    databaseUrl,
    engine,
    /** All pages and acts. */
    routes: app.routes,
    /** Sets the service's clock forward. */
    advance: (byMs: number) => {
      aheadMs += byMs;
    },
    /** Creates a visitor who is not signed in. */
    anonymous: () => new FormVisitor(world.url),
    /** Signs up through the pages and the mail. */
    signUp: (email = `${randomUUID()}@example.com`, password = usualPassword) => signUp(world, { email, password }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** One service for all tests of a suite, each of which signs up a member of its own; at most 20, the limit of mails. */
export function sharedAccountArea(options: AccountAreaOptions = {}): () => AccountArea {
  let area: AccountArea | undefined;
  before(async () => {
    area = await startAccountArea(options);
  });
  after(() => area?.[Symbol.asyncDispose]());
  return () => area ?? assert.fail('the suite has not begun');
}

type World = {
  readonly url: string;
  readonly mail: MailServer;
  readonly stores: SqlStores;
  readonly now: () => UnixMs;
};

type NewMember = { readonly email: string; readonly password: string };

async function signUp(world: World, { email, password }: NewMember) {
  const visitor = new FormVisitor(world.url);
  const asked = await visitor.open('/sign-up');
  await visitor.submit(asked, '/sign-up', { email, password });
  const link = linkIn(await world.mail.next(email));
  const page = await visitor.open(link.pathname + link.search);
  await confirm(visitor, page, password);
  const start = await visitor.open('/account');
  assert.equal(start.path, '/account', 'a person who has confirmed their address is signed in');
  const accountId = await accountOf(world.stores, email);
  return {
    email,
    password,
    accountId,
    /** Signed in, without scripts. */
    visitor,
    /** Grants a pack like an operator. */
    buy: async (count: number, expiresAt?: UnixMs) => {
      const pack = { accountId, orderId: randomUUID(), characters: characters(count) };
      await ledgerOf(world.stores, world.now).grant({ ...pack, ...(expiresAt === undefined ? {} : { expiresAt }) });
    },
    /** Gives a browser window the member's session. */
    enter: (tab: Tab) => tab.enter(visitor.cookies),
  };
}

/** A mailed link shows a page with one form, so that opening the link alone has no effect. */
async function confirm(visitor: FormVisitor, page: Shown, password: string): Promise<void> {
  const form = page.forms.find(({ method, action }) => method === 'post' && action.startsWith('/verify'));
  assert.ok(form, `no form to verify the address: ${page.text}`);
  await visitor.send(form, { password });
}

async function accountOf(stores: SqlStores, email: string): Promise<AccountId> {
  const account = await stores.accounts.findAccount(email);
  assert.ok(account, 'a person who has confirmed their address has an account');
  return account.id;
}

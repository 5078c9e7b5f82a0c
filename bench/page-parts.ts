/** Response times of the account area's pages with a long journal, and the size of the first page. */
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { migratePostgres } from '../src/adapters/sql/postgres/migrate.ts';
import { SqliteConnection } from '../src/adapters/sql/sqlite/connection.ts';
import { packs } from '../test/support/account-area-belongings.ts';
import { FormVisitor } from '../test/support/account-area-visitor.ts';
import { needsChromium, TestBrowser } from '../test/support/browser.ts';
import { linkIn, type MailServer, startMailServer } from '../test/support/mail-server.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { freePort } from '../test/support/server-process.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { createDatabase } from './ledger-seed.ts';
import { seedYear } from './page-seed.ts';
import { start, temporaryFolder, until } from './processes.ts';

/** Requests for each page before it is timed. */
const warmingRounds = 20;

/** Goal for every page and account. */
const goalMs = 20;

/** With all files that it loads, as transferred. */
const firstPageBytesMax = 100_000;

const email = 'visitor@example.com';
const password = 'correct horse battery staple';

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Pages of a signed-in visitor, each with its most expensive content. */
const visited = [
  '/account',
  '/usage',
  '/usage?days=90&by=pair',
  '/usage?days=365',
  '/usage/journal',
  '/usage/journal?before=50000',
  `/usage/journal?from=${day(200)}&to=${day(199)}`,
  '/usage/journal?key=playground&target=it',
  '/usage/journal?kind=purchase',
  '/requests',
  '/requests?status=429&target=it',
  '/requests?id=request-500',
  '/notices',
  '/keys',
  '/keys/new',
  '/playground',
  '/glossary',
  '/glossary?q=dog',
  '/packs',
  '/orders',
  '/billing',
  '/security',
  '/security/second-factor',
  '/glossary/import',
  '/glossary/history',
  '/settings',
  '/data',
  '/data/activity',
  '/data/erase',
];

/** Public pages, requested by a signed-in visitor. */
const open = ['/', '/docs', '/docs/reference', '/docs/errors', '/docs/languages'];

/** Server time of every page on both databases, the size of the first page, and when a browser has drawn the largest. */
export async function pages({ quick }: Scale): Promise<readonly Figure[]> {
  const charges = quick ? 10_000 : 100_000;
  await using folder = await temporaryFolder();
  await using mail = await startMailServer();
  const sqlite = await measure({ name: 'SQLite', mail, folder: folder.path, charges, rounds: quick ? 30 : 300 });
  await using server = await startPostgres({ settings: { shared_buffers: '512MB' } });
  const url = await createDatabase(server.url, 'pages');
  await migratePostgres(url);
  const postgres = await measure({
    name: 'PostgreSQL',
    url,
    mail,
    folder: folder.path,
    charges,
    rounds: quick ? 30 : 300,
  });
  return [...sqlite, ...postgres];
}

/** Goal for the largest part of a page, in a browser on the same machine. */
const paintGoalMs = 500;

/** Until a browser that has loaded nothing before has drawn the largest part of a page. */
async function paints(origin: string, cookies: FormVisitor['cookies'], rounds: number): Promise<readonly Figure[]> {
  if (needsChromium.skip) return [];
  await using browser = await TestBrowser.open();
  const figures: Figure[] = [];
  for (const path of ['/', '/account', '/usage']) {
    const took: number[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      await using tab = await browser.tab(origin);
      if (path !== '/') await tab.enter(cookies);
      await tab.open(path);
      took.push(await tab.largestPaintMs());
    }
    const value = round(quantile(took, 0.5));
    const name = `largest paint of ${path} in Chromium, nothing cached: p50`;
    figures.push({ name, value, unit: 'ms', goal: `< ${paintGoalMs}`, met: value < paintGoalMs });
  }
  return figures;
}

type Measuring = {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Of the PostgreSQL database. */
  readonly url?: string;
  readonly mail: MailServer;
  readonly folder: string;
  readonly charges: number;
  readonly rounds: number;
};

async function measure({ name, url, mail, folder, charges, rounds }: Measuring): Promise<readonly Figure[]> {
  const port = await freePort();
  const dataDir = join(folder, name);
  const database = url === undefined ? {} : { DATABASE_URL: url };
  const env = {
    ...{
      DATA_DIR: dataDir,
      PORT: String(port),
      OPS_PORT: '0',
      LOG_LEVEL: 'error',
      DRAGOMAN_DEMO: '0',
      ENGINES: 'apertium',
    },
    ...{ PACKS: packs, PAYMENT_INSTRUCTIONS: 'Send the amount to our bank.' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Dragoman <no-reply@dragoman.example>', ...database },
  };
  await using service = start(process.execPath, ['--disable-sigusr1', '--max-semi-space-size=32', 'src/serve.ts'], env);
  const origin = `http://127.0.0.1:${port}`;
  await until('the service answers', async () => (await fetch(`${origin}/api/v1/languages`)).ok).catch(
    (cause: unknown) => {
      throw new Error(`the service did not start: ${service.output()}`, { cause });
    },
  );
  const visitor = await signUp(origin, mail);
  await fillGlossary(visitor);
  await seed({ charges, ...(url === undefined ? { file: join(dataDir, 'dragoman.db') } : { url }) });
  // A fresh server compiles its program during the first requests, whatever page they request.
  for (const path of [...open, ...visited]) await time(origin + path, visitor.cookie, warmingRounds);
  const times: PageTimes[] = [];
  for (const path of [...open, ...visited]) {
    const took = await time(origin + path, visitor.cookie, rounds);
    const shown = path.replaceAll(/\d{4}-\d\d-\d\d/g, 'day');
    times.push({ path: shown, p50: quantile(took, 0.5), p99: quantile(took, 0.99) });
  }
  const figures = figuresOf(`${name}, ${charges.toLocaleString('en')} rows`, times);
  if (name === 'PostgreSQL') return figures;
  const bytes = await firstPageBytes(origin);
  const first = 'first page with all that it loads';
  return [
    ...figures,
    ...(await paints(origin, visitor.cookies, Math.ceil(rounds / 15))),
    { name: first, value: bytes, unit: 'bytes', goal: `< ${firstPageBytesMax}`, met: bytes < firstPageBytesMax },
  ];
}

type PageTimes = { readonly path: string; readonly p50: number; readonly p99: number };

function figuresOf(rows: string, times: readonly PageTimes[]): readonly Figure[] {
  const slowest = (by: 'p50' | 'p99') => times.reduce((one, other) => (other[by] > one[by] ? other : one));
  const [p50, p99] = [slowest('p50'), slowest('p99')];
  const late = times.filter((page) => page.p99 >= goalMs).length;
  return [
    { name: `slowest page by p50, ${rows} (${p50.path})`, value: round(p50.p50), unit: 'ms' },
    {
      name: `slowest page by p99, ${rows} (${p99.path})`,
      value: round(p99.p99),
      unit: 'ms',
      goal: `< ${goalMs}`,
      met: p99.p99 < goalMs,
    },
    { name: `pages with a p99 of ${goalMs} ms or more, ${rows}`, value: late, unit: `of ${times.length}` },
  ];
}

/** A visitor with a new account, signed in. */
export async function signUp(origin: string, mail: MailServer): Promise<FormVisitor> {
  const visitor = new FormVisitor(origin);
  await visitor.submit(await visitor.open('/sign-up'), '/sign-up', { email, password });
  const link = linkIn(await mail.next(email));
  const page = await visitor.open(link.pathname + link.search);
  const form = page.forms.find(({ action }) => action.startsWith('/verify'));
  if (form === undefined) throw new Error(`no form to verify the address: ${page.text}`);
  await visitor.send(form, { password });
  return visitor;
}

const entries = 5_000;

async function fillGlossary(visitor: FormVisitor): Promise<void> {
  const rows = Array.from({ length: entries }, (_, n) => `es,en,perro ${n},dog ${n}`);
  const text = ['source_lang,target_lang,term,translation', ...rows].join('\n');
  const report = await visitor.submit(await visitor.open('/glossary/import'), '/glossary/import', { text });
  const { text: shown } = await visitor.submit(report, '/glossary/import', { import: 'yes' });
  if (!shown.includes('5,000')) throw new Error(`the glossary was not imported: ${shown}`);
}

type Seeding = { readonly charges: number } & ({ readonly file: string } | { readonly url: string });

async function seed(seeding: Seeding): Promise<void> {
  const statements = (accountId: string) => seedYear({ accountId, charges: seeding.charges, now: Date.now() });
  const findAccount = 'select id from accounts';
  if ('file' in seeding) {
    using connection = new SqliteConnection({ file: seeding.file, readOnly: false, lockWaitMs: 5_000 });
    const accountId = String(connection.rows(findAccount)[0]?.[0]);
    connection.database.exec('begin immediate');
    for (const statement of statements(accountId)) connection.database.exec(statement);
    connection.database.exec('commit; analyze');
    return;
  }
  const client = new Client({ connectionString: seeding.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(findAccount);
    for (const statement of statements(String(rows[0]?.id))) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Returns milliseconds from the request to the end of its reply, one request after the other on one connection. */
async function time(url: string, cookie: string, rounds: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  try {
    for (let turn = 0; turn < rounds; turn++) {
      const startedAt = performance.now();
      const { status } = await read(url, { agent, headers: { cookie, accept: 'text/html' } });
      took.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      // Pauses between requests, as between visitors.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    agent.destroy();
  }
  return took;
}

type Asking = { readonly agent?: Agent; readonly headers: Readonly<Record<string, string>> };
type Reply = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

function read(url: string, asking: Asking): Promise<Reply> {
  return new Promise((resolve, reject) => {
    get(url, asking, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }));
      reply.on('error', reject);
    }).on('error', reject);
  });
}

/** Returns the sizes of bodies as sent to a browser that accepts Brotli. */
async function firstPageBytes(origin: string): Promise<number> {
  const headers = { accept: 'text/html', 'accept-encoding': 'br, gzip' };
  const page = await read(`${origin}/`, { headers });
  const plain = await (await fetch(`${origin}/`, { headers: { accept: 'text/html' } })).text();
  const loaded = [...plain.matchAll(/<(?:link rel="(?!apple-)|script)[^>]* (?:href|src)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const files = await Promise.all(loaded.map((path) => read(origin + path, { headers })));
  return [page, ...files].reduce((sum, { body }) => sum + body.byteLength, 0);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { copyDatabase } from '../../src/adapters/sql/copy/copy-database.ts';
import { migrateSqlite } from '../../src/adapters/sql/sqlite/migrate.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { rehearseRestore } from '../../src/adapters/sql/sqlite/rehearsal.ts';
import { restoreSqlite } from '../../src/adapters/sql/sqlite/restore.ts';
import { silentEvents } from '../../src/adapters/telemetry/events.ts';
import { type CommandLineParts, runCommandLine } from '../../src/cli/command-line.ts';
import type { Operator, Settings } from '../../src/cli/operator.ts';
import { databaseNamed, loadConfig } from '../../src/config.ts';
import { openGlossaryFiles, openModelAdmin } from '../../src/engines.ts';
import { later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { Accounts } from '../../src/shop/accounts/accounts.ts';
import { Erasures } from '../../src/shop/accounts/erasures.ts';
import { AuditJournal } from '../../src/shop/audit/audit.ts';
import type { InvoiceSettings } from '../../src/shop/billing/invoice.ts';
import { AccountGlossaries } from '../../src/shop/glossaries/account-glossaries.ts';
import { KeyUses } from '../../src/shop/keys/key-uses.ts';
import { Keys } from '../../src/shop/keys/keys.ts';
import { LeakedKeys } from '../../src/shop/keys/leaked-keys.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import { verifyLedger } from '../../src/shop/ledger/verification.ts';
import { Orders } from '../../src/shop/orders/orders.ts';
import { UsageReports } from '../../src/shop/usage/usage-reports.ts';
import { momentBy } from '../support/ledger-world.ts';

/** The result of a command. */
export type Ended = { readonly status: number; readonly out: string; readonly err: string };

/** An operator with a separate data folder and the commands that work on it. */
export type Shop = AsyncDisposable & {
  readonly dataDir: string;
  readonly databaseFile: string;
  readonly advance: (byMs: number) => void;
  readonly run: (...argv: readonly string[]) => Promise<Ended>;
  /** Runs with `--json` and returns the one value on standard output; the status must be 0. */
  readonly json: <Value>(...argv: readonly string[]) => Promise<Value>;
};

class Misconfiguration extends Error {}

const events = { holdLapsed: () => {}, backgroundFailed: () => {} };
const sweepIntervalMs = 10_000;

/** Opens a shop on a real database, at 2026-11-20T12:00:00Z until its clock is moved. */
export async function openShop(
  replaced: Partial<CommandLineParts> = {},
  invoicing: InvoiceSettings = { seller: [], prefix: '', tax: undefined },
): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
  const databaseFile = join(dataDir, 'dragoman.sqlite');
  let now = unixMs(Date.UTC(2026, 10, 20, 12));
  const run = async (...argv: readonly string[]): Promise<Ended> => {
    const [out, err] = [new Collector(), new Collector()];
    const parts = { ...partsOf({ dataDir, databaseFile, invoicing, now: () => now }), out, err, ...replaced };
    const status = await runCommandLine(argv, parts);
    return { status, out: out.text, err: err.text };
  };
  return {
    dataDir,
    databaseFile,
    advance: (byMs) => {
      now = later(now, byMs);
    },
    run,
    json: async (...argv) => {
      const { status, out, err } = await run(...argv, '--json');
      if (status !== 0) throw new Error(`${argv.join(' ')}: ${status} ${out}${err}`);
      return JSON.parse(out);
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  };
}

class Collector extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

type Desk = {
  readonly dataDir: string;
  readonly databaseFile: string;
  readonly invoicing: InvoiceSettings;
  readonly now: () => UnixMs;
};

/** Opens nothing until a command runs. */
export function partsOf(desk: Desk): Omit<CommandLineParts, 'out' | 'err'> {
  const { dataDir, databaseFile, now } = desk;
  return {
    openOperator: () => openOperator(desk),
    describeEngines: async () => [],
    openModels: () => openModelAdmin(loadConfig({ DATA_DIR: dataDir, MODELS_URL: 'none' }), silentEvents),
    openGlossaryFiles,
    openInput: () => Readable.from([]),
    migrate: async () => migrateSqlite(databaseFile),
    backup: (toFile) => backUp(databaseFile, toFile),
    restore: (from) => restoreSqlite({ file: databaseFile, from, now, sweepIntervalMs, events }),
    rehearseRestore: (from) => rehearseRestore({ from, now, sweepIntervalMs, events }),
    now,
    copyDatabase: (to, options) =>
      copyDatabase({ from: { kind: 'sqlite', file: databaseFile }, to: databaseNamed(to), ...options }),
    inspectDatabase: async () => ({ kind: existsSync(databaseFile) ? 'current' : 'missing' }),
    readSettings: () => settingsOf(dataDir),
    isMisconfiguration: (error): error is Error => error instanceof Misconfiguration,
    serve: async () => 0,
    variables: [],
    release: { version: '1.2.3', commit: 'abc' },
  };
}

/** The settings that `doctor` reads from an environment with only the data folder; it accepts any free port. */
export function settingsOf(dataDir: string): Settings {
  return {
    host: '127.0.0.1',
    port: 0,
    opsHost: '127.0.0.1',
    opsPort: 0,
    dataDir,
    database: { kind: 'sqlite' },
    backups: undefined,
    engines: ['apertium'],
    models: { dir: join(dataDir, 'models') },
    openai: undefined,
  };
}

async function backUp(file: string, toFile: string): Promise<void> {
  await using stores = await openSqlite({ file, events, writesHere: true });
  await stores.backup(toFile);
}

const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

async function openOperator({ databaseFile: file, invoicing, now }: Desk): Promise<Operator> {
  const stores = await openSqlite({ file, events, writesHere: true });
  const parts = { now, newId: randomUUID };
  return {
    accounts: new Accounts({ ...parts, store: stores.accounts }),
    erasures: new Erasures({ ...parts, store: stores.erasures, people: stores.people }),
    audit: new AuditJournal({ ...parts, store: stores.audit }),
    leakedKeys: new LeakedKeys({
      ...parts,
      store: stores.keys,
      findAccount: (id) => stores.accounts.findAccount(id),
      mailer: undefined,
      baseUrl: undefined,
      sha256Hex,
    }),
    keys: new Keys({
      ...parts,
      store: stores.keys,
      uses: new KeyUses({ store: stores.keys, events }),
      prefix: 'dragoman',
      sha256Hex,
    }),
    ledger: new Ledger({ ...parts, moment: momentBy(now), store: stores.ledger, leaseMs: 60_000, events }),
    orders: new Orders({ ...parts, moment: momentBy(now), store: stores.orders, invoicing }),
    glossaries: new AccountGlossaries({ ...parts, store: stores.glossaries }),
    usage: new UsageReports({ store: stores.usage, now }),
    confirmClock: async () => {
      await stores.ledgerTime.confirmTime(now());
      return now();
    },
    verifyLedger: (extent) => verifyLedger({ store: stores.ledger, now, sweepIntervalMs, extent }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

function refuse(): never {
  throw new Misconfiguration('PORT: must be a whole number from 0 to 65535');
}

/** An environment that prevents a start, and the parts that report it. */
export const misconfigured: Pick<CommandLineParts, 'openOperator' | 'readSettings' | 'backup' | 'restore'> = {
  openOperator: async () => refuse(),
  readSettings: refuse,
  backup: async () => refuse(),
  restore: async () => refuse(),
};

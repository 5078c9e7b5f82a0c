/** Ledgers as after years of use: every row that the requests would have left, written in bulk. */
import { Client } from 'pg';
import { migratePostgres } from '../src/adapters/sql/postgres/migrate.ts';
import { SqliteConnection } from '../src/adapters/sql/sqlite/connection.ts';
import { migrateSqlite } from '../src/adapters/sql/sqlite/migrate.ts';

export type Seed = {
  /** `bench-0`, `bench-1` ... */
  readonly accounts: number;
  /** Journal rows of each account: one purchase, the rest charges of one character. */
  readonly rowsEach: number;
};

const bought = 1_000_000_000_000;
const at = Date.UTC(2026, 0, 1);
const expiresAt = Date.UTC(2126, 0, 1);

const count = (upTo: number): string =>
  `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${upTo})`;

// Older than any id that the bench creates, and of the same length.
const holdId = `'00000000-0000-7000-8000-' || (100000000000 + n)`;

/** Statements for both databases. */
function statements({ accounts, rowsEach }: Seed): readonly string[] {
  const charges = rowsEach - 1;
  const named = `'bench-' || (n - 1)`;
  const left = bought - charges;
  return [
    `${count(accounts)} insert into accounts (id, email, email_folded, created_at)
     select ${named}, ${named} || '@example.com', ${named} || '@example.com', ${at} from counted`,
    `insert into balances (account_id, settled, used, expires_at, due_at, journal_seq)
     select id, ${left}, ${charges}, ${expiresAt}, ${expiresAt}, ${rowsEach} from accounts`,
    `insert into purchases (id, account_id, order_id, characters, at, expires_at)
     select 'purchase-' || id, id, 'order-' || id, ${bought}, ${at}, ${expiresAt} from accounts`,
    `insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
     select id, 1, 'purchase', ${bought}, ${bought}, 'purchase-' || id, ${at} from accounts`,
    ...(charges === 0 ? [] : chargesOf(charges)),
  ];
}

function chargesOf(charges: number): readonly string[] {
  return [
    `${count(charges)} insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
     select id, n + 1, 'charge', -1, ${bought} - n, ${holdId}, ${at} from accounts, counted order by id, n`,
    `${count(charges)} insert into usage (account_id, hold_id, key_id, source, target, engine, characters, at)
     select id, ${holdId}, 'bench-key', 'es', 'en', 'apertium', 1, ${at} from accounts, counted order by id, n`,
    `insert into usage_days (account_id, day, key_id, source, target, characters, requests)
     select id, ${Math.floor(at / 86_400_000)}, 'bench-key', 'es', 'en', ${charges}, ${charges} from accounts`,
  ];
}

export async function seedSqlite({ file, ...seed }: Seed & { readonly file: string }): Promise<void> {
  migrateSqlite(file);
  using connection = new SqliteConnection({ file, readOnly: false, lockWaitMs: 5_000 });
  connection.database.exec('begin');
  for (const statement of statements(seed)) connection.database.exec(statement);
  connection.database.exec('commit; pragma wal_checkpoint(truncate); analyze');
}

export async function seedPostgres({ url, ...seed }: Seed & { readonly url: string }): Promise<void> {
  await migratePostgres(url);
  const connection = new Client({ connectionString: url });
  await connection.connect();
  try {
    for (const statement of statements(seed)) await connection.query(statement);
    await connection.query('vacuum analyze');
    await connection.query('checkpoint');
  } finally {
    await connection.end();
  }
}

/** Makes an empty database beside the one that `url` names and returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const connection = new Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query(`create database ${name}`);
  } finally {
    await connection.end();
  }
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

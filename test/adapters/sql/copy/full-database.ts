import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sample, string } from 'fast-check';
import { unmigratedSqlite } from '../../../support/unmigrated-databases.ts';

/** What makes conversions fail: quotes, escapes, control characters, other planes, text that hashes like other types. */
const difficultTexts = [
  `'"\\ \\x41 \\u0041 \t\r\n\u0001\u007f\u2028`,
  'e\u0301\u{1f600}\u{10ffff}\ufeff',
  ' null ',
  '{"a":[1]}',
  '0',
  'true',
  '2026-11-20T09:30:00.000Z',
  '',
  ...sample(string({ unit: 'binary', maxLength: 200 }), 200).map((text) => text.replaceAll('\0', ' ')),
];

/** Rows of tables and columns that 0.1.0 did not have or fill; the ledger stays sound. */
const additions = `
insert into ledger_time values (1, 1795416281719, 3);
insert into term_drafts select id, 'a draft', 9007199254740991, 1 from accounts where email like 'ana@%';
insert into erasures select id, 'operator', 1795416281719 from accounts where erased_at is not null;
insert into billing_details select id, 'Ana', '1 Street' || char(10) || 'Town', 'PT', '', 'PO 7' from accounts where email like 'ana@%';
insert into invoice_years values (2026, 2);
insert into invoices select '2026-1', 2026, 1, 'invoice', account_id, id, paid_at, currency, price, 1, '{"lines":[]}'
 from orders where refunded > 0;
insert into invoices select '2026-2', 2026, 2, 'credit_note', account_id, id, paid_at, currency, refunded, 0, '{}'
 from orders where refunded > 0;
update auth_sessions set passkey_id = 'a passkey';
insert into readiness_days values (20780, 29923200, 29924639, 1440);
insert into trial_takers values ('a hash');
update auth_users set image = 'an image', "twoFactorEnabled" = 1;
update auth_two_factors set "lockedUntil" = '2026-11-20T09:30:00.001Z';
update auth_logins set "accessToken" = 'a', "refreshToken" = 'b', "idToken" = 'c', scope = 'd',
 "accessTokenExpiresAt" = '2026-11-20T09:30:00.999Z', "refreshTokenExpiresAt" = '1969-12-31T23:59:59.000Z';
insert into auth_links select 'a hash of ' || id, 'reset', email, id, null, 1, 2 from auth_users;
update terms set part_of_speech = 'noun';
update term_changes set undone_in = version + 1 where kind = 'import';
update replies set sealed = unhex('00ff5c7800');
insert into documents select id, 'an id', unhex('00ff'), 3, 2, 1, 2, 4 from accounts where email like 'ana@%';
insert into document_files select account_id, id_hash, 'content', unhex('5c00'), unhex('5d00') from documents;
insert into named_glossaries select id, 'an id', '"', 1, 2 from accounts where email like 'ana@%';
insert into named_dictionaries select account_id, id, 'es', 'en', '', 1, 9, '', 0, 'a pair', 1 from named_glossaries;
insert into terms select 'a pair', 'es', 'en', 'ñ', 'follow', 9007199254740991, 1, 1, '0', 'b', 'noun', '', '', 1, '', '';
insert into named_drafts values ('a pair', 'a draft', 9007199254740991, 1);
update accounts set memory_version = 1, memory_entries = 1, memory_characters = 9 where email like 'ana@%';
insert into memory_entries select id, 'a digest', 'es', 'en', 9007199254740991, 1, 1, 'an id', 'Ñu', 'Gnu "é"', 'a note', 'page',
 'ñu', 'nu', 9007199254740991, 2, 9, 1795416281719, 'operator', 1795416281720 from accounts where email like 'ana@%';
insert into memory_changes select id, 1, 'a change', 'import', 1, 'operator', 1, 0, 2 from accounts where email like 'ana@%';
insert into memory_drafts select id, 'a draft', 9007199254740991, 1 from accounts where email like 'ana@%';
drop trigger usage_is_not_changed;
update usage set api = 'google';
create trigger usage_is_not_changed before update on usage
begin select raise(abort, 'a usage row never changes'); end;
`;

/** A SQLite database with rows in each table and a value in each column; made from a whole service's of 0.1.0. */
export async function openFullDatabase() {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await unmigratedSqlite());
  const released = readFileSync(new URL('../../../fixtures/databases/0.1.0.sqlite.sql', import.meta.url), 'utf8');
  const { key, password } = JSON.parse(released.slice(2, released.indexOf('\n'))) as Readonly<Record<string, string>>;
  database.edit(released);
  await database.migrate();
  database.edit(additions);
  using connection = new DatabaseSync(database.file);
  const insert = connection.prepare(`insert into recent_requests
    select id, ?, 'an id', ?, 'a key', 200, ?, ?, 'en', 9007199254740991, 1, 'apertium', 'deepl' from accounts where email like 'ana@%'`);
  difficultTexts.forEach((text, index) => insert.run(index, text, text, text));
  const opened = opening.move();
  return { ...database, key, password, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export type Content = Readonly<Record<string, readonly unknown[]>>;

/** Reads all rows of every table but the record of migrations, in the order of their keys. */
export function contentOf(file: string): Content {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'migrations');
  return Object.fromEntries(
    names.map((name) => {
      const key = database.prepare(`select name from pragma_table_info('${name}') where pk > 0 order by pk`).all();
      const order = key.map((column) => `"${String(column['name'])}"`).join(', ');
      return [
        name,
        database
          .prepare(`select * from "${name}" order by ${order}`)
          .all()
          .map((row) => ({ ...row })),
      ];
    }),
  );
}

/** Fails for a table without a row and for a column without a value: then the copy of it is not tested. */
export function assertFull(content: Content): void {
  const empty = Object.entries(content).flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return [table];
    return columns
      .filter((column) => rows.every((row) => (row as Readonly<Record<string, unknown>>)[column] === null))
      .map((column) => `${table}.${column}`);
  });
  assert.deepEqual(empty, [], 'full-database.ts needs a row or a value for these');
}

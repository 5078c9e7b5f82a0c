import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { erasedTables } from '../../../src/adapters/sql/erasure-procedures.ts';
import type { SqlStores } from '../../../src/adapters/sql/sql-stores.ts';
import { openSqlite } from '../../../src/adapters/sql/sqlite/open-sqlite.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { Erasures } from '../../../src/shop/accounts/erasures.ts';
import type { ActId } from '../../../src/shop/audit/audit.ts';
import { firstMoment, newId, openAccount } from '../../support/ledger-world.ts';
import { changeMemory, newMemoryEntry } from '../../support/memory-world.ts';
import { openTemporaryPostgres, rowsOf } from '../../support/postgres.ts';
import { openTemporarySqlite } from '../../support/stores.ts';
import { contentOf, openFullDatabase } from './copy/full-database.ts';

/** By the foreign key of an erased row, or by a step of their own. */
const erasedOtherwise = [
  ...['auth_links', 'auth_logins', 'auth_passkeys', 'auth_sessions', 'auth_spent_codes', 'auth_two_factors'],
  ...['auth_users', 'document_files', 'erasures', 'memory_changes', 'memory_entries', 'named_dictionaries'],
  ...['named_drafts', 'term_changes', 'terms'],
];

const kept = [
  ...['accounts', 'api_keys', 'audit_journal', 'auth_attempts', 'auth_secret', 'auth_verifications', 'balances'],
  ...['checkouts', 'holds', 'invoice_years', 'invoices', 'journal', 'leases', 'ledger_time', 'orders'],
  ...['payment_events', 'purchases', 'readiness_days', 'trial_takers', 'usage', 'usage_days'],
];

test('an erasure deletes or keeps the rows of every table', async () => {
  await using full = await openFullDatabase();
  const before = contentOf(full.file);
  const erased = [...Object.keys(erasedTables), ...erasedOtherwise];
  assert.deepEqual([...erased, ...kept].toSorted(), Object.keys(before), 'a new table is erased or kept');
  {
    await using stores = await openSqlite({ file: full.file, events: { backgroundFailed: () => undefined } });
    const parts = { store: stores.erasures, people: stores.people, now: () => firstMoment, newId };
    const erasures = new Erasures(parts);
    const accounts = before['accounts'] as readonly { readonly id: AccountId }[];
    for (const { id } of accounts) await erasures.erase(id, { by: id, evenIfDisputed: true });
    await erasures.finishBegun();
  }
  const after = contentOf(full.file);
  const left = (tables: readonly string[]) => tables.filter((table) => (after[table] ?? []).length > 0);
  // The reply of the readiness probe, the link of somebody without an account, and the newest versions of glossary and memory.
  assert.deepEqual(left(erased), ['replies', 'auth_links', 'memory_changes', 'term_changes']);
  assert.deepEqual(left(kept), kept);
});

test('a version that does not know of memories cannot end an erasure while one is left', async () => {
  await using sqlite = await openTemporarySqlite();
  await using postgres = await openTemporaryPostgres();
  const databases = new Map<SqlStores, (sql: string) => Promise<unknown>>([
    [postgres, (sql) => rowsOf(postgres.url, sql)],
    [
      sqlite,
      async (sql) => {
        using database = new DatabaseSync(sqlite.file);
        database.exec(sql);
      },
    ],
  ]);
  for (const [stores, run] of databases) {
    const accountId = await openAccount(stores);
    await changeMemory({ ...stores, accountId }, { add: [newMemoryEntry('A cat.')] });
    const entry = { at: firstMoment, by: accountId, accountId, subject: undefined };
    const begun = { ...entry, id: newId() as ActId, act: 'account.erasure_begun' } as const;
    await stores.erasures.beginErasure({ entry: begun, evenIfDisputed: false });
    await assert.rejects(run('delete from erasures'), /an erasure ends when no memory is left/);
    await stores.erasures.eraseRecords(accountId);
    assert(await stores.erasures.endErasure({ ...entry, id: newId() as ActId, act: 'account.erased' }));
  }
});

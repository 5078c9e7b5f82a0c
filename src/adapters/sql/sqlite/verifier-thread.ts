import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../../ground/assert.ts';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import { plainText } from '../column-values.ts';
import { changesOfShape, findBreaches, type VerificationOptions } from '../invariants.ts';
import { SqliteConnection } from './connection.ts';
import { migrate } from './migrate.ts';

const lockWaitMs = 5_000;

// Litestream adds its own two tables. Source: https://litestream.io/how-it-works/
const shape = `select type || ' ' || name, coalesce(sql, '') from sqlite_master
 where type in ('table', 'index', 'trigger') and name not like 'sqlite_%'
 and tbl_name not in ('_litestream_seq', '_litestream_lock')`;

/** The one message that the thread sends back; an error ends the thread. */
function verify({ file, ...options }: { readonly file: string } & VerificationOptions): readonly LedgerFault[] {
  using connection = new SqliteConnection({ file, readOnly: true, lockWaitMs });
  connection.rows('begin');
  const damaged = options.extent === 'quick' ? [] : damage(connection);
  // Query results of a damaged file prove nothing.
  if (damaged.length > 0) return damaged;
  return [...shapeFaults(connection), ...connection.perform(findBreaches(options))];
}

function damage(connection: SqliteConnection): readonly LedgerFault[] {
  const found = connection.rows('pragma quick_check(10)').map(([message]) => plainText(message));
  return found
    .filter((message) => message !== 'ok')
    .map((message) => ({ invariant: 'the file is whole', accountId: '', row: 'file', message }));
}

function shapeFaults(connection: SqliteConnection): readonly LedgerFault[] {
  using fresh = new SqliteConnection({ file: ':memory:', readOnly: false, lockWaitMs });
  migrate(fresh);
  return changesOfShape(fresh.rows(shape), connection.rows(shape));
}

const port = parentPort;
assert(port !== null, 'this module must run in a worker thread');
port.postMessage(verify(workerData as { readonly file: string } & VerificationOptions));

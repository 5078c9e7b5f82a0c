import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { plainText, type SqlRow, wholeNumberValue } from './column-values.ts';

/** One step of a database's schema, applied once and recorded. */
export type Migration = {
  readonly number: number;
  /** The file's name without its ending: `0001-ledger`. */
  readonly name: string;
  readonly sql: string;
  /** Hexadecimal SHA-256 of `sql`. */
  readonly checksum: string;
};

/** Selects the applied migrations in order, for `pendingMigrations`. */
export const selectApplied = 'select number, name, checksum from migrations order by number';

/** Records a migration: number, name, checksum, time of application in milliseconds since 1970. */
export const insertApplied = 'insert into migrations (number, name, checksum, applied_at) values ($1, $2, $3, $4)';

/** Returns the migrations of one kind of database in order: `migrations/<kind>/0001-<noun>.sql` and so on. */
export function loadMigrations(kind: 'sqlite' | 'postgres'): readonly Migration[] {
  const folder = new URL(`migrations/${kind}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file, index) => {
    const number = Number.parseInt(file, 10);
    assert(number === index + 1, `migration ${file} is out of line`);
    // Git may have changed the line ends at checkout, which does not change the SQL.
    const sql = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { number, name: file.slice(0, -'.sql'.length), sql, checksum };
  });
}

/** Still to be applied, in order. @throws ServiceError `store_unavailable` when a newer or other program migrated it */
export function pendingMigrations(known: readonly Migration[], applied: readonly SqlRow[]): readonly Migration[] {
  for (const [number, named, checksum] of applied) {
    const own = known[wholeNumberValue(number) - 1];
    const name = plainText(named);
    if (own === undefined) {
      throw mismatch(
        `a newer version of Dragoman has migrated it (${name}; this one ends with ${known.at(-1)?.name}): ` +
          'start that version, or restore a backup from before the upgrade',
      );
    }
    if (own.checksum !== checksum) throw mismatch(`its migration ${name} differs from this program's ${own.name}`);
  }
  return known.slice(applied.length);
}

function mismatch(reason: string): ServiceError {
  return new ServiceError('store_unavailable', { detail: { reason } });
}

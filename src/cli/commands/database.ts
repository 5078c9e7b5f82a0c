import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandParts, Compared, DatabaseCopy } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

export function addDatabaseCommands(program: Command, parts: CommandParts, print: Print): void {
  const { migrate, backup, restore, copyDatabase } = parts;
  const db = program
    .command('db')
    .description('bring the database up to date, back it up, restore it, copy it to another kind');
  db.command('migrate')
    .description('bring the database up to date; on SQLite every start does the same')
    .action(async () => {
      const applied = await migrate();
      print.result(
        { applied },
        applied.length === 0 ? 'The database was up to date.' : `Applied ${applied.join(', ')}.`,
      );
    });
  db.command('backup')
    .description('copy the whole database as of one moment to a new file, while it is in use')
    .requiredOption('--to <file>', 'the new file; it must not exist yet')
    .action(async ({ to }: { to: string }) => {
      const file = resolve(to);
      await backup(file);
      print.result({ file }, `The database was copied to ${file}.`);
    });
  db.command('restore')
    .description('verify a copy and replace the database with it; the old one is kept; no server may run')
    .requiredOption('--from <file or folder>', 'the copy, or a folder of scheduled backups for the newest; only read')
    .option('--dry-run', 'restore to a temporary folder instead and report; a server may run')
    .action(async ({ from, dryRun = false }: { from: string; dryRun?: boolean }) => {
      if (dryRun) return rehearse(resolve(from), parts, print);
      const { fromFile, replaced, swept } = await restore(resolve(from));
      const json = { file: fromFile, replaced: replaced ?? null, swept };
      print.result(json, restoredText(fromFile, replaced));
    });
  db.command('copy')
    .description('copy everything from SQLite to an empty PostgreSQL database, or back; no server may run')
    .requiredOption(
      '--to <url or file>',
      'postgres://role@host:5432/database, with the password in PGPASSWORD; or a new file',
    )
    .option('--dry-run', 'rehearse it while servers run: copy, verify, measure the time, and keep nothing')
    .action(async ({ to, dryRun: rehearsal = false }: { to: string; dryRun?: boolean }) => {
      const copy = await copyDatabase(to, { rehearsal });
      const { equal, tables, sums, differences, tookMs } = copy;
      const faults = copy.faults.map(({ accountId: account, ...fault }) => ({ ...fault, account }));
      print.verdict(
        equal,
        { equal, kept: equal && !rehearsal, took_seconds: tookMs / 1_000, tables, sums, differences, faults },
        `${comparedTable([...tables, ...sums])}\n\n${outcomeText(copy, rehearsal)}`,
      );
    });
}

async function rehearse(from: string, { rehearseRestore, now }: CommandParts, print: Print): Promise<void> {
  const startedAt = now();
  const { fromFile, at, bytes, applied, accounts, journalRows, swept } = await rehearseRestore(from);
  const facts = {
    file: fromFile,
    taken_at: utcTime(at),
    age_seconds: wholeSeconds(startedAt - at),
    bytes,
    took_seconds: wholeSeconds(now() - startedAt),
    applied,
    accounts,
    journal_rows: journalRows,
    swept,
  };
  print.result(
    facts,
    `${fromFile} can be restored: its ledger is sound.
Made at ${facts.taken_at}: a restore now would lose the last ${facts.age_seconds} seconds.
It has ${accounts} accounts and ${journalRows} journal rows in ${bytes} bytes. Migrations to apply: ${applied.length}.
This took ${facts.took_seconds} seconds. Nothing was changed.`,
  );
}

const wholeSeconds = (ms: number): number => Math.round(ms / 1_000);

function restoredText(file: string, replaced: string | undefined): string {
  const kept =
    replaced === undefined
      ? ''
      : `\nThe one that was there is kept as ${replaced}; delete it when you no longer need it.`;
  return `The database is now what ${file} holds.${kept}
Keys that were revoked after that copy was made are live again: see bin/dragoman key list, and revoke them again.`;
}

const comparedTable = tableOf<Compared>({
  WHAT: 'name',
  SOURCE: 'source',
  TARGET: 'target',
  RESULT: ({ source, target }) => (source === target ? 'equal' : 'DIFFERENT'),
});

const faultTable = tableOf<DatabaseCopy['faults'][number]>({
  DATABASE: 'database',
  ACCOUNT: 'accountId',
  ROW: 'row',
  INVARIANT: 'invariant',
  FAULT: 'message',
});

function outcomeText({ equal, differences, faults, tookMs }: DatabaseCopy, rehearsal: boolean): string {
  const took = (tookMs / 1_000).toFixed(1);
  if (!equal) {
    const different = differences.length === 0 ? '' : `\nDifferent: ${differences.join(', ')}.`;
    const unsound = faults.length === 0 ? '' : `\n${faultTable(faults)}`;
    return `Nothing was copied, because the databases are not equal and sound.${different}${unsound}`;
  }
  if (rehearsal) {
    return `Rehearsed in ${took} s: all rows were copied, both ledgers are sound, and the copy was discarded.
The copy itself takes about as long. Stop all servers first, and repeat the command without --dry-run.`;
  }
  return `Copied in ${took} s: both databases are equal, and both ledgers are sound.
Start the servers on the copy, and never again on the source. Keep the source until the copy has its first backup.`;
}

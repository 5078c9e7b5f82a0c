import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';

/** `db migrate`, `db backup` and `db restore`. */
export function addDatabaseCommands(program: Command, parts: CommandParts, print: Print): void {
  const { migrate, backup, restore } = parts;
  const db = program.command('db').description('bring the database up to date, back it up, restore it');
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
    .requiredOption('--from <file>', 'the copy; it is only read')
    .action(async ({ from }: { from: string }) => {
      const file = resolve(from);
      const { replaced, swept } = await restore(file);
      print.result({ file, replaced: replaced ?? null, swept }, restoredText(file, replaced));
    });
}

function restoredText(file: string, replaced: string | undefined): string {
  const kept =
    replaced === undefined
      ? ''
      : `\nThe one that was there is kept as ${replaced}; delete it when you no longer need it.`;
  return `The database is now what ${file} holds.${kept}
Keys that were revoked after that copy was made are live again: see bin/dragoman key list, and revoke them again.`;
}

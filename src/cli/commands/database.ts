import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';

/** `db migrate` and `db backup`. */
export function addDatabaseCommands(program: Command, { migrate, openOperator }: CommandParts, print: Print): void {
  const db = program.command('db').description('bring the database up to date, copy it');
  db.command('migrate')
    .description('create the database if need be and bring it up to date; every start does the same')
    .action(async () => {
      const applied = await migrate();
      print.result(
        { applied },
        applied.length === 0 ? 'The database was up to date.' : `Applied ${applied.join(', ')}.`,
      );
    });
  db.command('backup')
    .description('copy the whole database as of one moment to a new file, while it is in use')
    .requiredOption('--to <file>', 'where to; nothing may be there yet')
    .action(async ({ to }: { to: string }) => {
      await using operator = await openOperator();
      const file = resolve(to);
      await operator.backup(file);
      print.result({ file }, `The database was copied to ${file}.`);
    });
}

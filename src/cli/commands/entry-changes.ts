import type { Command } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { EntryChange } from '../../shop/entries/entry-changes.ts';
import type { CommandParts, Operator } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

/** What has entries with a history: a glossary or a memory. */
export type ChangedEntries = {
  readonly name: 'glossary' | 'memory';
  readonly history: (operator: Operator, accountId: AccountId) => Promise<readonly EntryChange[]>;
  readonly undoImport: (
    operator: Operator,
    accountId: AccountId,
  ) => Promise<{ readonly version: number; readonly added: number; readonly removed: number }>;
};

/** Adds `undo` and `history`. */
export function addChangeCommands(
  group: Command,
  { openOperator }: CommandParts,
  print: Print,
  { name, history, undoImport }: ChangedEntries,
): void {
  group
    .command('undo')
    .description('take back the last import of an account that was not undone')
    .requiredOption('--account <id or email>', 'whose import')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { version, added, removed } = await undoImport(operator, (await operator.accounts.find(account)).id);
      const text = `Undone: ${counted(removed, 'entry', 'entries')} removed, ${counted(added, 'entry', 'entries')} put back.`;
      print.result({ removed, put_back: added, version }, text);
    });
  group
    .command('history')
    .description(`list the last changes of the ${name} of an account, newest first`)
    .requiredOption('--account <id or email>', `the owner of the ${name}`)
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const rows = (await history(operator, id)).map(describeChange);
      print.result(rows, rows.length === 0 ? 'No change yet.' : historyTable(rows));
    });
}

function describeChange({ version, kind, at, by, added, removed, undoneIn }: EntryChange) {
  return { version, kind, at: utcTime(at), by, added, removed, undone_in: undoneIn ?? null };
}

const historyTable = tableOf<ReturnType<typeof describeChange>>({
  VERSION: 'version',
  CHANGE: 'kind',
  AT: 'at',
  BY: 'by',
  ADDED: 'added',
  REMOVED: 'removed',
  'UNDONE IN': 'undone_in',
});

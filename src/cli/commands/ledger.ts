import type { Command } from 'commander';
import { operatorActs } from '../../shop/audit/audit.ts';
import { parseEntry } from '../argument.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { textTable } from '../table.ts';
import { utcTime } from '../utc-time.ts';

export function addLedgerCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  const ledger = program.command('ledger').description('check the ledger, and correct what a wrong clock changed');
  ledger
    .command('verify')
    .description('read the whole ledger and report every broken invariant; exit status 1 if there is one')
    .option('--quick', 'skip the checks that grow with the number of translations, as every start of a server does')
    .action(async ({ quick = false }: { quick?: boolean }) => {
      await using operator = await openOperator();
      const { faults, swept } = await operator.verifyLedger(quick ? 'quick' : 'whole');
      const rows = faults.map(({ invariant, accountId, row, message }) => ({
        invariant,
        account: accountId,
        row,
        message,
      }));
      print.verdict(
        faults.length === 0,
        { sound: faults.length === 0, swept, faults: rows },
        faults.length === 0
          ? `The ledger is sound${quick ? ', as far as the quick check covers' : ''}.${swept === 0 ? '' : sweptNote(swept)}`
          : `The ledger is not sound:\n${textTable(
              ['ACCOUNT', 'ROW', 'INVARIANT', 'FAULT'],
              rows.map((fault) => [fault.account, fault.row, fault.invariant, fault.message]),
            )}`,
      );
    });
  ledger
    .command('confirm-clock')
    .description('confirm that the clock is right, when a server reports that it is in doubt')
    .action(async () => {
      await using operator = await openOperator();
      const clock = utcTime(await operator.confirmClock());
      print.result({ clock }, `The ledger goes on from ${clock} (UTC). Servers take this up within ten seconds.`);
    });
  ledger
    .command('reverse-expiry')
    .description('give back characters that expired because a clock was wrong')
    .requiredOption('--account <id or email>', 'whose characters they are')
    .option(
      '--entry <number>',
      "the expiry's number in the account's journal (default: the last one that was not reversed)",
      parseEntry,
    )
    .action(async ({ account, entry }: { readonly account: string; readonly entry?: number }) => {
      await using operator = await openOperator();
      const { id, email } = await operator.accounts.find(account);
      const { seq, characters } = await operator.ledger.reverseExpiry(id, entry);
      await operator.audit.record({ by: operatorActs, act: 'expiry.reversed', accountId: id });
      const balance = await operator.ledger.readBalance(id);
      print.result(
        { account: id, entry: seq, characters, characters_balance: balance?.balance ?? 0 },
        `Reversed entry ${seq}, an expiry of ${characters} characters: ${email} now has ${balance?.balance ?? 0}.`,
      );
    });
}

function sweptNote(swept: number): string {
  return `
Holds given back that had outlived their lease: ${swept}. A server that was killed leaves such behind; if one was running
all the while, its sweeper is stuck: see its log for "sweep".`;
}

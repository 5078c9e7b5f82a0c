import type { Command } from 'commander';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { table } from '../table.ts';

/** `ledger verify`. */
export function addLedgerCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  program
    .command('ledger')
    .description('check the ledger')
    .command('verify')
    .description('read the whole ledger and report every broken invariant; exit status 1 when there is one')
    .option('--quick', 'leave out what takes longer the more was ever translated; every start of a server does this')
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
          ? `The ledger is sound${quick ? ', as far as a quick look tells' : ''}.${swept === 0 ? '' : sweptNote(swept)}`
          : `The ledger is not sound:\n${table(
              ['ACCOUNT', 'ROW', 'INVARIANT', 'FAULT'],
              rows.map((fault) => [fault.account, fault.row, fault.invariant, fault.message]),
            )}`,
      );
    });
}

function sweptNote(swept: number): string {
  return `
Holds given back that had outlived their lease: ${swept}. A server that was killed leaves such behind; if one was running
all the while, its sweeper is stuck: see its log for "sweep".`;
}

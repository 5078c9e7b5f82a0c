import type { Command } from 'commander';
import type { ActId, AuditEntry } from '../../shop/audit/audit.ts';
import { parseListed } from '../argument.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

type ListOptions = { readonly account?: string; readonly limit: number; readonly before?: ActId };

export function addAuditCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  program
    .command('audit')
    .description('look up who did what')
    .command('list')
    .description('list what operators, owners and payment providers did, newest first')
    .option('--account <id or email>', 'only what was done to one account')
    .option('--limit <number>', 'how many at most', parseListed, 100)
    .option('--before <id>', 'continue after this act, the last one of the previous list')
    .action(async ({ account: wanted, limit, before }: ListOptions) => {
      await using operator = await openOperator();
      const accountId = wanted === undefined ? undefined : (await operator.accounts.find(wanted)).id;
      const entries = await operator.audit.list({
        limit,
        ...(accountId === undefined ? {} : { accountId }),
        ...(before === undefined ? {} : { before }),
      });
      const rows = entries.map(describe);
      const more = entries.length === limit ? `\nThere may be more: --before ${entries.at(-1)?.id}` : '';
      print.result(rows, rows.length === 0 ? 'Nothing was done.' : `${auditTable(rows)}${more}`);
    });
}

function describe({ id, accountId, seq, at, by, act, subject }: AuditEntry) {
  return { id, account: accountId, number: seq, at: utcTime(at), by, act, subject: subject ?? null };
}

const auditTable = tableOf<ReturnType<typeof describe>>({
  AT: 'at',
  ACCOUNT: 'account',
  NUMBER: 'number',
  BY: ({ by, account }) => (by === account ? 'owner' : by),
  ACT: 'act',
  SUBJECT: 'subject',
});

import type { Command } from 'commander';
import type { Account } from '../../core/accounts/account.ts';
import type { CommandParts, Operator } from '../operator.ts';
import type { Print } from '../output.ts';
import { table } from '../table.ts';
import { utcTime } from '../utc-time.ts';

/** `account create` and `account list`. */
export function addAccountCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  const account = program.command('account').description('open and list accounts');
  account
    .command('create')
    .description('open an account with an empty balance')
    .requiredOption('--email <address>', 'whose account it is; unique, without regard to case')
    .action(async ({ email: given }: { email: string }) => {
      await using operator = await openOperator();
      const { id, email } = await operator.accounts.create(given);
      print.result({ id, email }, `${id}  ${email}`);
    });
  account
    .command('list')
    .description('list all accounts with their balances, oldest first')
    .action(async () => {
      await using operator = await openOperator();
      const rows = [];
      for (const each of await operator.accounts.list()) rows.push(await describe(operator, each));
      print.result(rows, rows.length === 0 ? 'No account yet.' : accountTable(rows));
    });
}

type AccountRow = Awaited<ReturnType<typeof describe>>;

async function describe({ ledger }: Operator, { id, email, createdAt }: Account) {
  const balance = await ledger.readBalance(id);
  const expiresAt = balance?.expiresAt;
  return {
    id,
    email,
    created_at: utcTime(createdAt),
    characters_balance: balance?.balance ?? 0,
    characters_used: balance?.used ?? 0,
    characters_expires_at: expiresAt === undefined ? null : utcTime(expiresAt),
  };
}

function accountTable(rows: readonly AccountRow[]): string {
  return table(
    ['ID', 'BALANCE', 'USED', 'EXPIRES', 'CREATED', 'EMAIL'],
    rows.map((row) => [
      row.id,
      row.characters_balance,
      row.characters_used,
      row.characters_expires_at ?? undefined,
      row.created_at,
      row.email,
    ]),
  );
}

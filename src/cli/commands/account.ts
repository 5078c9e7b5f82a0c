import type { Command } from 'commander';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import { parseListed } from '../argument.ts';
import type { CommandParts, Operator } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

export function addAccountCommands(program: Command, parts: CommandParts, print: Print): void {
  const account = program.command('account').description('open, list, suspend and erase accounts');
  addCreate(account, parts, print);
  addList(account, parts, print);
  addShow(account, parts, print);
  addSuspension(account, parts, print);
  addErase(account, parts, print);
}

function addCreate(account: Command, { openOperator }: CommandParts, print: Print): void {
  account
    .command('create')
    .description('open an account with an empty balance')
    .requiredOption('--email <address>', 'whose account it is; unique, without regard to case')
    .action(async ({ email: given }: { email: string }) => {
      await using operator = await openOperator();
      const { id, email } = await operator.accounts.create(given);
      await operator.audit.record({ by: operatorActs, act: 'account.opened', accountId: id });
      print.result({ id, email }, `${id}  ${email}`);
    });
}

function addList(account: Command, { openOperator }: CommandParts, print: Print): void {
  account
    .command('list')
    .description('list accounts with their balances, oldest first')
    .option('--limit <number>', 'how many at most', parseListed, 1_000)
    .option('--after <id>', 'go on behind this account, the last one of the list before')
    .action(async (options: { readonly limit: number; readonly after?: AccountId }) => {
      await using operator = await openOperator();
      const accounts = await operator.accounts.list(options);
      const rows = [];
      for (const each of accounts) rows.push(await accountRow(operator, each));
      const more = accounts.length === options.limit ? `\nThere may be more: --after ${accounts.at(-1)?.id}` : '';
      const none = options.after === undefined ? 'No account yet.' : 'No further account.';
      print.result(rows, rows.length === 0 ? none : `${accountTable(rows)}${more}`);
    });
}

function addShow(account: Command, { openOperator }: CommandParts, print: Print): void {
  account
    .command('show')
    .description('show the state of one account')
    .requiredOption('--account <id or email>', 'which account')
    .action(async ({ account: wanted }: { account: string }) => {
      await using operator = await openOperator();
      const found = await operator.accounts.find(wanted);
      const row = await accountRow(operator, found);
      const live = await operator.keys.live(found.id);
      const unpaid = await operator.orders.list({ accountId: found.id, isPaid: false });
      const shown = { ...row, ...stateOf(found), keys_live: live.length, orders_unpaid: unpaid.length };
      const lines = Object.entries(shown).map(
        ([name, value]) => `${name.replaceAll('_', ' ').padEnd(22)}${value ?? '-'}`,
      );
      print.result(shown, lines.join('\n'));
    });
}

function addSuspension(account: Command, { openOperator }: CommandParts, print: Print): void {
  account
    .command('suspend')
    .description('refuse the keys of an account from the next request on, until it is resumed; it cannot buy either')
    .requiredOption('--account <id or email>', 'which account')
    .option('--reason <text>', 'why, in one line; only operators read it')
    .action(async ({ account: wanted, reason }: { account: string; reason?: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(wanted);
      const suspended = await operator.accounts.suspend(id, { by: operatorActs, reason });
      const why = suspended.suspensionReason === undefined ? '' : `: ${suspended.suspensionReason}`;
      print.result(actedOn(suspended), `Suspended ${suspended.email}${why}. Its keys are refused from now on.`);
    });
  account
    .command('resume')
    .description('end the suspension of an account')
    .requiredOption('--account <id or email>', 'which account')
    .action(async ({ account: wanted }: { account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(wanted);
      const resumed = await operator.accounts.resume(id, { by: operatorActs });
      print.result(actedOn(resumed), `Resumed ${resumed.email}. Its keys work again.`);
    });
}

function addErase(account: Command, { openOperator }: CommandParts, print: Print): void {
  account
    .command('erase')
    .description('permanently erase an account with all data of its owner; accounting records stay')
    .requiredOption('--account <id or email>', 'which account')
    .option('--despite-dispute', 'also while a payment of it is disputed', false)
    .action(async ({ account: wanted, despiteDispute }: { account: string; despiteDispute: boolean }) => {
      await using operator = await openOperator();
      const { id, email: former } = await operator.accounts.find(wanted);
      await operator.erasures.erase(id, { by: operatorActs, evenIfDisputed: despiteDispute });
      const erased = await operator.accounts.find(id);
      const what =
        'Its person, sessions, glossary and names of keys are gone, its keys are revoked, what was left has expired.';
      print.result(actedOn(erased), `Erased ${former}, which is now ${erased.email}. ${what}`);
    });
}

function actedOn(account: Account) {
  return { id: account.id, email: account.email, ...stateOf(account) };
}

function stateOf({ suspendedAt, suspensionReason, erasedAt }: Account) {
  return {
    suspended_at: suspendedAt === undefined ? null : utcTime(suspendedAt),
    suspension_reason: suspensionReason ?? null,
    erased_at: erasedAt === undefined ? null : utcTime(erasedAt),
  };
}

/** An account under `--json`. */
async function accountRow({ ledger }: Pick<Operator, 'ledger'>, account: Account) {
  const { id, email, createdAt } = account;
  const balance = await ledger.readBalance(id);
  const expiresAt = balance?.expiresAt;
  return {
    id,
    email,
    state: stateWord(account),
    created_at: utcTime(createdAt),
    characters_balance: balance?.balance ?? 0,
    characters_used: balance?.used ?? 0,
    characters_expires_at: expiresAt === undefined ? null : utcTime(expiresAt),
  };
}

const accountTable = tableOf<Awaited<ReturnType<typeof accountRow>>>({
  ID: 'id',
  BALANCE: 'characters_balance',
  USED: 'characters_used',
  EXPIRES: 'characters_expires_at',
  CREATED: 'created_at',
  STATE: 'state',
  EMAIL: 'email',
});

function stateWord({ suspendedAt, erasedAt }: Account): 'active' | 'suspended' | 'erased' {
  if (erasedAt !== undefined) return 'erased';
  return suspendedAt === undefined ? 'active' : 'suspended';
}

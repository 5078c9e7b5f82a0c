import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Characters, UnixMs } from '../../ground/units.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import { packValidDays } from '../../shop/ledger/pack.ts';
import { parseCharacters, parseExpiresAt, parseOrder, parseValidDays } from '../argument.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { utcTime } from '../utc-time.ts';

type GrantOptions = {
  readonly account: string;
  readonly characters: Characters;
  readonly validDays?: number;
  readonly expiresAt?: UnixMs;
  readonly order?: string;
};

export function addPackCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  program
    .command('pack')
    .description('give accounts characters')
    .command('grant')
    .description('add a pack of characters to an account; its expiry becomes the later of this and the current one')
    .requiredOption('--account <id or email>', 'who gets it')
    .requiredOption('--characters <number>', 'how many characters', parseCharacters)
    .addOption(
      new Option('--valid-days <days>', `for how many days from now (default: ${packValidDays})`)
        .argParser(parseValidDays)
        .conflicts('expiresAt'),
    )
    .option('--expires-at <time>', 'until when, in UTC: 2027-11-20T00:00:00', parseExpiresAt)
    .option('--order <id>', 'the order that was paid; granting the same order again changes nothing', parseOrder)
    .action(async ({ account: wanted, order = `operator-${randomUUID()}`, ...pack }: GrantOptions) => {
      await using operator = await openOperator();
      const { id, email } = await operator.accounts.find(wanted);
      const outcome = await operator.ledger.grant({ accountId: id, orderId: order, ...pack });
      if (outcome === 'granted') {
        await operator.audit.record({ by: operatorActs, act: 'pack.granted', accountId: id, subject: order });
      }
      const balance = await operator.ledger.readBalance(id);
      const expiresAt = balance?.expiresAt === undefined ? null : utcTime(balance.expiresAt);
      const held = `${email} has ${balance?.balance ?? 0} characters until ${expiresAt ?? '-'}`;
      print.result(
        { account: id, order, outcome, characters_balance: balance?.balance ?? 0, characters_expires_at: expiresAt },
        outcome === 'granted'
          ? `Granted ${pack.characters} characters (order ${order}): ${held}.`
          : `Order ${order} was granted before, nothing changed: ${held}.`,
      );
    });
}

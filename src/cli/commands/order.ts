import { type Command, Option } from 'commander';
import type { Characters } from '../../ground/units.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import { packValidDays } from '../../shop/ledger/pack.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import { isKept, isOfErased, type Order, type OrderId, referenceOf } from '../../shop/orders/order.ts';
import type { PaymentEvent } from '../../shop/orders/order-store.ts';
import { parseAmountIn, parseCharacters, parseCurrency, parseListed, parseValidDays, UsageError } from '../argument.ts';
import type { CommandParts, Operator } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';

type CreateOptions = {
  readonly account: string;
  readonly characters: Characters;
  readonly price: string;
  readonly currency: string;
  readonly validDays: number;
  readonly pack?: string;
};

type OrderOptions = { readonly id: OrderId };

export function addOrderCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  const order = program.command('order').description('place orders of packs and record their payments');
  order
    .command('create')
    .description('place an order of a pack, which is granted once it is marked as paid')
    .requiredOption('--account <id or email>', 'who orders it')
    .requiredOption('--characters <number>', 'how many characters', parseCharacters)
    .requiredOption('--price <amount>', 'what it costs, such as 9.90')
    .requiredOption('--currency <code>', 'in what currency, such as EUR', parseCurrency)
    .addOption(
      new Option('--valid-days <days>', 'for how many days from its payment')
        .argParser(parseValidDays)
        .default(packValidDays),
    )
    .option('--pack <name>', 'what the pack is called (default: how many characters it has)')
    .action(async ({ account, characters, price: text, currency, validDays, pack }: CreateOptions) => {
      const price = parseAmountIn(text, { option: '--price', currency });
      await using operator = await openOperator();
      const { id: accountId, email } = await operator.accounts.find(account);
      const name = pack ?? `${characters} characters`;
      const sold = { name, characters, validDays, price, currency };
      const placed = await operator.orders.place({ accountId, provider: 'manual', pack: sold });
      await operator.audit.record({ by: operatorActs, act: 'order.placed', accountId, subject: placed.id });
      const what = `${characters} characters for ${money(price, placed)}, for ${email}`;
      print.result(
        described(placed),
        `Placed order ${placed.id}: ${what}. Once it is paid: order mark-paid --id ${placed.id}`,
      );
    });
  addListCommand(order, openOperator, print);
  const report = async (id: OrderId, eventOf: (order: Order) => PaymentEvent) => {
    await using operator = await openOperator();
    const before = await named(operator, id);
    const after = await operator.orders.reportPayment(before.id, eventOf(before), operatorActs);
    const { json, text } = await balanceOf(operator, after);
    print.result({ ...described(after), ...json }, `${changeText(before, after)} ${text}`);
  };
  addReportCommands(order, report);
}

function addListCommand(order: Command, openOperator: CommandParts['openOperator'], print: Print): void {
  order
    .command('list')
    .description('list orders, oldest first, and what has been reported of their payment')
    .option('--account <id or email>', 'only those of this account')
    .addOption(
      new Option('--state <state>', 'only those that are still to be paid, or that are').choices(['open', 'paid']),
    )
    .addOption(
      new Option('--reference <text>', 'only those with this reference, as written on a bank transfer').conflicts([
        'account',
        'state',
        'after',
      ]),
    )
    .option('--limit <number>', 'how many at most', parseListed, 1_000)
    .option('--after <id>', 'go on behind this order, the last one of the list before')
    .action(async (options: ListOptions) => {
      await using operator = await openOperator();
      const orders = await listed(operator, options);
      const rows = orders.map(described);
      const more = orders.length === options.limit ? `\nThere may be more: --after ${orders.at(-1)?.id}` : '';
      const isAnyAsked = Object.keys(options).every((name) => name === 'limit' || name === 'account');
      const none = isAnyAsked ? 'No order yet.' : 'There is no such order.';
      print.result(rows, rows.length === 0 ? none : `${orderTable(rows)}${more}`);
    });
}

type ListOptions = {
  readonly account?: string;
  readonly state?: 'open' | 'paid';
  readonly reference?: string;
  readonly limit: number;
  readonly after?: OrderId;
};

async function listed(
  { accounts, orders }: Operator,
  { account, state, reference, limit, after }: ListOptions,
): Promise<readonly Order[]> {
  if (reference !== undefined) return await orders.findByReference(reference);
  const accountId = account === undefined ? undefined : (await accounts.find(account)).id;
  return await orders.list({ accountId, isPaid: state === undefined ? undefined : state === 'paid', after, limit });
}

/** Returns the order with this id, or the only one with this reference. @throws ServiceError `no_order` */
async function named({ orders }: Operator, idOrReference: string): Promise<Order> {
  const [order, another] = await orders.findByReference(idOrReference);
  if (order === undefined) return await orders.find(idOrReference as OrderId);
  if (another === undefined) return order;
  throw new UsageError('several orders have this reference: name one by its id, which order list --reference tells');
}

type Report = (id: OrderId, eventOf: (order: Order) => PaymentEvent) => Promise<void>;

function addReportCommands(order: Command, report: Report): void {
  order
    .command('mark-paid')
    .description('report that an order is paid, which grants its pack; doing so again changes nothing')
    .requiredOption('--id <order>', 'which order: its id or its reference')
    .action(({ id }: OrderOptions) => report(id, () => ({ kind: 'paid' })));
  order
    .command('refund')
    .description('report what was paid back, all refunds of the order together, and take back that part of its pack')
    .requiredOption('--id <order>', 'which order: its id or its reference')
    .option('--amount <amount>', 'how much was paid back by now, such as 4.95 (default: all of the price)')
    .action(({ id, amount }: OrderOptions & { readonly amount?: string }) =>
      report(id, ({ pack: { price, currency } }) => {
        const refunded = amount === undefined ? price : parseAmountIn(amount, { option: '--amount', currency });
        return { kind: 'refunded', refunded };
      }),
    );
  order
    .command('dispute')
    .description('report that a payment is disputed, which takes back the pack, or that the dispute was won')
    .requiredOption('--id <order>', 'which order: its id or its reference')
    .option('--won', 'the dispute was won: give its characters back permanently', false)
    .action(({ id, won }: OrderOptions & { readonly won: boolean }) =>
      report(id, () => ({ kind: won ? 'dispute_won' : 'disputed' })),
    );
}

function described({ id, accountId, provider, pack, createdAt, paidAt, refunded, dispute, ...order }: Order) {
  return {
    id,
    reference: referenceOf(id),
    account: accountId,
    provider,
    pack: pack.name,
    characters: pack.characters,
    valid_days: pack.validDays,
    price: formatAmount(pack.price, pack.currency),
    currency: pack.currency,
    created_at: utcTime(createdAt),
    paid_at: paidAt === undefined ? null : utcTime(paidAt),
    refunded: formatAmount(refunded, pack.currency),
    dispute,
    characters_taken_back: order.clawedBack,
    invoices: order.invoices,
  };
}

const orderTable = tableOf<ReturnType<typeof described>>({
  ID: 'id',
  REFERENCE: 'reference',
  ACCOUNT: 'account',
  CREATED: 'created_at',
  PAID: 'paid_at',
  CHARACTERS: 'characters',
  PRICE: ({ price, currency }) => `${price} ${currency}`,
  REFUNDED: 'refunded',
  DISPUTE: 'dispute',
  'TAKEN BACK': 'characters_taken_back',
  INVOICES: ({ invoices }) => invoices.join(' ') || '-',
  PACK: 'pack',
});

/** Describes what a report changed. */
function changeText(before: Order, after: Order): string {
  const { id, paidAt, refunded, dispute, pack, clawedBack, invoices } = after;
  const news = [];
  if (before.paidAt === undefined && paidAt !== undefined) {
    news.push(`granted ${pack.characters} characters`);
    if (pack.price > 0 && invoices.length === 0) news.push('issued no invoice because SELLER is not set');
  }
  if (refunded !== before.refunded) news.push(`refunded ${money(refunded, after)} of ${money(pack.price, after)}`);
  if (dispute !== before.dispute) news.push(dispute === 'won' ? 'the dispute is won' : 'the payment is disputed');
  const moved = clawedBack - before.clawedBack;
  if (moved !== 0) news.push(moved > 0 ? `took back ${moved} characters` : `gave back ${-moved} characters`);
  for (const [index, number] of invoices.entries()) {
    if (index >= before.invoices.length) news.push(`issued ${index === 0 ? 'invoice' : 'credit note'} ${number}`);
  }
  if (news.length === 0) return `Order ${id}: this was reported before, nothing changed.`;
  const waits = paidAt === undefined ? '; this counts once it is paid' : '';
  return `Order ${id}: ${news.join(', ')}${waits}.`;
}

async function balanceOf({ accounts, ledger }: Operator, order: Order) {
  const { accountId } = order;
  const account = await accounts.find(accountId);
  const balance = await ledger.readBalance(accountId);
  const expiresAt = balance?.expiresAt === undefined ? null : utcTime(balance.expiresAt);
  const characters = balance?.balance ?? 0;
  return {
    json: { characters_balance: characters, characters_expires_at: expiresAt },
    text: `${account.email} has ${characters} characters until ${expiresAt ?? '-'}.${
      isOfErased(order, account) && isKept(order) ? owed : ''
    }`,
  };
}

const owed =
  ' The account was erased before this payment, so nobody can use them. Refund it, and report that with order refund.';

function money(amount: number, { pack: { currency } }: Order): string {
  return `${formatAmount(amount, currency)} ${currency}`;
}

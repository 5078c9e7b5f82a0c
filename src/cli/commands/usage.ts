import { type Command, Option } from 'commander';
import type { Key, KeyId } from '../../shop/keys/key-store.ts';
import {
  reportDays,
  reportDaysMax,
  sumOf,
  sumsByDay,
  sumsByKey,
  sumsByPair,
  type UsageReport,
  type UsageSum,
} from '../../shop/usage/usage-reports.ts';
import { isoDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import { parseDay } from '../argument.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { textTable } from '../table.ts';

const parts = ['day', 'key', 'pair'] as const;

type ReportOptions = {
  readonly account: string;
  readonly from?: UtcDay;
  readonly to?: UtcDay;
  readonly by: (typeof parts)[number];
};

export function addUsageCommands(program: Command, { openOperator }: CommandParts, print: Print): void {
  program
    .command('usage')
    .description('show what accounts were charged for')
    .command('report')
    .description(`sum up the charges of an account over at most ${reportDaysMax} days (UTC)`)
    .requiredOption('--account <id or email>', 'whose charges')
    .option('--from <day>', `the first day: 2026-11-01 (default: ${reportDays - 1} days before the last)`, parseDay)
    .option('--to <day>', 'the last day, which is included (default: today)', parseDay)
    .addOption(new Option('--by <part>', 'what to sum up by').choices(parts).default('day'))
    .action(async ({ account: wanted, by, ...days }: ReportOptions) => {
      await using operator = await openOperator();
      const { id, email } = await operator.accounts.find(wanted);
      const report = await operator.usage.report({ accountId: id, ...days });
      const sums = await sumsOf(report, by, (keyId) => operator.keys.findOwn(id, keyId));
      const [from, to, total] = [isoDay(report.from), isoDay(report.to), sumOf(report.rows)];
      print.result(
        { account: id, from, to, by, ...total, usage: sums.map(({ part, sum }) => ({ ...part, ...sum })) },
        sums.length === 0
          ? `${email} was charged nothing from ${from} to ${to}.`
          : usageTable([...sums, { part: { [by]: 'total' }, sum: total }]),
      );
    });
}

/** The groups of a report, as in JSON; the first member identifies a group. */
type Sum = { readonly part: Readonly<Record<string, string | null>>; readonly sum: UsageSum };

type FindKey = (id: KeyId) => Promise<Key | undefined>;

async function sumsOf({ rows }: UsageReport, by: ReportOptions['by'], findKey: FindKey): Promise<readonly Sum[]> {
  switch (by) {
    case 'day':
      return sumsByDay(rows).map(({ day, ...sum }) => ({ part: { day: isoDay(day) }, sum }));
    case 'key':
      return namedSums(rows, findKey);
    case 'pair':
      return sumsByPair(rows).map(({ source, target, ...sum }) => {
        return { part: { source_lang: source, target_lang: target }, sum };
      });
  }
}

/** One key after the other: an account may have used any number, and a database serves only a few at a time. */
async function namedSums(rows: UsageReport['rows'], findKey: FindKey): Promise<readonly Sum[]> {
  const sums: Sum[] = [];
  for (const { keyId, ...sum } of sumsByKey(rows)) {
    const name = (await findKey(keyId))?.name ?? null;
    sums.push({ part: { key: keyId, name }, sum });
  }
  return sums;
}

function usageTable(sums: readonly Sum[]): string {
  const heads = Object.keys(sums[0]?.part ?? {});
  const cells = sums.map(({ part, sum }) => {
    const named = heads.map((_, column) => Object.values(part)[column] ?? '');
    return [...named, sum.characters, sum.requests];
  });
  return textTable([...heads.map((head) => head.replace('_', ' ').toUpperCase()), 'CHARACTERS', 'REQUESTS'], cells);
}

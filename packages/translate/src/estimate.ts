import { counted, formatCount } from './console.ts';
import { isSent } from './decision.ts';
import { checkPair } from './service.ts';
import type { OpenOutput } from './survey.ts';
import { Texts } from './texts.ts';
import type { Translating } from './translate.ts';

/** Prints what a translation would cost at most, and the balance. Nothing is translated. Returns the exit status. */
export async function estimate(
  outputs: readonly OpenOutput[],
  { client, journal, reports, console, signal }: Omit<Translating, 'lock'>,
): Promise<number> {
  const plans = outputs.flatMap((output) => output.plans);
  const pairs = new Map(plans.map(({ from, task: { to } }) => [`${from} ${to}`, { from, to }]));
  for (const pair of pairs.values()) await checkPair(client, pair, signal);
  // Without the server, the language of a source may be unknown: texts of two such files count as of one language.
  const texts = new Texts(outputs, ({ from = '' }) => from, journal);
  for (const { task, characters } of texts.open) reports.of(task).characters += characters;
  for (const { path, plans: own } of outputs) {
    for (const { task, units } of own) {
      const sent = units.filter(isSent);
      const added = sent.filter(({ why }) => why === 'missing').length;
      const changed = sent.length - added;
      const what = `${formatCount(added)} new, ${formatCount(changed)} changed of ${counted(units.length, 'text')}`;
      console.out(`${path}: ${what}, ${counted(reports.of(task).characters, 'character')}\n`);
    }
  }
  const { characters_balance: balance } = await client.usage({ signal });
  const total = `At most ${counted(reports.sum('characters'), 'character')}.`;
  reports.print(console, `${total} The balance is ${formatCount(balance)}.\n`);
  return reports.count('failed') === 0 ? 0 : 1;
}

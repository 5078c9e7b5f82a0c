import type { Dragoman } from '../../../sdk/src/dragoman.ts';
import { countCharacters } from '../../../sdk/src/text-batches.ts';
import { counted, formatCount, removedNote } from './console.ts';
import { isSent } from './decision.ts';
import { repeatedRequests } from './requests.ts';
import { checkPair } from './service.ts';
import type { OpenOutput } from './survey.ts';
import { Texts } from './texts.ts';
import type { Translating } from './translate.ts';

/**
 * Prints what a translation would cost at most, and the balance. Nothing is translated.
 *
 * @param client undefined without a key: no request is sent
 * @returns the exit status
 */
export async function estimate(
  outputs: readonly OpenOutput[],
  {
    client,
    journal,
    reports,
    console,
    signal,
  }: Pick<Translating, 'journal' | 'reports' | 'console' | 'signal'> & {
    readonly client: Dragoman | undefined;
  },
): Promise<number> {
  const plans = outputs.flatMap((output) => output.plans);
  const pairs = new Map(plans.map(({ from, task: { to } }) => [`${from} ${to}`, { from, to }]));
  if (client !== undefined) for (const pair of pairs.values()) await checkPair(client, pair, signal);
  // Without the server, the language of a source may be unknown: texts of two such files count as of one language.
  const texts = new Texts(outputs, ({ from = '' }) => from, journal);
  for (const { task, characters } of texts.open) reports.of(task).characters += characters;
  const open = new Set(texts.open.map(({ to, text }) => `${to} ${text}`));
  const isOpen = ({ to }: { readonly to: string }, text: string): boolean => open.has(`${to} ${text}`);
  for (const request of repeatedRequests(journal, isOpen)) {
    const others = request.texts.filter((text) => !isOpen(request, text));
    for (const text of others) reports.others.characters += countCharacters(text, 'text');
  }
  for (const { path, plans: own } of outputs) {
    for (const { task, units } of own) {
      const sent = units.filter(isSent);
      const added = sent.filter(({ why }) => why === 'missing').length;
      const changed = sent.length - added;
      const what = `${formatCount(added)} new, ${formatCount(changed)} changed of ${counted(units.length, 'text')}`;
      console.out(
        `${path}: ${what}, ${counted(reports.of(task).characters, 'character')}${removedNote(reports.of(task).removed)}\n`,
      );
    }
  }
  const characters = reports.sum('characters');
  const total = `At most ${counted(characters, 'character')}.`;
  const balance = client && (await client.usage({ signal })).characters_balance;
  const rest = balance === undefined ? 'Set DRAGOMAN_KEY to see the balance' : `The balance is ${formatCount(balance)}`;
  const missing = Math.max(0, characters - (balance ?? characters));
  const advice = missing > 0 ? ` Buy ${formatCount(missing)} more.` : '';
  reports.print(console, `${total} ${rest}.${advice}\n`);
  return missing === 0 && reports.count('failed') === 0 ? 0 : 1;
}

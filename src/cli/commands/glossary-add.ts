import { type Command, Option } from 'commander';
import { caseRules, type EntryId, partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { UsageError } from '../argument.ts';
import { describeEntry } from '../entry-row.ts';
import { type CommandParts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';

type AddOptions = {
  readonly account: string;
  readonly source: string;
  readonly target: string;
  readonly term: string;
  readonly translation?: string;
  readonly keep?: true;
  readonly case: string;
  readonly partOfSpeech?: string;
  readonly note?: string;
  readonly insteadOf?: EntryId;
};

/** `glossary add`. */
export function addGlossaryAddCommand(group: Command, { openOperator }: CommandParts, print: Print): void {
  group
    .command('add')
    .description('add a glossary entry; it replaces one with the same languages, words and case rule')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .requiredOption('--source <language>', 'the source language; * for every one, for a do-not-translate entry')
    .requiredOption(
      '--target <language>',
      'the language of the translation; * for every one, for a do-not-translate entry',
    )
    .requiredOption('--term <words>', 'the words in texts, in the singular')
    .option('--translation <words>', 'its translation')
    .option('--keep', 'do not translate it')
    .addOption(
      new Option('--case <rule>', 'follow: any capitals, adapted to the text; exact: this spelling only')
        .choices(caseRules)
        .default('follow'),
    )
    .addOption(new Option('--part-of-speech <part>', 'what kind of word it is').choices(partsOfSpeech))
    .option('--note <text>', 'for people')
    .option('--instead-of <id>', 'an entry to replace, with any words')
    .action(async ({ account, keep, case: caseRule, insteadOf, ...rest }: AddOptions) => {
      if ((rest.translation === undefined) === (keep === undefined)) {
        throw new UsageError('glossary add takes either --translation or --keep');
      }
      await using operator = await openOperator();
      const { id: accountId, email } = await operator.accounts.find(account);
      const raw = { ...rest, caseRule, ...(keep && { doNotTranslate: 'yes' }) };
      const editor = { accountId, by: operatorsName };
      const { entry, removed, version } = await operator.glossaries.add(editor, raw, insteadOf);
      const outcome = version === undefined ? 'already_there' : removed > 0 ? 'replaced' : 'added';
      const what = `${entry.source}>${entry.target} ${entry.term} = ${entry.translation ?? '(kept)'}`;
      print.result(
        { ...describeEntry(entry), outcome, version: version ?? null },
        `${verbs[outcome]} for ${email}: ${what}`,
      );
    });
}

const verbs = { added: 'Added', replaced: 'Replaced', already_there: 'Already there' };

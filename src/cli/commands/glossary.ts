import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { GlossaryChange } from '../../shop/glossaries/glossary-store.ts';
import type { EntryId, EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { entryLanguageArgument, parseEntriesListed, UsageError } from '../argument.ts';
import { describeEntry, entriesAndTerms, entryTable } from '../entry-row.ts';
import { type CommandParts, type Operator, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { addGlossaryAddCommand } from './glossary-add.ts';
import { addGlossaryExportCommand } from './glossary-export.ts';
import { addGlossaryImportCommand } from './glossary-import.ts';
import { addGlossaryTestCommand } from './glossary-test.ts';

const listedDefault = 100;

/** `glossary add`, `list`, `remove`, `import`, `export`, `test`, `undo` and `history`. */
export function addGlossaryCommands(program: Command, parts: CommandParts, print: Print): void {
  // The alias `term` is deprecated, and stays for one release.
  const glossary = program.command('glossary').alias('term').description('manage the glossaries of accounts');
  addGlossaryAddCommand(glossary, parts, print);
  addList(glossary, parts, print);
  addRemove(glossary, parts, print);
  addGlossaryImportCommand(glossary, parts, print);
  addGlossaryExportCommand(glossary, parts, print);
  addGlossaryTestCommand(glossary, parts, print);
  addUndo(glossary, parts, print);
  addHistory(glossary, parts, print);
}

type ListOptions = {
  readonly account: string;
  readonly source?: EntryLanguage;
  readonly target?: EntryLanguage;
  readonly holding?: string;
  readonly limit: number;
  readonly after?: EntryId;
};

function addList(glossary: Command, { openOperator }: CommandParts, print: Print): void {
  glossary
    .command('list')
    .description('list the glossary of an account, by languages and words')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .option('--source <language>', 'only those of this source language', entryLanguageArgument)
    .option('--target <language>', 'only those of this target language', entryLanguageArgument)
    .option('--holding <text>', 'only those with this in their words or translation, with any capitals')
    .addOption(new Option('--limit <number>', 'at most so many').argParser(parseEntriesListed).default(listedDefault))
    .option('--after <id>', 'entries after this one, from "next"')
    .action(async ({ account, ...filter }: ListOptions) => {
      await using operator = await openOperator();
      const { id: accountId } = await operator.accounts.find(account);
      const found = await operator.glossaries.list({ accountId, ...filter, limit: filter.limit + 1 });
      const entries = found.slice(0, filter.limit).map(describeEntry);
      const next = found.length > entries.length ? (entries.at(-1)?.id ?? null) : null;
      const more = next === null ? '' : `\n\nThere are more: glossary list ... --after ${next}`;
      const text = entries.length === 0 ? 'No such entry.' : `${entryTable(entries)}${more}`;
      print.result({ ...entriesAndTerms(entries), next }, text);
    });
}

type RemoveOptions = {
  readonly account: string;
  readonly id?: EntryId;
  readonly source?: EntryLanguage;
  readonly target?: EntryLanguage;
  readonly term?: string;
};

function addRemove(glossary: Command, { openOperator }: CommandParts, print: Print): void {
  glossary
    .command('remove')
    .description('remove an entry, by its id or by its languages and words')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .option('--id <id>', 'the id of the entry')
    .option('--source <language>', 'its source language', entryLanguageArgument)
    .option('--target <language>', 'its target language', entryLanguageArgument)
    .option('--term <words>', 'its words, exactly as they are listed')
    .action(async ({ account, ...which }: RemoveOptions) => {
      const wanted = entryToRemove(which);
      await using operator = await openOperator();
      const editor = { accountId: (await operator.accounts.find(account)).id, by: operatorsName };
      const ids = 'id' in wanted ? [wanted.id] : await idsOf(operator, editor.accountId, wanted);
      const { version, removed } = await operator.glossaries.remove(editor, ids);
      print.result({ removed, version: version ?? null }, `Removed ${counted(removed, 'entry', 'entries')}.`);
    });
}

type WordsOfPair = { readonly source: EntryLanguage; readonly target: EntryLanguage; readonly words: string };

function entryToRemove({
  id,
  source,
  target,
  term,
}: Omit<RemoveOptions, 'account'>): { readonly id: EntryId } | WordsOfPair {
  const isNamed = source !== undefined && target !== undefined && term !== undefined;
  const isPartlyNamed = source !== undefined || target !== undefined || term !== undefined;
  if (id !== undefined && !isPartlyNamed) return { id };
  if (id === undefined && isNamed) return { source, target, words: term };
  throw new UsageError('glossary remove takes either --id, or --source, --target and --term');
}

async function idsOf(
  { glossaries }: Operator,
  accountId: Parameters<Operator['glossaries']['findWords']>[0],
  words: WordsOfPair,
) {
  return (await glossaries.findWords(accountId, words)).map(({ id }) => id);
}

function addUndo(glossary: Command, { openOperator }: CommandParts, print: Print): void {
  glossary
    .command('undo')
    .description('take back the last import of an account that was not undone')
    .requiredOption('--account <id or email>', 'whose import')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const editor = { accountId: (await operator.accounts.find(account)).id, by: operatorsName };
      const { version, added, removed } = await operator.glossaries.undoImport(editor);
      const text = `Undone: ${counted(removed, 'entry', 'entries')} removed, ${counted(added, 'entry', 'entries')} put back.`;
      print.result({ removed, put_back: added, version: version ?? null }, text);
    });
}

function addHistory(glossary: Command, { openOperator }: CommandParts, print: Print): void {
  glossary
    .command('history')
    .description('list the last changes of the glossary of an account, newest first')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const rows = (await operator.glossaries.history(id)).map(describeChange);
      print.result(rows, rows.length === 0 ? 'No change yet.' : historyTable(rows));
    });
}

function describeChange({ version, kind, at, by, added, removed, undoneIn }: GlossaryChange) {
  return { version, kind, at: utcTime(at), by, added, removed, undone_in: undoneIn ?? null };
}

const historyTable = tableOf<ReturnType<typeof describeChange>>({
  VERSION: 'version',
  CHANGE: 'kind',
  AT: 'at',
  BY: 'by',
  ADDED: 'added',
  REMOVED: 'removed',
  'UNDONE IN': 'undone_in',
});

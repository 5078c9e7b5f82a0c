import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { TermChange } from '../../shop/glossaries/term-store.ts';
import type { TermId, TermLanguage } from '../../text/glossary/glossary-entry.ts';
import { parseTermsListed, termLanguageArgument, UsageError } from '../argument.ts';
import { type CommandParts, type Operator, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { describeTerm, termTable } from '../term-row.ts';
import { utcTime } from '../utc-time.ts';
import { addTermAddCommand } from './term-add.ts';
import { addTermExportCommand } from './term-export.ts';
import { addTermImportCommand } from './term-import.ts';
import { addTermSuggestCommand } from './term-suggest.ts';
import { addTermTestCommand } from './term-test.ts';

const listedDefault = 100;

/** `term add`, `list`, `remove`, `import`, `export`, `suggest`, `test`, `undo` and `history`. */
export function addTermCommands(program: Command, parts: CommandParts, print: Print): void {
  const term = program.command('term').description('manage the glossaries of accounts');
  addTermAddCommand(term, parts, print);
  addList(term, parts, print);
  addRemove(term, parts, print);
  addTermImportCommand(term, parts, print);
  addTermExportCommand(term, parts, print);
  addTermSuggestCommand(term, parts, print);
  addTermTestCommand(term, parts, print);
  addUndo(term, parts, print);
  addHistory(term, parts, print);
}

type ListOptions = {
  readonly account: string;
  readonly source?: TermLanguage;
  readonly target?: TermLanguage;
  readonly holding?: string;
  readonly limit: number;
  readonly after?: TermId;
};

function addList(term: Command, { openOperator }: CommandParts, print: Print): void {
  term
    .command('list')
    .description('list the glossary of an account, by languages and words')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .option('--source <language>', 'only those of this source language', termLanguageArgument)
    .option('--target <language>', 'only those of this target language', termLanguageArgument)
    .option('--holding <text>', 'only those with this in their words or translation, with any capitals')
    .addOption(new Option('--limit <number>', 'at most so many').argParser(parseTermsListed).default(listedDefault))
    .option('--after <id>', 'entries after this one, from "next"')
    .action(async ({ account, ...filter }: ListOptions) => {
      await using operator = await openOperator();
      const { id: accountId } = await operator.accounts.find(account);
      const found = await operator.terms.list({ accountId, ...filter, limit: filter.limit + 1 });
      const terms = found.slice(0, filter.limit).map(describeTerm);
      const next = found.length > terms.length ? (terms.at(-1)?.id ?? null) : null;
      const more = next === null ? '' : `\n\nThere are more: term list ... --after ${next}`;
      print.result({ terms, next }, terms.length === 0 ? 'No such term.' : `${termTable(terms)}${more}`);
    });
}

type RemoveOptions = {
  readonly account: string;
  readonly id?: TermId;
  readonly source?: TermLanguage;
  readonly target?: TermLanguage;
  readonly term?: string;
};

function addRemove(term: Command, { openOperator }: CommandParts, print: Print): void {
  term
    .command('remove')
    .description('remove a term, by its id or by its languages and words')
    .requiredOption('--account <id or email>', 'whose term')
    .option('--id <id>', 'which term')
    .option('--source <language>', 'its source language', termLanguageArgument)
    .option('--target <language>', 'its target language', termLanguageArgument)
    .option('--term <words>', 'its words, exactly as they are listed')
    .action(async ({ account, ...which }: RemoveOptions) => {
      const wanted = termToRemove(which);
      await using operator = await openOperator();
      const editor = { accountId: (await operator.accounts.find(account)).id, by: operatorsName };
      const ids = 'id' in wanted ? [wanted.id] : await idsOf(operator, editor.accountId, wanted);
      const { version, removed } = await operator.terms.remove(editor, ids);
      print.result({ removed, version: version ?? null }, `Removed ${counted(removed, 'term')}.`);
    });
}

type WordsOfPair = { readonly source: TermLanguage; readonly target: TermLanguage; readonly words: string };

function termToRemove({
  id,
  source,
  target,
  term,
}: Omit<RemoveOptions, 'account'>): { readonly id: TermId } | WordsOfPair {
  const isNamed = source !== undefined && target !== undefined && term !== undefined;
  const isPartlyNamed = source !== undefined || target !== undefined || term !== undefined;
  if (id !== undefined && !isPartlyNamed) return { id };
  if (id === undefined && isNamed) return { source, target, words: term };
  throw new UsageError('term remove takes either --id, or --source, --target and --term');
}

async function idsOf(
  { terms }: Operator,
  accountId: Parameters<Operator['terms']['findWords']>[0],
  words: WordsOfPair,
) {
  return (await terms.findWords(accountId, words)).map(({ id }) => id);
}

function addUndo(term: Command, { openOperator }: CommandParts, print: Print): void {
  term
    .command('undo')
    .description('take back the last import of an account that was not undone')
    .requiredOption('--account <id or email>', 'whose import')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const editor = { accountId: (await operator.accounts.find(account)).id, by: operatorsName };
      const { version, added, removed } = await operator.terms.undoImport(editor);
      const text = `Undone: ${counted(removed, 'term')} removed, ${counted(added, 'term')} put back.`;
      print.result({ removed, put_back: added, version: version ?? null }, text);
    });
}

function addHistory(term: Command, { openOperator }: CommandParts, print: Print): void {
  term
    .command('history')
    .description('list the last changes of the terms of an account, newest first')
    .requiredOption('--account <id or email>', 'whose terms')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const rows = (await operator.terms.history(id)).map(describeChange);
      print.result(rows, rows.length === 0 ? 'No change yet.' : historyTable(rows));
    });
}

function describeChange({ version, kind, at, by, added, removed, undoneIn }: TermChange) {
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

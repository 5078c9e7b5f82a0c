import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { AccountEntries } from '../../shop/entries/account-entries.ts';
import type { EntryChange } from '../../shop/entries/entry-changes.ts';
import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import type { EntryQuery } from '../../shop/entries/entry-store.ts';
import { parseEntriesListed } from '../argument.ts';
import { type CommandParts, type Operator, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { type Export, printExport } from './entry-files.ts';

/** What has entries with a history, and files: a glossary or a memory. */
export type EntryCommands<
  Entry extends { readonly id: string },
  Language extends string,
  Format extends string,
  Row,
> = {
  readonly name: 'glossary' | 'memory';
  /** Its entries in the help, such as `the glossary`. */
  readonly entries: string;
  readonly language: (text: string) => Language;
  readonly of: (operator: Operator) => Pick<AccountEntries<Entry, Language>, 'list' | 'history' | 'undoImport'>;
  /** Returns an entry under `--json`. */
  readonly describe: (entry: Entry) => Row;
  readonly table: (entries: readonly Row[]) => string;
  /** Returns what `--json` has of entries, or of their number. */
  readonly named: <Entries>(entries: Entries) => { readonly entries: Entries };
  /** Of its files. The first is the default. */
  readonly formats: readonly [Format, ...Format[]];
  readonly write: (
    operator: Operator,
    choice: Pick<EntryQuery<Entry['id'], Language>, 'source' | 'target'> & {
      readonly accountId: AccountId;
      readonly format: Format;
    },
  ) => Promise<Export>;
};

const listedDefault = 100;

/** Adds `list`, `export`, `undo` and `history`. */
export function addEntryCommands<
  Entry extends { readonly id: string },
  Language extends string,
  Format extends string,
  Row,
>(
  group: Command,
  { openOperator }: CommandParts,
  print: Print,
  { name, entries, language, formats, ...own }: EntryCommands<Entry, Language, Format, Row>,
): void {
  type Flags = EntryQuery<Entry['id'], Language> & { readonly format?: Format; readonly out?: string };
  /** Adds a command of an account; `describe` adds what it says, and the options that its action needs. */
  const add = (
    command: string,
    describe: (command: Command) => Command,
    act: (operator: Operator, accountId: AccountId, flags: Flags) => Promise<void>,
  ) => {
    const begun = group.command(command).requiredOption('--account <id or email>', `the owner of the ${name}`);
    describe(begun).action(async ({ account, ...flags }: Flags & { readonly account: string }) => {
      await using operator = await openOperator();
      await act(operator, (await operator.accounts.find(account)).id, flags);
    });
  };
  const filtered = (command: Command) =>
    command
      .option('--source <language>', 'only those of this source language', language)
      .option('--target <language>', 'only those of this target language', language);

  add(
    'list',
    (command) =>
      filtered(command)
        .description(`list ${entries} of an account, by languages and text`)
        .option('--holding <text>', 'only those with this in their source or translation, with any capitals')
        .addOption(
          new Option('--limit <number>', 'at most so many').argParser(parseEntriesListed).default(listedDefault),
        )
        .option('--after <id>', 'entries after this one, from "next"'),
    async (operator, accountId, filter) => {
      const found = await own.of(operator).list({ accountId, ...filter });
      const rows = found.entries.map(own.describe);
      const next = found.goesOnAfter ?? null;
      const more = next === null ? '' : `\n\nThere are more: ${name} list ... --after ${next}`;
      const text = rows.length === 0 ? 'No such entry.' : `${own.table(rows)}${more}`;
      print.result({ ...own.named(rows), next }, text);
    },
  );
  add(
    'export',
    (command) =>
      filtered(command)
        .description(`write ${entries} of an account to a file, or to standard output`)
        .addOption(
          new Option('--format <format>', `of the file (default: as --out ends, or ${formats[0]})`).choices(formats),
        )
        .option('--out <file>', 'the new file; it must not exist yet'),
    async (operator, accountId, { source, target, out, ...flags }) => {
      const format = flags.format ?? formatOfName(out ?? '', formats) ?? formats[0];
      await printExport(print, out, await own.write(operator, { accountId, format, source, target }));
    },
  );
  add(
    'undo',
    (command) => command.description('take back the last import of an account that was not undone'),
    async (operator, accountId) => {
      const { version, added, removed } = await own.of(operator).undoImport({ accountId, by: operatorsName });
      const text = `Undone: ${counted(removed, 'entry', 'entries')} removed, ${counted(added, 'entry', 'entries')} put back.`;
      print.result({ removed, put_back: added, version }, text);
    },
  );
  add(
    'history',
    (command) => command.description(`list the last changes of the ${name} of an account, newest first`),
    async (operator, accountId) => {
      const rows = (await own.of(operator).history(accountId)).map(describeChange);
      print.result(rows, rows.length === 0 ? 'No change yet.' : historyTable(rows));
    },
  );
}

function describeChange({ version, kind, at, by, added, removed, undoneIn }: EntryChange) {
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

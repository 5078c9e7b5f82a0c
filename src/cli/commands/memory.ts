import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import type { MemoryEditor } from '../../shop/memory/account-memory.ts';
import { type MemoryEntryId, memoryEntryFields, type StoredMemoryEntry } from '../../shop/memory/memory-entry.ts';
import { type MemoryFileFormat, memoryFileFormats } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { languageArgument, parseEntriesListed } from '../argument.ts';
import { type CommandParts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { addChangeCommands } from './entry-changes.ts';
import { printExport } from './entry-files.ts';
import { addMemoryImportCommand } from './memory-import.ts';

const listedDefault = 100;

export function addMemoryCommands(program: Command, parts: CommandParts, print: Print): void {
  const memory = program.command('memory').description('manage the approved translations of accounts');
  addList(memory, parts, print);
  addMemoryImportCommand(memory, parts, print);
  addExport(memory, parts, print);
  addChangeCommands(memory, parts, print, {
    name: 'memory',
    history: (operator, accountId) => operator.memory.history(accountId),
    undoImport: (operator, accountId) => operator.memory.undoImport(editorOf(accountId)),
  });
  addErase(memory, parts, print);
}

/** The operator as the author of changes. */
function editorOf(accountId: AccountId): MemoryEditor {
  return { accountId, by: operatorsName, origin: 'command' };
}

type ListOptions = {
  readonly account: string;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
  readonly holding?: string;
  readonly limit: number;
  readonly after?: MemoryEntryId;
};

function addList(memory: Command, { openOperator }: CommandParts, print: Print): void {
  memory
    .command('list')
    .description('list the approved translations of an account, by languages and text')
    .requiredOption('--account <id or email>', 'the owner of the memory')
    .option('--source <language>', 'only those of this source language', languageArgument)
    .option('--target <language>', 'only those of this target language', languageArgument)
    .option('--holding <text>', 'only those with this in their source or translation, with any capitals')
    .addOption(new Option('--limit <number>', 'at most so many').argParser(parseEntriesListed).default(listedDefault))
    .option('--after <id>', 'entries after this one, from "next"')
    .action(async ({ account, ...filter }: ListOptions) => {
      await using operator = await openOperator();
      const { id: accountId } = await operator.accounts.find(account);
      const found = await operator.memory.list({ accountId, ...filter });
      const entries = found.entries.map(describeEntry);
      const next = found.goesOnAfter ?? null;
      const more = next === null ? '' : `\n\nThere are more: memory list ... --after ${next}`;
      print.result({ entries, next }, entries.length === 0 ? 'No such entry.' : `${entryTable(entries)}${more}`);
    });
}

/** An approved translation under `--json`. */
function describeEntry(entry: StoredMemoryEntry) {
  return {
    id: entry.id,
    ...memoryEntryFields(entry),
    created_at: utcTime(entry.createdAt),
    created_by: entry.createdBy,
    updated_at: utcTime(entry.updatedAt),
  };
}

const entryTable = tableOf<ReturnType<typeof describeEntry>>({
  ID: 'id',
  FROM: 'source_lang',
  TO: 'target_lang',
  SOURCE: 'source',
  TRANSLATION: 'target',
  ORIGIN: 'origin',
  UPDATED: 'updated_at',
  NOTE: ({ note }) => (note === '' ? undefined : note),
});

type ExportFlags = {
  readonly account: string;
  readonly format?: MemoryFileFormat;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
  readonly out?: string;
};

function addExport(memory: Command, { openOperator, openMemoryFiles }: CommandParts, print: Print): void {
  memory
    .command('export')
    .description('write the approved translations of an account to a file, or to standard output')
    .requiredOption('--account <id or email>', 'the owner of the memory')
    .addOption(
      new Option('--format <format>', 'of the file (default: as --out ends, or tmx)').choices(memoryFileFormats),
    )
    .option('--source <language>', 'only those of this source language', languageArgument)
    .option('--target <language>', 'only those of this target language', languageArgument)
    .option('--out <file>', 'the new file; it must not exist yet')
    .action(async ({ account, source, target, out, ...flags }: ExportFlags) => {
      const format = flags.format ?? formatOfName(out ?? '', memoryFileFormats) ?? 'tmx';
      const files = await openMemoryFiles();
      await using operator = await openOperator();
      const { id: accountId } = await operator.accounts.find(account);
      const { version } = await operator.memory.count(accountId);
      let entries = 0;
      async function* countedPages() {
        for await (const page of operator.memory.pages({ accountId, source, target })) {
          entries += page.length;
          yield page;
        }
      }
      const facts = () => ({ format, entries, version });
      await printExport(print, out, { pieces: files.write(countedPages(), format), facts });
    });
}

function addErase(memory: Command, { openOperator }: CommandParts, print: Print): void {
  memory
    .command('erase')
    .description('remove all approved translations of an account; imports before it cannot be undone')
    .requiredOption('--account <id or email>', 'the owner of the memory')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const removed = await operator.memory.erase(editorOf(id));
      print.result({ removed }, `Removed ${counted(removed, 'approved translation')}.`);
    });
}

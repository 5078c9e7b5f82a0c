import type { Command } from 'commander';
import { counted } from '../../ground/counts.ts';
import { memoryEntryFields, type StoredMemoryEntry } from '../../shop/memory/memory-entry.ts';
import { memoryFileFormats } from '../../shop/memory/memory-files.ts';
import { languageArgument } from '../argument.ts';
import { type CommandParts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { addEntryCommands } from './entry-commands.ts';
import { addMemoryImportCommand } from './memory-import.ts';

export function addMemoryCommands(program: Command, parts: CommandParts, print: Print): void {
  const memory = program.command('memory').description('manage the approved translations of accounts');
  addMemoryImportCommand(memory, parts, print);
  addEntryCommands(memory, parts, print, {
    name: 'memory',
    entries: 'the approved translations',
    language: languageArgument,
    of: ({ memory: own }) => own,
    describe: describeEntry,
    table: entryTable,
    named: (entries) => ({ entries }),
    formats: memoryFileFormats,
    write: async (operator, { format, ...choice }) => {
      const files = await parts.openMemoryFiles();
      const { version } = await operator.memory.count(choice.accountId);
      let entries = 0;
      async function* countedPages() {
        for await (const page of operator.memory.pages(choice)) {
          entries += page.length;
          yield page;
        }
      }
      return { pieces: files.write(countedPages(), format), facts: () => ({ format, entries, version }) };
    },
  });
  addErase(memory, parts, print);
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

function addErase(memory: Command, { openOperator }: CommandParts, print: Print): void {
  memory
    .command('erase')
    .description('remove all approved translations of an account; imports before it cannot be undone')
    .requiredOption('--account <id or email>', 'the owner of the memory')
    .action(async ({ account }: { readonly account: string }) => {
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const removed = await operator.memory.erase({ accountId: id, by: operatorsName });
      print.result({ removed }, `Removed ${counted(removed, 'approved translation')}.`);
    });
}

import type { Command } from 'commander';
import { entriesIn, glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import { entryWords, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { entryLanguageArgument } from '../argument.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { addEntryCommands } from './entry-commands.ts';
import { addGlossaryImportCommand } from './glossary-import.ts';

export function addGlossaryCommands(program: Command, parts: CommandParts, print: Print): void {
  // The alias `term` is deprecated, and stays for one release.
  const glossary = program.command('glossary').alias('term').description('manage the glossaries of accounts');
  addGlossaryImportCommand(glossary, parts, print);
  addEntryCommands(glossary, parts, print, {
    name: 'glossary',
    entries: 'the glossary',
    language: entryLanguageArgument,
    of: ({ glossaries }) => glossaries,
    describe: describeEntry,
    table: entryTable,
    // The key `terms` is deprecated, and stays for one release.
    named: (entries) => ({ entries, terms: entries }),
    formats: glossaryFileFormats,
    write: async ({ glossaries }, { accountId, format, ...languages }) => {
      const files = await parts.openGlossaryFiles();
      const { entries, version } = await glossaries.readAll(accountId);
      const chosen = entriesIn(languages, entries);
      const facts = { format, entries: chosen.length, terms: chosen.length, version };
      return { pieces: files.write(chosen, format), facts: () => facts };
    },
  });
}

/** A glossary entry under `--json`. */
function describeEntry(entry: StoredEntry) {
  return {
    id: entry.id,
    source: entry.source,
    target: entry.target,
    /** The translation is null for a do-not-translate entry. */
    ...entryWords(entry),
    created_at: utcTime(entry.createdAt),
    created_by: entry.createdBy,
  };
}

const entryTable = tableOf<ReturnType<typeof describeEntry>>({
  ID: 'id',
  SOURCE: 'source',
  TARGET: 'target',
  TERM: 'term',
  TRANSLATION: ({ translation }) => translation ?? '(kept)',
  CASE: 'case',
  PART: 'part_of_speech',
  CREATED: 'created_at',
  NOTE: ({ note }) => (note === '' ? undefined : note),
});

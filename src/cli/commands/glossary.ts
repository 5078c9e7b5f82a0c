import { type Command, Option } from 'commander';
import { formatOfName } from '../../shop/entries/entry-file-format.ts';
import { entriesIn, type GlossaryFileFormat, glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import { entryWords, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId, EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { entryLanguageArgument, parseEntriesListed } from '../argument.ts';
import { type CommandParts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { tableOf } from '../table.ts';
import { utcTime } from '../utc-time.ts';
import { addChangeCommands } from './entry-changes.ts';
import { printExport } from './entry-files.ts';
import { addGlossaryImportCommand } from './glossary-import.ts';

const listedDefault = 100;

export function addGlossaryCommands(program: Command, parts: CommandParts, print: Print): void {
  // The alias `term` is deprecated, and stays for one release.
  const glossary = program.command('glossary').alias('term').description('manage the glossaries of accounts');
  addList(glossary, parts, print);
  addGlossaryImportCommand(glossary, parts, print);
  addExport(glossary, parts, print);
  addChangeCommands(glossary, parts, print, {
    name: 'glossary',
    history: ({ glossaries }, accountId) => glossaries.history(accountId),
    undoImport: ({ glossaries }, accountId) => glossaries.undoImport({ accountId, by: operatorsName }),
  });
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
      const found = await operator.glossaries.list({ accountId, ...filter });
      const entries = found.entries.map(describeEntry);
      const next = found.goesOnAfter ?? null;
      const more = next === null ? '' : `\n\nThere are more: glossary list ... --after ${next}`;
      const text = entries.length === 0 ? 'No such entry.' : `${entryTable(entries)}${more}`;
      print.result({ ...entriesAndTerms(entries), next }, text);
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

/** Entries, or their number, under `--json`. The key `terms` is deprecated, and stays for one release. */
function entriesAndTerms<Entries>(entries: Entries) {
  return { entries, terms: entries };
}

type ExportFlags = {
  readonly account: string;
  readonly format?: GlossaryFileFormat;
  readonly source?: EntryLanguage;
  readonly target?: EntryLanguage;
  readonly out?: string;
};

function addExport(glossary: Command, { openOperator, openGlossaryFiles }: CommandParts, print: Print): void {
  glossary
    .command('export')
    .description('write the glossary of an account to a file, or to standard output, as of one moment')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .addOption(
      new Option('--format <format>', 'of the file (default: as --out ends, or csv)').choices(glossaryFileFormats),
    )
    .option('--source <language>', 'only those of this source language', entryLanguageArgument)
    .option('--target <language>', 'only those of this target language', entryLanguageArgument)
    .option('--out <file>', 'the new file; it must not exist yet')
    .action(async ({ account, source, target, out, ...flags }: ExportFlags) => {
      const format = flags.format ?? formatOfName(out ?? '', glossaryFileFormats) ?? 'csv';
      const files = await openGlossaryFiles();
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const { entries, version } = await operator.glossaries.readAll(id);
      const chosen = entriesIn({ source, target }, entries);
      const facts = { format, ...entriesAndTerms(chosen.length), version };
      await printExport(print, out, { pieces: files.write(chosen, format), facts: () => facts });
    });
}

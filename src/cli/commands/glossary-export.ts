import { rm, writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import { formatOfName, type GlossaryFileFormat, glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { entryLanguageArgument } from '../argument.ts';
import { entriesAndTerms } from '../entry-row.ts';
import type { CommandParts } from '../operator.ts';
import type { Print } from '../output.ts';

type ExportFlags = {
  readonly account: string;
  readonly format?: GlossaryFileFormat;
  readonly source?: EntryLanguage;
  readonly target?: EntryLanguage;
  readonly out?: string;
};

/** `glossary export`. */
export function addGlossaryExportCommand(
  group: Command,
  { openOperator, openGlossaryFiles }: CommandParts,
  print: Print,
): void {
  group
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
      const format = flags.format ?? formatOfName(out ?? '') ?? 'csv';
      const files = await openGlossaryFiles();
      await using operator = await openOperator();
      const { id } = await operator.accounts.find(account);
      const { entries, version } = await operator.glossaries.readAll(id);
      const chosen = entries.filter((entry) => isBetween(entry, { source, target }));
      const facts = { format, ...entriesAndTerms(chosen.length), version };
      if (out === undefined) {
        const text = files.write(chosen, format);
        print.file({ ...facts, text: [...text].join('') }, files.write(chosen, format));
        return;
      }
      await writeNew(out, files.write(chosen, format));
      print.result({ ...facts, file: out }, `Wrote ${counted(chosen.length, 'entry', 'entries')} to ${out}.`);
    });
}

type Languages = { readonly source: EntryLanguage | undefined; readonly target: EntryLanguage | undefined };

function isBetween(entry: StoredEntry, { source, target }: Languages): boolean {
  return (source === undefined || entry.source === source) && (target === undefined || entry.target === target);
}

/** Removes a file that is only partly written. */
async function writeNew(path: string, pieces: Iterable<string>): Promise<void> {
  await writeFile(path, '', { flag: 'wx' });
  try {
    await writeFile(path, pieces);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import type { MemoryImportReport } from '../../shop/memory/account-memory.ts';
import { type MemoryFileOptions, memoryFileFormats } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { languageArgument } from '../argument.ts';
import { type CommandParts, type EngineFacts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { printUnreadable, problemsShown, readGivenFile } from './entry-files.ts';

type ImportFlags = {
  readonly account: string;
  readonly format?: NonNullable<MemoryFileOptions['format']>;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
  readonly onConflict?: 'first' | 'last' | 'newest';
  readonly existing: 'replace' | 'keep';
  readonly skipProblems?: true;
};

export function addMemoryImportCommand(group: Command, parts: CommandParts, print: Print): void {
  group
    .command('import')
    .argument('<file>', 'TMX, XLIFF, CSV or TSV; - reads standard input')
    .description('import approved translations, completely or not at all; exit status 1 if the file is refused')
    .requiredOption('--account <id or email>', 'the owner of the memory')
    .addOption(new Option('--format <format>', 'if the file does not show it').choices([...memoryFileFormats, 'xliff']))
    .option('--source <language>', 'where the file does not say it; of many languages, which is read', languageArgument)
    .option('--target <language>', 'the same for the translations', languageArgument)
    .addOption(
      new Option('--on-conflict <which>', 'which of two translations of the same text to use').choices([
        ...['first', 'last', 'newest'],
      ]),
    )
    .addOption(
      new Option('--existing <what>', 'what to do with another translation that is approved already')
        .choices(['replace', 'keep'])
        .default('replace'),
    )
    .option('--skip-problems', 'skip invalid translations instead of refusing the file')
    .action(async (path: string, flags: ImportFlags) => {
      const { bytesMax, read } = await parts.openMemoryFiles();
      const { format, source, target } = flags;
      const served = languagesOf(await parts.describeEngines());
      const file = await readGivenFile({ ...parts, path, bytesMax, print }, (bytes, reading) =>
        read(bytes, { ...reading, format, languages: { source, target }, served }),
      );
      if (file.kind === 'unreadable') return printUnreadable(print, file);
      await using operator = await parts.openOperator();
      const { id: accountId } = await operator.accounts.find(flags.account);
      const editor = { accountId, by: operatorsName, origin: 'import' } as const;
      const report = await operator.memory.import({ editor, file, options: flags });
      if (report.outcome === 'imported') {
        await operator.audit.record({ by: operatorActs, act: 'memory.imported', accountId });
      }
      print.verdict(report.outcome !== 'refused', { format: file.format, ...report }, importText(report));
    });
}

/** Undefined without engines: then a file may name any language. */
function languagesOf(engines: readonly EngineFacts[]): ReadonlySet<LanguageTag> | undefined {
  const pairs = engines.flatMap(({ units }) => units.flatMap((unit) => unit.pairs));
  return pairs.length === 0 ? undefined : new Set(pairs.flatMap(({ source, target }) => [source, target]));
}

function importText(report: MemoryImportReport): string {
  const lines = report.problems.slice(0, problemsShown).map(({ line, message }) => `line ${line}: ${message}`);
  return [...lines, summary(report)].join('\n');
}

function summary({ outcome, added, replaced, skipped }: MemoryImportReport): string {
  const left = skipped === 0 ? '' : ` ${counted(skipped, 'translation')} skipped.`;
  switch (outcome) {
    case 'refused':
      return 'Refused: nothing was changed. See --skip-problems and --on-conflict.';
    case 'nothing_to_change':
      return `Nothing to change.${left}`;
    case 'imported':
      return `Imported: ${counted(added, 'translation')} added, ${replaced} replaced.${left}`;
  }
}

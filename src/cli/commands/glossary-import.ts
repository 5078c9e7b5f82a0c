import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import { operatorActs } from '../../shop/audit/audit.ts';
import type { ImportReport } from '../../shop/glossaries/account-glossaries.ts';
import {
  type GlossaryFileFormat,
  glossaryFileFormats,
  type ReadGlossaryFile,
} from '../../shop/glossaries/glossary-files.ts';
import type { ImportPlan } from '../../shop/glossaries/import-plan.ts';
import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { entryLanguageArgument } from '../argument.ts';
import { type CommandParts, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';
import { printUnreadable, problemsShown, readGivenFile } from './entry-files.ts';

type ImportFlags = {
  readonly account: string;
  readonly format?: GlossaryFileFormat;
  readonly source?: EntryLanguage;
  readonly target?: EntryLanguage;
  readonly dryRun?: true;
  readonly skipProblems?: true;
  readonly onConflict?: 'first' | 'last';
  readonly replaceAll?: true;
};

export function addGlossaryImportCommand(group: Command, parts: CommandParts, print: Print): void {
  group
    .command('import')
    .argument('<file>', 'CSV or TSV; - reads standard input')
    .description('import a glossary file, completely or not at all; exit status 1 if it is refused')
    .requiredOption('--account <id or email>', 'the owner of the glossary')
    .addOption(new Option('--format <format>', 'if the file does not show it').choices(glossaryFileFormats))
    .option(
      '--source <language>',
      'where the file does not say it; of many languages, which is read',
      entryLanguageArgument,
    )
    .option('--target <language>', 'the same for the translations', entryLanguageArgument)
    .option('--dry-run', 'only report what would change')
    .option('--skip-problems', 'skip invalid entries instead of refusing the file')
    .addOption(
      new Option('--on-conflict <which>', 'which of two translations of the same words to use').choices([
        'first',
        'last',
      ]),
    )
    .option('--replace-all', 'remove the entries between the same languages that are not in the file')
    .action(async (path: string, flags: ImportFlags) => {
      const { bytesMax, read } = await parts.openGlossaryFiles();
      const { format, source, target } = flags;
      const file = await readGivenFile({ ...parts, path, bytesMax, print }, (bytes, reading) =>
        read(bytes, { ...reading, format, languages: { source, target } }),
      );
      if (file.kind === 'unreadable') return printUnreadable(print, file);
      await using operator = await parts.openOperator();
      const { id: accountId } = await operator.accounts.find(flags.account);
      const report = await operator.glossaries.import({
        ...file,
        editor: { accountId, by: operatorsName },
        options: flags,
        accepts: () => flags.dryRun !== true,
      });
      if (report.outcome === 'imported') {
        await operator.audit.record({ by: operatorActs, act: 'terms.imported', accountId });
      }
      print.verdict(report.outcome !== 'refused', describeImport(file, report), importText(report));
    });
}

function describeImport({ format, entries }: ReadGlossaryFile, { outcome, plan, version }: ImportReport) {
  return {
    outcome,
    format,
    entries: entries.length,
    ...countsOf(plan),
    replaced: plan.replaced,
    unchanged: plan.unchanged,
    version: outcome === 'imported' ? version : null,
    counts: plan.counts,
    problems: plan.problems,
  };
}

/** `removed` includes the replaced entries. */
function countsOf({ change }: ImportPlan) {
  return { added: change?.add.length ?? 0, removed: change?.remove.length ?? 0 };
}

function importText(report: ImportReport): string {
  const { plan } = report;
  const listed = plan.problems.filter(({ kind }) => kind !== 'duplicate' || plan.change === undefined);
  const lines = listed
    .slice(0, problemsShown)
    .map(({ line, kind, message }) => `line ${line}: ${kind.replaceAll('_', ' ')}: ${message}`);
  const counts = Object.entries(plan.counts).filter(([, count]) => count > 0);
  if (counts.reduce((sum, [, count]) => sum + count, 0) > lines.length) {
    lines.push(`In all: ${counts.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')}.`);
  }
  return [...lines, summary(report)].join('\n');
}

function summary({ outcome, plan }: ImportReport): string {
  const { added, removed } = countsOf(plan);
  const what = `${counted(added, 'entry', 'entries')} added, ${plan.replaced} of them in the place of another, ${removed - plan.replaced} removed; ${plan.unchanged} were there already`;
  switch (outcome) {
    case 'refused':
      return 'Refused: nothing was changed. See --skip-problems and --on-conflict.';
    case 'would_import':
      return `This would be the import: ${what}.`;
    case 'nothing_to_change':
      return `Nothing to change: ${counted(plan.unchanged, 'entry', 'entries')} of the file were there already.`;
    case 'imported':
      return `Imported: ${what}.`;
  }
}

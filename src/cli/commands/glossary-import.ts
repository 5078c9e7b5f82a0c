import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { counted } from '../../ground/counts.ts';
import { operatorActs } from '../../shop/audit/audit-journal.ts';
import type { GlossaryChanged, GlossaryEditor } from '../../shop/glossaries/account-glossaries.ts';
import {
  type GlossaryFile,
  type GlossaryFileFormat,
  glossaryFileFormats,
  type ReadGlossaryFile,
} from '../../shop/glossaries/glossary-files.ts';
import {
  type ImportOptions,
  type ImportPlan,
  type ImportProblem,
  planImport,
} from '../../shop/glossaries/import-plan.ts';
import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { entryLanguageArgument } from '../argument.ts';
import { readInput } from '../input.ts';
import { type CommandParts, type Operator, operatorsName } from '../operator.ts';
import type { Print } from '../output.ts';

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

/** `glossary import`. */
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
      const file = await readGlossaryFile(parts, print, { path, flags });
      if (file.kind === 'unreadable') return printUnreadable(print, file);
      await using operator = await parts.openOperator();
      const editor = { accountId: (await operator.accounts.find(flags.account)).id, by: operatorsName };
      const outcome = await importFile(operator, { editor, file, flags });
      if (outcomeOf(outcome) === 'imported') {
        await operator.audit.record({ by: operatorActs, act: 'terms.imported', accountId: editor.accountId });
      }
      print.verdict(outcome.plan.change !== undefined, describeImport(file, outcome), importText(outcome));
    });
}

type ImportRequest = { readonly path: string; readonly flags: ImportFlags };

async function readGlossaryFile(
  parts: CommandParts,
  print: Print,
  { path, flags }: ImportRequest,
): Promise<GlossaryFile> {
  const files = await parts.openGlossaryFiles();
  const bytes = await readInput({ path, openInput: parts.openInput, bytesMax: files.bytesMax });
  const name = path === '-' ? undefined : path;
  using shown = print.progress(name === undefined ? 'standard input' : basename(name));
  return await files.read(bytes, {
    name,
    format: flags.format,
    languages: { source: flags.source, target: flags.target },
    onProgress: ({ bytesDone, bytesTotal }) => shown.tell(bytesDone, bytesTotal),
  });
}

function printUnreadable(print: Print, { line, message }: Extract<GlossaryFile, { kind: 'unreadable' }>): void {
  const where = line === undefined ? '' : `line ${line}: `;
  print.verdict(
    false,
    { outcome: 'unreadable', line: line ?? null, message },
    `${where}${message}\nThe file cannot be read: nothing was changed.`,
  );
}

type ImportOutcome = { readonly plan: ImportPlan; readonly changed: GlossaryChanged; readonly isDry: boolean };

async function importFile(
  { glossaries }: Operator,
  {
    editor,
    file,
    flags,
  }: { readonly editor: GlossaryEditor; readonly file: ReadGlossaryFile; readonly flags: ImportFlags },
): Promise<ImportOutcome> {
  const options: ImportOptions = {
    skipProblems: flags.skipProblems === true,
    onConflict: flags.onConflict,
    replaceAll: flags.replaceAll === true,
  };
  const planFor = (live: Parameters<typeof planImport>[0]['live']) => planImport({ ...file, live, options });
  if (flags.dryRun) {
    const plan = await glossaries.tryImport(editor.accountId, (live) => planFor(live.entries));
    return { plan, isDry: true, changed: { version: undefined, ...countsOf(plan) } };
  }
  return { ...(await glossaries.import(editor, (live) => planFor(live.entries))), isDry: false };
}

function countsOf({ change }: ImportPlan) {
  return { added: change?.add.length ?? 0, removed: change?.remove.length ?? 0 };
}

function outcomeOf({ plan, changed, isDry }: ImportOutcome) {
  if (plan.change === undefined) return 'refused';
  if (isDry) return 'would_import';
  return changed.version === undefined ? 'nothing_to_change' : 'imported';
}

function describeImport(file: ReadGlossaryFile, outcome: ImportOutcome) {
  const { plan, changed } = outcome;
  return {
    outcome: outcomeOf(outcome),
    format: file.format,
    entries: file.entries.length,
    added: changed.added,
    removed: changed.removed,
    replaced: plan.replaced,
    unchanged: plan.unchanged,
    version: changed.version ?? null,
    counts: plan.counts,
    problems: plan.problems,
  };
}

/** Problem lines in text output; `--json` has more of them. */
const problemsShown = 100;

function importText(outcome: ImportOutcome): string {
  const { plan } = outcome;
  const listed = plan.problems.filter(({ kind }) => kind !== 'duplicate' || plan.change === undefined);
  const lines = listed.slice(0, problemsShown).map(problemText);
  const all = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
  if (all > lines.length) lines.push(`In all: ${countsText(plan.counts)}.`);
  return [...lines, summary(outcome)].join('\n');
}

function problemText({ line, kind, message }: ImportProblem): string {
  return `line ${line}: ${kind.replaceAll('_', ' ')}: ${message}`;
}

function countsText(counts: ImportPlan['counts']): string {
  const nonZero = Object.entries(counts).filter(([, count]) => count > 0);
  return nonZero.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ');
}

function summary(outcome: ImportOutcome): string {
  const { changed, plan } = outcome;
  const removedOnly = changed.removed - plan.replaced;
  const what = `${counted(changed.added, 'entry', 'entries')} added, ${plan.replaced} of them in the place of another, ${removedOnly} removed; ${plan.unchanged} were there already`;
  switch (outcomeOf(outcome)) {
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

import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import type { MemoryImportReport } from '../../shop/memory/account-memory.ts';
import { type MemoryFiles, memoryFileFormats } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountParts } from '../account-parts.ts';
import { choice } from '../controls.ts';
import { type EntryBook, type EntryPagesParts, editorOf, type ImportView, type Upload } from '../entries/entry-book.ts';
import { reportFacts, reportHeading, reportTable, unreadable } from '../entries/import-pages.ts';
import type { LanguageWords } from '../entries/language-words.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import type { SignedInVisit } from '../visit.ts';

export type MemoryRoutesParts = EntryPagesParts &
  Pick<AccountParts, 'memory' | 'memoryConflicts' | 'readVersions' | 'deadlineMs'> & {
    /** Loaded with the first file. */
    readonly openMemoryFiles: () => Promise<Pick<MemoryFiles, 'read' | 'write'>>;
  };

const formats = [...memoryFileFormats, 'xliff'] as const;

export function memoryImports(parts: MemoryRoutesParts, languages: LanguageWords<LanguageTag>): EntryBook['imports'] {
  return {
    about: html`From TMX, XLIFF, CSV or TSV, at most ${importBytesMax / 1_048_576} MB, completely or not at all. You can undo it. <a href="/docs/memory">What is imported</a>`,
    accept: '.tmx,.xlf,.xliff,.csv,.tsv,.tab,.txt',
    fileHint:
      'A CSV or TSV file can name its columns in the first row: source, target, note, source_lang, target_lang.',
    languagesHint:
      'Required if the file does not name its languages. If the file has several, only these are imported.',
    formats,
    conflicts: ['first', 'last', 'newest'],
    options: (sent) =>
      choice({
        name: 'existing',
        label: 'If a text has another approved translation',
        value: sent.text('existing'),
        choices: [
          ['replace', 'Replace it'],
          ['keep', 'Keep it'],
        ],
      }),
    button: 'Import memory',
    run: (visit, upload) => run(parts, languages, visit, upload),
  };
}

async function run(
  parts: MemoryRoutesParts,
  languages: LanguageWords<LanguageTag>,
  visit: SignedInVisit,
  { sent, file: given, source, target, onConflict, skipProblems }: Upload,
): Promise<ImportView> {
  const files = await parts.openMemoryFiles();
  const file = await files.read(given.bytes, {
    format: formats.find((format) => format === sent.text('format')),
    name: given.name === '' ? undefined : given.name,
    languages: languages.parse(source, target),
    served: parts.catalogue.offered(),
  });
  if (file.kind === 'unreadable') return unreadable(given, file);
  const editor = { ...editorOf(visit), origin: 'import' } as const;
  const existing = sent.text('existing') === 'keep' ? 'keep' : 'replace';
  const report = await parts.memory.import({ editor, file, options: { onConflict, existing, skipProblems } });
  if (report.outcome === 'imported') await parts.recordImport(editor.accountId, 'memory.imported');
  return { report: reportPiece(report), status: report.outcome === 'refused' ? 400 : 200 };
}

function reportPiece(report: MemoryImportReport): Piece {
  const { outcome, added, replaced, skipped, problems } = report;
  const table = { title: 'Problems', caption: 'Problems by line', columns: ['Line', 'Why'] };
  const cellsOf = ({ line, message }: (typeof problems)[number]) => [formatCount(line), message];
  const facts = [['Added', added] as const, ['Replaced', replaced] as const, ['Skipped', skipped] as const];
  return html`${reportHeading}
${verdicts[outcome]}
${outcome === 'refused' ? '' : reportFacts(facts)}
${reportTable(table, { items: problems, cellsOf })}`;
}

const verdicts: Readonly<Record<MemoryImportReport['outcome'], Piece>> = {
  imported: notice(
    'good',
    html`Imported. <a href="/memory">Show your memory</a>, or <a href="/memory/history">undo the import</a>.`,
  ),
  nothing_to_change: notice('plain', 'Nothing to change: your memory already contains all translations of this file.'),
  refused: notice(
    'bad',
    'Nothing was imported. Fix these lines, choose which translation to use, or skip invalid ones.',
  ),
};

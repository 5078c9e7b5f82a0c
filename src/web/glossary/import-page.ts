import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import { glossaryFileFormats, type ReadGlossaryFile } from '../../shop/glossaries/glossary-files.ts';
import {
  addedOf,
  changedOf,
  type ImportPlan,
  type ImportProblem,
  type ImportProblemKind,
  type PlannedEntry,
} from '../../shop/glossaries/import-plan.ts';
import { accountEntriesMax, type EntryContent } from '../../shop/glossaries/stored-entry.ts';
import { choice, labelled, textArea } from '../controls.ts';
import type { Form } from '../form.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, type FormProblem, notice, problemSummary } from '../pieces.ts';
import { rulesOf } from './entry-form.ts';
import { type GlossaryPagesParts, languageInput, section } from './glossary-page-parts.ts';

/** The form as sent; its files are not shown again. */
export type SentFields = Pick<Form, 'text' | 'longText' | 'has'>;

const noFields: SentFields = { text: () => '', longText: () => '', has: () => false };

export type ImportView = {
  readonly sent?: SentFields;
  readonly problems?: readonly FormProblem[];
  readonly report?: CheckedFile;
};

/** What an import would change. */
type CheckedFile = {
  readonly file: ReadGlossaryFile;
  readonly plan: ImportPlan;
  /** Identifies these changes. */
  readonly digest: string;
  /** Whether the user has imported a report whose changes are different now. */
  readonly isChanged: boolean;
  /** Whether the file must be chosen again for the import. */
  readonly isFileLost: boolean;
  readonly skipsInvalid: boolean;
};

/** A file or pasted rows, and the report after a check. With scripts, the report appears in `#report`, so that the chosen file stays. */
export function importPage(parts: GlossaryPagesParts, { sent = noFields, problems = [], report }: ImportView): Page {
  const { languages } = parts;
  const body = html`<h1>Import glossary</h1>
<p>From CSV or TSV, at most ${importBytesMax / 1_048_576} MB and ${formatCount(accountEntriesMax)} entries. Check the file to see all changes before they are made. <a href="/docs/terminology">File formats</a></p>
${problemSummary(problems)}
<form method="post" class="spaced" action="/glossary/import" enctype="multipart/form-data" hx-post="/glossary/import" hx-encoding="multipart/form-data" hx-target="#report" hx-sync="this:drop">
${labelled(
  { name: 'file', label: 'File', hint: fileHint, problems },
  (described) => html`<input id="file" name="file" type="file" accept=".csv,.tsv,.tab,.txt"${described}>`,
)}
${textArea({ name: 'text', label: 'Or paste rows', value: sent.longText('text'), rows: 6, attributes: html` spellcheck="false"`, hint: 'Copied from a spreadsheet, or the text of a file.', problems })}
<div class="row">
${languageInput({ name: 'source', label: 'From', value: languages.code(sent.text('source')), problems })}
${languageInput({ name: 'target', label: 'To', value: languages.code(sent.text('target')), problems })}
${choice({ name: 'format', label: 'Format', value: sent.text('format'), choices: formatChoices })}</div>
<p class="soft small">Required if the file does not name its languages. If the file has several, only entries in these languages are imported.</p>
<fieldset><legend>Options</legend>
${choice({ name: 'on_conflict', label: 'If a term has two translations in the file', value: sent.text('on_conflict'), choices: conflictChoices })}
${box('skip_problems', 'Skip invalid rows', sent.has('skip_problems'))}
${box('replace_all', 'Remove my entries between the same languages that are not in the file', sent.has('replace_all'))}
</fieldset>
<div class="actions"><button class="primary" type="submit">Check file</button> <a href="/glossary">Cancel</a></div>
<div id="report">${report === undefined ? '' : reportPiece(parts, report)}</div>
</form>
${languages.list()}`;
  return { title: 'Import glossary', section, body, scripts: ['glossary'] };
}

const fileHint =
  'In UTF-8 or UTF-16. The first row can name the columns: source_lang, target_lang, term, translation, do_not_translate, case, part_of_speech, note.';

const formatChoices = [
  ['', 'Detect'],
  ...glossaryFileFormats.map((format) => [format, format.toUpperCase()] as const),
] as const;

const conflictChoices = [
  ['', 'Refuse the file'],
  ['first', 'Use the first'],
  ['last', 'Use the last'],
] as const;

function box(name: string, label: Piece | string, isTicked: boolean): Piece {
  return html`<div><label class="check" for="${name}"><input type="checkbox" id="${name}" name="${name}" value="yes"${isTicked ? html` checked` : ''}> ${label}</label></div>`;
}

/** Rows shown of each kind; the counts include all. */
const rowsShown = 100;

/** The result of a check, with the button for the import. */
export function reportPiece({ languages }: GlossaryPagesParts, checked: CheckedFile): Piece {
  const { file, plan, digest, isChanged, isFileLost } = checked;
  const isRefused = plan.change === undefined;
  const isNothing = plan.planned.length + plan.leaving.length === 0;
  const leaving = plan.leaving.map((content) => ({ content }));
  const facts = isRefused
    ? ([['Problems', problemCount(plan)]] as const)
    : ([
        ['Added', addedOf(plan).length],
        ['Changed', changedOf(plan).length],
        ['Removed', plan.leaving.length],
        ['Unchanged', plan.unchanged],
      ] as const);
  const button = html`${isFileLost ? html`<p>Your browser forgot the file. Choose it again before you import it.</p>` : ''}
<div class="actions"><button class="primary" type="submit" name="import" value="yes">Import glossary</button></div>`;
  return html`<h2 id="report-title" tabindex="-1" autofocus>Report</h2>
${isChanged ? notice('warn', 'Nothing was imported: your glossary, the file or the options changed after the check. Check the changes again.') : ''}
${verdict(checked, isNothing)}
<dl class="facts"><dt>Read</dt><dd class="number">${counted(file.entries.length, 'row')} of ${file.format.toUpperCase()}</dd>
${facts.map(([name, count]) => html`<dt>${name}</dt><dd class="number">${formatCount(count)}</dd>`)}</dl>
<input type="hidden" name="seen" value="${digest}">
${headerBox(file)}
${isRefused || isNothing ? '' : button}
${problemTable(plan)}
${
  isRefused
    ? ''
    : html`${changedTable(changedOf(plan), languages)}
${entryTable('Removed', leaving, languages)}
${entryTable('Added', addedOf(plan), languages)}`
}`;
}

/** Asks whether the first row is a header. */
function headerBox({ firstRow }: ReadGlossaryFile): Piece | string {
  if (firstRow === undefined) return '';
  const cells = firstRow.cells.map((cell, index) => html`${index === 0 ? ' ' : ' | '}<bdi>${cell}</bdi>`);
  return html`<input type="hidden" name="asks_header" value="yes">${box('has_header', html`<span>The first row is a header:${cells}</span>`, firstRow.isHeader)}`;
}

function verdict({ plan: { change, unchanged, counts }, skipsInvalid }: CheckedFile, isNothing: boolean): Piece {
  if (change === undefined) {
    const invalid = skipsInvalid ? 0 : counts.invalid + counts.empty_side + counts.never_matches;
    const refused = invalid + counts.conflict;
    const remedies = [
      ...(invalid > 0 ? ['skip invalid rows'] : []),
      ...(counts.conflict > 0 ? ['choose which translation to use'] : []),
    ];
    return notice('bad', `Nothing was imported. Fix ${counted(refused, 'row')}, or ${remedies.join(' and ')}.`);
  }
  if (!isNothing)
    return notice('plain', 'Nothing is changed yet. The import applies all changes or none, and you can undo it.');
  const all = formatCount(unchanged);
  return notice('plain', `Nothing to change: your glossary already contains every entry of this file (${all}).`);
}

/** Without duplicates and replacements, which need no action. */
function problemCount({ counts }: ImportPlan): number {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all - counts.duplicate - counts.replaced;
}

function problemTable(plan: ImportPlan): Piece | string {
  const { counts, problems } = plan;
  const doubles =
    counts.duplicate > 0
      ? html`<p class="soft">${formatCount(counts.duplicate)} rows are already in your glossary, or twice in the file. They are imported once.</p>`
      : '';
  const worth = problems.filter(({ kind }) => kind !== 'duplicate' && kind !== 'replaced');
  const columns = ['Line', 'What', 'Why'];
  const rows = worth.slice(0, rowsShown).map(problemCells);
  return html`${reportTable({ title: 'Problems', caption: 'Problems by line', columns }, rows, problemCount(plan))}${doubles}`;
}

function problemCells({ line, kind, message }: ImportProblem): readonly (Piece | string)[] {
  const what = kind === 'skipped' ? kinds[kind] : html`<span class="error">${kinds[kind]}</span>`;
  return [formatCount(line), what, message];
}

const kinds: Readonly<Record<ImportProblemKind, string>> = {
  invalid: 'Invalid',
  empty_side: 'Term or translation missing',
  never_matches: 'No text can match',
  conflict: 'Two translations',
  duplicate: 'Duplicate',
  replaced: 'Another translation',
  skipped: 'Skipped',
};

type Languages = GlossaryPagesParts['languages'];

function changedTable(changed: readonly PlannedEntry[], languages: Languages): Piece | string {
  const rows = changed
    .slice(0, rowsShown)
    .map(({ line, content, instead }) => [
      formatCount(line),
      languages.pair(content),
      html`${instead.map((entry) => html`<div>${wordsOf(entry, languages)}</div>`)}`,
      wordsOf(content, languages),
    ]);
  const columns = ['Line', 'Languages', 'Before', 'After'];
  return reportTable({ title: 'Changed', caption: 'Replaced entries, by line', columns }, rows, changed.length);
}

type ListedEntry = { readonly content: EntryContent; readonly line?: number };

function entryTable(title: string, entries: readonly ListedEntry[], languages: Languages): Piece | string {
  const hasLines = entries[0]?.line !== undefined;
  const columns = [...(hasLines ? ['Line'] : []), 'Languages', 'Term'];
  const rows = entries
    .slice(0, rowsShown)
    .map(({ content, line }) => [
      ...(line === undefined ? [] : [formatCount(line)]),
      languages.pair(content),
      wordsOf(content, languages),
    ]);
  return reportTable({ title, caption: `${title} entries`, columns }, rows, entries.length);
}

function wordsOf(content: EntryContent, languages: Languages): Piece {
  const [{ note }, rules] = [content, rulesOf(content)];
  return html`${languages.entry(content)}${rules === '' ? '' : ` (${rules})`}${note === '' ? '' : html`<div class="soft small"><bdi dir="auto">${note}</bdi></div>`}`;
}

type ReportTable = { readonly title: string; readonly caption: string; readonly columns: readonly string[] };

/** @param all how many there are, of which `rows` are the first */
function reportTable(
  { title, caption, columns }: ReportTable,
  rows: readonly (readonly (Piece | string)[])[],
  all: number,
): Piece | string {
  if (all === 0) return '';
  const shown = rows.length < all ? `${caption}, the first ${formatCount(rows.length)}` : caption;
  const titles = columns.map((name) => ({ title: name }));
  return html`<h3>${title}: ${formatCount(all)}</h3>${dataTable(shown, titles, rows)}`;
}

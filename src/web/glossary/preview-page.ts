import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { ReadGlossaryFile } from '../../shop/glossaries/glossary-files.ts';
import {
  addedOf,
  changedOf,
  type ImportPlan,
  type ImportProblem,
  type ImportProblemKind,
  type PlannedEntry,
} from '../../shop/glossaries/import-plan.ts';
import type { EntryContent } from '../../shop/glossaries/stored-entry.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, notice } from '../pieces.ts';
import { type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import type { ImportChoices } from './import-input.ts';
import { box, carriedFields, importChoices } from './import-page.ts';

export type PreviewView = {
  readonly choices: ImportChoices;
  readonly file: ReadGlossaryFile;
  readonly plan: ImportPlan;
  readonly carried: { readonly file: string; readonly name: string; readonly digest: string };
  readonly isAgain: boolean;
};

/** Rows shown of each kind; the counts include all. */
const rowsShown = 100;

/** What an import would change. Nothing is changed yet. */
export function previewPage(parts: GlossaryPagesParts, view: PreviewView): Page {
  const { plan, file, choices, isAgain } = view;
  const { languages } = parts;
  const isRefused = plan.change === undefined;
  const isNothing = plan.planned.length + plan.leaving.length === 0;
  const body = html`<h1>Import preview</h1>
${isAgain ? notice('warn', 'Nothing was imported: your glossary, the file or the options changed after the preview. Check the changes again.') : ''}
${verdict(plan, choices, isNothing)}
<dl class="facts">
${fact('Read', `${counted(file.entries.length, 'row')} of ${file.format.toUpperCase()}`)}
${isRefused ? fact('Problems', formatCount(problemCount(plan))) : changeFacts(plan)}
</dl>
<form class="spaced" method="post" action="/terms/import" enctype="multipart/form-data">
${carriedFields(view.carried)}
<input type="hidden" name="digest" value="${view.carried.digest}">
${headerBox(file)}
<div class="actions">
${isRefused || isNothing ? '' : html`<button class="primary" type="submit" formaction="/terms/import/apply">Import glossary</button>`}
</div>
<details${isRefused ? html` open` : ''}><summary>Import options</summary>${importChoices({ choices, problems: [] })}
<div class="actions"><button type="submit">Preview again</button></div></details>
</form>
${problemsPart(plan)}
${isRefused ? '' : changeParts(parts, plan)}
${languages.list()}`;
  return { title: 'Import preview', section, body };
}

/** Asks whether the first row is a header. */
function headerBox({ firstRow }: ReadGlossaryFile): Piece | string {
  if (firstRow === undefined) return '';
  const cells = firstRow.cells.map((cell, index) => html`${index === 0 ? ' ' : ' | '}<bdi>${cell}</bdi>`);
  return html`<input type="hidden" name="asks_header" value="yes">${box('has_header', html`<span>The first row is a header:${cells}</span>`, firstRow.isHeader)}`;
}

function changeFacts(plan: ImportPlan): Piece {
  return html`${fact('Added', formatCount(addedOf(plan).length))}
${fact('Changed', formatCount(changedOf(plan).length))}
${fact('Removed', formatCount(plan.leaving.length))}
${fact('Unchanged', formatCount(plan.unchanged))}`;
}

function changeParts(parts: GlossaryPagesParts, plan: ImportPlan): Piece {
  const { languages } = parts;
  const leaving = plan.leaving.map((content) => ({ content }));
  return html`${changedPart(parts, changedOf(plan))}
${glossaryPart('Removed', leaving, languages)}
${glossaryPart('Added', addedOf(plan), languages)}`;
}

function verdict(
  { change, unchanged, counts }: ImportPlan,
  { skipProblems }: PreviewView['choices'],
  isNothing: boolean,
): Piece {
  if (change === undefined) {
    const invalid = skipProblems ? 0 : counts.invalid + counts.empty_side + counts.never_matches;
    const refused = invalid + counts.conflict;
    const them = refused === 1 ? 'it' : 'them';
    const remedies = [
      ...(invalid > 0 ? [counts.conflict > 0 ? 'skip invalid rows' : `skip ${them}`] : []),
      ...(counts.conflict > 0 ? ['choose which translation to use'] : []),
    ];
    return notice('bad', `Nothing was imported. Fix ${counted(refused, 'row')}, or ${remedies.join(' and ')}.`);
  }
  if (isNothing)
    return notice(
      'plain',
      `Nothing to change: your glossary already contains every entry of this file (${formatCount(unchanged)}).`,
    );
  return notice('plain', 'Nothing is changed yet. The import applies all changes or none, and you can undo it.');
}

function fact(name: string, value: string): Piece {
  return html`<dt>${name}</dt><dd class="number">${value}</dd>`;
}

/** Without duplicates and replacements, which need no action. */
function problemCount({ counts }: ImportPlan): number {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all - counts.duplicate - counts.replaced;
}

function problemsPart(plan: ImportPlan): Piece | string {
  const { counts, problems } = plan;
  const worth = problems.filter(({ kind }) => kind !== 'duplicate' && kind !== 'replaced');
  const count = problemCount(plan);
  const doubles =
    counts.duplicate > 0
      ? html`<p class="soft">${formatCount(counts.duplicate)} rows are already in your glossary, or twice in the file. They are imported once.</p>`
      : '';
  if (count === 0) return doubles;
  const shown = worth.slice(0, rowsShown);
  return html`<h2>Problems</h2>${moreThan(shown.length, count)}
${dataTable('Problems by line', [{ title: 'Line' }, { title: 'What' }, { title: 'Why' }], shown.map(problemCells))}${doubles}`;
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

function changedPart({ languages }: GlossaryPagesParts, changed: readonly PlannedEntry[]): Piece | string {
  if (changed.length === 0) return '';
  const shown = changed.slice(0, rowsShown);
  const columns = [{ title: 'Line' }, { title: 'Languages' }, { title: 'Before' }, { title: 'After' }];
  const rows = shown.map(({ line, content, instead }) => [
    formatCount(line),
    languages.pair(content),
    html`${instead.map((entry) => html`<div>${described(entry, languages)}</div>`)}`,
    described(content, languages),
  ]);
  return html`<h2>Changed</h2>${moreThan(shown.length, changed.length)}${dataTable('Replaced entries, by line', columns, rows)}`;
}

type ListedEntry = { readonly content: EntryContent; readonly line?: number };

function glossaryPart(
  title: string,
  entries: readonly ListedEntry[],
  languages: GlossaryPagesParts['languages'],
): Piece | string {
  if (entries.length === 0) return '';
  const shown = entries.slice(0, rowsShown);
  const hasLines = shown.every(({ line }) => line !== undefined);
  const columns = [...(hasLines ? [{ title: 'Line' }] : []), { title: 'Languages' }, { title: 'Term' }];
  const rows = shown.map(({ content, line }) => [
    ...(line === undefined ? [] : [formatCount(line)]),
    languages.pair(content),
    described(content, languages),
  ]);
  return html`<h2>${title}</h2>${moreThan(shown.length, entries.length)}${dataTable(`${title} entries`, columns, rows)}`;
}

function described(content: EntryContent, languages: GlossaryPagesParts['languages']): Piece {
  const { caseRule, partOfSpeech, note } = content;
  const rules = [caseRule === 'exact' ? 'exact case' : '', partOfSpeech ?? ''].filter((rule) => rule !== '');
  return html`${languages.entry(content)}${rules.length === 0 ? '' : ` (${rules.join(', ')})`}${note === '' ? '' : html`<div class="soft small"><bdi dir="auto">${note}</bdi></div>`}`;
}

function moreThan(shown: number, all: number): Piece {
  return html`<p class="soft">${shown < all ? `${formatCount(all)} in all; the first ${formatCount(shown)} are shown.` : `${formatCount(all)} in all.`}</p>`;
}

import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { hasReason } from '../../ground/service-error.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import { choice, labelled, textArea } from '../controls.ts';
import type { Form, FormFile } from '../form.ts';
import type { Page, Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { dataTable, problemSummary } from '../pieces.ts';
import { partReply } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import type { EntryBook, ImportView, SentFields, Upload } from './entry-book.ts';

const noFields: SentFields = { text: () => '', longText: () => '', has: () => false };

/** Bytes of a form: its file, and the other fields. */
const formBytesMax = importBytesMax + 64 * 1024;

const tooLarge = `The file has more than ${importBytesMax / 1_048_576} MB. Split it, or ask the operator to import it.`;

/** `/glossary/import`: a file or pasted rows, and the report. */
export function importRoutes(book: EntryBook): readonly PageRoute[] {
  const path = `${book.path}/import`;
  return [
    visitors.get(path, (visit) => book.parts.pages.render(visit, importPage(book, {}))),
    visitors.post(path, async (visit) => {
      try {
        return await answer(book, visit);
      } catch (error) {
        const { status, message } = pageFailure(error);
        if (!visit.wantsPart || status >= 500) throw error;
        return partReply(html`${problemSummary([{ param: '', message }])}`);
      }
    }),
  ];
}

async function answer(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const read = await readUpload(book, visit);
  if (!('file' in read)) return draw(book, visit, read);
  const { sent } = read;
  using _ = book.parts.glossaryWork.imports.begin(visit.visitor.accountId);
  let done: ImportView | Response;
  try {
    done = await book.imports.run(visit, read);
  } catch (error) {
    done = { problems: [{ param: 'file', message: problemOf(error).message }] };
  }
  return done instanceof Response ? done : draw(book, visit, { sent, ...done });
}

/** The page, or for a script only what is new on it. */
function draw(book: EntryBook, visit: SignedInVisit, view: ImportView): Promise<Response> | Response {
  const { problems = [], report, status = problems.length > 0 ? 400 : 200 } = view;
  if (visit.wantsPart) return partReply(report ?? html`${problemSummary(problems)}`);
  return book.parts.pages.render(visit, { ...importPage(book, view), status });
}

async function readUpload(book: EntryBook, visit: SignedInVisit): Promise<Upload | ImportView> {
  const { parts, languages } = book;
  using _ = parts.glossaryWork.uploads.begin(visit.visitor.accountId);
  await parts.admit(visit.visitor.accountId);
  let sent: Form;
  try {
    sent = await visit.readForm(formBytesMax);
  } catch (error) {
    // The rest of a too large body is never read.
    const isLarge = hasReason(error, 'body_too_large');
    return { problems: [{ param: 'file', message: isLarge ? tooLarge : problemOf(error).message }] };
  }
  const refuse = (param: string, message: string) => ({ sent, problems: [{ param, message }] });
  const chosen = await sent.file('file');
  const text = sent.longText('text');
  const hasText = text.trim() !== '';
  if (chosen !== undefined && hasText) return refuse('text', 'Send either a file or pasted rows, not both.');
  if (chosen === undefined && !hasText) return refuse('file', 'Choose a file, or paste rows.');
  const file = chosen ?? { name: '', bytes: Buffer.from(text) };
  if (file.bytes.byteLength > importBytesMax) return refuse('file', tooLarge);
  const [source, target] = [languages.code(sent.text('source')), languages.code(sent.text('target'))];
  const problems = [...languages.problems('source', source), ...languages.problems('target', target)];
  if (problems.length > 0) return { sent, problems };
  const onConflict = book.imports.conflicts.find((which) => which === sent.text('on_conflict'));
  return { sent, file, source, target, onConflict, skipProblems: sent.has('skip_problems') };
}

/** Returns the error of a file that cannot be read. */
export function unreadable(
  { name }: FormFile,
  { line, message }: { readonly line: number | undefined; readonly message: string },
): ImportView {
  const where = line === undefined ? '' : `Line ${line}: `;
  return { problems: [{ param: name === '' ? 'text' : 'file', message: where + message }] };
}

/** A file or pasted rows, and the report. With scripts, the report appears in `#report`, so that the chosen file stays. */
function importPage(book: EntryBook, { sent = noFields, problems = [], report }: ImportView): Page {
  const { path, title, languages, imports } = book;
  const { about, accept, fileHint, languagesHint, formats, conflicts, options, button } = imports;
  const name = `Import ${title.toLowerCase()}`;
  const body = html`<h1>${name}</h1>
<p>${about}</p>
${problemSummary(problems)}
<form method="post" class="spaced" action="${path}/import" enctype="multipart/form-data" hx-post="${path}/import" hx-encoding="multipart/form-data" hx-target="#report" hx-sync="this:drop">
${labelled(
  { name: 'file', label: 'File', hint: fileHint, problems },
  (described) => html`<input id="file" name="file" type="file" accept="${accept}"${described}>`,
)}
${textArea({ name: 'text', label: 'Or paste rows', value: sent.longText('text'), rows: 6, attributes: html` spellcheck="false"`, hint: 'Copied from a spreadsheet, or the text of a file.', problems })}
<div class="row">
${languages.input({ name: 'source', label: 'From', value: languages.code(sent.text('source')), problems })}
${languages.input({ name: 'target', label: 'To', value: languages.code(sent.text('target')), problems })}
${choice({ name: 'format', label: 'Format', value: sent.text('format'), choices: [['', 'Detect'], ...formats.map((format) => [format, format.toUpperCase()] as const)] })}</div>
<p class="soft small">${languagesHint}</p>
<fieldset><legend>Options</legend>
${choice({ name: 'on_conflict', label: 'If the file has two translations of the same words', value: sent.text('on_conflict'), choices: [['', 'Refuse the file'], ...conflicts.map((which) => [which, `Use the ${which}`] as const)] })}
${box('skip_problems', 'Skip invalid entries', sent.has('skip_problems'))}
${options(sent)}
</fieldset>
<div class="actions"><button class="primary" type="submit">${button}</button></div>
<div id="report">${report ?? ''}</div>
</form>
${languages.list()}`;
  return { title: name, section: `${path}/import`, body, scripts: ['entries'] };
}

export function box(name: string, label: Piece | string, isTicked: boolean): Piece {
  return html`<div><label class="check" for="${name}"><input type="checkbox" id="${name}" name="${name}" value="yes"${isTicked ? html` checked` : ''}> ${label}</label></div>`;
}

export function reportFacts(facts: readonly (readonly [name: string, count: Piece | string | number])[]): Piece {
  return html`<dl class="facts">${facts.map(
    ([name, count]) =>
      html`<dt>${name}</dt><dd class="number">${typeof count === 'number' ? formatCount(count) : count}</dd>`,
  )}</dl>`;
}

/** It has the focus. */
export const reportHeading: Piece = html`<h2 id="report-title" tabindex="-1" autofocus>Report</h2>`;

/** Rows shown of each kind; the counts include all. */
const rowsShown = 100;

type ReportTable = { readonly title: string; readonly caption: string; readonly columns: readonly string[] };
type Cells = readonly (Piece | string)[];

/** @param all how many items there are, if not all are here */
export function reportTable<Item>(
  { title, caption, columns }: ReportTable,
  { items, cellsOf, all = items.length }: { items: readonly Item[]; cellsOf: (item: Item) => Cells; all?: number },
): Piece | string {
  if (all === 0) return '';
  const rows = items.slice(0, rowsShown).map(cellsOf);
  const shown = rows.length < all ? `${caption}, the first ${formatCount(rows.length)}` : caption;
  const titles = columns.map((name) => ({ title: name }));
  return html`<h3>${title}: ${formatCount(all)}</h3>${dataTable(shown, titles, rows)}`;
}

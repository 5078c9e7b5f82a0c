import { html } from 'hono/html';
import { pieceStream } from '../../ops/piece-stream.ts';
import { type ExportedFile, exportReadingMsMax } from '../../shop/entries/exported-file.ts';
import { choice } from '../controls.ts';
import type { Page } from '../page.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { fileReply } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';
import type { EntryBook } from './entry-book.ts';

/** `/glossary/export`: a choice of formats; with a format, the file. */
export function answerExport(book: EntryBook, visit: SignedInVisit): Response | Promise<Response> {
  const { searchParams } = visit.url;
  const { languages, parts, exports } = book;
  const typedFormat = searchParams.get('format');
  const [from = '', to = ''] = ['from', 'to'].map((name) => languages.code(searchParams.get(name) ?? ''));
  const typed = { format: typedFormat, from, to };
  if (typedFormat === null) return parts.pages.render(visit, choicePage(book, { typed, problems: [] }));
  const [format] = exports.formats.find(([each]) => each === typedFormat) ?? [];
  const problems = [...languages.problems('source', from, 'from'), ...languages.problems('target', to, 'to')];
  if (format === undefined) problems.push({ param: 'format', message: 'Choose a format from the list.' });
  if (format !== undefined && problems.length === 0) {
    return sendExport(parts, visit, () => exports.open(visit.visitor.accountId, { format, from, to }));
  }
  return parts.pages.render(visit, { ...choicePage(book, { typed, problems }), status: 400 });
}

/** Sends a file as it is written, one for each account at a time. @throws ServiceError `busy_with_files` */
export async function sendExport(
  { glossaryWork, failed }: Pick<EntryBook['parts'], 'glossaryWork' | 'failed'>,
  { exchange, visitor }: SignedInVisit,
  open: () => Promise<ExportedFile>,
): Promise<Response> {
  using work = new DisposableStack();
  work.use(glossaryWork.exports.begin(visitor.accountId));
  const { name, type, pieces } = await open();
  if (exchange.req.method === 'HEAD') return fileReply(name, type, '');
  const sent = { work: work.move(), readingMsMax: exportReadingMsMax, exchange, failed };
  return fileReply(name, type, pieceStream({ pieces, ...sent }));
}

type ChoiceView = {
  readonly typed: { readonly format: string | null; readonly from: string; readonly to: string };
  readonly problems: readonly FormProblem[];
};

function choicePage({ path, title, languages, exports }: EntryBook, { typed, problems }: ChoiceView): Page {
  const { formats, about } = exports;
  const name = title.toLowerCase();
  const body = html`<h1>Export ${name}</h1>
<p>${about} If you <a href="${path}/import">import</a> it again, nothing changes.</p>
${problemSummary(problems)}
<form class="spaced" method="get" action="${path}/export"><div class="row">
${choice({ name: 'format', label: 'Format', value: typed.format, choices: formats, problems })}
${languages.input({ name: 'from', label: 'From', value: typed.from, problems })}${languages.input({ name: 'to', label: 'To', value: typed.to, problems })}</div>
<p class="soft small">Leave empty for all languages.</p>
<div class="actions"><button class="primary" type="submit">Export ${name}</button></div></form>
${languages.list()}`;
  return { title: `Export ${name}`, section: `${path}/export`, body };
}

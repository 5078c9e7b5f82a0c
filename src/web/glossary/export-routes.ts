import { html } from 'hono/html';
import { pieceStream } from '../../ops/piece-stream.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import {
  type ExportChoice,
  exportGlossary,
  exportReadingMsMax,
  type GlossaryFileFormat,
  glossaryFileFormats,
} from '../../shop/glossaries/glossary-files.ts';
import { choice } from '../controls.ts';
import type { Page } from '../page.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { fileReply } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { type GlossaryPagesParts, languageInput, languageProblems, section } from './glossary-page-parts.ts';

/** `/glossary/export`: a choice of formats; with a format, the file. */
export function exportRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [visitors.get('/glossary/export', (visit) => answer(parts, visit))];
}

function answer(parts: GlossaryPagesParts, visit: SignedInVisit): Response | Promise<Response> {
  const { searchParams } = visit.url;
  const typedFormat = searchParams.get('format');
  const [from = '', to = ''] = ['from', 'to'].map((name) => parts.languages.code(searchParams.get(name) ?? ''));
  const typed = { format: typedFormat, from, to };
  if (typedFormat === null) return parts.pages.render(visit, choicePage(parts, { typed, problems: [] }));
  const format = glossaryFileFormats.find((each) => each === typedFormat);
  const problems = (['from', 'to'] as const).flatMap((param) => languageProblems(param, typed[param]));
  if (format === undefined) problems.push({ param: 'format', message: 'Choose a format from the list.' });
  if (format !== undefined && problems.length === 0) {
    const [source, target] = [typed.from, typed.to].map(parseEntryLanguage);
    return writeFile(parts, visit, { format, source, target });
  }
  return parts.pages.render(visit, { ...choicePage(parts, { typed, problems }), status: 400 });
}

async function writeFile(parts: GlossaryPagesParts, visit: SignedInVisit, chosen: ExportChoice): Promise<Response> {
  const work = parts.glossaryWork.exports.begin(visit.visitor.accountId);
  try {
    const { name, type, pieces } = await exportGlossary(parts, visit.visitor.accountId, chosen);
    const { exchange } = visit;
    const isHead = exchange.req.method === 'HEAD';
    if (isHead) work[Symbol.dispose]();
    const stream = { pieces, work, readingMsMax: exportReadingMsMax, exchange, failed: parts.failed };
    return fileReply(name, type, isHead ? '' : pieceStream(stream));
  } catch (error) {
    work[Symbol.dispose]();
    throw error;
  }
}

const formatLabels: Readonly<Record<GlossaryFileFormat, string>> = {
  csv: 'CSV, for spreadsheets',
  tsv: 'TSV',
};

type ChoiceView = {
  readonly typed: { readonly format: string | null; readonly from: string; readonly to: string };
  readonly problems: readonly FormProblem[];
};

function choicePage({ languages }: GlossaryPagesParts, { typed, problems }: ChoiceView): Page {
  const body = html`<h1>Export glossary</h1>
<p>The file contains all entries with their rules and notes. If you <a href="/glossary/import">import</a> it again, nothing changes.</p>
${problemSummary(problems)}
<form class="spaced" method="get" action="/glossary/export"><div class="row">
${choice({ name: 'format', label: 'Format', value: typed.format, choices: glossaryFileFormats.map((format) => [format, formatLabels[format]]) })}
${languageInput({ name: 'from', label: 'From', value: typed.from, problems })}${languageInput({ name: 'to', label: 'To', value: typed.to, problems })}</div>
<p class="soft small">Leave empty for all languages.</p>
<div class="actions"><button class="primary" type="submit">Export glossary</button> <a href="/glossary">Back to the glossary</a></div></form>
${languages.list()}`;
  return { title: 'Export glossary', section, body };
}

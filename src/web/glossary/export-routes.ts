import { html } from 'hono/html';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { type GlossaryFileFormat, glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { choice } from '../controls.ts';
import type { Page } from '../page.ts';
import { pieceStream } from '../piece-stream.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { fileReply } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import { languageInput, languageProblems } from './language-words.ts';

const types: Readonly<Record<GlossaryFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  tbx: 'application/xml; charset=utf-8',
};

/** `/terms/export`: a choice of formats; with a format, the file. */
export function exportRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [visitors.get('/terms/export', (visit) => answer(parts, visit))];
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

type Chosen = {
  readonly format: GlossaryFileFormat;
  /** Undefined for all languages. */
  readonly source: EntryLanguage | undefined;
  readonly target: EntryLanguage | undefined;
};

async function writeFile(
  parts: GlossaryPagesParts,
  visit: SignedInVisit,
  { format, source, target }: Chosen,
): Promise<Response> {
  const work = parts.exports.begin(visit.visitor.accountId);
  try {
    const files = await parts.openFiles();
    const { entries, version } = await parts.glossaries.readAll(visit.visitor.accountId);
    const chosen = entries.filter(
      (entry) => (source === undefined || entry.source === source) && (target === undefined || entry.target === target),
    );
    const { exchange } = visit;
    const isHead = exchange.req.method === 'HEAD';
    if (isHead) work[Symbol.dispose]();
    const pieces = chunksOf(files.write(chosen, format));
    const body = isHead ? '' : pieceStream({ pieces, work, readingMsMax, exchange, failed: parts.failed });
    return fileReply(`terms-v${version}.${format}`, types[format], body);
  } catch (error) {
    work[Symbol.dispose]();
    throw error;
  }
}

/** Characters sent in one piece. */
const chunkLength = 64 * 1024;

/** How long a client may take to read a file. */
const readingMsMax = 600_000;

async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield await Promise.resolve(chunk);
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

const formatLabels: Readonly<Record<GlossaryFileFormat, string>> = {
  csv: 'CSV, for spreadsheets',
  tsv: 'TSV',
  tbx: 'TBX, for other terminology programs',
};

type ChoiceView = {
  readonly typed: { readonly format: string | null; readonly from: string; readonly to: string };
  readonly problems: readonly FormProblem[];
};

function choicePage({ languages }: GlossaryPagesParts, { typed, problems }: ChoiceView): Page {
  const body = html`<h1>Export glossary</h1>
<p>The file contains all entries with their rules and notes. If you <a href="/terms/import">import</a> it again, nothing changes.</p>
${problemSummary(problems)}
<form class="spaced" method="get" action="/terms/export"><div class="row">
${choice({ name: 'format', label: 'Format', value: typed.format, choices: glossaryFileFormats.map((format) => [format, formatLabels[format]]) })}
${languageInput({ name: 'from', label: 'From', value: typed.from, problems })}${languageInput({ name: 'to', label: 'To', value: typed.to, problems })}</div>
<p class="soft small">Leave empty for all languages.</p>
<div class="actions"><button class="primary" type="submit">Export glossary</button> <a href="/terms">Back to the glossary</a></div></form>
${languages.list()}`;
  return { title: 'Export glossary', section, body };
}

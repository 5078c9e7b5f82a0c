import { html } from 'hono/html';
import type { Page } from '../page.ts';
import { pieceStream } from '../piece-stream.ts';
import { fileReply } from '../reply.ts';
import type { Route } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { languageInput } from './described-inputs.ts';
import { typedLanguage } from './language-words.ts';
import { section, type TermPagesParts, type WrittenFormat } from './term-page-parts.ts';

const types: Readonly<Record<WrittenFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  tbx: 'application/xml; charset=utf-8',
};

/** `/terms/export`: without a format, the choice of one; with one, the file. */
export function exportRoutes(parts: TermPagesParts): readonly Route[] {
  return [{ method: 'GET', path: '/terms/export', audience: 'visitor', answer: (visit) => answer(parts, visit) }];
}

function answer(parts: TermPagesParts, visit: SignedInVisit): Response | Promise<Response> {
  const asked = visit.url.searchParams.get('format');
  const format = (['csv', 'tsv', 'tbx'] as const).find((each) => each === asked);
  if (format !== undefined) return writeFile(parts, visit, format);
  return parts.pages.render(visit, { ...choicePage(parts), status: asked === null ? 200 : 400 });
}

async function writeFile(parts: TermPagesParts, visit: SignedInVisit, format: WrittenFormat): Promise<Response> {
  const { searchParams } = visit.url;
  const [source, target] = ['from', 'to'].map((name) => typedLanguage(searchParams.get(name) ?? ''));
  const work = parts.exports.begin(visit.visitor.accountId);
  try {
    const files = await parts.openFiles();
    const { terms, version } = await parts.terms.readAll(visit.visitor.accountId);
    const chosen = terms.filter(
      (term) => (source === undefined || term.source === source) && (target === undefined || term.target === target),
    );
    const isHead = visit.exchange.req.method === 'HEAD';
    if (isHead) work[Symbol.dispose]();
    const failed = (error: unknown) => parts.failed(visit.exchange.requestId, error);
    const cutOff = () => void visit.exchange.destroy();
    const pieces = chunksOf(files.write(chosen, format));
    const body = isHead ? '' : pieceStream({ pieces, work, readingMsMax, failed, cutOff });
    return fileReply(`terms-v${version}.${format}`, types[format], body);
  } catch (error) {
    work[Symbol.dispose]();
    throw error;
  }
}

/** Characters that are sent at once. */
const chunkLength = 64 * 1024;

/** How long a file may take to be read. */
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

function choicePage({ languages }: TermPagesParts): Page {
  const body = html`<h1>Export terms</h1>
<p>All of them as of one moment, with their rules and notes. A file that is written and <a href="/terms/import">imported</a> again changes nothing.</p>
<form class="spaced" method="get" action="/terms/export"><div class="row">
<div class="field"><label for="format">Format</label><select id="format" name="format"><option value="csv">CSV, for spreadsheets</option><option value="tsv">TSV</option><option value="tbx">TBX, for other programs with terms</option></select></div>
${languageInput({ name: 'from', label: 'From', value: '', problems: [] })}${languageInput({ name: 'to', label: 'To', value: '', problems: [] })}</div>
<p class="soft small">A language, or empty for all. Translation memories (TMX) can be imported; they have no place for what a term's rules say, so that none is written.</p>
<div class="actions"><button class="primary" type="submit">Download</button> <a href="/terms">Back to the terms</a></div></form>
${languages.list()}`;
  return { title: 'Export terms', section, body };
}

import { html } from 'hono/html';
import { pieceStream } from '../../ops/piece-stream.ts';
import { exportReadingMsMax } from '../../shop/entries/exported-file.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import {
  type ExportChoice,
  exportGlossary,
  type GlossaryFileFormat,
  glossaryFileFormats,
} from '../../shop/glossaries/glossary-files.ts';
import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import { choice } from '../controls.ts';
import type { Page } from '../page.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { fileReply, privateHeaders } from '../reply.ts';
import { anyone, type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit, Visit } from '../visit.ts';
import { entryActRoutes } from './entry-acts.ts';
import {
  type GlossaryPagesParts,
  type GlossaryRoutesParts,
  LanguageWords,
  languageInput,
  languageProblems,
  section,
} from './glossary-page-parts.ts';
import { historyRoutes } from './history-routes.ts';
import { importRoutes } from './import-routes.ts';
import { answerList } from './list-page.ts';

/** Limit per node: each takes up to 17 MB until it has arrived. */
const uploadsMax = 16;

/** `/glossary`: the glossary of an account. */
export function glossaryRoutes(given: GlossaryRoutesParts): readonly PageRoute[] {
  const parts: GlossaryPagesParts = {
    ...given,
    languages: new LanguageWords(given.catalogue),
    uploads: new BusyAccounts(uploadsMax),
  };
  return [
    visitors.get('/glossary', (visit) => answerList(parts, visit)),
    ...importRoutes(parts),
    visitors.get('/glossary/export', (visit) => answerExport(parts, visit)),
    ...historyRoutes(parts),
    // Last, because its path matches every path under /glossary.
    ...entryActRoutes(parts),
    anyone.get('/terms', moved),
    anyone.get('/terms/*', moved),
  ];
}

/** The pages had the path `/terms` before. */
function moved({ url: { pathname, search } }: Visit): Response {
  const path = pathname.replace('/terms', '/glossary');
  return new Response(null, { status: 301, headers: { ...privateHeaders, Location: path + search } });
}

/** `/glossary/export`: a choice of formats; with a format, the file. */
function answerExport(parts: GlossaryPagesParts, visit: SignedInVisit): Response | Promise<Response> {
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
  const { exchange, visitor } = visit;
  using work = new DisposableStack();
  work.use(parts.glossaryWork.exports.begin(visitor.accountId));
  const { name, type, pieces } = await exportGlossary(parts, visitor.accountId, chosen);
  if (exchange.req.method === 'HEAD') return fileReply(name, type, '');
  const sent = { work: work.move(), readingMsMax: exportReadingMsMax, exchange, failed: parts.failed };
  return fileReply(name, type, pieceStream({ pieces, ...sent }));
}

const formatLabels: Readonly<Record<GlossaryFileFormat, string>> = { csv: 'CSV, for spreadsheets', tsv: 'TSV' };

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

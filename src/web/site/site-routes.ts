import { html } from 'hono/html';
import type { LanguageTag } from '../../core/languages/language.ts';
import type { Pack } from '../../core/orders/order.ts';
import type { Showcase } from '../../core/trial/showcase.ts';
import { byName } from '../language-order.ts';
import type { Piece } from '../page.ts';
import type { Pages } from '../pages.ts';
import { partReply } from '../reply.ts';
import { anyone, type Route } from '../route.ts';
import type { Visit } from '../visit.ts';
import type { ApiDocument, ErrorReference } from './api-document.ts';
import { changelogPiece } from './changelog.ts';
import { type DocsPage, type DocsPath, docsPage } from './docs-page.ts';
import { errorGuide } from './error-pages.ts';
import { type ExampleParts, example, frontPage, type Named } from './front-page.ts';
import { idempotency, limits, quickStart, terminology } from './guides.ts';
import { type QualityCatalogue, QualityTables } from './quality-table.ts';
import { reference } from './reference.ts';
import type { Status } from './status.ts';

export type SiteParts = {
  readonly pages: Pages;
  /** Where callers reach the service, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly packs: readonly Pack[];
  readonly catalogue: QualityCatalogue;
  readonly showcase: Showcase;
  readonly status: Status;
  /** Per account. */
  readonly requestsPerMinute: number;
  readonly document: ApiDocument;
  /** In the order of the API's checks, with examples for this base URL. */
  readonly errors: (baseUrl: string) => readonly ErrorReference[];
  /** Markdown. */
  readonly changelog: string;
};

/** The public pages: the front page and the documentation. */
export function siteRoutes(parts: SiteParts): readonly Route[] {
  const tables = new QualityTables(parts.catalogue);
  return [
    anyone.get('/', (visit) => answerFrontPage(parts, tables, visit)),
    anyone.get('/example', async (visit) => partReply(example(await exampleOf(parts, visit)))),
    ...docsRoutes(parts, tables),
  ];
}

async function answerFrontPage(parts: SiteParts, tables: QualityTables, visit: Visit): Promise<Response> {
  const entries = parts.catalogue.entries();
  const [shown, isWorking] = await Promise.all([exampleOf(parts, visit), parts.status.isWorking()]);
  const page = frontPage({
    baseUrl: parts.baseUrl(),
    packs: parts.packs,
    languages: tables.summary(),
    pairCount: entries.reduce((sum, { targets }) => sum + targets.length, 0),
    languageCount: entries.length,
    isWorking,
    isSignedIn: visit.visitor !== undefined,
    example: shown,
  });
  return parts.pages.render(visit, page);
}

/** Returns the pair in the address if it can be shown; else Spanish to English, or the first pair. */
async function exampleOf({ showcase, catalogue, baseUrl }: SiteParts, { url }: Visit): Promise<ExampleParts> {
  const named = (codes: readonly LanguageTag[]): readonly Named[] =>
    byName(catalogue.entries()).flatMap(({ code, name, direction }) =>
      codes.includes(code) ? [{ code, name, direction }] : [],
    );
  const sources = showcase.sources();
  const source = chosen(sources, url.searchParams.get('from'), 'es');
  const targets = showcase.targets(source);
  const target = chosen(targets, url.searchParams.get('to'), 'en');
  return {
    baseUrl: baseUrl(),
    pair: { source, target },
    text: showcase.sentence(source) ?? '',
    translation: await showcase.show({ source, target }),
    sources: named(sources),
    targets: named(targets),
  };
}

function chosen(among: readonly LanguageTag[], wanted: string | null, favourite: string): LanguageTag {
  const found = among.find((code) => code === wanted) ?? among.find((code) => code === favourite) ?? among[0];
  return found ?? (favourite as LanguageTag);
}

function docsRoutes(parts: SiteParts, tables: QualityTables): readonly Route[] {
  const { document, errors, changelog } = parts;
  const apiReference = reference(document);
  const changes = changelogPiece(changelog);
  const pages: Readonly<Record<DocsPath, () => DocsPage>> = {
    '/docs': () => documented('Quick start', 'From signing up to the first translation.', quickStart(parts.baseUrl())),
    '/docs/reference': () => documented('API reference', 'Endpoints, fields and headers.', apiReference),
    '/docs/errors': () => documented('Errors', 'Every error with its remedy.', errorGuide(errors(parts.baseUrl()))),
    '/docs/limits': () =>
      documented('Limits and charging', 'How much, how often, and what it costs.', limits(parts.requestsPerMinute)),
    '/docs/idempotency': () =>
      documented('Repeating safely', 'How to send a request again without paying twice.', idempotency()),
    '/docs/terminology': () => documented('Glossary', 'Your words in every translation.', terminology()),
    '/docs/languages': () =>
      documented('Languages and quality', 'Every pair with its measured quality.', languages(tables)),
    '/docs/changelog': () => documented('Changelog', 'What changed for you, newest first.', changes),
  };
  return Object.entries(pages).map(([path, draw]) =>
    anyone.get(path, (visit) => parts.pages.render(visit, docsPage(path as DocsPath, draw()))),
  );
}

function documented(title: string, description: string, body: Piece): DocsPage {
  return { title, description, body };
}

function languages(tables: QualityTables): Piece {
  return html`<p>What can be translated at this moment. Codes are BCP-47 tags such as <code>pt-BR</code>; requests may use any case, <code>_</code> or
<code>-</code>, ISO 639 codes and usual aliases such as <code>eng</code> or <code>zh-CN</code>. <code>GET /api/v1/languages</code> tells the same to programs.</p>
<p>Scores are chrF2 (0 to 100, more is better) on 997 sentences of FLORES-200, as the service translates them. Below 45 a translation
tells what a text is about; from 50 on it mostly reads well between related languages; the best neural models reach 60 to 70. A pair goes
directly unless a language in the middle is named.</p>
${tables.languages()}
${tables.pairs()}`;
}

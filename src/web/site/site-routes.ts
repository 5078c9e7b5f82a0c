import { html } from 'hono/html';
import type { Pack } from '../../core/orders/order.ts';
import type { Showcase } from '../../core/trial/showcase.ts';
import type { Piece } from '../page.ts';
import type { Pages } from '../pages.ts';
import { partReply } from '../reply.ts';
import { anyone, type Route } from '../route.ts';
import type { Visit } from '../visit.ts';
import type { ApiDocument, ErrorReference } from './api-document.ts';
import { changelogPiece } from './changelog.ts';
import { type DocsPage, type DocsPath, docsPage } from './docs-page.ts';
import { errorGuide } from './error-pages.ts';
import { estimateForm, estimateOf, noEstimate } from './estimate.ts';
import { exampleBox } from './example-box.ts';
import { ExampleVisits } from './example-visits.ts';
import { type FrontPageParts, frontPage } from './front-page.ts';
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
  /** Whether visitors without an account may translate a text of their own on the front page. */
  readonly takesVisitorText: boolean;
  /** Of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly offersTrial: boolean;
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
  const examples = new ExampleVisits(parts);
  const front = { ...parts, tables };
  return [
    anyone.get('/', async (visit) =>
      showFrontPage(front, visit, {
        example: await examples.sample(visit.url.searchParams),
        estimate: noEstimate,
      }),
    ),
    anyone.post('/example', async (visit) => {
      const shown = await examples.translate(visit);
      if (visit.wantsPart) return partReply(exampleBox(shown));
      return showFrontPage(front, visit, { example: shown, estimate: noEstimate });
    }),
    // By POST, because addresses are written to logs.
    anyone.post('/estimate', async (visit) => {
      const estimate = estimateOf(await visit.readForm(), parts.packs);
      if (visit.wantsPart) return partReply(estimateForm(estimate));
      return showFrontPage(front, visit, { example: await examples.sample(new URLSearchParams()), estimate });
    }),
    ...docsRoutes(parts, tables),
  ];
}

async function showFrontPage(
  { catalogue, packs, status, offersTrial, pages, tables }: SiteParts & { readonly tables: QualityTables },
  visit: Visit,
  { example, estimate }: Pick<FrontPageParts, 'example' | 'estimate'>,
): Promise<Response> {
  const entries = catalogue.entries();
  const page = frontPage({
    packs,
    languages: tables.summary(),
    pairCount: entries.reduce((sum, { targets }) => sum + targets.length, 0),
    languageCount: entries.length,
    isWorking: await status.isWorking(),
    isSignedIn: visit.visitor !== undefined,
    offersTrial,
    example,
    estimate,
  });
  return pages.render(visit, page);
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
    '/docs/terminology': () => documented('Terminology', 'Your words in every translation.', terminology()),
    '/docs/languages': () =>
      documented('Languages and quality', 'Every pair with its measured quality.', languages(tables)),
    '/docs/changelog': () => documented('Changelog', 'What has changed.', changes),
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

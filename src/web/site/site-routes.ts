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
import { languagesGuide } from './languages-guide.ts';
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
    ...docsRoutes(parts, tables, examples),
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

function docsRoutes(parts: SiteParts, tables: QualityTables, examples: ExampleVisits): readonly Route[] {
  const { document, errors, changelog } = parts;
  const apiReference = reference(document);
  const changes = changelogPiece(changelog);
  const pages: Readonly<Record<DocsPath, (visit: Visit) => DocsPage | Promise<DocsPage>>> = {
    '/docs': async () =>
      documented(
        'Quick start',
        'From signing up to the first translation.',
        quickStart(parts.baseUrl(), await examples.favouriteSample()),
      ),
    '/docs/reference': () => documented('API reference', 'Endpoints, fields and headers.', apiReference),
    '/docs/errors': () => documented('Errors', 'Every error with its remedy.', errorGuide(errors(parts.baseUrl()))),
    '/docs/limits': () =>
      documented('Limits and charging', 'How much, how often, and what it costs.', limits(parts.requestsPerMinute)),
    '/docs/idempotency': async () =>
      documented(
        'Repeating safely',
        'How to send a request again without paying twice.',
        idempotency(await examples.favouriteSample()),
      ),
    '/docs/terminology': () => documented('Glossary', 'Your words in every translation.', terminology()),
    '/docs/languages': ({ url }) =>
      documented(
        'Languages and quality',
        'Every pair with its measured quality.',
        languagesGuide(parts.catalogue, tables, url),
      ),
    '/docs/changelog': () => documented('Changelog', 'What changed for you, newest first.', changes),
  };
  return Object.entries(pages).map(([path, draw]) =>
    anyone.get(path, async (visit) => parts.pages.render(visit, docsPage(path as DocsPath, await draw(visit)))),
  );
}

function documented(title: string, description: string, body: Piece): DocsPage {
  return { title, description, body };
}

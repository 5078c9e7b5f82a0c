import type { LanguagePair, LanguageTag } from '../../core/languages/language.ts';
import type { RatedPair } from '../../core/languages/quality.ts';
import type { Pack } from '../../core/orders/order.ts';
import type { Showcase } from '../../core/trial/showcase.ts';
import { byName } from '../language-names.ts';
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
import { idempotency, limits, quickStart, type Sample, terminology } from './guides.ts';
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

/** Returns the pair in the address if the example offers it; else the favourite. */
async function exampleOf(parts: SiteParts, { url }: Visit): Promise<ExampleParts> {
  const pairs = parts.showcase.pairs();
  const [from, to] = ['from', 'to'].map((name) => url.searchParams.get(name));
  const ofSource = pairs.filter(({ source }) => source === from);
  const pair = ofSource.find(({ target }) => target === to) ?? favourite(ofSource) ?? favourite(pairs);
  const shown = await sampleOf(parts, pair);
  const named = (codes: readonly LanguageTag[]): readonly Named[] =>
    byName(parts.catalogue.entries().filter(({ code }) => codes.includes(code)));
  return {
    ...shown,
    baseUrl: parts.baseUrl(),
    quality: pair?.quality,
    sources: named(pairs.map(({ source }) => source)),
    targets: named(pairs.filter(({ source }) => source === shown.pair.source).map(({ target }) => target)),
  };
}

/** Returns the best pair into the language of these pages, or else the best one. */
function favourite(pairs: readonly RatedPair[]): RatedPair | undefined {
  return pairs.find(({ target }) => target === 'en') ?? pairs[0];
}

/** What a sample shows while no pair is installed. */
const uninstalled = { source: 'es', target: 'en' } as LanguagePair;

async function sampleOf(
  { showcase }: SiteParts,
  { source, target }: LanguagePair = favourite(showcase.pairs()) ?? uninstalled,
): Promise<Sample> {
  const pair = { source, target };
  return { pair, text: showcase.sentence(source) ?? '', translation: await showcase.show(pair) };
}

function docsRoutes(parts: SiteParts, tables: QualityTables): readonly Route[] {
  const { document, errors, changelog } = parts;
  const apiReference = reference(document);
  const changes = changelogPiece(changelog);
  const pages: Readonly<Record<DocsPath, (visit: Visit) => DocsPage | Promise<DocsPage>>> = {
    '/docs': async () =>
      documented(
        'Quick start',
        'From signing up to the first translation.',
        quickStart(parts.baseUrl(), await sampleOf(parts)),
      ),
    '/docs/reference': () => documented('API reference', 'Endpoints, fields and headers.', apiReference),
    '/docs/errors': () => documented('Errors', 'Every error with its remedy.', errorGuide(errors(parts.baseUrl()))),
    '/docs/limits': () =>
      documented('Limits and charging', 'How much, how often, and what it costs.', limits(parts.requestsPerMinute)),
    '/docs/idempotency': async () =>
      documented(
        'Repeating safely',
        'How to send a request again without paying twice.',
        idempotency(await sampleOf(parts)),
      ),
    '/docs/terminology': () => documented('Terminology', 'Your words in every translation.', terminology()),
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

import type { ReadinessHistory } from '../../shop/health/readiness-days.ts';
import type { Pack } from '../../shop/orders/order.ts';
import type { Showcase } from '../../shop/trial/showcase.ts';
import type { Detector } from '../../text/languages/detector.ts';
import type { Brand } from '../brand.ts';
import { partReply } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { type DocsParts, docsRoutes } from './docs-routes.ts';
import { type EstimateParts, estimateForm, estimateOf, noEstimate } from './estimate.ts';
import { type ExampleParts, exampleBox } from './example-box.ts';
import { ExampleVisits } from './example-visits.ts';
import { type FrontPageParts, frontPage, pagesBesideDocs, pricingPage } from './front-page.ts';
import { type QualityTables, qualityTables } from './quality-table.ts';
import type { Status } from './status.ts';
import { statusPage } from './status-page.ts';

export type SiteParts = Omit<DocsParts, 'tables' | 'favouriteSample' | 'otherPages'> & {
  readonly brand: Brand;
  readonly packs: readonly Pack[];
  readonly taxName: FrontPageParts['taxName'];
  readonly showcase: Showcase;
  readonly detector: Detector;
  /** Whether visitors without an account may translate a text of their own on the front page. */
  readonly takesVisitorText: boolean;
  /** Of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly trial: FrontPageParts['trial'];
  readonly compat: FrontPageParts['compat'];
  readonly status: Status;
  readonly history: ReadinessHistory;
};

export function siteRoutes(parts: SiteParts): readonly PageRoute[] {
  const tables = qualityTables(parts.catalogue);
  const examples = new ExampleVisits(parts);
  const front = { ...parts, tables };
  const showPricing = (visit: Visit, estimate: EstimateParts) =>
    parts.pages.render(visit, pricingPage({ ...parts, estimate, isSignedIn: visit.visitor !== undefined }));
  return [
    anyone.get('/', async (visit) => showFrontPage(front, visit, await examples.sample(visit.url.searchParams))),
    anyone.post('/example', async (visit) => {
      const shown = await examples.translate(visit);
      if (visit.wantsPart) return partReply(exampleBox(shown));
      return showFrontPage(front, visit, shown);
    }),
    anyone.get('/status', async (visit) =>
      parts.pages.render(visit, statusPage(await parts.status.isWorking(), await parts.history.days())),
    ),
    anyone.get('/pricing', (visit) => showPricing(visit, noEstimate)),
    // By POST, because addresses are written to logs.
    anyone.post('/estimate', async (visit) => {
      const estimate = estimateOf(await visit.readForm(), parts.packs);
      if (visit.wantsPart) return partReply(estimateForm(estimate));
      return showPricing(visit, estimate);
    }),
    ...docsRoutes({
      ...parts,
      tables,
      favouriteSample: () => examples.favouriteSample(),
      otherPages: () => pagesBesideDocs(parts),
    }),
  ];
}

async function showFrontPage(
  parts: SiteParts & { readonly tables: () => QualityTables },
  visit: Visit,
  example: ExampleParts,
): Promise<Response> {
  const { catalogue, packs, taxName, trial, compat } = parts;
  const entries = catalogue.entries();
  const page = frontPage({
    ...{ packs, taxName, trial, compat },
    example,
    languages: parts.tables().summary,
    pairCount: entries.reduce((sum, { targets }) => sum + targets.length, 0),
    languageCount: entries.length,
    isSignedIn: visit.visitor !== undefined,
  });
  return parts.pages.render(visit, page);
}

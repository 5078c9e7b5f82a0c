import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import { privateHeaders } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { entryActRoutes } from './entry-acts.ts';
import { exportRoutes } from './export-routes.ts';
import { type GlossaryPagesParts, type GlossaryRoutesParts, LanguageWords } from './glossary-page-parts.ts';
import { historyRoutes } from './history-routes.ts';
import { importRoutes } from './import-routes.ts';
import { listRoutes } from './list-page.ts';

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
    ...listRoutes(parts),
    ...importRoutes(parts),
    ...exportRoutes(parts),
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

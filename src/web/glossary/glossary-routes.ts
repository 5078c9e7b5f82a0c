import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import type { PageRoute } from '../route.ts';
import { entryActRoutes } from './entry-acts.ts';
import { exportRoutes } from './export-routes.ts';
import type { GlossaryPagesParts, GlossaryRoutesParts } from './glossary-page-parts.ts';
import { historyRoutes } from './history-routes.ts';
import { importRoutes } from './import-routes.ts';
import { LanguageWords } from './language-words.ts';
import { listRoutes } from './list-page.ts';

/** Limit per node: each takes up to 17 MB until it has arrived. */
const uploadsMax = 16;

/** `/terms`: the glossary of an account. */
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
    // Last, because its path matches every path under /terms.
    ...entryActRoutes(parts),
  ];
}

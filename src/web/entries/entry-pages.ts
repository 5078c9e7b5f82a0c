import { type PageRoute, visitors } from '../route.ts';
import { entryActRoutes } from './entry-acts.ts';
import type { EntryBook } from './entry-book.ts';
import { type Exports, exportRoute } from './export-pages.ts';
import { historyRoutes } from './history-pages.ts';
import { type Imports, importRoutes } from './import-pages.ts';
import { answerList } from './list-page.ts';

/** All pages of a glossary or a memory. */
export function entryRoutes<Format extends string>(
  book: EntryBook,
  { imports, exports }: { readonly imports: Imports; readonly exports: Exports<Format> },
): readonly PageRoute[] {
  return [
    visitors.get(book.path, (visit) => answerList(book, visit)),
    ...importRoutes(book, imports),
    exportRoute(book, exports),
    ...historyRoutes(book),
    // Last, because its path matches every path under that of the book.
    ...entryActRoutes(book),
  ];
}

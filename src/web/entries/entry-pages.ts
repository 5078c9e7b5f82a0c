import { type PageRoute, visitors } from '../route.ts';
import { entryActRoutes } from './entry-acts.ts';
import type { EntryBook } from './entry-book.ts';
import { answerExport } from './export-pages.ts';
import { historyRoutes } from './history-pages.ts';
import { importRoutes } from './import-pages.ts';
import { answerList } from './list-page.ts';

/** All pages of a glossary or a memory. */
export function entryRoutes(book: EntryBook): readonly PageRoute[] {
  return [
    visitors.get(book.path, (visit) => answerList(book, visit)),
    ...importRoutes(book),
    visitors.get(`${book.path}/export`, (visit) => answerExport(book, visit)),
    ...historyRoutes(book),
    // Last, because its path matches every path under that of the book.
    ...entryActRoutes(book),
  ];
}

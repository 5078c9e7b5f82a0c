import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { exportGlossary, type GlossaryFileFormat } from '../../shop/glossaries/glossary-files.ts';
import { entryRoutes } from '../entries/entry-pages.ts';
import type { Exports } from '../entries/export-pages.ts';
import { privateHeaders } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { type GlossaryRoutesParts, glossaryBook } from './glossary-book.ts';
import { glossaryImports } from './import-routes.ts';

/** `/glossary`: the glossary of an account. */
export function glossaryRoutes(parts: GlossaryRoutesParts): readonly PageRoute[] {
  const book = glossaryBook(parts);
  const exports: Exports<GlossaryFileFormat> = {
    formats: [
      ['csv', 'CSV, for spreadsheets'],
      ['tsv', 'TSV'],
    ],
    about: 'The file contains all entries with their rules and notes.',
    open: (accountId, { format, from, to }) =>
      exportGlossary(parts, accountId, { format, source: parseEntryLanguage(from), target: parseEntryLanguage(to) }),
  };
  return [
    ...entryRoutes(book, { imports: glossaryImports(parts, book.languages), exports }),
    anyone.get('/terms', moved),
    anyone.get('/terms/*', moved),
  ];
}

/** The pages had the path `/terms` before. */
function moved({ url: { pathname, search } }: Visit): Response {
  const path = pathname.replace('/terms', '/glossary');
  return new Response(null, { status: 301, headers: { ...privateHeaders, Location: path + search } });
}

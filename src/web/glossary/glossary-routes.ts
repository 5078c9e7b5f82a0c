import { html } from 'hono/html';
import { parseEntryLanguage, type RawEntry } from '../../shop/glossaries/entry-content.ts';
import { exportGlossary, type GlossaryFileFormat } from '../../shop/glossaries/glossary-files.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage, type EntryId } from '../../text/glossary/glossary-entry.ts';
import type { DrawFields, EntryBook, ShownEntry } from '../entries/entry-book.ts';
import { entryRoutes } from '../entries/entry-pages.ts';
import { LanguageWords } from '../entries/language-words.ts';
import { privateHeaders } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { draftOfEntry, draftOfForm, entryCells, entryFields, entryRules, listColumns, termPair } from './entry-form.ts';
import { type GlossaryRoutesParts, glossaryImports } from './glossary-import.ts';

/** `/glossary`: the glossary of an account. */
export function glossaryRoutes(parts: GlossaryRoutesParts): readonly PageRoute[] {
  return [...entryRoutes(glossaryBook(parts)), anyone.get('/terms', moved), anyone.get('/terms/*', moved)];
}

/** The pages had the path `/terms` before. */
function moved({ url: { pathname, search } }: Visit): Response {
  const path = pathname.replace('/terms', '/glossary');
  return new Response(null, { status: 301, headers: { ...privateHeaders, Location: path + search } });
}

function glossaryBook(parts: GlossaryRoutesParts): EntryBook {
  const { glossaries, catalogue } = parts;
  const languages = new LanguageWords({ catalogue, parse: parseEntryLanguage });
  const drawing = (draft: RawEntry) => (form: Parameters<DrawFields>[0]) => entryFields(languages, { ...form, draft });
  const shown = (entry: StoredEntry): ShownEntry => {
    const { id, source, target, term } = entry;
    return {
      id,
      name: term,
      words: html`${termPair(languages, entry)} (${languages.pair(entry)})`,
      cells: entryCells(languages, entry),
      fields: drawing(draftOfEntry(entry)),
      nextFields: drawing(source === anyLanguage && target === anyLanguage ? {} : { source, target }),
    };
  };
  return {
    parts,
    languages,
    path: '/glossary',
    title: 'Glossary',
    about:
      'Terms with their translations, and terms that are not translated. Your glossary applies from your next request on, with every engine.',
    entriesMax: accountEntriesMax,
    searched: 'Term or translation',
    columns: listColumns,
    rules: entryRules,
    addRules: html` <code>*</code> means every language, for do-not-translate entries.`,
    store: glossaries,
    imports: glossaryImports(parts, languages),
    exports: {
      formats: [
        ['csv', 'CSV, for spreadsheets'],
        ['tsv', 'TSV'],
      ],
      about: 'The file contains all entries with their rules and notes.',
      open: (accountId, { format, from, to }) =>
        exportGlossary(parts, accountId, { format: format as GlossaryFileFormat, ...languages.parse(from, to) }),
    },
    hasConflicts: false,
    find: async ({ visitor }, id) => {
      const entry = await glossaries.find(visitor.accountId, id as EntryId);
      return entry && shown(entry);
    },
    list: async ({ visitor: { accountId } }, { from, to, after, holding, limit, lookedThroughMax }) => {
      const filter = { accountId, ...languages.parse(from, to), after: after as EntryId | undefined };
      const page = await glossaries.list({ ...filter, holding, limit, lookedThroughMax });
      return { ...page, entries: page.entries.map(shown) };
    },
    fieldsOf: (form, pair) => drawing(form === undefined ? { ...pair } : draftOfForm(form, languages)),
    write: async (editor, form, { edited, mayReplace }) => {
      const seen = { edited: edited as EntryId | undefined, mayReplace: mayReplace as readonly EntryId[] };
      const outcome = await glossaries.write(editor, draftOfForm(form, languages), seen);
      if (outcome.kind === 'unchanged') return { kind: 'exists', id: outcome.entry.id };
      if (outcome.kind === 'written') return { kind: edited === undefined ? 'added' : 'edited', id: outcome.entry.id };
      const { kind, existing } = outcome;
      return { kind, existing: existing.map(shown), status: kind === 'missing' ? 404 : 409, problems: [] };
    },
  };
}

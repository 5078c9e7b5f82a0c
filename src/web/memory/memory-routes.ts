import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import { unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import type { ApprovalFault } from '../../shop/memory/account-memory.ts';
import { exportMemory } from '../../shop/memory/exported-memory.ts';
import type { EntryInConflict } from '../../shop/memory/glossary-conflicts.ts';
import {
  type MemoryEntryId,
  type MemoryOrigin,
  memoryLimits,
  memoryNoteMax,
  type StoredMemoryEntry,
} from '../../shop/memory/memory-entry.ts';
import type { MemoryFileFormat } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { entryCharactersMax } from '../../text/memory/memory-entry.ts';
import { field, type TextArea, textArea } from '../controls.ts';
import type { DrawFields, EntryBook, RefusedEntry, ShownEntry } from '../entries/entry-book.ts';
import { entryRoutes } from '../entries/entry-pages.ts';
import { LanguageWords } from '../entries/language-words.ts';
import type { Form } from '../form.ts';
import type { Piece } from '../page.ts';
import { excerpt, type FormProblem, moment } from '../pieces.ts';
import type { PageRoute } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { type MemoryRoutesParts, memoryImports } from './memory-import.ts';

/** An entry as typed, with the names of the API. */
type Draft = Readonly<Record<'source_lang' | 'target_lang' | 'source' | 'target' | 'note', string>>;

const noDraft: Draft = { source_lang: '', target_lang: '', source: '', target: '', note: '' };

type FieldsForm = Parameters<DrawFields>[0];

/** Characters of a text in the list. */
const shownMax = 200;

const origins: Readonly<Record<MemoryOrigin, string>> = {
  api: 'by the API',
  page: 'on a page',
  command: 'by the operator',
  import: 'by an import',
};

/** `/memory`: the approved translations of an account. */
export function memoryRoutes(parts: MemoryRoutesParts): readonly PageRoute[] {
  return entryRoutes(memoryBook(parts));
}

function memoryBook(parts: MemoryRoutesParts): EntryBook {
  const { memory, catalogue } = parts;
  const parse = (code: string, role: 'source' | 'target') => {
    const found = catalogue.parse(code, role);
    return found.kind === 'unknown' ? undefined : found.tag;
  };
  const languages = new LanguageWords<LanguageTag>({ catalogue, parse });
  const drawing = (draft: Draft) => (form: FieldsForm) => entryFields(languages, draft, form);
  const shown = (entry: StoredMemoryEntry & Partial<EntryInConflict>): ShownEntry => {
    const { id, sourceLanguage, targetLanguage, note, origin, updatedAt } = entry;
    const source = languages.words(excerpt(entry.source, shownMax), sourceLanguage);
    const target = languages.words(excerpt(entry.target, shownMax), targetLanguage);
    const between = languages.pair({ source: sourceLanguage, target: targetLanguage });
    const draft = { ...entry, source_lang: sourceLanguage, target_lang: targetLanguage };
    const noted = note === '' ? '' : html`<br><span class="soft small"><bdi dir="auto">${note}</bdi></span>`;
    const warning = warningOf(languages, entry);
    return {
      id,
      warning,
      name: excerpt(entry.source, 60),
      words: html`${source} → ${target} (${between})`,
      cells: [
        source,
        html`${target}${noted}${warning === undefined ? '' : html`<br><span class="error small">${warning}</span>`}`,
        between,
        html`${moment(updatedAt)}<br><span class="soft small">${origins[origin]}</span>`,
      ],
      fields: drawing(draft),
      nextFields: drawing({ ...noDraft, source_lang: sourceLanguage, target_lang: targetLanguage }),
    };
  };
  return {
    parts,
    languages,
    path: '/memory',
    title: 'Memory',
    about: html`Translations that you approved. The same text is returned exactly so, for free, from your next request on. <a href="/docs/memory">What matches</a>`,
    entriesMax: memoryLimits.entries,
    searched: 'Source or target',
    columns: ['Source', 'Target', 'Languages', 'Approved', 'Change'].map((title) => ({ title })),
    rules: `Type a language by name (Spanish) or code (es). A text has at most ${formatCount(entryCharactersMax)} characters, and its translation has the same tags and placeholders.`,
    store: memory,
    imports: memoryImports(parts, languages),
    exports: {
      formats: [
        ['tmx', 'TMX, for translation tools'],
        ['csv', 'CSV, for spreadsheets'],
        ['tsv', 'TSV'],
      ],
      about: 'The file contains all approved translations with their notes.',
      open: (accountId, { format, from, to }) =>
        exportMemory(parts, accountId, { format: format as MemoryFileFormat, ...languages.parse(from, to) }),
    },
    hasConflicts: true,
    find: async (visit, id, isWritten = false) => {
      const entry = await memory.find(visit.visitor.accountId, id as MemoryEntryId);
      if (entry === undefined || !isWritten) return entry && shown(entry);
      return shown({ ...entry, conflicts: await conflictsOf(parts, visit, entry) });
    },
    list: async ({ visitor: { accountId }, exchange }, { from, to, after: last, hasConflict, ...search }) => {
      const after = last as MemoryEntryId | undefined;
      const filter = { ...search, ...languages.parse(from, to), accountId, after };
      const { glossaryVersion } = await parts.readVersions(accountId);
      const page = await (hasConflict
        ? parts.memoryConflicts.list({ ...filter, glossaryVersion }, exchange.abortSignal(parts.deadlineMs))
        : memory.list(filter));
      return { ...page, entries: page.entries.map(shown) };
    },
    fieldsOf: (form) => drawing(form === undefined ? noDraft : readDraft(form, languages)),
    write: async (editor, form, { edited, mayReplace }) => {
      const draft = readDraft(form, languages);
      const { source: sourceLanguage, target: targetLanguage } = languages.parse(draft.source_lang, draft.target_lang);
      if (sourceLanguage === undefined || targetLanguage === undefined) {
        const names = [
          ...(sourceLanguage ? [] : (['source_lang'] as const)),
          ...(targetLanguage ? [] : (['target_lang'] as const)),
        ];
        return invalid(names.map((param) => ({ param, message: unknownLanguage(draft[param]) })));
      }
      const note = draft.note === '' && edited === undefined ? undefined : draft.note;
      const approval = { sourceLanguage, targetLanguage, source: draft.source, target: draft.target, note };
      const existing = await memory.findReplaced(editor.accountId, approval);
      if (existing !== undefined && existing.id !== edited && !mayReplace.includes(existing.id))
        return { kind: 'conflict', status: 409, problems: [], existing: [shown(existing)] };
      try {
        const id = edited as MemoryEntryId | undefined;
        const outcome = await (id === undefined
          ? memory.approve(editor, [approval])
          : memory.edit(editor, id, approval));
        if (outcome.kind === 'invalid')
          return invalid(outcome.faults.map(({ field: name, message }) => ({ param: paramOf(name), message })));
        const { added, replaced, ids } = outcome;
        const kind = id !== undefined ? 'edited' : added > 0 ? 'added' : replaced > 0 ? 'replaced' : 'exists';
        return { kind, id: ids[0] ?? '' };
      } catch (error) {
        if (!hasReason(error, 'no_memory_entry')) throw error;
        return { kind: 'missing', status: 404, problems: [], existing: [] };
      }
    },
  };
}

const paramOf = (name: ApprovalFault['field']) => (name === 'targetLanguage' ? 'target_lang' : name);

function invalid(problems: readonly FormProblem[]): RefusedEntry {
  return { kind: 'invalid', status: 400, problems, existing: [] };
}

function readDraft(form: Form, languages: LanguageWords): Draft {
  return {
    source_lang: languages.code(form.text('source_lang').trim()),
    target_lang: languages.code(form.text('target_lang').trim()),
    source: form.text('source'),
    target: form.text('target'),
    note: form.text('note'),
  };
}

function entryFields(
  languages: LanguageWords<LanguageTag>,
  draft: Draft,
  { prefix, problems, hasFocus = false }: FieldsForm,
): Piece {
  const known = languages.parse(draft.source_lang, draft.target_lang);
  const part = (name: keyof Draft) => ({ name, id: `${prefix}${name}`, value: draft[name], problems });
  const language = (name: 'source_lang' | 'target_lang', label: string) =>
    languages.input({ ...part(name), label, isRequired: true });
  const text = (name: 'source' | 'target', more: Pick<TextArea, 'label' | 'hasFocus'>) => {
    const marked = known[name] && languages.attributes(known[name]);
    return textArea({ ...part(name), ...more, rows: 3, attributes: html` required`, language: marked });
  };
  const hint = `For your team, at most ${memoryNoteMax} characters.`;
  return html`<div class="row">${language('source_lang', 'From')}${language('target_lang', 'To')}</div>
<div class="row">${text('source', { label: 'Source', hasFocus })}${text('target', { label: 'Target' })}</div>
${field({ ...part('note'), label: 'Note', autocomplete: 'off', hint })}`;
}

/** Returns none if they cannot be found now: the entry is written. */
async function conflictsOf(
  { memoryConflicts, readVersions, deadlineMs }: MemoryRoutesParts,
  { exchange, visitor: { accountId } }: SignedInVisit,
  entry: StoredMemoryEntry,
): Promise<EntryInConflict['conflicts']> {
  const of = { ...(await readVersions(accountId)), accountId };
  try {
    return (await memoryConflicts.find(of, [entry], exchange.abortSignal(deadlineMs)))[0] ?? [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [];
  }
}

/** `The glossary translates casa as home, gato as tomcat.` */
function warningOf(
  languages: LanguageWords,
  { conflicts = [], sourceLanguage, targetLanguage }: StoredMemoryEntry & Partial<EntryInConflict>,
): Piece | undefined {
  if (conflicts.length === 0) return undefined;
  const pairs = conflicts.map(
    ({ words, wanted }, index) =>
      html`${index === 0 ? '' : ', '}${languages.words(words, sourceLanguage)} as ${languages.words(wanted, targetLanguage)}`,
  );
  return html`The glossary translates ${pairs}.`;
}

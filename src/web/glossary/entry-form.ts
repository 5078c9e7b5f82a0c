import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { parseEntryLanguage, type RawEntry } from '../../shop/glossaries/entry-content.ts';
import {
  accountEntriesMax,
  type EntryContent,
  noteCharactersMax,
  type StoredEntry,
  termCharactersMax,
  termWordsMax,
} from '../../shop/glossaries/stored-entry.ts';
import { type EntryId, partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { choice, field } from '../controls.ts';
import type { Form } from '../form.ts';
import type { Piece } from '../page.ts';
import { type FormProblem, stackedRow } from '../pieces.ts';
import { type LanguageWords, languageInput } from './glossary-page-parts.ts';

export function draftOfForm(form: Form, languages: Pick<LanguageWords, 'code'>): RawEntry {
  return {
    source: languages.code(form.text('source')),
    target: languages.code(form.text('target')),
    term: form.text('term'),
    translation: form.text('translation'),
    doNotTranslate: form.has('keep') ? 'yes' : 'no',
    caseRule: form.text('case'),
    partOfSpeech: form.text('part_of_speech'),
    note: form.text('note'),
  };
}

export function draftOfEntry(entry: EntryContent): RawEntry {
  return { ...entry, doNotTranslate: entry.translation === undefined ? 'yes' : 'no' };
}

export type EntryFields = {
  /** As typed, valid or not. */
  readonly draft: RawEntry;
  /** Distinguishes the ids of this form from those of another form on the page. */
  readonly prefix: string;
  readonly problems?: readonly FormProblem[];
  /** The field with the focus. */
  readonly focus?: 'term' | 'translation' | undefined;
  readonly languages: LanguageWords;
};

/** The fields of a glossary entry. */
export function entryFields(fields: EntryFields): Piece {
  const { draft, prefix, problems = [] } = fields;
  const part = (name: string) => ({ name, id: `${prefix}${name}`, problems });
  const { id } = part('keep');
  const problem = problems.find(({ param }) => param === 'keep')?.message;
  return html`<div class="row">${languageField(fields, 'source', 'From')}${languageField(fields, 'target', 'To')}</div>
<div class="row">${wordsField(fields, 'term', 'Term')}${wordsField(fields, 'translation', 'Translation')}</div>
<div class="field"><label class="check" for="${id}"><input type="checkbox" id="${id}" name="keep" value="yes"${draft.doNotTranslate === 'yes' ? html` checked` : ''}${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="${id}-error" autofocus`}> Do not translate this term</label>
${problem === undefined ? '' : html`<p class="error" id="${id}-error">${problem}</p>`}</div>
<details class="more"${isPlain(fields) ? '' : html` open`}><summary>Case, part of speech, note</summary>
<div class="row">
${choice({ ...part('case'), label: 'Case', value: draft.caseRule ?? '', choices: caseChoices })}
${choice({ ...part('part_of_speech'), label: 'Part of speech', value: draft.partOfSpeech ?? '', choices: partChoices })}
</div>
${field({ ...part('note'), label: 'Note', value: draft.note ?? '', autocomplete: 'off', hint: `For your team, at most ${noteCharactersMax} characters. Not sent to any engine.` })}
</details>`;
}

/** The rules for an entry, shown before it is typed. */
export const entryRules = `Type a language as a code (es) or a name (Spanish). A term has at most ${termCharactersMax} characters and ${termWordsMax} words, on one line. Enter the dictionary form, such as "house".`;

/** Entries that would be replaced, and the fields that confirm it. */
export function existingEntries(existing: readonly StoredEntry[], languages: LanguageWords): Piece {
  return html`<ul>${existing.map(
    (entry) =>
      html`<li><input type="hidden" name="gives_way" value="${entry.id}">${languages.entry(entry)} (${languages.pair(entry)})</li>`,
  )}</ul>`;
}

const caseChoices = [
  ['follow', 'Ignore case; the translation follows the text'],
  ['exact', 'Exact case, also in the translation'],
] as const;

const partChoices = [['', 'Not specified'], ...partsOfSpeech.map((part) => [part, part] as const)] as const;

/** Whether the folded part needs no attention. */
function isPlain({ draft, problems = [] }: EntryFields): boolean {
  const isAsked = problems.some(({ param }) => param === 'case' || param === 'part_of_speech' || param === 'note');
  return !isAsked && draft.caseRule !== 'exact' && !draft.partOfSpeech && !draft.note;
}

function languageField(fields: EntryFields, name: 'source' | 'target', label: string): Piece {
  const { draft, prefix, problems } = fields;
  return languageInput({ name, label, id: `${prefix}${name}`, value: draft[name] ?? '', isRequired: true, problems });
}

function wordsField(fields: EntryFields, name: 'term' | 'translation', label: string): Piece {
  const { draft, prefix, problems, languages, focus } = fields;
  const language = parseEntryLanguage(draft[name === 'term' ? 'source' : 'target'] ?? '');
  const attributes = language === undefined ? html` dir="auto"` : languages.attributes(language);
  const [id, value] = [`${prefix}${name}`, draft[name] ?? ''];
  const [isRequired, hasFocus] = [name === 'term', focus === name];
  return field({ name, label, id, value, isRequired, hasFocus, attributes, autocomplete: 'off', problems });
}

export const listColumns = ['Term', 'Translation', 'Languages', 'Rules', 'Change'].map((title) => ({ title }));

/** A row of the list: one entry. Its link to the form has the focus if a script requested only this row. */
export function entryRow(entry: StoredEntry, languages: LanguageWords, hasFocus = false): Piece {
  const { id, source, target, translation, note } = entry;
  const path = `/glossary/${encodeURIComponent(id)}`;
  const rules = rulesOf(entry);
  const noted = html`${rules === '' ? '' : html`<br>`}<span class="soft small"><bdi dir="auto">${note}</bdi></span>`;
  const changes = html`<span class="changes"><a href="${path}/edit" hx-get="${path}/edit"${swapsRow} aria-label="Edit ${entry.term}"${hasFocus ? html` autofocus` : ''}>Edit</a>
<a href="${path}/remove" hx-get="${path}/remove"${swapsRow} aria-label="Remove ${entry.term}">Remove</a></span>`;
  return stackedRow(rowId(id), listColumns, [
    languages.words(entry.term, source),
    translation === undefined ? html`<span class="soft">not translated</span>` : languages.words(translation, target),
    languages.pair(entry),
    html`${rules}${note === '' ? '' : noted}`,
    changes,
  ]);
}

/** A row of the list across all columns. */
export function wideRow(id: EntryId, body: Piece | string): Piece {
  return html`<tr id="${rowId(id)}" role="row"><td colspan="${listColumns.length}" class="wide" role="cell">${body}</td></tr>`;
}

export const swapsRow: Piece = html` hx-target="closest tr" hx-swap="outerHTML"`;

/** The number of entries; a partial reply can replace it on the page. */
export function entryFacts({ count }: { readonly count: number }, isPart = false): Piece {
  const all = formatCount(accountEntriesMax);
  return html`<p class="soft" id="entry-facts"${isPart ? html` hx-swap-oob="true"` : ''} role="status">${formatCount(count)} of ${all} entries</p>`;
}

function rowId(id: EntryId): string {
  return `entry-${id}`;
}

/** `exact case, noun`; empty if an entry has no special rules. */
export function rulesOf({ caseRule, partOfSpeech }: EntryContent): string {
  return [caseRule === 'exact' ? 'exact case' : '', partOfSpeech ?? ''].filter((rule) => rule !== '').join(', ');
}

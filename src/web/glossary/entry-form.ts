import { html } from 'hono/html';
import { parseEntryLanguage, type RawEntry } from '../../shop/glossaries/entry-content.ts';
import {
  type EntryContent,
  noteCharactersMax,
  type StoredEntry,
  termCharactersMax,
  termWordsMax,
} from '../../shop/glossaries/stored-entry.ts';
import { partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { choice, field } from '../controls.ts';
import type { DrawFields } from '../entries/entry-book.ts';
import type { LanguageWords } from '../entries/language-words.ts';
import type { Form } from '../form.ts';
import type { Piece } from '../page.ts';

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

type EntryFields = Parameters<DrawFields>[0] & { readonly draft: RawEntry };

/** The fields of a glossary entry. */
export function entryFields(languages: LanguageWords, fields: EntryFields): Piece {
  const { draft, prefix, problems = [] } = fields;
  const part = (name: string) => ({ name, id: `${prefix}${name}`, problems });
  const { id } = part('keep');
  const problem = problems.find(({ param }) => param === 'keep')?.message;
  return html`<div class="row">${languageField(languages, fields, 'source', 'From')}${languageField(languages, fields, 'target', 'To')}</div>
<div class="row">${wordsField(languages, fields, 'term')}${wordsField(languages, fields, 'translation')}</div>
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
export const entryRules = `Type a language by name (Spanish) or code (es). A term has at most ${termCharactersMax} characters and ${termWordsMax} words, on one line. Enter the dictionary form, such as "house".`;

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

function languageField(languages: LanguageWords, fields: EntryFields, name: 'source' | 'target', label: string): Piece {
  const { draft, prefix, problems } = fields;
  return languages.input({ name, label, id: `${prefix}${name}`, value: draft[name] ?? '', isRequired: true, problems });
}

function wordsField(languages: LanguageWords, fields: EntryFields, name: 'term' | 'translation'): Piece {
  const { draft, prefix, problems, hasFocus = false } = fields;
  const isTerm = name === 'term';
  const language = parseEntryLanguage(draft[isTerm ? 'source' : 'target'] ?? '');
  const attributes = language === undefined ? html` dir="auto"` : languages.attributes(language);
  const form = {
    id: `${prefix}${name}`,
    hasFocus: isTerm && hasFocus,
    problems,
    autocomplete: 'off',
    attributes,
  } as const;
  const label = isTerm ? 'Term' : 'Translation';
  return field({ ...form, name, label, value: draft[name] ?? '', isRequired: isTerm });
}

export const listColumns = ['Term', 'Translation', 'Languages', 'Rules', 'Change'].map((title) => ({ title }));

/** The cells of an entry in the list. */
export function entryCells(languages: LanguageWords, entry: StoredEntry): readonly (Piece | string)[] {
  const { source, target, translation, note } = entry;
  const rules = rulesOf(entry);
  const noted = html`${rules === '' ? '' : html`<br>`}<span class="soft small"><bdi dir="auto">${note}</bdi></span>`;
  return [
    languages.words(entry.term, source),
    translation === undefined ? html`<span class="soft">not translated</span>` : languages.words(translation, target),
    languages.pair(entry),
    html`${rules}${note === '' ? '' : noted}`,
  ];
}

/** `Umzug → removal`, or that the term is not translated. */
export function termPair(
  languages: LanguageWords,
  { source, target, term, translation }: Pick<EntryContent, 'source' | 'target' | 'term' | 'translation'>,
): Piece {
  const required = translation === undefined ? 'not translated' : languages.words(translation, target);
  return html`${languages.words(term, source)} → ${required}`;
}

/** `exact case, noun`; empty if an entry has no special rules. */
export function rulesOf({ caseRule, partOfSpeech }: EntryContent): string {
  return [caseRule === 'exact' ? 'exact case' : '', partOfSpeech ?? ''].filter((rule) => rule !== '').join(', ');
}

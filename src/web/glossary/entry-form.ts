import { html } from 'hono/html';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import {
  noteCharactersMax,
  type StoredEntry,
  termCharactersMax,
  termWordsMax,
} from '../../shop/glossaries/stored-entry.ts';
import { partsOfSpeech } from '../../text/glossary/glossary-entry.ts';
import { choice, field } from '../controls.ts';
import type { Piece } from '../page.ts';
import type { FormProblem } from '../pieces.ts';
import type { EntryDraft } from './entry-draft.ts';
import { type LanguageWords, languageInput } from './language-words.ts';

export type EntryFields = {
  readonly draft: EntryDraft;
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
<div class="field"><label class="check" for="${id}"><input type="checkbox" id="${id}" name="keep" value="yes"${draft.isKept ? html` checked` : ''}${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="${id}-error" autofocus`}> Do not translate this term</label>
${problem === undefined ? '' : html`<p class="error" id="${id}-error">${problem}</p>`}</div>
<details class="more"${isPlain(fields) ? '' : html` open`}><summary>Case, part of speech, note</summary>
<div class="row">
${choice({ ...part('case'), label: 'Case', value: draft.caseRule, choices: caseChoices })}
${choice({ ...part('part_of_speech'), label: 'Part of speech', value: draft.partOfSpeech, choices: partChoices })}
</div>
${field({ ...part('note'), label: 'Note', value: draft.note, autocomplete: 'off', hint: `For your team, at most ${noteCharactersMax} characters. Not sent to any engine.` })}
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
  return !isAsked && draft.caseRule !== 'exact' && draft.partOfSpeech === '' && draft.note === '';
}

function languageField(fields: EntryFields, name: 'source' | 'target', label: string): Piece {
  const { draft, prefix, problems } = fields;
  return languageInput({ name, label, id: `${prefix}${name}`, value: draft[name], isRequired: true, problems });
}

function wordsField(fields: EntryFields, name: 'term' | 'translation', label: string): Piece {
  const { draft, prefix, problems, languages, focus } = fields;
  const language = parseEntryLanguage(draft[name === 'term' ? 'source' : 'target']);
  const attributes = language === undefined ? html` dir="auto"` : languages.attributes(language);
  const [id, value] = [`${prefix}${name}`, draft[name]];
  const [isRequired, hasFocus] = [name === 'term', focus === name];
  return field({ name, label, id, value, isRequired, hasFocus, attributes, autocomplete: 'off', problems });
}

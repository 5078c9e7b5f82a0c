import { html } from 'hono/html';
import {
  noteCharactersMax,
  partsOfSpeech,
  type Term,
  termCharactersMax,
  termWordsMax,
} from '../../core/glossary/term.ts';
import type { Piece } from '../page.ts';
import type { FieldProblem } from '../pieces.ts';
import { type LanguageWords, languageListId, typedLanguage } from './language-words.ts';
import type { TermDraft } from './term-draft.ts';

export type TermFields = {
  readonly draft: TermDraft;
  /** Distinguishes the ids of this form from those of another form on the page. */
  readonly prefix: string;
  readonly problems?: readonly FieldProblem[];
  /** The field with the focus. */
  readonly focus?: 'term' | 'translation' | undefined;
  readonly languages: LanguageWords;
};

/** The fields of a glossary entry. */
export function termFields(fields: TermFields): Piece {
  const { draft, prefix, problems = [] } = fields;
  const problem = problems.find(({ param }) => param === 'keep')?.message;
  return html`<div class="row">${languageField(fields, 'source', 'From')}${languageField(fields, 'target', 'To')}</div>
<div class="row">${wordsField(fields, 'term', 'Term')}${wordsField(fields, 'translation', 'Translation')}</div>
<div class="field"><label class="check" for="${prefix}keep"><input type="checkbox" id="${prefix}keep" name="keep" value="yes"${draft.isKept ? html` checked` : ''}${describedBy(`${prefix}keep`, { problem })}> Do not translate this term</label>
${errorText(`${prefix}keep`, problem)}</div>
<details class="more"${isPlain(fields) ? '' : html` open`}><summary>Capitals, part of speech, note</summary>
<div class="row">
${choiceField(fields, { name: 'case', label: 'Capitals', value: draft.caseRule, choices: caseChoices })}
${choiceField(fields, { name: 'part_of_speech', label: 'Part of speech', value: draft.partOfSpeech, choices: partChoices })}
</div>
${textField(fields, { name: 'note', label: 'Note', value: draft.note, hint: `For people, at most ${noteCharactersMax} characters. It is not sent to any engine.` })}
</details>`;
}

/** The rules for an entry, shown before it is typed. */
export const termRules = `Languages are written by code or by name, such as es or Spanish. A term has at most ${termCharactersMax} characters and ${termWordsMax} words, on one line, in the singular as a dictionary has it.`;

/** Entries that would be replaced, and the fields that confirm it. */
export function existingTerms(existing: readonly Term[], languages: LanguageWords): Piece {
  return html`<ul>${existing.map(
    (term) =>
      html`<li><input type="hidden" name="gives_way" value="${term.id}">${languages.words(term.term, term.source)} → ${
        term.translation === undefined ? 'not translated' : languages.words(term.translation, term.target)
      } (${languages.pair(term)})</li>`,
  )}</ul>`;
}

const caseChoices = [
  ['follow', 'Any; the translation takes those of its place'],
  ['exact', 'As written, also in the translation'],
] as const;

const partChoices = [['', 'Not said'], ...partsOfSpeech.map((part) => [part, part] as const)] as const;

/** Whether the folded part needs no attention. */
function isPlain({ draft, problems = [] }: TermFields): boolean {
  const isAsked = problems.some(({ param }) => param === 'case' || param === 'part_of_speech' || param === 'note');
  return !isAsked && draft.caseRule !== 'exact' && draft.partOfSpeech === '' && draft.note === '';
}

type FieldParts = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly attributes?: Piece | string;
};

function languageField(fields: TermFields, name: 'source' | 'target', label: string): Piece {
  const attributes = html` list="${languageListId}" required autocapitalize="none" spellcheck="false"`;
  return textField(fields, { name, label, value: fields.draft[name], attributes });
}

function wordsField(fields: TermFields, name: 'term' | 'translation', label: string): Piece {
  const language = typedLanguage(fields.draft[name === 'term' ? 'source' : 'target']);
  const direction = language === undefined ? html` dir="auto"` : fields.languages.attributes(language);
  const focus = fields.focus === name ? html` autofocus` : '';
  const required = name === 'term' ? html` required` : '';
  const attributes = html`${direction}${required}${focus}`;
  return textField(fields, { name, label, value: fields.draft[name], attributes });
}

function textField(
  { prefix, problems = [] }: TermFields,
  { name, label, value, hint, attributes = '' }: FieldParts,
): Piece {
  const id = `${prefix}${name}`;
  const problem = problems.find(({ param }) => param === name)?.message;
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="text" value="${value}" autocomplete="off"${attributes}${describedBy(id, { hint, problem })}>
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}${errorText(id, problem)}</div>`;
}

type Choice = FieldParts & { readonly choices: readonly (readonly [value: string, label: string])[] };

function choiceField({ prefix, problems = [] }: TermFields, { name, label, value, choices }: Choice): Piece {
  const id = `${prefix}${name}`;
  const problem = problems.find(({ param }) => param === name)?.message;
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${describedBy(id, { problem })}>${choices.map(
    ([each, text]) => html`<option value="${each}"${each === value ? html` selected` : ''}>${text}</option>`,
  )}</select>${errorText(id, problem)}</div>`;
}

type Described = { readonly hint?: string | undefined; readonly problem?: string | undefined };

function describedBy(id: string, { hint, problem }: Described): Piece | string {
  const ids = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-error`].filter(
    (each) => each,
  );
  const invalid = problem === undefined ? '' : html` aria-invalid="true"`;
  return ids.length === 0 ? invalid : html`${invalid} aria-describedby="${ids.join(' ')}"`;
}

function errorText(id: string, problem: string | undefined): Piece | string {
  return problem === undefined ? '' : html`<p class="error" id="${id}-error">${problem}</p>`;
}

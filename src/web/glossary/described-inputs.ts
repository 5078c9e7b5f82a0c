import { html } from 'hono/html';
import type { Piece } from '../page.ts';
import type { FieldProblem } from '../pieces.ts';
import { languageListId } from './language-words.ts';

/** Connects an input to its hint and its error message (`aria-describedby`). */
export function described(name: string, problems: readonly FieldProblem[], hint?: 'hint'): Piece | string {
  const isWrong = problems.some(({ param }) => param === name);
  const ids = [hint === undefined ? '' : `${name}-hint`, isWrong ? `${name}-error` : ''].filter((id) => id !== '');
  const invalid = isWrong ? html` aria-invalid="true"` : '';
  return ids.length === 0 ? '' : html`${invalid} aria-describedby="${ids.join(' ')}"`;
}

export function problemText(name: string, problems: readonly FieldProblem[]): Piece | string {
  const problem = problems.find(({ param }) => param === name)?.message;
  return problem === undefined ? '' : html`<p class="error" id="${name}-error">${problem}</p>`;
}

export type LanguageInput = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly problems: readonly FieldProblem[];
  readonly isRequired?: boolean;
  readonly hint?: string;
};

/** An input for a language, typed or chosen from the list of the page. */
export function languageInput({ name, label, value, problems, isRequired = false, hint }: LanguageInput): Piece {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" value="${value}" list="${languageListId}" autocomplete="off" autocapitalize="none" spellcheck="false"${isRequired ? html` required` : ''}${described(name, problems, hint === undefined ? undefined : 'hint')}>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}${problemText(name, problems)}</div>`;
}

export type TextArea = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly hint: string;
  readonly problems: readonly FieldProblem[];
};

export function textArea({ name, label, value, rows, hint, problems }: TextArea): Piece {
  // Browsers drop a line break directly after the tag.
  return html`<div class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="${rows}" dir="auto" spellcheck="false"${described(name, problems, 'hint')}>
${value}</textarea>
<p class="hint" id="${name}-hint">${hint}</p>${problemText(name, problems)}</div>`;
}

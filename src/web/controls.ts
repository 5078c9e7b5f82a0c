import { html } from 'hono/html';
import type { Piece } from './page.ts';
import type { FormProblem } from './pieces.ts';

export type Control = {
  readonly name: string;
  readonly label: string;
  /** Default: the name. */
  readonly id?: string;
  readonly hint?: string | undefined;
  /** The errors of the form; the one of this control is shown here. */
  readonly problems?: readonly FormProblem[] | undefined;
  /** Id of a further text that describes the control. */
  readonly describedBy?: string;
  /** Id of the element that shows the errors of the form, so that none moves what is below the control. */
  readonly errorId?: string;
};

/** A control with its label, hint and error; the first error of a form has the focus. `draw` gets the attributes. */
export function labelled(
  { name, label, id = name, hint, problems = [], describedBy = '', errorId }: Control,
  draw: (described: Piece | string) => Piece,
): Piece {
  const problem = problems.find(({ param }) => param === name)?.message;
  const focus = problems[0]?.param === name ? html` autofocus` : '';
  const ids = [
    describedBy,
    hint === undefined ? '' : `${id}-hint`,
    problem === undefined ? '' : (errorId ?? `${id}-error`),
  ];
  const described = ids.filter((each) => each !== '').join(' ');
  const invalid = problem === undefined ? '' : html` aria-invalid="true"`;
  return html`<div class="field"><label for="${id}">${label}</label>
${draw(described === '' ? '' : html`${invalid} aria-describedby="${described}"${focus}`)}
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem === undefined || errorId !== undefined ? '' : html`<p class="error" id="${id}-error">${problem}</p>`}</div>`;
}

export type Field = Control & {
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date';
  readonly value?: string;
  readonly isRequired?: boolean;
  /** Source: the HTML standard, "Autofill". */
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'email' | 'text';
  readonly lengthMax?: number;
  /** Whether the page is mainly for this field; at most one on a page. An invalid field has the focus instead. */
  readonly hasFocus?: boolean;
  /** Further attributes of the input. */
  readonly attributes?: Piece;
};

export function field(parts: Field): Piece {
  const { name, id = name, type = 'text', value = '', problems = [] } = parts;
  const { isRequired, autocomplete, inputMode, lengthMax, attributes, hasFocus } = parts;
  const hasProblem = (problems[0]?.param ?? '') !== '';
  return labelled(
    parts,
    (described) =>
      html`<input id="${id}" name="${name}" type="${type}" value="${value}"${isRequired && html` required`}${described}${
        autocomplete && html` autocomplete="${autocomplete}"`
      }${inputMode && html` inputmode="${inputMode}"`}${
        lengthMax && html` maxlength="${lengthMax}"`
      }${attributes}${hasFocus && !hasProblem && html` autofocus`}>`,
  );
}

export type Choice = Control & {
  readonly value: string | null;
  readonly choices: readonly (readonly [value: string, text: string])[];
};

export function choice(parts: Choice): Piece {
  const { name, id = name, value, choices } = parts;
  const options = choices.map(
    ([each, text]) => html`<option value="${each}"${each === value ? html` selected` : ''}>${text}</option>`,
  );
  return labelled(parts, (described) => html`<select id="${id}" name="${name}"${described}>${options}</select>`);
}

export type TextArea = Control &
  Pick<Field, 'hasFocus'> & {
    readonly value: string;
    readonly rows: number;
    readonly attributes?: Piece;
    /** The attributes `lang` and `dir`, if the language is known. */
    readonly language?: Piece | undefined;
  };

export function textArea(parts: TextArea): Piece {
  const {
    name,
    id = name,
    value,
    rows,
    attributes = '',
    language = html` dir="auto"`,
    hasFocus,
    problems = [],
  } = parts;
  const isFocused = hasFocus && (problems[0]?.param ?? '') === '';
  // Browsers drop a line break directly after the tag.
  return labelled(
    parts,
    (
      described,
    ) => html`<textarea id="${id}" name="${name}" rows="${rows}"${language}${attributes}${described}${isFocused && html` autofocus`}>
${value}</textarea>`,
  );
}

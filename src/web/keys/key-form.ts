import { html } from 'hono/html';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';
import { type KeyRefusal, keyRefusalPiece } from './key-refusal.ts';

export type KeyForm = {
  /** If set, there is no form. */
  readonly refusal: KeyRefusal | undefined;
  readonly attempt: string;
  readonly name: string;
  readonly problems: readonly FormProblem[];
};

/** The form for a new key, which asks for its name. */
export function keyFormPage({ refusal, attempt, name, problems }: KeyForm): Page {
  const body =
    refusal === undefined
      ? html`<p>You see the key only once, on the next page. Have your password manager ready.</p>
${problemSummary(problems)}
<form method="post" action="/keys" data-once>
<input type="hidden" name="attempt" value="${attempt}">
${field({
  name: 'name',
  label: 'Name',
  value: name,
  hint: 'For example, “Production website”.',
  problems,
  isRequired: true,
  autocomplete: 'off',
  hasFocus: true,
})}
<div class="actions"><button class="primary" type="submit">Create key</button> <a href="/keys">Cancel</a></div>
</form>`
      : html`${notice('warn', keyRefusalPiece(refusal))}<p class="actions">${nextStep(refusal)} <a href="/keys">Back to API keys</a></p>`;
  return {
    title: 'Create key',
    section: '/keys',
    scripts: ['keys'],
    body: html`<div class="narrow"><h1>Create key</h1>${body}</div>`,
  };
}

/** What the account can do without another key. */
function nextStep(refusal: KeyRefusal): Piece | string {
  switch (refusal) {
    case 'suspended':
      return '';
    case 'no_pack':
      return html`<a class="button primary" href="/packs">Buy characters</a>`;
    case 'too_many_keys':
      return html`<a class="button primary" href="/playground">Open the playground</a> <a href="/docs">Send a request</a>`;
  }
}

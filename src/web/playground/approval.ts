import { html } from 'hono/html';
import { countCharacters } from '../../ground/units.ts';
import { entryCharactersMax } from '../../text/memory/memory-entry.ts';
import { approveForm } from '../approve-form.ts';
import type { Piece } from '../page.ts';
import { type FormProblem, notice } from '../pieces.ts';
import type { ShownTranslation } from './draft.ts';

/** A translation that the visitor may edit and approve. */
export type Approval = ShownTranslation & {
  /** The source, as it was typed. */
  readonly text: string;
  /** Undefined before it was sent; empty if it is approved. */
  readonly problems?: readonly FormProblem[];
};

const path = '/playground/approve';

/** The form of an approval, or its result. A script swaps it in place. */
export function approvalPiece(approval: Approval): Piece {
  return html`<div id="approval" aria-live="polite">${approvalContent(approval)}</div>`;
}

export function approvalContent({ pair, text, translation, problems }: Approval): Piece {
  if (problems?.length === 0) {
    return notice(
      'good',
      html`Approved. From now on, this text gets this translation, for free. Change or remove it in your <a href="/memory">memory</a>.`,
    );
  }
  const fields = Object.entries({ text, from: pair.source, to: pair.target });
  const form = approveForm({
    action: path,
    target: translation,
    targetLanguage: pair.target,
    prefix: 'approved-',
    problems: problems ?? [],
    fields: html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`,
    attributes: html` hx-post="${path}" hx-target="#approval" hx-sync="this:drop"`,
  });
  // A script opens it from the foot of the result.
  return html`<details${problems ? html` open` : html` class="without-script"`}><summary>Edit and approve</summary>${form}</details>`;
}

export function isApprovable({ text, translation }: Approval): boolean {
  return [text, translation].every((each) => countCharacters(each) <= entryCharactersMax);
}

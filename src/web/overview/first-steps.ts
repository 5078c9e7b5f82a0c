import { html } from 'hono/html';
import type { Piece } from '../page.ts';

export type Progress = { readonly hasBought: boolean; readonly hasKey: boolean; readonly hasCalled: boolean };

/** Whether there is nothing left to begin with. */
export function isUnderWay({ hasBought, hasKey, hasCalled }: Progress): boolean {
  return hasBought && hasKey && hasCalled;
}

/** What a new account does first, in order; the next of them is a button. */
export function firstSteps({ hasBought, hasKey, hasCalled }: Progress): Piece {
  const steps = [
    { isDone: hasBought, what: 'Buy a pack of characters', href: '/packs' },
    { isDone: hasKey, what: 'Create key', href: '/keys/new' },
    { isDone: hasCalled, what: 'Send your first request', href: '/docs' },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return html`<section class="card steps"><h2>First steps</h2><ol>${steps.map(
    (step) =>
      html`<li>${
        step.isDone
          ? html`<span class="badge good"><span aria-hidden="true">✓ </span>done</span> ${step.what}`
          : html`<span class="badge">to do</span> ${step === next ? html`<a class="button primary" href="${step.href}">${step.what}</a>` : step.what}`
      }</li>`,
  )}</ol>
${hasBought && !hasCalled ? html`<p>Or see a translation first, in the <a href="/playground">playground</a>.</p>` : ''}</section>`;
}

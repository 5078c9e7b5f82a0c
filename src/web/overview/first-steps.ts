import { html } from 'hono/html';
import type { Pack } from '../../shop/orders/order.ts';
import { trialForm } from '../packs/packs-page.ts';
import type { Piece } from '../page.ts';

export type StepsDone = {
  readonly hasBought: boolean;
  readonly hasKey: boolean;
  readonly hasCalled: boolean;
  /** A free pack that the account can still get. */
  readonly trial: Pack | undefined;
};

/** Whether all first steps are done. */
export function isUnderWay({ hasBought, hasKey, hasCalled }: Omit<StepsDone, 'trial'>): boolean {
  return hasBought && hasKey && hasCalled;
}

/** The first steps of a new account, in order; the next one is a button. */
export function firstSteps({ hasBought, hasKey, hasCalled, trial }: StepsDone): Piece {
  const buy = stepButton('/packs', 'Buy characters');
  const steps = [
    { isDone: hasBought, what: 'Get characters', button: trial === undefined ? buy : trialStep(trial) },
    { isDone: hasKey, what: 'Create key', button: stepButton('/keys/new', 'Create key') },
    { isDone: hasCalled, what: 'Send your first request', button: stepButton('/docs', 'Send your first request') },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return html`<section class="card steps"><h2>First steps</h2><ol>${steps.map(
    (step) =>
      html`<li>${
        step.isDone
          ? html`<span class="badge good"><span aria-hidden="true">✓ </span>done</span> ${step.what}`
          : html`<span class="badge">to do</span> ${step === next ? step.button : step.what}`
      }</li>`,
  )}</ol>
${hasBought && !hasCalled ? html`<p>Or see a translation first, in the <a href="/playground">playground</a>.</p>` : ''}</section>`;
}

function stepButton(href: string, what: string): Piece {
  return html`<a class="button primary" href="${href}">${what}</a>`;
}

function trialStep({ characters }: Pack): Piece {
  return html`Get characters${trialForm(characters)}<p class="soft">Or <a href="/packs">buy characters</a> now.</p>`;
}

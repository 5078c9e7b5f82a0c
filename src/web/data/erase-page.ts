import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice } from '../pieces.ts';
import { disputed } from '../wordings.ts';

export type Losses = {
  readonly characters: number;
  readonly liveKeys: number;
  readonly unpaidOrders: number;
  readonly isDisputed: boolean;
};

export type ErasePage = {
  readonly email: string;
  readonly losses: Losses;
  readonly typed?: string;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string;
};

/** Lists what is erased and what is kept, and asks for the address as a confirmation. */
export function erasePage(page: ErasePage): Page {
  const { losses, refusal } = page;
  const hindrance = refusal ?? (losses.isDisputed ? disputed : undefined);
  const body = html`<div class="narrow"><h1>Delete account</h1>
${hindrance === undefined ? '' : notice('bad', hindrance)}
<p>This cannot be undone, by you or by us.</p>
${lossList(losses)}
<h2>What is deleted</h2>
<ul><li>your address, password, two-factor secret and passkeys; all sessions end;</li>
<li>all keys: the next request with one is refused. Their names are deleted;</li>
<li>your glossary, your settings and billing details, the list of recent requests, and the stored replies for repeated requests;</li>
<li>your remaining characters: they expire at once. They are not refunded.</li></ul>
<h2>What stays, without your name and address</h2>
<ul><li>orders and payments, because bookkeeping requires them;</li>
<li>how many characters were used when, with which languages;</li>
<li>what was done in the account, and when;</li>
<li>if you took a trial, a hash of your address, so that nobody takes a second one.</li></ul>
<h2>What stays unchanged</h2>
<p>Invoices and credit notes, with the address and billing details that are printed on them, because the law requires it.</p>
<p class="soft">Database backups contain your data until they are deleted.
You may want to <a href="/data/export">export your data</a> and <a href="/orders">download your invoices</a> first.</p>
${!losses.isDisputed && confirmation(page)}
</div>`;
  return { title: 'Delete account', section: '/data', body };
}

function lossList({ characters, liveKeys, unpaidOrders }: Losses): Piece | string {
  const lines = [
    characters === 0 ? [] : [html`You lose <strong>${formatCount(characters)}</strong> characters.`],
    liveKeys === 0 ? [] : [html`<strong>${counted(liveKeys, 'active key')}</strong> will stop working at once.`],
    unpaidOrders === 0
      ? []
      : [
          html`<strong>${counted(unpaidOrders, 'order')}</strong> not paid yet. Do not pay: you cannot use what you pay for
after this. <a href="/orders">Your orders</a>`,
        ],
  ].flat();
  if (lines.length === 0) return '';
  return html`<div class="notice warn" role="note"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

function confirmation({ email, typed, problems }: ErasePage): Piece {
  return html`<form method="post" action="/data/erase">
${field({
  name: 'email',
  label: 'Type your e-mail address to confirm.',
  hint: `This account is ${email}.`,
  value: typed ?? '',
  problems,
  isRequired: true,
  autocomplete: 'off',
  inputMode: 'email',
  lengthMax: 254,
})}
<p class="actions"><button class="danger" type="submit">Delete account</button>
<a class="button quiet" href="/data">Cancel</a></p></form>`;
}

/** The page after the erasure. @param isConfirmedByMail whether a mail confirms it */
export function erasedPage(isConfirmedByMail: boolean): Page {
  const body = html`<div class="narrow"><h1>Your account is deleted</h1>
<p>We keep nothing with your name except issued invoices. You are signed out everywhere.${
    isConfirmedByMail ? ' We sent a confirmation to your address.' : ''
  }</p>
<p><a href="/">Go to the home page</a></p></div>`;
  return { title: 'Your account is deleted', body };
}

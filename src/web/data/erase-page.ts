import { html } from 'hono/html';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FieldProblem, formatCount, notice } from '../pieces.ts';
import { disputed } from '../wordings.ts';

/** What the owner loses with the account. */
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
  readonly problems?: readonly FieldProblem[];
  /** Why the account was not erased. */
  readonly refusal?: string;
};

/** Lists what is erased and what is kept, and asks for the address as a confirmation. */
export function erasePage({ email, losses, typed, problems, refusal }: ErasePage): Page {
  const hindrance = refusal ?? (losses.isDisputed ? disputed : undefined);
  const body = html`<div class="narrow"><h1>Erase account</h1>
${hindrance === undefined ? '' : notice('bad', hindrance)}
<p>This cannot be undone, by you or by us.</p>
${lossList(losses)}
<h2>What is erased</h2>
<ul><li>your address, password, two-factor secret and passkeys; all sessions end;</li>
<li>all keys: they are refused with the next request, and lose their names;</li>
<li>your glossary, your settings and billing details, the list of recent requests, and the stored replies for repeated requests;</li>
<li>the characters that are left: they expire at once. What you paid for them is not paid back by this.</li></ul>
<h2>What stays, without your name and address</h2>
<ul><li>orders and payments, because books have to be kept;</li>
<li>how many characters were used when, with which languages;</li>
<li>that things were done to the account, and when.</li></ul>
<h2>What stays unchanged</h2>
<p>Invoices and credit notes, with the address and billing details that are printed on them, because the law requires it.</p>
<p class="soft">Copies of the database that were made for safety hold the rest until they are thrown away.
You may want to <a href="/data/export">export your data</a> first.</p>
${losses.isDisputed ? '' : confirmation({ email, typed, problems })}
</div>`;
  return { title: 'Erase account', section: '/settings', body };
}

function lossList({ characters, liveKeys, unpaidOrders }: Losses): Piece | string {
  const lines = [
    characters === 0 ? [] : [html`<strong>${formatCount(characters)}</strong> characters that are left will be gone.`],
    liveKeys === 0 ? [] : [html`<strong>${counted(liveKeys, 'live key')}</strong> will stop working at once.`],
    unpaidOrders === 0
      ? []
      : [
          html`<strong>${counted(unpaidOrders, 'order')}</strong> not paid yet. Do not pay any more: what is paid after this can no
longer be used. <a href="/orders">Your orders</a>`,
        ],
  ].flat();
  if (lines.length === 0) return '';
  return html`<div class="notice warn" role="note"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

type Confirmation = {
  readonly email: string;
  readonly typed: string | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
};

function confirmation({ email, typed = '', problems = [] }: Confirmation): Piece {
  return html`<form method="post" action="/data/erase">
${field({
  name: 'email',
  label: 'Type your e-mail address to confirm.',
  hint: `This account is ${email}.`,
  value: typed,
  problems,
  isRequired: true,
  autocomplete: 'off',
  inputMode: 'email',
  lengthMax: 254,
})}
<p class="actions"><button class="danger" type="submit">Erase account</button>
<a class="button quiet" href="/data">Keep it</a></p></form>`;
}

/**
 * The page after the erasure.
 *
 * @param isConfirmedByMail whether a mail confirms it
 */
export function erasedPage(isConfirmedByMail: boolean): Page {
  const body = html`<div class="narrow"><h1>Your account is erased</h1>
<p>Nothing that names you is kept any more, except issued invoices, and you are signed out everywhere.${
    isConfirmedByMail ? ' A last message goes to your address.' : ''
  }</p>
<p><a href="/">Go to the start</a></p></div>`;
  return { title: 'Your account is erased', body };
}

/** `1 order`, `2 orders` */
function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

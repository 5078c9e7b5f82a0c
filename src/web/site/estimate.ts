import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Pack } from '../../shop/orders/order.ts';
import { textArea } from '../controls.ts';
import type { Form } from '../form.ts';
import type { Piece } from '../page.ts';

export type EstimateParts = {
  /** As typed; empty for a pasted text. */
  readonly typedCount: string;
  readonly outcome:
    | { readonly kind: 'none' | 'invalid' | 'no_packs' }
    | { readonly kind: 'priced'; readonly characters: number; readonly pack: Pack; readonly packCount: number };
};

export const noEstimate: EstimateParts = { typedCount: '', outcome: { kind: 'none' } };

const charactersMax = 1_000_000_000_000;

/** Prices a pasted text, or a number of characters. The text is only counted: it is not shown again. */
export function estimateOf(form: Form, packs: readonly Pack[]): EstimateParts {
  const pasted = form.text('pasted');
  const typedCount = form.text('count').trim().slice(0, 30);
  if (pasted === '' && typedCount === '') return noEstimate;
  const characters = pasted === '' ? Number(typedCount.replaceAll(/[\s,._]/g, '')) : countCharacters(pasted);
  if (!Number.isInteger(characters) || characters < 1 || characters > charactersMax) {
    return { typedCount, outcome: { kind: 'invalid' } };
  }
  const cheapest = cheapestOf(packs, characters);
  const outcome =
    cheapest === undefined ? ({ kind: 'no_packs' } as const) : { kind: 'priced' as const, characters, ...cheapest };
  return { typedCount: pasted === '' ? typedCount : '', outcome };
}

/** Of the packs in the currency of the first: the one that is cheapest when it is bought often enough. */
function cheapestOf(packs: readonly Pack[], characters: number) {
  const offers = packs
    .filter(({ currency }) => currency === packs[0]?.currency)
    .map((pack) => ({ pack, packCount: Math.ceil(characters / pack.characters) }))
    .filter(({ pack, packCount }) => Number.isSafeInteger(pack.price * packCount));
  return offers.toSorted((one, other) => one.pack.price * one.packCount - other.pack.price * other.packCount)[0];
}

/** The price calculator; replaced as a whole by each estimate. */
export function estimateForm({ typedCount, outcome }: EstimateParts): Piece {
  return html`<form class="card" method="post" action="/estimate#estimate" autocomplete="off" hx-post="/estimate" hx-target="#estimate">
<h3>What would it cost?</h3>
<div class="estimate">
<div class="field"><label for="count">Characters</label><input id="count" name="count" inputmode="numeric" maxlength="30" value="${typedCount}"></div>
${textArea({ name: 'pasted', label: 'or paste a text', value: '', rows: 2, hint: 'It is counted, and not stored.' })}
<div class="field"><button id="calculate" type="submit">Calculate</button></div></div>
<p class="estimated">${outcomePiece(outcome)}</p></form>`;
}

function outcomePiece(outcome: EstimateParts['outcome']): Piece | string {
  switch (outcome.kind) {
    case 'none':
      return '';
    case 'invalid':
      return 'Type a whole number of characters, such as 250,000.';
    case 'no_packs':
      return 'There are no packs for sale. Contact support.';
    case 'priced': {
      const { characters, pack, packCount } = outcome;
      const total = formatAmount(pack.price * packCount, pack.currency);
      return html`${counted(characters, 'character')}: <strong>${formatCount(packCount)} × ${pack.name}, ${total} ${pack.currency}</strong>. ${formatCount(pack.characters * packCount - characters)} characters remain.`;
    }
  }
}

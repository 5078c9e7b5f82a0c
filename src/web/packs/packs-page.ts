import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, dayMs, later, type UnixMs, unixMs } from '../../ground/units.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Pack } from '../../shop/orders/order.ts';
import { offerOf, pricePerMillion } from '../../shop/orders/shop.ts';
import type { PaymentProvider } from '../../shop/payments/payment-provider.ts';
import type { SaleRefusal } from '../../shop/payments/payments.ts';
import { attemptOf } from '../form.ts';
import type { Page, Piece } from '../page.ts';
import { day, moment, notice } from '../pieces.ts';

export type PackCatalogue = {
  readonly packs: readonly Pack[];
  /** Undefined when there is none, or the account has had it. */
  readonly trial: Pack | undefined;
  /** The pack on sale that the account bought last. */
  readonly lastBought: Pack | undefined;
  /** Undefined when no order is taken, because buyers could not be told how to pay. */
  readonly provider: PaymentProvider['name'] | undefined;
  readonly supportEmail: string | undefined;
  /** Undefined without `TAX_RATES`. */
  readonly taxName: string | undefined;
  readonly balance: Pick<Balance, 'balance' | 'expiresAt'>;
  readonly isSuspended: boolean;
  readonly now: UnixMs;
  /** Why the last order was refused. */
  readonly refusal: SaleRefusal['kind'] | undefined;
};

const refusals: Readonly<Record<SaleRefusal['kind'], string>> = {
  suspended: 'Nothing was ordered: your account is suspended.',
  takes_no_orders: 'Nothing was ordered: this service takes no orders at the moment.',
  offer_gone: 'Nothing was ordered: this offer has changed. See the current packs below.',
  too_many_unpaid: 'Nothing was ordered: you have too many unpaid orders. Pay one of them, or try again tomorrow.',
  trial_taken: 'Nothing was ordered: this mailbox has already had its trial.',
  order_closed: 'This order can no longer be paid. Choose a pack to place a new one.',
};

export function packsPage(catalogue: PackCatalogue): Page {
  const { packs, trial, lastBought, taxName, isSuspended, refusal } = catalogue;
  // For a buyer who comes from a mail about a low balance.
  const sorted = packs.toSorted((a, b) => Number(b === lastBought) - Number(a === lastBought));
  const body = html`<h1>Billing</h1>
${refusal === undefined ? '' : notice('bad', refusals[refusal])}
${isSuspended && refusal !== 'suspended' ? notice('warn', 'Your account is suspended, so you cannot buy characters. Contact support.') : ''}
<p>${standing(catalogue)}</p>
${howToPay(catalogue)}
${taxName === undefined ? '' : html`<p>Prices include ${taxName}.</p>`}
<ul class="cards packs">${trial === undefined || isSuspended ? '' : html`<li class="card">${trialCard(trial)}</li>`}${sorted.map((pack) => html`<li class="card">${packCard(catalogue, pack)}</li>`)}</ul>
<h2>How packs add up</h2>
<p>A pack adds its characters to the balance as soon as it is paid. The whole balance is then valid until the later of
two days: its current expiry, and the last day of the new pack. A later pack does not restore expired characters. There is no subscription.</p>`;
  return { title: 'Billing', section: '/packs', body, status: refusal === undefined ? 200 : 400 };
}

function standing({ balance: { balance, expiresAt }, now }: PackCatalogue): Piece {
  if (expiresAt === undefined) return html`You have no characters yet.`;
  if (expiresAt <= now) return html`Your characters expired on ${moment(expiresAt)}.`;
  return html`You have <strong>${formatCount(balance)}</strong> characters, valid until ${moment(expiresAt)}.`;
}

function howToPay({ provider, supportEmail }: PackCatalogue): Piece {
  switch (provider) {
    case undefined:
      return notice(
        'warn',
        html`You cannot buy characters at the moment: payment is not set up. ${
          supportEmail === undefined
            ? 'Contact support.'
            : html`Write to <a href="mailto:${supportEmail}">${supportEmail}</a>.`
        }`,
      );
    case 'stripe':
      return html`<p>You pay on a page of Stripe, and come back here. We never see the number of your card.</p>`;
    case 'manual':
      return html`<p>Your order shows a reference and how to pay. You get its characters when the payment arrives.</p>`;
    case 'demo':
      return notice(
        'warn',
        'This is a demo. There are no real payments: every order is paid immediately and costs nothing.',
      );
  }
}

function trialCard({ characters, price, currency, validDays }: Pack): Piece {
  return html`<h2>Trial</h2>
<p class="figure">${formatAmount(price, currency)} <span class="unit">${currency}</span></p>
<p>${formatCount(characters)} characters, valid for ${counted(validDays, 'day')}</p>
<p class="soft small">One per person. No payment details.</p>
${trialForm(characters)}`;
}

export function trialForm(characters: Characters): Piece {
  return html`<form method="post" action="/packs/trial"><button class="primary" type="submit">Get ${formatCount(characters)} free characters</button></form>`;
}

function packCard(catalogue: PackCatalogue, pack: Pack): Piece {
  const { name, characters, price, currency, validDays } = pack;
  return html`<h2>${name}</h2>
<p class="figure">${formatAmount(price, currency)} <span class="unit">${currency}</span></p>
<p>${formatCount(characters)} characters, valid for ${counted(validDays, 'day')}</p>
<p class="soft small">${pricePerMillion(pack)} ${currency} per million${pack === catalogue.lastBought ? '. You bought this pack last.' : ''}</p>
<p class="soft small">${effect(catalogue, pack)}</p>
${buyForm(catalogue, pack)}`;
}

function effect({ balance: { balance, expiresAt }, now }: PackCatalogue, { characters, validDays }: Pack): Piece {
  const until = Math.max(expiresAt ?? 0, later(now, validDays * dayMs));
  const kept = expiresAt !== undefined && expiresAt > now ? balance : 0;
  return html`If you pay today, you have ${formatCount(kept + characters)} characters until ${day(unixMs(until))}.`;
}

function buyForm({ provider, isSuspended, lastBought, packs, trial }: PackCatalogue, pack: Pack): Piece {
  if (isSuspended || provider === undefined) return html``;
  const { name, price, currency } = pack;
  const verb = provider === 'manual' ? 'Order' : 'Buy';
  const isMain = trial === undefined && pack === (lastBought ?? packs[0]);
  return html`<form method="post" action="/packs">
<input type="hidden" name="offer" value="${offerOf(pack)}">
<input type="hidden" name="attempt" value="${attemptOf(undefined)}">
<button class="${isMain ? 'primary' : ''}" type="submit"><span>${verb}<span class="visually-hidden"> ${name}</span> for ${formatAmount(price, currency)} ${currency}</span></button>
</form>`;
}

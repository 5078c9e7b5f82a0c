import { html } from 'hono/html';
import { assert } from '../../core/assert.ts';
import type { PaymentProvider } from '../../core/payments/payment-provider.ts';
import type { Pages } from '../pages.ts';
import { privateHeaders } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';

export type CheckoutReplyParts = { readonly pages: Pages; readonly provider: Pick<PaymentProvider, 'checkoutOrigin'> };

/**
 * Sends a buyer on to the provider's page. Pages let forms lead to the provider's usual place alone, so that to another
 * one, such as an operator's own domain with Stripe, the buyer follows a link.
 */
export function checkoutReply({ pages, provider }: CheckoutReplyParts, visit: SignedInVisit, url: string): Response {
  const { origin, protocol } = new URL(url);
  assert(protocol === 'https:' || origin === provider.checkoutOrigin, 'a payment page is reached by HTTPS');
  if (origin === provider.checkoutOrigin) {
    return new Response(null, { status: 303, headers: { ...privateHeaders, Location: url } });
  }
  const body = html`<div class="narrow"><h1>Pay</h1>
<p>Your order is placed. It is paid on another page, which brings you back here.</p>
<p class="actions"><a class="button primary" href="${url}">Go on to the payment</a></p></div>`;
  return pages.render(visit, { title: 'Pay', section: '/packs', body });
}

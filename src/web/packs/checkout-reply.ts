import { html } from 'hono/html';
import { assert } from '../../ground/assert.ts';
import type { PaymentProvider } from '../../shop/payments/payment-provider.ts';
import type { Pages } from '../pages.ts';
import { privateHeaders } from '../reply.ts';
import type { PageAnswer } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';

export type CheckoutReplyParts = { readonly pages: Pages; readonly provider: Pick<PaymentProvider, 'checkoutOrigin'> };

/**
 * Sends a buyer to the provider's payment page. The content security policy lets forms redirect only to the provider's
 * usual origin; for another one, such as a custom domain with Stripe, the buyer follows a link.
 */
export function checkoutReply({ pages, provider }: CheckoutReplyParts, visit: SignedInVisit, url: string): PageAnswer {
  const { origin, protocol } = new URL(url);
  assert(protocol === 'https:' || origin === provider.checkoutOrigin, 'a payment page is reached by HTTPS');
  if (origin === provider.checkoutOrigin) {
    return new Response(null, { status: 303, headers: { ...privateHeaders, Location: url } });
  }
  const body = html`<div class="narrow"><h1>Pay</h1>
<p>Your order is placed. You pay on another page, which brings you back here.</p>
<p class="actions"><a class="button primary" href="${url}">Go to payment</a></p></div>`;
  return pages.render(visit, { title: 'Pay', section: '/packs', body });
}

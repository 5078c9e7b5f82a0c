import { html } from 'hono/html';
import type { Page } from '../page.ts';
import type { SignedInVisit } from '../visit.ts';
import { emailField, passwordField, passwordRules } from './credential-fields.ts';
import type { FormError } from './form-error.ts';
import { deadLinkPage, tokenPageHeaders } from './link.ts';

const section = '/security';

export function passwordPage({ visitor }: SignedInVisit, { problems, above, reply }: FormError): Page {
  const body = html`<div class="narrow"><h1>Change password</h1>
${above}
<p>This signs you out on all other devices.</p>
<form method="post" action="/security/password">
<input type="hidden" name="username" value="${visitor.email}" autocomplete="username">
${passwordField({ name: 'current', label: 'Current password', autocomplete: 'current-password', problems, hasFocus: true })}
${passwordField({ name: 'password', label: 'New password', autocomplete: 'new-password', hint: passwordRules, problems })}
<div class="actions"><button class="primary" type="submit">Change password</button><a href="/security">Cancel</a></div>
</form>
<p class="soft small">Forgot your password? <a href="/reset">Send a link</a> to choose a new one.</p></div>`;
  return { title: 'Change password', body, section, scripts: ['password'], ...reply };
}

export type EmailForm = { readonly email: string; readonly error: FormError };

export function emailPage({ visitor }: SignedInVisit, { email, error }: EmailForm): Page {
  const { problems, above, reply } = error;
  const body = html`<div class="narrow"><h1>Change e-mail address</h1>
${above}
<p>Your address is <b>${visitor.email}</b>. We send a link to the new address and a notice to this one. Your address changes when you
follow the link.</p>
<form method="post" action="/security/email">
${emailField({ label: 'New e-mail address', value: email, problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Send link</button><a href="/security">Cancel</a></div>
</form></div>`;
  return { title: 'Change e-mail address', body, section, ...reply };
}

/** Shows a button, like the page that confirms a first address. */
export function changedEmailPage({ above, reply }: FormError): Page {
  const body = html`<div class="narrow"><h1>Confirm new address</h1>
${above}
<p>From then on, you sign in with this address and get all mail here.</p>
<form method="post"><div class="actions"><button class="primary" type="submit">Confirm new address</button></div></form></div>`;
  const headers = { ...reply.headers, ...tokenPageHeaders };
  return { title: 'Confirm new address', body, status: reply.status ?? 200, headers };
}

export function deadChangePage(visit: SignedInVisit): Page {
  return deadLinkPage(
    visit,
    html`<p>The link works only while you are signed in to the account that gets the new address. If
<a href="/security">your account</a> still has the old address, send a new link there.</p>`,
  );
}

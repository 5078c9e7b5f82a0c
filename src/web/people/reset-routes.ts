import { html } from 'hono/html';
import type { Page } from '../page.ts';
import { sendTo } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import { emailField, passwordField, passwordRules } from './credential-fields.ts';
import { type FormError, formErrorOf, noError } from './form-error.ts';
import { deadLinkPage, linkLifetime, linkToken, logNotice, tokenPage } from './link.ts';
import type { PeopleParts } from './people-parts.ts';

export function resetRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages, people } = parts;
  return [
    anyone.get('/reset', (visit) => pages.render(visit, resetPage(visit.visitor?.email ?? '', noError))),
    anyone.post('/reset', (visit) => sendReset(parts, visit)),
    anyone.get('/reset/sent', (visit) => pages.render(visit, sentPage(parts))),
    anyone.get('/reset/new', async (visit) => {
      const email = await people.addressOfLink('reset', linkToken(visit));
      return pages.render(visit, email === undefined ? deadPage(visit) : newPage(noError));
    }),
    anyone.post('/reset/new', (visit) => resetPassword(parts, visit)),
  ];
}

async function sendReset({ pages, people }: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await people.sendReset(visit.caller, email);
  if (outcome.kind === 'sent') return sendTo(visit, '/reset/sent');
  return pages.render(visit, resetPage(email, formErrorOf(outcome)));
}

function resetPage(email: string, { problems, above, reply }: FormError): Page {
  const body = html`<div class="narrow"><h1>Forgot your password?</h1>
${above}
<p>Enter your address. We send you a link to choose a new password.</p>
<form method="post" action="/reset">
${emailField({ label: 'E-mail address', value: email, problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Send link</button><a href="/sign-in">Sign in instead</a></div>
</form></div>`;
  return { title: 'Forgot your password?', body, ...reply };
}

function sentPage({ linksAreInLog }: PeopleParts): Page {
  const body = html`<div class="narrow"><h1>Check your mail</h1>
<p>If an account with this address exists, we sent a link to it.
${linkLifetime('reset')}</p>
${linksAreInLog ? logNotice() : ''}
<p>No mail? Check your spam folder, or <a href="/reset">send a new link</a>.</p></div>`;
  return { title: 'Check your mail', body };
}

async function resetPassword({ pages, people }: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const reset = { token: linkToken(visit), password: form.text('password') };
  const outcome = await people.resetPassword(visit.caller, reset);
  switch (outcome.kind) {
    case 'done':
      return sendTo(visit, '/sign-in?done=reset', outcome.cookies);
    case 'invalid_link':
      return pages.render(visit, deadPage(visit));
    case 'unusable':
    case 'throttled':
      return pages.render(visit, newPage(formErrorOf(outcome)));
  }
}

function newPage(error: FormError): Page {
  const title = 'Choose a new password';
  const body = html`<div class="narrow"><h1>${title}</h1>
${error.above}
<p>This signs you out on all devices.</p>
<form method="post">
${passwordField({ name: 'password', label: 'New password', autocomplete: 'new-password', hint: passwordRules, problems: error.problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Set password</button></div>
</form></div>`;
  return tokenPage({ title, body, scripts: ['password'] }, error);
}

function deadPage(visit: Visit): Page {
  const remedy = html`<p><a class="button" href="/reset">Send a new link</a></p>`;
  return deadLinkPage(visit, remedy);
}

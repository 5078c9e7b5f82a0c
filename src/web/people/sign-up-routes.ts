import { html } from 'hono/html';
import type { SetCookies } from '../../shop/people/people.ts';
import { newKeyPage } from '../keys/new-key-page.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { sendTo, withCookies } from '../reply.ts';
import { anyone, type PageRoute } from '../route.ts';
import { isSignedIn, type Visit } from '../visit.ts';
import { emailField, passwordField, passwordRules } from './credential-fields.ts';
import { type FormError, formErrorOf, noError, proofErrorOf } from './form-error.ts';
import { deadLinkPage, linkLifetime, linkToken, logNotice, tokenPage } from './link.ts';
import { pathAfterSignIn } from './next-path.ts';
import type { PeopleParts } from './people-parts.ts';

export function signUpRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages } = parts;
  return [
    anyone.get('/sign-up', (visit) =>
      isSignedIn(visit) ? sendTo(visit, pathAfterSignIn('')) : pages.render(visit, signUpPage('', noError)),
    ),
    anyone.post('/sign-up', (visit) => signUp(parts, visit)),
    anyone.get('/sign-up/sent', (visit) => pages.render(visit, linkPage(parts, visit, { email: '', error: noError }))),
    anyone.post('/sign-up/sent', (visit) => sendAgain(parts, visit)),
    anyone.get('/verify', (visit) => showVerification(parts, visit, noError)),
    anyone.post('/verify', (visit) => verify(parts, visit)),
  ];
}

async function signUp(parts: PeopleParts, visit: Visit): Promise<Response> {
  const { pages, people } = parts;
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await people.signUp(visit.caller, { email, password: form.text('password') });
  // Not a redirect: the page shows the address, which must not be in the address of a page.
  if (outcome.kind === 'sent') return pages.render(visit, sentPage(parts, email));
  return pages.render(visit, signUpPage(email, formErrorOf(outcome)));
}

function signUpPage(email: string, { problems, above, reply }: FormError): Page {
  const isAddressFine = email !== '' && !problems.some(({ param }) => param === 'email');
  const body = html`<div class="narrow"><h1>Sign up</h1>
${above}
<form method="post" action="/sign-up">
${emailField({ label: 'E-mail address', value: email, problems, hasFocus: !isAddressFine })}
${passwordField({ name: 'password', label: 'Password', autocomplete: 'new-password', hint: passwordRules, problems, hasFocus: isAddressFine })}
<div class="actions"><button class="primary" type="submit">Sign up</button></div>
</form>
<p>Do you have an account? <a href="/sign-in">Sign in</a>.</p></div>`;
  const description = 'Create an account with your e-mail address, then a key for your first request.';
  return { title: 'Sign up', description, body, scripts: ['password'], ...reply };
}

async function sendAgain(parts: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await parts.people.sendVerification(visit.caller, email);
  if (outcome.kind === 'sent') return sendTo(visit, '/sign-up/sent?done=again');
  return parts.pages.render(visit, linkPage(parts, visit, { email, error: formErrorOf(outcome) }));
}

type LinkForm = { readonly email: string; readonly error: FormError };

/** Sends a new link. The reply does not disclose whether the address signed up. */
function linkPage({ linksAreInLog }: PeopleParts, { url }: Visit, { email, error }: LinkForm): Page {
  const isSent = url.searchParams.get('done') === 'again' && error.above === '';
  const title = isSent ? 'Check your mail' : 'Send a new link';
  const body = html`<div class="narrow"><h1>${title}</h1>
${isSent ? notice('good', `If your address waits for confirmation, we sent a new link. ${linkLifetime('sign_up')}`) : error.above}
${isSent && linksAreInLog ? logNotice() : ''}
${linkForm(email, error.problems)}</div>`;
  return { title, body, ...error.reply };
}

function sentPage({ linksAreInLog, shownLink }: PeopleParts, email: string): Page {
  const link = linksAreInLog ? shownLink(email.toLowerCase()) : undefined;
  const body = html`<div class="narrow"><h1>Check your mail</h1>
${
  link?.includes('/verify?') === true
    ? html`<p>This demo sends no mail. A real service sends this link to <b>${email}</b>.</p>
<p class="actions"><a class="button primary" href="/verify${new URL(link).search}">Open the confirmation link</a></p>`
    : html`<p>We sent a link to <b>${email}</b>. ${linkLifetime('sign_up')} Follow it to open your account.</p>
${linksAreInLog ? logNotice() : ''}`
}
<h2>No mail?</h2>
<p>Check your spam folder, or send a new link.</p>
${linkForm(email, [])}</div>`;
  return { title: 'Check your mail', body };
}

function linkForm(email: string, problems: FormError['problems']): Piece {
  return html`<form method="post" action="/sign-up/sent">
${emailField({ label: 'E-mail address', value: email, problems })}
<div class="actions"><button type="submit">Send a new link</button></div>
</form>`;
}

async function showVerification({ pages, people }: PeopleParts, visit: Visit, error: FormError): Promise<Response> {
  const email = await people.addressOfLink('sign_up', linkToken(visit));
  return pages.render(visit, email === undefined ? deadPage(visit) : verifyPage(email, error));
}

const wrongPassword = 'Wrong password. Enter the password that you chose when you signed up.';

async function verify(parts: PeopleParts, visit: Visit): Promise<Response> {
  const { pages, people } = parts;
  const form = await visit.readForm();
  const proof = { token: linkToken(visit), password: form.text('password') };
  const outcome = await people.verifyEmail(visit.caller, proof);
  switch (outcome.kind) {
    case 'signed_in':
      return openAccount(parts, visit, outcome.cookies);
    case 'done':
      return sendTo(visit, '/sign-in?done=verified');
    case 'invalid_link':
      return pages.render(visit, deadPage(visit));
    case 'refused':
    case 'unusable':
    case 'throttled':
      return await showVerification(parts, visit, proofErrorOf(outcome, wrongPassword));
  }
}

/** The key is only in this reply. Without a key, also after a failure, the overview has the first steps. */
async function openAccount(parts: PeopleParts, visit: Visit, cookies: SetCookies): Promise<Response> {
  const { pages, people, createFirstKey, failed } = parts;
  try {
    const caller = { ...visit.caller, cookies: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') };
    const visitor = await people.findVisitor(caller);
    const made = visitor && (await createFirstKey(visitor));
    if (made !== undefined) {
      const page = tokenPage(newKeyPage(made, parts, true), noError);
      return withCookies(await pages.render({ ...visit, visitor }, page), cookies);
    }
  } catch (error) {
    failed(visit.exchange.requestId, error);
  }
  return sendTo(visit, pathAfterSignIn(''), cookies);
}

/**
 * Asks for the password, so that a link does not open an account that another person signed up with this address.
 *
 * It has a button, because mail scanners follow links, and must use up nothing.
 */
function verifyPage(email: string, error: FormError): Page {
  const { problems, above } = error;
  const body = html`<div class="narrow"><h1>Confirm address</h1>
${above}
<p>Enter your password to open the account of <b>${email}</b>.</p>
<form method="post" data-once>
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', hint: 'The password that you chose when you signed up.', problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Confirm address</button></div>
</form>
<p class="soft small">If you did not sign up, close this page: no account is opened. If you forgot the password,
<a href="/sign-up">sign up again</a> and follow the new link.</p></div>`;
  return tokenPage({ title: 'Confirm address', body, scripts: ['password', 'keys'] }, error);
}

function deadPage(visit: Visit): Page {
  const remedy = html`<p>If you have already confirmed your address, <a href="/sign-in">sign in</a>.
Otherwise <a href="/sign-up/sent">send a new link</a>.</p>`;
  return deadLinkPage(visit, isSignedIn(visit) ? '' : remedy);
}

import { html } from 'hono/html';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { anyone, type Route } from '../route.ts';
import { isSignedIn, type Visit } from '../visit.ts';
import { emailField, passwordField, passwordRules } from './credential-fields.ts';
import { type FormError, formErrorOf, noError, proofErrorOf } from './form-error.ts';
import { deadLinkPage, linkLifetime, linkToken, logNotice, tokenPageHeaders } from './link.ts';
import { nextPath } from './next-path.ts';
import type { PeopleParts } from './people-parts.ts';

/** Signing up and confirming an address. */
export function signUpRoutes(parts: PeopleParts): readonly Route[] {
  const { pages } = parts;
  return [
    anyone.get('/sign-up', (visit) =>
      isSignedIn(visit) ? sendTo(visit, nextPath('')) : pages.render(visit, signUpPage('', noError)),
    ),
    anyone.post('/sign-up', (visit) => signUp(parts, visit)),
    anyone.get('/sign-up/sent', (visit) => pages.render(visit, sentPage(parts, visit, { email: '', error: noError }))),
    anyone.post('/sign-up/sent', (visit) => sendAgain(parts, visit)),
    anyone.get('/verify', (visit) => showVerification(parts, visit, noError)),
    anyone.post('/verify', (visit) => verify(parts, visit)),
  ];
}

async function signUp({ pages, people }: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await people.signUp(visit.caller, { email, password: form.text('password') });
  if (outcome.kind === 'sent') return sendTo(visit, '/sign-up/sent');
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
  const description = 'Create an account with your e-mail address, and a key for your first request.';
  return { title: 'Sign up', description, body, scripts: ['password'], ...reply };
}

async function sendAgain(parts: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await parts.people.sendVerification(visit.caller, email);
  if (outcome.kind === 'sent') return sendTo(visit, '/sign-up/sent?done=again');
  return parts.pages.render(visit, sentPage(parts, visit, { email, error: formErrorOf(outcome) }));
}

const sentNews: Readonly<Record<string, Piece>> = {
  again: notice('good', 'If an account waits for its address to be confirmed, another link is on its way there.'),
};

type SentForm = { readonly email: string; readonly error: FormError };

function sentPage({ linksAreInLog }: PeopleParts, { url }: Visit, { email, error }: SentForm): Page {
  const body = html`<div class="narrow"><h1>Check your mail</h1>
${error.above === '' ? (sentNews[url.searchParams.get('done') ?? ''] ?? '') : error.above}
<p>We have sent a link to your address. Follow it to confirm that the address is yours; then your account is open.
${linkLifetime('sign_up')}</p>
${linksAreInLog ? logNotice() : ''}
<h2>No mail?</h2>
<p>Check your spam folder, or have the link sent again.</p>
<form method="post" action="/sign-up/sent">
${emailField({ label: 'E-mail address', value: email, problems: error.problems })}
<div class="actions"><button type="submit">Send link again</button></div>
</form></div>`;
  return { title: 'Check your mail', body, ...error.reply };
}

async function showVerification({ pages, people }: PeopleParts, visit: Visit, error: FormError): Promise<Response> {
  const email = await people.addressOfSignUp(linkToken(visit));
  return pages.render(visit, email === undefined ? deadPage() : verifyPage(email, error));
}

const wrongPassword = 'That is not the password that was chosen with this link.';

async function verify(parts: PeopleParts, visit: Visit): Promise<Response> {
  const { pages, people } = parts;
  const form = await visit.readForm();
  const proof = { token: linkToken(visit), password: form.text('password') };
  const outcome = await people.verifyEmail(visit.caller, proof);
  switch (outcome.kind) {
    case 'signed_in':
      return sendTo(visit, nextPath(''), outcome.cookies);
    case 'done':
      return sendTo(visit, '/sign-in?done=verified');
    case 'invalid_link':
      return pages.render(visit, deadPage());
    case 'refused':
    case 'unusable':
    case 'throttled':
      return await showVerification(parts, visit, proofErrorOf(outcome, wrongPassword));
  }
}

/**
 * Asks for the password, so that a link does not open an account that another person signed up with this address.
 *
 * It has a button, because mail scanners follow links, and must use up nothing.
 */
function verifyPage(email: string, { problems, above, reply }: FormError): Page {
  const body = html`<div class="narrow"><h1>Confirm address</h1>
${above}
<p>One more step opens an account for <b>${email}</b>.</p>
<form method="post">
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', hint: 'The one that you chose when you signed up.', problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Confirm address</button></div>
</form>
<p class="soft small">If you did not sign up, close this page: without the password there is no account. If you want one, or do not
know the password any more, <a href="/sign-up">sign up yourself</a> and follow the link that comes then.</p></div>`;
  const headers = { ...reply.headers, ...tokenPageHeaders };
  return { title: 'Confirm address', body, scripts: ['password'], status: reply.status ?? 200, headers };
}

function deadPage(): Page {
  return deadLinkPage(
    'This link does not work',
    html`<p>If you have confirmed your address before, just <a href="/sign-in">sign in</a>.
Otherwise <a href="/sign-up/sent">send a new link</a>.</p>`,
  );
}

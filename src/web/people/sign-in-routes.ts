import { html } from 'hono/html';
import type { SignInOutcome } from '../../shop/people/people.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { anyone, type PageAnswer, type PageRoute, visitors } from '../route.ts';
import { isSignedIn, type SignedInVisit, type Visit } from '../visit.ts';
import { codeField, emailField, passwordField } from './credential-fields.ts';
import { type FormError, formError, formErrorOf, noError } from './form-error.ts';
import { pathAfterSignIn, withNext } from './next-path.ts';
import type { PeopleParts } from './people-parts.ts';

export function signInRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages } = parts;
  return [
    anyone.get('/sign-in', (visit) => openSignIn(parts, visit)),
    anyone.post('/sign-in', (visit) => signIn(parts, visit)),
    anyone.get('/sign-in/code', (visit) => pages.render(visit, codePage(visit, noError))),
    anyone.post('/sign-in/code', (visit) => giveCode(parts, visit)),
    visitors.get('/sign-in/again', (visit) => pages.render(visit, againPage(parts, visit, noError))),
    visitors.post('/sign-in/again', (visit) => proveAgain(parts, visit)),
    visitors.get('/sign-out', (visit) => pages.render(visit, signOutPage())),
    anyone.post('/sign-out', (visit) => signOut(parts, visit)),
  ];
}

/** The address contains the page after the sign-in, also after a wrong password or code. */
function nextOf({ url }: Visit): string {
  return pathAfterSignIn(url.searchParams.get('next') ?? '');
}

function openSignIn(parts: PeopleParts, visit: Visit): PageAnswer {
  if (isSignedIn(visit)) return sendTo(visit, nextOf(visit));
  return parts.pages.render(visit, signInPage(parts, visit, { email: '', error: noError }));
}

async function signIn(parts: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await parts.people.signIn(visit.caller, { email, password: form.text('password') });
  return afterProof(visit, outcome, {
    refused: 'Address and password do not match. If you have just signed up, follow the link in our mail first.',
    showAgain: (error) => parts.pages.render(visit, signInPage(parts, visit, { email, error })),
  });
}

type Refusal = { readonly refused: string; readonly showAgain: (error: FormError) => PageAnswer };

/** Redirects after a success, or shows the page again with the error. */
function afterProof(visit: Visit, outcome: SignInOutcome, { refused, showAgain }: Refusal): PageAnswer {
  switch (outcome.kind) {
    case 'signed_in':
      return sendTo(visit, nextOf(visit), outcome.cookies);
    case 'second_factor':
      return sendTo(visit, withNext('/sign-in/code', nextOf(visit)), outcome.cookies);
    case 'refused':
      return showAgain(formError(refused));
    case 'throttled':
      return showAgain(formErrorOf(outcome));
  }
}

const signInNews: Readonly<Record<string, Piece>> = {
  verified: notice('good', 'Your address is confirmed. Sign in to continue.'),
  reset: notice('good', 'Your new password is set. Sign in with it.'),
  'signed-out': notice('good', 'You are signed out.'),
  'signed-out-everywhere': notice('good', 'You are signed out on all devices.'),
};

type SignInForm = { readonly email: string; readonly error: FormError };

function signInPage({ people }: PeopleParts, visit: Visit, { email, error }: SignInForm): Page {
  const { problems, above, reply } = error;
  const next = nextOf(visit);
  const body = html`<div class="narrow"><h1>Sign in</h1>
${above === '' ? (signInNews[visit.url.searchParams.get('done') ?? ''] ?? '') : above}
<form method="post" action="${withNext('/sign-in', next)}">
${emailField({ label: 'E-mail address', value: email, problems, hasFocus: email === '', autocomplete: 'username webauthn' })}
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', problems, hasFocus: email !== '' })}
<div class="actions"><button class="primary" type="submit">Sign in</button><a href="/reset">Forgot your password?</a></div>
</form>
${people.offersPasskeys ? passkeyButton(next, { offersAtOnce: true }) : ''}
<p>No account yet? <a href="/sign-up">Sign up</a>.</p></div>`;
  const description = 'Sign in to your account with a password or a passkey.';
  return { title: 'Sign in', description, body, scripts: ['password', 'passkeys'], ...reply };
}

async function giveCode({ people, pages }: PeopleParts, visit: Visit): Promise<Response> {
  const form = await visit.readForm();
  const code = form.text('code').replaceAll(/\s/g, '');
  const outcome = await people.giveCode(visit.caller, { kind: codeKindOf(visit), code });
  return afterProof(visit, outcome, {
    refused: 'Wrong code, or your sign-in has expired. Enter the next code, or start again.',
    showAgain: (error) => pages.render(visit, codePage(visit, error)),
  });
}

function codeKindOf({ url }: Visit): 'totp' | 'backup' {
  return url.searchParams.get('kind') === 'backup' ? 'backup' : 'totp';
}

function codePage(visit: Visit, { problems, above, reply }: FormError): Page {
  const kind = codeKindOf(visit);
  const next = nextOf(visit);
  const [here, there] = ['/sign-in/code', '/sign-in/code?kind=backup'];
  const body = html`<div class="narrow"><h1>Two-factor authentication (2FA)</h1>
${above}
<form method="post" action="${withNext(kind === 'totp' ? here : there, next)}">
${codeField(kind, { problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Continue</button>
<a href="${withNext(kind === 'totp' ? there : here, next)}">${
    kind === 'totp' ? 'Use a backup code' : 'Use the authenticator app'
  }</a></div>
</form>
<p><a href="${withNext('/sign-in', next)}">Start again</a></p></div>`;
  return { title: 'Two-factor authentication (2FA)', body, ...reply };
}

async function proveAgain(parts: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const outcome = await parts.people.proveAgain(visit.caller, visit.visitor, { password: form.text('password') });
  return afterProof(visit, outcome, {
    refused: 'Wrong password.',
    showAgain: (error) => parts.pages.render(visit, againPage(parts, visit, error)),
  });
}

function againPage({ people }: PeopleParts, visit: SignedInVisit, { problems, above, reply }: FormError): Page {
  const next = nextOf(visit);
  const body = html`<div class="narrow"><h1>Sign in again</h1>
${above}
<p>This page needs a recent sign-in. You are signed in as <b>${visit.visitor.email}</b>.</p>
<form method="post" action="${withNext('/sign-in/again', next)}">
<input type="hidden" name="username" value="${visit.visitor.email}" autocomplete="username">
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Continue</button><a href="/account">Cancel</a></div>
</form>
${people.offersPasskeys ? passkeyButton(next, { offersAtOnce: false }) : ''}</div>`;
  return { title: 'Sign in again', body, scripts: ['password', 'passkeys'], ...reply };
}

function signOutPage(): Page {
  const body = html`<div class="narrow"><h1>Sign out</h1>
<form method="post" action="/sign-out"><div class="actions"><button class="primary" type="submit">Sign out</button>
<a href="/account">Cancel</a></div></form></div>`;
  return { title: 'Sign out', body };
}

async function signOut({ people }: PeopleParts, visit: Visit): Promise<Response> {
  return sendTo(visit, '/sign-in?done=signed-out', await people.signOut(visit.caller));
}

/** Hidden without scripts. `offersAtOnce`: the browser also offers passkeys while the address is typed. */
function passkeyButton(next: string, { offersAtOnce }: { readonly offersAtOnce: boolean }): Piece {
  return html`<div class="needs-script"><p class="or">or</p>
<div class="actions"><button type="button" data-passkey="sign-in" data-next="${next}"${
    offersAtOnce ? html` data-autofill` : ''
  }>Use a passkey</button></div>
<p class="error" role="alert" data-passkey-said></p></div>`;
}

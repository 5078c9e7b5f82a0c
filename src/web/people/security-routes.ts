import { html } from 'hono/html';
import type { Passkey, Session } from '../../shop/people/people.ts';
import type { Page, Piece } from '../page.ts';
import { moment, notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { fresh, type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { emailField, passwordField, passwordRules } from './credential-fields.ts';
import { deviceOf } from './device.ts';
import { type FormError, formErrorOf, noError, proofErrorOf } from './form-error.ts';
import { deadLinkPage, linkLifetime, linkToken, logNotice, tokenPage } from './link.ts';
import type { PeopleParts } from './people-parts.ts';

export function securityRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages, people } = parts;
  return [
    visitors.get('/security', (visit) => openSecurity(parts, visit)),
    // A new password starts a new, fresh session, so the route asks for a fresh sign-in too.
    fresh.get('/security/password', (visit) => pages.render(visit, passwordPage(visit, noError))),
    fresh.post('/security/password', (visit) => changePassword(parts, visit)),
    fresh.get('/security/email', (visit) => pages.render(visit, emailPage(visit, { email: '', error: noError }))),
    fresh.post('/security/email', (visit) => changeEmail(parts, visit)),
    visitors.get('/security/email/confirm', async (visit) => {
      const email = await people.addressOfLink('email', linkToken(visit), visit.visitor);
      return pages.render(visit, email === undefined ? deadChangePage(visit) : changedEmailPage(noError));
    }),
    visitors.post('/security/email/confirm', (visit) => confirmEmail(parts, visit)),
    visitors.post('/security/sessions/:id/end', (visit) => endSession(parts, visit)),
    visitors.post('/security/sessions/end-others', (visit) => endOtherSessions(parts, visit)),
    visitors.post('/security/sessions/end-all', (visit) => endAllSessions(parts, visit)),
  ];
}

async function openSecurity({ pages, people, linksAreInLog }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const { caller, visitor } = visit;
  const [sessions, passkeys] = await Promise.all([
    people.listSessions(caller, visitor),
    people.offersPasskeys ? people.listPasskeys(caller, visitor) : undefined,
  ]);
  return pages.render(visit, securityPage(visit, { sessions, passkeys, linksAreInLog }));
}

async function changePassword({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const change = { current: form.text('current'), next: form.text('password') };
  const outcome = await people.changePassword(visit.caller, visit.visitor, change);
  if (outcome.kind === 'done') return sendTo(visit, '/security?done=password', outcome.cookies);
  return pages.render(visit, passwordPage(visit, proofErrorOf(outcome, 'Wrong current password.')));
}

async function changeEmail({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const email = form.text('email').trim();
  const outcome = await people.sendEmailChange(visit.caller, visit.visitor, email);
  if (outcome.kind === 'sent') return sendTo(visit, '/security?done=email-sent');
  return pages.render(visit, emailPage(visit, { email, error: formErrorOf(outcome) }));
}

async function confirmEmail({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const outcome = await people.confirmEmailChange(visit.caller, visit.visitor, linkToken(visit));
  switch (outcome.kind) {
    case 'done':
      return sendTo(visit, '/security?done=email', outcome.cookies);
    case 'invalid_link':
      return pages.render(visit, deadChangePage(visit));
    case 'unusable':
    case 'throttled':
      return pages.render(visit, changedEmailPage(formErrorOf(outcome)));
  }
}

async function endSession({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const ended = await people.endSession(visit.caller, visit.visitor, visit.id);
  if (!ended) throw nothingThere();
  return sendTo(visit, '/security?done=session#sessions');
}

async function endOtherSessions({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  await people.endOtherSessions(visit.caller, visit.visitor);
  return sendTo(visit, '/security?done=sessions#sessions');
}

async function endAllSessions({ people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  await people.endOtherSessions(visit.caller, visit.visitor);
  return sendTo(visit, '/sign-in?done=signed-out-everywhere', await people.signOut(visit.caller));
}

function passwordPage({ visitor }: SignedInVisit, { problems, above, reply }: FormError): Page {
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
  return { title: 'Change password', body, section: '/security/password', scripts: ['password'], ...reply };
}

type EmailForm = { readonly email: string; readonly error: FormError };

function emailPage({ visitor }: SignedInVisit, { email, error }: EmailForm): Page {
  const { problems, above, reply } = error;
  const body = html`<div class="narrow"><h1>Change e-mail address</h1>
${above}
<p>Your address is <b>${visitor.email}</b>. We send a link to the new address and a notice to this one. Your address changes when you
follow the link.</p>
<form method="post" action="/security/email">
${emailField({ label: 'New e-mail address', value: email, problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Send link</button><a href="/security">Cancel</a></div>
</form></div>`;
  return { title: 'Change e-mail address', body, section: '/security/email', ...reply };
}

/** Shows a button, like the page that confirms a first address. */
function changedEmailPage(error: FormError): Page {
  const body = html`<div class="narrow"><h1>Confirm new address</h1>
${error.above}
<p>From then on, you sign in with this address and get all mail here.</p>
<form method="post"><div class="actions"><button class="primary" type="submit">Confirm new address</button></div></form></div>`;
  return tokenPage({ title: 'Confirm new address', body }, error);
}

function deadChangePage(visit: SignedInVisit): Page {
  return deadLinkPage(
    visit,
    html`<p>The link works only while you are signed in to the account that gets the new address. If
<a href="/security">your account</a> still has the old address, send a new link there.</p>`,
  );
}

type SecurityContents = {
  readonly sessions: readonly Session[];
  /** Undefined where browsers support none. */
  readonly passkeys: readonly Passkey[] | undefined;
  readonly linksAreInLog: boolean;
};

const news: Readonly<Record<string, Piece>> = {
  password: notice('good', 'Password changed. You are signed out on all other devices.'),
  'email-sent': notice(
    'good',
    `We sent a link to the new address. ${linkLifetime('email')} Your address changes when you follow it.`,
  ),
  email: notice('good', 'Address changed.'),
  session: notice('good', 'Session ended.'),
  sessions: notice('good', 'You are signed out on all other devices.'),
  'second-factor': notice(
    'good',
    'Two-factor authentication is on. Signing in with your password now needs a code. You are signed out on all other devices.',
  ),
  'second-factor-removed': notice('good', 'Two-factor authentication is off. Signing in needs only your password.'),
};

function securityPage({ url, visitor }: SignedInVisit, contents: SecurityContents): Page {
  const { sessions, passkeys, linksAreInLog } = contents;
  const done = url.searchParams.get('done') ?? '';
  const body = html`<h1>Security</h1>
${news[done] ?? ''}${done === 'email-sent' && linksAreInLog ? logNotice() : ''}
<div class="cards">
<section class="card" aria-labelledby="address"><h2 id="address">E-mail address</h2>
<p>${visitor.email}</p><p><a href="/security/email">Change e-mail address</a></p></section>
<section class="card" aria-labelledby="password"><h2 id="password">Password</h2>
<p>You sign in with your e-mail address and your password.</p><p><a href="/security/password">Change password</a></p></section>
<section class="card" aria-labelledby="factor"><h2 id="factor">Two-factor authentication (2FA)</h2>
${secondFactor(visitor.hasSecondFactor)}</section>
<section class="card" aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
${passkeySummary(passkeys)}</section>
</div>
${sessionList(sessions)}`;
  return { title: 'Security', body, section: '/security' };
}

function secondFactor(isOn: boolean): Piece {
  if (isOn) {
    return html`<p><span class="badge good">On</span> Signing in with your password also needs a code from your authenticator app.</p>
<p><a href="/security/backup-codes">Create backup codes</a></p><p><a href="/security/second-factor">Turn 2FA off</a></p>`;
  }
  return html`<p><span class="badge warn">Off</span> With 2FA, a stolen password is not enough to sign in.</p>
<p><a href="/security/second-factor">Set up 2FA</a></p>`;
}

function passkeySummary(passkeys: readonly Passkey[] | undefined): Piece {
  if (passkeys === undefined) {
    return html`<p>Passkeys need a host name: browsers do not offer them for an IP address.</p>`;
  }
  const count = passkeys.length === 0 ? 'None yet.' : `You have ${passkeys.length === 1 ? 'one' : passkeys.length}.`;
  return html`<p>${count} A passkey signs you in with your device or a security key instead of a password.</p>
<p><a href="/security/passkeys">${passkeys.length === 0 ? 'Add passkey' : 'Manage passkeys'}</a></p>`;
}

/** No table: on a phone its last column, which ends a session, would be out of sight. */
function sessionList(sessions: readonly Session[]): Piece {
  return html`<h2 id="sessions">Sessions</h2>
<p>Where you are signed in:</p>
<ul class="sessions" role="list">${sessions.map(sessionItem)}</ul>
<div class="actions">
<form method="post" action="/security/sessions/end-others"><button type="submit">Sign out everywhere else</button></form>
<form method="post" action="/security/sessions/end-all"><button class="danger" type="submit">Sign out everywhere</button></form>
</div>`;
}

function sessionItem({ id, isCurrent, startedAt, lastSeenAt, address, userAgent }: Session): Piece {
  const device = deviceOf(userAgent);
  const end = html`<form method="post" action="/security/sessions/${encodeURIComponent(id)}/end">
<button class="small" type="submit" aria-label="End the session: ${device}, since ${new Date(startedAt).toISOString()}">End</button></form>`;
  return html`<li><div><b>${device}</b><p class="soft small">From ${address ?? 'an unknown address'} since ${moment(startedAt)},
last seen ${moment(lastSeenAt)}</p></div>${isCurrent ? html`<span class="badge good">This device</span>` : end}</li>`;
}

import { html } from 'hono/html';
import type { Passkey, Session } from '../../shop/people/people.ts';
import type { Page, Piece } from '../page.ts';
import { moment, notice } from '../pieces.ts';
import type { SignedInVisit } from '../visit.ts';
import { deviceOf } from './device.ts';
import { linkLifetime, logNotice } from './link.ts';

export type SecurityContents = {
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

export function securityPage({ url, visitor }: SignedInVisit, contents: SecurityContents): Page {
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

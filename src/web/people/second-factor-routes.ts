import { html } from 'hono/html';
import { encode } from 'uqr';
import type { TotpSetup } from '../../shop/people/people.ts';
import type { Form } from '../form.ts';
import type { Page, Piece } from '../page.ts';
import { sendTo } from '../reply.ts';
import { fresh, type PageRoute } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { codeField, passwordField } from './credential-fields.ts';
import { type FormError, formError, formErrorOf, noError, proofErrorOf } from './form-error.ts';
import type { PeopleParts } from './people-parts.ts';

const section = '/security/second-factor';
const wrongPassword = 'Wrong password.';

/**
 * Sets up and removes 2FA, and replaces its backup codes. Each step asks for the password or a code, and for a fresh
 * sign-in, which also asks for a 2FA code: a stolen password does not remove 2FA from a stolen session.
 */
export function secondFactorRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages } = parts;
  return [
    fresh.get('/security/second-factor', (visit) => pages.render(visit, factorPage(visit, noError))),
    fresh.post('/security/second-factor', (visit) => begin(parts, visit)),
    fresh.post('/security/second-factor/confirm', (visit) => confirm(parts, visit)),
    fresh.post('/security/second-factor/remove', (visit) => remove(parts, visit)),
    fresh.get('/security/backup-codes', (visit) =>
      visit.visitor.hasSecondFactor
        ? pages.render(visit, backupPage(visit, noError))
        : sendTo(visit, '/security/second-factor'),
    ),
    fresh.post('/security/backup-codes', (visit) => renewBackupCodes(parts, visit)),
  ];
}

async function begin({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  if (visit.visitor.hasSecondFactor) return sendTo(visit, '/security/second-factor');
  const form = await visit.readForm();
  const begun = await people.beginTotp(visit.caller, visit.visitor, { password: form.text('password') });
  if (!('kind' in begun)) return pages.render(visit, setupPage(begun, noError));
  return pages.render(visit, factorPage(visit, proofErrorOf(begun, wrongPassword)));
}

async function confirm({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const outcome = await people.confirmTotp(visit.caller, visit.visitor, form.text('code').replaceAll(/\s/g, ''));
  if (outcome.kind === 'done') return sendTo(visit, '/security?done=second-factor', outcome.cookies);
  const error = outcome.kind === 'refused' ? wrongCode : formErrorOf(outcome);
  const setup = shownSetup(form);
  return pages.render(visit, setup === undefined ? factorPage(visit, error) : setupPage(setup, error));
}

const wrongCode: FormError = {
  ...formError('Wrong code, so 2FA is not on yet. Enter the code that the app shows now.'),
  problems: [{ param: 'code', message: 'Wrong code.' }],
};

async function remove({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const outcome = await people.endTotp(visit.caller, visit.visitor, { password: form.text('password') });
  if (outcome.kind === 'done') return sendTo(visit, '/security?done=second-factor-removed', outcome.cookies);
  return pages.render(visit, factorPage(visit, proofErrorOf(outcome, wrongPassword)));
}

/** The current state of 2FA, and the password field to change it. */
function factorPage({ visitor }: SignedInVisit, { problems, above, reply }: FormError): Page {
  const { email, hasSecondFactor: isOn } = visitor;
  const title = isOn ? 'Turn 2FA off' : 'Set up 2FA';
  const body = html`<div class="narrow"><h1>${title}</h1>
${above}
<p>${
    isOn
      ? 'Signing in will need only your password. Your backup codes will no longer work.'
      : 'You need an authenticator app on your phone or in your password manager. It shows a new code every 30 seconds. You enter it after your password.'
  }</p>
<form method="post" action="/security/second-factor${isOn ? '/remove' : ''}">
<input type="hidden" name="username" value="${email}" autocomplete="username">
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', problems, hasFocus: true })}
<div class="actions"><button class="${isOn ? 'danger' : 'primary'}" type="submit">${isOn ? 'Turn 2FA off' : 'Continue'}</button>
<a href="/security">Cancel</a></div>
</form></div>`;
  return { title, body, section, scripts: ['password'], ...reply };
}

/** Contains secrets. The reply to the password, and to a wrong code. */
function setupPage(setup: TotpSetup, { problems, above, reply }: FormError): Page {
  const { uri, backupCodes } = setup;
  const body = html`<div class="prose"><h1>Set up 2FA</h1>
${above}
<h2>1. Add it to your authenticator app</h2>
<p>Scan this with the app:</p>
${qrCode(uri, 'QR code with the secret below')}
<p>Or type this secret: <code id="secret">${inGroups(setup.secret)}</code>
<button class="small needs-script" type="button" data-copy="secret" aria-label="Copy the secret">Copy</button></p>
<h2>2. Save the backup codes</h2>
<p>If you lose the app, each code signs you in once. They are not shown again. You can create new ones at any time.</p>
${backupList(backupCodes)}
<h2>3. Confirm</h2>
<form method="post" action="/security/second-factor/confirm">
<input type="hidden" name="uri" value="${uri}"><input type="hidden" name="backup_codes" value="${backupCodes.join(' ')}">
${codeField('totp', { problems, hasFocus: problems.length > 0 })}
<div class="actions"><button class="primary" type="submit">Turn 2FA on</button></div></form></div>`;
  return { title: 'Set up 2FA', body, section, ...reply };
}

/** Returns the set-up that a form carries, to show it again; the secrets that count are the stored ones. */
function shownSetup(form: Form): TotpSetup | undefined {
  const uri = form.text('uri');
  const secret = /^otpauth:\/\/totp\/.*[?&]secret=([A-Z2-7]{16,128})(?:&|$)/.exec(uri)?.[1];
  if (secret === undefined || uri.length > 1_000) return undefined;
  return { uri, secret, backupCodes: form.text('backup_codes').split(' ') };
}

/** In groups of four, which are easier to type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

async function renewBackupCodes({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const renewed = await people.renewBackupCodes(visit.caller, visit.visitor, { password: form.text('password') });
  if (!('kind' in renewed)) return pages.render(visit, newCodesPage(renewed.backupCodes));
  return pages.render(visit, backupPage(visit, proofErrorOf(renewed, wrongPassword)));
}

function backupPage({ visitor }: SignedInVisit, { problems, above, reply }: FormError): Page {
  const title = 'Create backup codes';
  const body = html`<div class="narrow"><h1>${title}</h1>
${above}
<p>If you lose your authenticator app, each code signs you in once. New codes replace all codes that you have now.</p>
<form method="post" action="/security/backup-codes">
<input type="hidden" name="username" value="${visitor.email}" autocomplete="username">
${passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password', problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">Create backup codes</button>
<a href="/security">Cancel</a></div>
</form></div>`;
  return { title, body, section, scripts: ['password'], ...reply };
}

/** Shown once, in reply to the password. */
function newCodesPage(codes: readonly string[]): Page {
  const body = html`<div class="prose"><h1>Your new backup codes</h1>
<p>Save them now: they are not shown again. Your earlier codes no longer work.</p>
${backupList(codes)}
<p><a href="/security">Back to Security</a></p></div>`;
  return { title: 'Your new backup codes', body, section };
}

function backupList(codes: readonly string[]): Piece {
  const lines = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Backup codes, each valid for one sign-in\n\n${lines}\n`)}`;
  return html`<pre tabindex="0" role="region" aria-label="Backup codes"><code id="backup-codes">${lines}</code></pre>
<div class="actions"><button class="needs-script" type="button" data-copy="backup-codes" aria-label="Copy the backup codes">Copy</button>
<a class="button" href="${file}" download="dragoman-backup-codes.txt">Download</a></div>`;
}

/** Modules of empty space around the code. Source: ISO/IEC 18004, section 5.3.8. */
const quietModules = 4;

/** Returns `text` as an inline QR code: the policy allows no external images, and caches must not store a secret. */
export function qrCode(text: string, label: string): Piece {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${data
    .map(rowPath)
    .join('')}"/></svg>`;
}

/** Runs of dark modules, each a rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x++;
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
  }
  return path;
}

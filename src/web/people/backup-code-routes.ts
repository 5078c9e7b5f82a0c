import { html } from 'hono/html';
import type { Page, Piece } from '../page.ts';
import { sendTo } from '../reply.ts';
import { fresh, type PageRoute } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { passwordField } from './credential-fields.ts';
import { type FormError, noError, proofErrorOf } from './form-error.ts';
import type { PeopleParts } from './people-parts.ts';

const section = '/security';
const path = '/security/backup-codes';

/** Replaces the backup codes of a user with 2FA. */
export function backupCodeRoutes(parts: PeopleParts): readonly PageRoute[] {
  const { pages } = parts;
  return [
    fresh.get(path, (visit) =>
      visit.visitor.hasSecondFactor
        ? pages.render(visit, formPage(visit, noError))
        : sendTo(visit, '/security/second-factor'),
    ),
    fresh.post(path, (visit) => renew(parts, visit)),
  ];
}

async function renew({ pages, people }: PeopleParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const renewed = await people.renewBackupCodes(visit.caller, visit.visitor, { password: form.text('password') });
  if (!('kind' in renewed)) return pages.render(visit, newCodesPage(renewed.backupCodes));
  return pages.render(visit, formPage(visit, proofErrorOf(renewed, 'Wrong password.')));
}

function formPage({ visitor }: SignedInVisit, { problems, above, reply }: FormError): Page {
  const title = 'Create backup codes';
  const body = html`<div class="narrow"><h1>${title}</h1>
${above}
<p>If you lose your authenticator app, each code signs you in once. New codes replace all codes that you have now.</p>
<form method="post" action="${path}">
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

/** The codes, to copy or to save as a file. */
export function backupList(codes: readonly string[]): Piece {
  const lines = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Backup codes, each valid for one sign-in\n\n${lines}\n`)}`;
  return html`<pre tabindex="0" role="region" aria-label="Backup codes"><code id="backup-codes">${lines}</code></pre>
<div class="actions"><button class="needs-script" type="button" data-copy="backup-codes" aria-label="Copy the backup codes">Copy</button>
<a class="button" href="${file}" download="dragoman-backup-codes.txt">Download</a></div>`;
}

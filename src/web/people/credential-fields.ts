import { html } from 'hono/html';
import { passwordLengthMin } from '../../shop/people/password.ts';
import { type Field, field } from '../controls.ts';
import type { Piece } from '../page.ts';
import type { FormProblem } from '../pieces.ts';

/** The longest address that mail can reach. Source: RFC 5321, section 4.5.3.1.3, without the brackets. */
const emailLengthMax = 254;

export const passwordRules = `At least ${passwordLengthMin} characters. Several unrelated words are easy to remember.`;

export function emailField(parts: Pick<Field, 'value' | 'problems' | 'autocomplete' | 'hasFocus' | 'label'>): Piece {
  return field({
    name: 'email',
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    isRequired: true,
    lengthMax: emailLengthMax,
    ...parts,
  });
}

/** Never has a value: a password is never sent back. A script can make it visible. */
export function passwordField(
  parts: Pick<Field, 'name' | 'label' | 'problems' | 'hint' | 'hasFocus'> & {
    readonly autocomplete: 'current-password' | 'new-password';
  },
): Piece {
  return html`<div class="password">${field({ ...parts, type: 'password', isRequired: true })}
<button class="quiet small needs-script" type="button" data-shows="${parts.name}">Show password</button></div>`;
}

const codes: Readonly<Record<'totp' | 'backup', Omit<Field, 'name'>>> = {
  totp: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now.',
    ...{ inputMode: 'numeric', autocomplete: 'one-time-code', lengthMax: 12 },
  },
  backup: {
    label: 'Backup code',
    hint: 'One of the codes that you saved when you set up 2FA. Each works once.',
    ...{ autocomplete: 'off', lengthMax: 40 },
  },
};

export function codeField(
  kind: 'totp' | 'backup',
  { problems, hasFocus }: { readonly problems: readonly FormProblem[]; readonly hasFocus: boolean },
): Piece {
  return field({ name: 'code', ...codes[kind], isRequired: true, problems, hasFocus });
}

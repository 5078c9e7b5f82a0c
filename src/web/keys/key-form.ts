import { html } from 'hono/html';
import type { Account } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';

export type KeyForm = {
  /** If set, there is no form. */
  readonly refusal: KeyRefusal | undefined;
  readonly attempt: string;
  readonly name: string;
  readonly problems: readonly FormProblem[];
};

export function keyFormPage({ refusal, attempt, name, problems }: KeyForm): Page {
  const body =
    refusal === undefined
      ? html`<p>You see the key only once, on the next page. Have your password manager ready.</p>
${problemSummary(problems)}
${keyNameForm({ attempt, name, problems, isAlone: true })}`
      : html`${notice('warn', refusals[refusal].why)}<p class="actions">${refusals[refusal].nextStep} <a href="/keys">Back to API keys</a></p>`;
  return {
    title: 'Create key',
    section: '/keys',
    scripts: ['keys'],
    body: html`<div class="narrow"><h1>Create key</h1>${body}</div>`,
  };
}

type KeyNameForm = Omit<KeyForm, 'refusal'> & { readonly isAlone?: boolean };

/** @param isAlone whether it is all that its page has */
export function keyNameForm({ attempt, name, problems, isAlone = false }: KeyNameForm): Piece {
  const hint = 'For example, “Production website”.';
  return html`<form method="post" action="/keys" data-once>
<input type="hidden" name="attempt" value="${attempt}">
${field({ name: 'name', label: 'Name', value: name, hint, problems, isRequired: true, autocomplete: 'off', hasFocus: isAlone })}
<div class="actions"><button class="primary" type="submit">Create key</button>${isAlone ? html` <a href="/keys">Cancel</a>` : ''}</div>
</form>`;
}

/** The reason, with what the owner can do, and what the account can do without another key. */
export const refusals = {
  suspended: {
    why: html`Your account is suspended. Its keys are refused, and you cannot create new ones. Contact support.`,
    nextStep: '',
  },
  no_pack: {
    why: html`You have no characters yet. <a href="/packs">Buy characters</a>, then create a key.`,
    nextStep: html`<a class="button primary" href="/packs">Buy characters</a>`,
  },
  too_many_keys: {
    why: html`You have ${liveKeysMax} active keys, the maximum. <a href="/keys">Revoke one</a> that you do not need, then create another.`,
    nextStep: html`<a class="button primary" href="/playground">Open the playground</a> <a href="/docs">Send a request</a>`,
  },
};

/** Why an account cannot create a key now. */
export type KeyRefusal = keyof typeof refusals;

export type KeyFacts = {
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly live: readonly Key[];
  readonly balance: Pick<Balance, 'expiresAt'>;
};

/** Returns undefined when a key can be created. Of two simultaneous forms, the store decides. */
export function keyRefusalOf({ account, live, balance }: KeyFacts): KeyRefusal | undefined {
  if (account.suspendedAt !== undefined) return 'suspended';
  if (balance.expiresAt === undefined) return 'no_pack';
  return live.length >= liveKeysMax ? 'too_many_keys' : undefined;
}

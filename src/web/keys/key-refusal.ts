import { html } from 'hono/html';
import type { Account } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import type { Piece } from '../page.ts';

/** Why an account cannot create a key now. */
export type KeyRefusal = 'suspended' | 'too_many_keys' | 'no_pack';

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

/** The reason, and what the owner can do. */
export function keyRefusalPiece(refusal: KeyRefusal): Piece {
  switch (refusal) {
    case 'suspended':
      return html`Your account is suspended. Its keys are refused, and you cannot create new ones. Contact support.`;
    case 'no_pack':
      return html`You have no characters yet. <a href="/packs">Buy characters</a>, then create a key.`;
    case 'too_many_keys':
      return html`You have ${liveKeysMax} active keys, the maximum. <a href="/keys">Revoke one</a> that you do not need, then create another.`;
  }
}

import { html } from 'hono/html';
import type { Account } from '../../core/accounts/account.ts';
import type { Key } from '../../core/keys/key-store.ts';
import { liveKeysMax } from '../../core/keys/keys.ts';
import type { Balance } from '../../core/ledger/ledger-store.ts';
import type { Piece } from '../page.ts';

/** Why an account gets no further key for now. */
export type Hindrance = 'suspended' | 'too_many_keys' | 'no_pack';

export type Standing = {
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly live: readonly Key[];
  readonly balance: Pick<Balance, 'expiresAt'>;
};

/** Undefined where nothing stands in the way; the store decides, when two forms are sent at once. */
export function hindranceOf({ account, live, balance }: Standing): Hindrance | undefined {
  if (account.suspendedAt !== undefined) return 'suspended';
  if (balance.expiresAt === undefined) return 'no_pack';
  return live.length >= liveKeysMax ? 'too_many_keys' : undefined;
}

/** What stands in the way, and what the owner can do about it. */
export function hindrancePiece(hindrance: Hindrance): Piece {
  switch (hindrance) {
    case 'suspended':
      return html`This account is suspended, so its keys are refused and it cannot make new ones. Write to whoever runs this service.`;
    case 'no_pack':
      return html`A key needs an account that has bought a pack. <a href="/packs">Buy a pack</a>, then make a key.`;
    case 'too_many_keys':
      return html`The account has ${liveKeysMax} live keys, which is the most it may have. <a href="/keys">Revoke one</a> that is not needed, then make another.`;
  }
}

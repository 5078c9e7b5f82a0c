import type { Unit, UnixMs } from '../units.ts';

export type AccountId = Unit<string, 'AccountId'>;

/** Who buys characters and holds keys. */
export type NewAccount = { readonly id: AccountId; readonly email: string; readonly createdAt: UnixMs };

/** An account as it stands. Once it is erased, `email` is its pseudonym, which is no address. */
export type Account = NewAccount & {
  /** While it is set, the account's keys are refused, and it can neither buy nor make keys. */
  readonly suspendedAt: UnixMs | undefined;
  /** For the operator alone. */
  readonly suspensionReason: string | undefined;
  /** Since when nobody may use the account, and nothing of its owner is to be kept; for good. */
  readonly erasedAt: UnixMs | undefined;
};

/** What stands for the address of an erased account. It has no @, so that nobody can sign up under it. */
export function pseudonymOf(id: AccountId): string {
  return `erased:${id}`;
}

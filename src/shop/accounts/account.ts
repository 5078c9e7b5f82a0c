import type { Unit, UnixMs } from '../../ground/units.ts';

export type AccountId = Unit<string, 'AccountId'>;

/** The owner of a balance and of API keys. */
export type NewAccount = { readonly id: AccountId; readonly email: string; readonly createdAt: UnixMs };

/** An account's current state. After its erasure, `email` is a pseudonym and not an address. */
export type Account = NewAccount & {
  /** While set, the account's keys are refused, and it can neither buy nor create keys. */
  readonly suspendedAt: UnixMs | undefined;
  /** Only shown to the operator. */
  readonly suspensionReason: string | undefined;
  /** Set once, permanently: the account cannot be used, and its owner's data is erased. */
  readonly erasedAt: UnixMs | undefined;
};

/** Replaces the address of an erased account. It has no @, so that it cannot be used to sign up. */
export function pseudonymOf(id: AccountId): string {
  return `erased:${id}`;
}

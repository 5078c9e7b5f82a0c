import type { Unit, UnixMs } from '../units.ts';

export type AccountId = Unit<string, 'AccountId'>;

/** Who buys characters and holds keys. */
export type Account = { readonly id: AccountId; readonly email: string; readonly createdAt: UnixMs };

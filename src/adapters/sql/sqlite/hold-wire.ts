import type { Characters, UnixMs } from '../../../ground/units.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import type { KeyId } from '../../../shop/keys/key-store.ts';
import type { Capture, Hold, HoldId, HoldRelease, SealedReply } from '../../../shop/ledger/ledger-store.ts';
import type { LanguageTag } from '../../../text/languages/language.ts';

// The operations of every request travel between threads as arrays: cloning costs per object and member name.

export type HoldWire = readonly [
  id: HoldId,
  accountId: AccountId,
  keyId: KeyId,
  amount: Characters,
  openedAt: UnixMs,
  leaseUntil: UnixMs,
];
export type ReleaseWire = readonly [at: UnixMs, ...hold: HoldWire];
export type CaptureWire = readonly [
  reply: SealedReply | undefined,
  source: LanguageTag,
  target: LanguageTag,
  engine: string,
  api: string | undefined,
  ...release: ReleaseWire,
];

export function encodeHold({ id, accountId, keyId, amount, openedAt, leaseUntil }: Hold): HoldWire {
  return [id, accountId, keyId, amount, openedAt, leaseUntil];
}

export function decodeHold([id, accountId, keyId, amount, openedAt, leaseUntil]: HoldWire): Hold {
  return { id, accountId, keyId, amount, openedAt, leaseUntil };
}

export function encodeRelease({ hold, at }: HoldRelease): ReleaseWire {
  return [at, ...encodeHold(hold)];
}

export function decodeRelease([at, ...hold]: ReleaseWire): HoldRelease {
  return { hold: decodeHold(hold), at };
}

export function encodeCapture({ reply, usage: { source, target, engine, api }, ...release }: Capture): CaptureWire {
  return [reply, source, target, engine, api, ...encodeRelease(release)];
}

export function decodeCapture([reply, source, target, engine, api, ...release]: CaptureWire): Capture {
  const capture = { ...decodeRelease(release), usage: { source, target, engine, api } };
  return reply === undefined ? capture : { ...capture, reply };
}

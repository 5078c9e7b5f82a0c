import assert from 'node:assert/strict';
import { later, type UnixMs } from '../../src/ground/units.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import type { LedgerWorld } from '../support/ledger-world.ts';

/** One request of a customer, for usage reports. */
export type Charge = {
  readonly at: UnixMs;
  readonly amount: number;
  readonly keyId: string;
  readonly source: string;
  readonly target: string;
};

/** Holds and captures `charge`. */
export async function carryOut({ ledger, newHold }: LedgerWorld, charge: Charge): Promise<void> {
  const { at, amount, keyId, source, target } = charge;
  const hold = newHold(amount, { openedAt: at, leaseUntil: later(at, 60_000), keyId: keyId as KeyId });
  assert.deepEqual(await ledger.openHold(hold), { kind: 'held' });
  const usage = { source: source as LanguageTag, target: target as LanguageTag, engine: 'apertium' };
  assert.equal(await ledger.captureHold({ hold, at, usage }), 'captured');
}

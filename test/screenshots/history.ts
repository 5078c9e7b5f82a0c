import { randomUUID } from 'node:crypto';
import type { KeyId } from '../../src/core/keys/key-store.ts';
import type { LanguageTag } from '../../src/core/languages/language.ts';
import { Ledger } from '../../src/core/ledger/ledger.ts';
import { characters, later } from '../../src/core/units.ts';
import type { AccountArea, Member } from '../support/account-area.ts';
import { createKey } from '../support/account-area-belongings.ts';

const dayMs = 86_400_000;
const days = 30;

const pairs = [
  ['es', 'en'],
  ['es', 'en'],
  ['en', 'es'],
  ['ca', 'es'],
  ['fr', 'es'],
] as const;

/** Lets a member have used the service for some weeks, so that charts and lists have something to show. */
export async function liveThrough(area: AccountArea, member: Member): Promise<void> {
  const clock = { at: later(area.now(), -days * dayMs) };
  const ledger = new Ledger({
    store: area.stores.ledger,
    now: () => clock.at,
    newId: randomUUID,
    // All of it happens within the first lease, as far as sweeps are concerned.
    leaseMs: 2 * days * dayMs,
    events: { holdLapsed: () => undefined, backgroundFailed: () => undefined },
  });
  const { accountId } = member;
  await ledger.grant({ accountId, orderId: randomUUID(), characters: characters(1_000_000) });
  const website = await createKey(member, 'Website');
  const keys = [website.keyId, website.keyId, 'playground'] as const;
  for (let call = 0; call < 4 * days; call++) {
    clock.at = later(clock.at, dayMs / 4 - 1_000);
    const amount = characters(200 + Math.round(4_000 * Math.abs(Math.sin(call * 1.7) * Math.sin(call / 9))));
    const [source, target] = pairs[call % pairs.length] ?? pairs[0];
    const pair = { source: source as LanguageTag, target: target as LanguageTag };
    await using held = await ledger.hold({ accountId, keyId: keys[call % keys.length] as KeyId, amount });
    await held.capture({ ...pair, engine: 'apertium' });
  }
}

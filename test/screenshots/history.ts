import { randomUUID } from 'node:crypto';
import { characters, later } from '../../src/ground/units.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import type { RequestRecordId } from '../../src/shop/requests/request-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import type { AccountArea, Member } from '../support/account-area.ts';
import { createKey } from '../support/account-area-belongings.ts';
import { momentBy } from '../support/ledger-world.ts';

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
    moment: momentBy(() => clock.at),
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
    const keyId = keys[call % keys.length] as KeyId;
    const id = `00000000-0000-7000-8000-${String(call).padStart(12, '0')}` as RequestRecordId;
    const request = { accountId, keyId, id, at: clock.at, requestId: `order-${1_000 + call}`, tookMs: 8 + (call % 7) };
    if (call % 15 === 9) {
      const refused = {
        ...request,
        ...pair,
        status: 429,
        code: 'rate_limit_exceeded',
        characters: characters(0),
        engine: undefined,
      };
      await area.stores.requests.recordRequests([refused]);
      continue;
    }
    await using held = await ledger.hold({ accountId, keyId, amount });
    await held.capture({ ...pair, engine: 'apertium' });
    const answered = { ...request, ...pair, status: 200, code: undefined, characters: amount, engine: 'apertium' };
    await area.stores.requests.recordRequests([answered]);
  }
}

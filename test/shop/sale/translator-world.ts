/** What translates a text on one engine, for an account with or without a balance. */

import { silentEvents } from '../../../src/adapters/telemetry/events.ts';
import { Turns } from '../../../src/ground/steps.ts';
import { characters } from '../../../src/ground/units.ts';
import { IdempotentReplies } from '../../../src/shop/idempotency/idempotent-replies.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { Ledger } from '../../../src/shop/ledger/ledger.ts';
import type { TranslateRequest } from '../../../src/shop/sale/translate.ts';
import { createTranslate } from '../../../src/shop/sale/translator.ts';
import { TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import type { GlossaryTrialParts } from '../../support/glossary-trial.ts';
import { createLedgerWorld, leaseMs, momentBy, newId } from '../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../support/stores.ts';

const never = new AbortController().signal;

/** Defaults: no language detection, no translation cache, and no glossary. */
export function partsOn(engine: Engine, own: Partial<GlossaryTrialParts> = {}) {
  return {
    detector: { detect: () => ({ kind: 'undecided', candidates: [] }) as const },
    catalogue: new LanguageCatalogue([engine]),
    recentSources: () => Promise.resolve(new Set<LanguageTag>()),
    cache: new TranslationCache(0),
    turns: new Turns(),
    events: silentEvents,
    findGlossary: () => Promise.resolve({ unprotected: undefined, locate: () => Promise.resolve(new Map()) }),
    ...own,
  };
}

/** The service's own use case, for an account of a real database whose balance is 0. */
export async function openTranslator(engine: Engine, own: Partial<GlossaryTrialParts> = {}) {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await openTemporarySqlite());
  const { accountId, clock, ledger: store } = await createLedgerWorld(stores);
  const parts = { now: () => clock.now, newId, leaseMs };
  const ledger = new Ledger({
    ...parts,
    moment: momentBy(parts.now),
    store,
    events: { ...noEvents, holdLapsed: () => undefined },
  });
  let replyBytes = 0;
  const keepReply: typeof stores.replies.keepReply = (reply, at) => {
    replyBytes += reply.sealed.byteLength;
    return stores.replies.keepReply(reply, at);
  };
  const replies = new IdempotentReplies({ ...parts, store: { ...stores.replies, keepReply }, events: noEvents });
  opening.use(replies);
  const run = createTranslate({ ...partsOn(engine, own), events: silentEvents, ledger, replies });
  const opened = opening.move();
  const request = { accountId, keyId: 'a-key' as KeyId, glossaryVersion: 0, idempotencyKey: undefined };
  const spanishToEnglish = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };
  return {
    readBalance: () => ledger.readBalance(accountId),
    buy: (count: number) => ledger.grant({ accountId, orderId: newId(), characters: characters(count) }),
    /** Of the replies that were kept apart from a charge. */
    replyBytes: () => replyBytes,
    /** Stores a reply as an earlier version of the service did. */
    storeReply: (text: string, key: string, reply: object) =>
      replies.run({ accountId, key, request: JSON.stringify(['es', 'en', text]) }, never, () =>
        Promise.resolve(JSON.stringify(reply)),
      ),
    translate: (asked: Pick<TranslateRequest, 'text'> & Partial<TranslateRequest>, signal = never) =>
      run({ ...request, ...spanishToEnglish, ...asked }, signal, {
        record: () => undefined,
        noteEngine: () => undefined,
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

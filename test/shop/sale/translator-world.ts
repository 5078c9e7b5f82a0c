/** What translates a text on one engine, for an account with or without a balance. */

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { silentEvents } from '../../../src/adapters/telemetry/events.ts';
import { CacheRoom } from '../../../src/ground/cache-room.ts';
import { Turns } from '../../../src/ground/steps.ts';
import { type Clock, characters } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { IdempotentReplies } from '../../../src/shop/idempotency/idempotent-replies.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { Ledger } from '../../../src/shop/ledger/ledger.ts';
import { AccountMemory } from '../../../src/shop/memory/account-memory.ts';
import { type FindMemory, MemoryIndex } from '../../../src/shop/memory/memory-index.ts';
import { createTranslateBatch } from '../../../src/shop/sale/batch-translator.ts';
import { createLookUp, type LookUpRequest } from '../../../src/shop/sale/look-up.ts';
import type { BatchRequest, TranslateRequest } from '../../../src/shop/sale/translate.ts';
import { createTranslate } from '../../../src/shop/sale/translator.ts';
import { TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import type { Engine } from '../../../src/text/engine/engine.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import type { GlossaryTrialParts } from '../../support/glossary-trial.ts';
import { createLedgerWorld, leaseMs, momentBy, newId, sweepIntervalMs } from '../../support/ledger-world.ts';
import { noEvents, type OpenStores, openTemporarySqlite } from '../../support/stores.ts';

type PartsOnEngine = GlossaryTrialParts & { readonly findMemory: FindMemory };

const unnoted = { record: () => undefined, noteEngine: () => undefined };

const sha256Hex = (text: string) => hash('sha256', text);

const never = new AbortController().signal;

/** Defaults: no language detection, no translation cache, and no glossary. */
export function partsOn(engine: Engine, own: Partial<PartsOnEngine> = {}) {
  return {
    detector: { detect: () => ({ kind: 'undecided', candidates: [] }) as const },
    catalogue: new LanguageCatalogue([engine]),
    recentSources: () => Promise.resolve(new Set<LanguageTag>()),
    cache: new TranslationCache(0),
    turns: new Turns(),
    events: silentEvents,
    findGlossary: () => Promise.resolve({ unprotected: undefined, locate: () => Promise.resolve(new Map()) }),
    findMemory: (() => undefined) as FindMemory,
    ...own,
  };
}

/** The memory of an account. */
export function memoryOf(
  { memory: store }: Pick<OpenStores, 'memory'>,
  { accountId, now }: { readonly accountId: AccountId; readonly now: Clock },
) {
  const room = new CacheRoom(1_000_000);
  const memory = new AccountMemory({ store, now, newId, sha256Hex });
  const editor = { accountId, by: accountId, origin: 'api' } as const;
  return {
    findMemory: new MemoryIndex({ store, sha256Hex, room, bytesPerWeight: 1 }).find,
    /** Approves translations of sources, by default from Spanish; returns the version of the memory. */
    async approve(entries: Readonly<Record<string, string>>, source = 'es' as LanguageTag): Promise<number> {
      const approvals = Object.entries(entries).map(([words, target]) => ({
        ...{ sourceLanguage: source, targetLanguage: 'en' as LanguageTag, source: words, target, note: undefined },
      }));
      const outcome = await memory.approve(editor, approvals);
      assert(outcome.kind === 'approved', 'the entries are valid');
      return outcome.version;
    },
    erase: () => memory.erase(editor),
  };
}

/** The service's own use case, for an account of a real database whose balance is 0. */
export async function openTranslator(engine: Engine, own: Partial<PartsOnEngine> = {}) {
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
  const { findMemory, approve } = memoryOf(stores, { accountId, now: parts.now });
  const selling = { ...partsOn(engine, { findMemory, ...own }), events: silentEvents, ledger, replies };
  const [run, runBatch] = [createTranslate(selling), createTranslateBatch(selling)];
  const lookUp = createLookUp(selling);
  const opened = opening.move();
  const request = {
    accountId,
    keyId: 'a-key' as KeyId,
    glossaryVersion: 0,
    memoryVersion: 0,
    idempotencyKey: undefined,
  };
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
      run({ ...request, ...spanishToEnglish, ...asked }, signal, unnoted),
    translateBatch: (asked: Pick<BatchRequest, 'texts'> & Partial<BatchRequest>, signal = never) =>
      runBatch({ ...request, ...spanishToEnglish, ...asked }, signal, unnoted),
    lookUp: (asked: Pick<LookUpRequest, 'texts'> & Partial<LookUpRequest>) =>
      lookUp({ ...request, ...spanishToEnglish, ...asked }, never),
    approve,
    assertSound: async () => assert.deepEqual(await stores.breaches(clock.now, sweepIntervalMs), []),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

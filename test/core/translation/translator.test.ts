import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdempotentReplies } from '../../../src/core/idempotency/idempotent-replies.ts';
import type { KeyId } from '../../../src/core/keys/key-store.ts';
import { LanguageCatalogue } from '../../../src/core/languages/catalogue.ts';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';
import { SentenceMemory } from '../../../src/core/memory/sentence-memory.ts';
import { createTranslate } from '../../../src/core/translation/translator.ts';
import { Turns } from '../../../src/core/translation/turns.ts';
import { createLedgerWorld, leaseMs, newId } from '../../support/ledger-world.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { noEvents, openTemporarySqlite } from '../../support/stores.ts';

const signal = new AbortController().signal;
const stopwatch = { record: () => undefined };

test('a text that costs nothing takes no room in the database, however long it is, and a repeat still brings it', async () => {
  await using stores = await openTemporarySqlite();
  const { accountId, clock, ledger: store } = await createLedgerWorld(stores);
  const now = () => clock.now;
  let bytesKept = 0;
  await using opened = new AsyncDisposableStack();
  const keepReply: typeof stores.replies.keepReply = (reply, at) => {
    bytesKept += reply.sealed.byteLength;
    return stores.replies.keepReply(reply, at);
  };
  const translate = createTranslate({
    catalogue: new LanguageCatalogue([new ReversingEngine()]),
    detector: { detect: () => ({ kind: 'undecided', candidates: [] }) },
    ledger: new Ledger({ store, now, newId, leaseMs, events: { ...noEvents, holdLapsed: () => undefined } }),
    replies: opened.use(
      new IdempotentReplies({ store: { ...stores.replies, keepReply }, now, newId, leaseMs, events: noEvents }),
    ),
    memory: new SentenceMemory(0),
    turns: new Turns(),
    findTerms: () => Promise.resolve(new Map()),
    findSparedWords: () => Promise.resolve(undefined),
    events: {
      translated: () => undefined,
      repairTried: () => undefined,
      sentenceFailed: () => undefined,
      termsApplied: () => undefined,
      memoryUsed: () => undefined,
    },
  });
  const text = 'uno dos '.repeat(12_500);
  const [source, target] = ['es' as LanguageTag, 'es' as LanguageTag];
  const request = {
    accountId,
    keyId: 'a-key' as KeyId,
    termsVersion: 0,
    text,
    source,
    target,
    idempotencyKey: 'order-1',
  };
  const unchanged = { translatedText: text, charged: 0, source, target };
  assert.deepEqual(await translate(request, signal, stopwatch), { ...unchanged, replayed: false });
  assert.deepEqual(await translate(request, signal, stopwatch), { ...unchanged, replayed: true });
  assert.ok(bytesKept > 0 && bytesKept < 200, String(bytesKept));
});

import { assert } from '../../ground/assert.ts';
import { RepeatedTask } from '../../ground/repeated-task.ts';
import { later, type UnixMs } from '../../ground/units.ts';
import type { DocumentStore } from '../documents/document.ts';
import type { ShopEvents } from '../events.ts';
import type { ReplyStore } from '../idempotency/reply-store.ts';
import { type RequestStore, requestsKeptMs } from '../requests/request-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { LedgerTime } from './ledger-time.ts';

export type SweeperParts = {
  readonly ledger: Pick<LedgerStore, 'sweep'>;
  readonly replies: Pick<ReplyStore, 'forgetReplies'>;
  readonly requests: Pick<RequestStore, 'forgetRequests'>;
  readonly documents: Pick<DocumentStore, 'forgetDocuments' | 'sumDocuments'>;
  /** A limiter shared by all nodes also forgets idle accounts. */
  readonly limiter?: { readonly forget?: () => Promise<unknown> };
  /** Continues interrupted erasures. */
  readonly finishErasures?: () => Promise<unknown>;
  readonly time: Pick<LedgerTime, 'advance'>;
  /** From the end of one sweep to the start of the next. */
  readonly everyMs: number;
  readonly events: Pick<ShopEvents, 'swept' | 'documentsStored' | 'backgroundFailed'>;
};

/**
 * Gives back lapsed holds, expires due balances, deletes old data and idle accounts of the limiter, and continues
 * erasures, one sweep after the other. A failed sweep is reported and does not stop the next one.
 */
export class Sweeper extends RepeatedTask {
  constructor(parts: SweeperParts) {
    assert(parts.everyMs > 0, 'a sweeper needs a pause between sweeps');
    super(() => sweep(parts), parts.everyMs);
  }
}

/** Each part runs even if another fails: one account that cannot be swept must not stop the rest. */
async function sweep(sweeper: SweeperParts): Promise<void> {
  const { ledger, replies, requests, documents, limiter, finishErasures, time, events } = sweeper;
  let expireUpTo: UnixMs | undefined;
  const sweepLedger = async () => {
    const moment = await time.advance();
    if (moment === undefined) return;
    expireUpTo = moment.expireUpTo;
    const swept = await ledger.sweep(moment.at, expireUpTo);
    if (swept.lapsed + swept.expired > 0) events.swept(swept);
  };
  const parts = [
    sweepLedger,
    async () => (expireUpTo === undefined ? undefined : replies.forgetReplies(expireUpTo)),
    async () => (expireUpTo === undefined ? undefined : requests.forgetRequests(later(expireUpTo, -requestsKeptMs))),
    async () => {
      if (expireUpTo === undefined) return;
      await documents.forgetDocuments(expireUpTo);
      events.documentsStored({ bytes: await documents.sumDocuments(expireUpTo) });
    },
    async () => limiter?.forget?.(),
    async () => finishErasures?.(),
  ];
  for (const part of parts) await part().catch((cause) => events.backgroundFailed({ task: 'sweep', cause }));
}

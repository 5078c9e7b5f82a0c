import { assert } from '../assert.ts';
import type { Events } from '../events.ts';
import type { ReplyStore } from '../idempotency/reply-store.ts';
import type { UnixMs } from '../units.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { LedgerTime } from './ledger-time.ts';

export type SweeperParts = {
  readonly ledger: Pick<LedgerStore, 'sweep'>;
  readonly replies: Pick<ReplyStore, 'forgetReplies'>;
  /** A limiter shared by all nodes also forgets idle accounts. */
  readonly limiter?: { readonly forget?: () => Promise<unknown> };
  /** Continues interrupted erasures. */
  readonly finishErasures?: () => Promise<unknown>;
  readonly time: Pick<LedgerTime, 'advance'>;
  /** From the end of one sweep to the start of the next. */
  readonly everyMs: number;
  readonly events: Pick<Events, 'swept' | 'backgroundFailed'>;
};

/**
 * Gives back lapsed holds, expires due balances, deletes old replies and idle accounts of the limiter, and continues
 * erasures: immediately and then periodically, one sweep at a time. A failed sweep is reported and does not stop the
 * next one.
 *
 * Disposing waits for the running sweep. The timer does not keep the process alive.
 */
export class Sweeper implements AsyncDisposable {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void>;
  #stopped = false;

  constructor(parts: SweeperParts) {
    assert(parts.everyMs > 0, 'a sweeper needs a pause between sweeps');
    this.#parts = parts;
    this.#sweep = this.#sweepThenRest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweep;
  }

  async #sweepThenRest(): Promise<void> {
    const { events, everyMs } = this.#parts;
    for (const part of this.#partsOfSweep()) {
      await part().catch((cause) => events.backgroundFailed({ task: 'sweep', cause }));
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#sweep = this.#sweepThenRest();
    }, everyMs);
    this.#timer.unref();
  }

  /** Each part runs even if another fails: one account that cannot be swept must not stop the rest. */
  #partsOfSweep(): readonly (() => Promise<unknown>)[] {
    const { ledger, replies, limiter, finishErasures, time, events } = this.#parts;
    let expireUpTo: UnixMs | undefined;
    const sweepLedger = async () => {
      const moment = await time.advance();
      if (moment === undefined) return;
      expireUpTo = moment.expireUpTo;
      const swept = await ledger.sweep(moment.at, expireUpTo);
      if (swept.lapsed + swept.expired > 0) events.swept(swept);
    };
    return [
      sweepLedger,
      async () => (expireUpTo === undefined ? undefined : replies.forgetReplies(expireUpTo)),
      async () => limiter?.forget?.(),
      async () => finishErasures?.(),
    ];
  }
}

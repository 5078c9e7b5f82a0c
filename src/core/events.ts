import type { AccountId } from './accounts/account.ts';
import type { CacheUse } from './cache/translation-cache.ts';
import type { Issue } from './checks/check.ts';
import type { LanguagePair } from './languages/language.ts';
import type { LedgerFault } from './ledger/ledger-store.ts';
import type { OrderId } from './orders/order.ts';
import type { PaymentOutcome } from './payments/payment-event-store.ts';
import type { Characters } from './units.ts';

/**
 * How a sentence is translated once more: cut elsewhere, with its marks and figures cut out, with a token in the place of
 * each of its terms, or along another route.
 */
export type Repair = 'split' | 'cut_out' | 'opaque_terms' | 'route';

/** What is worth knowing, one method for each event. No text, key or address ever passes through here. */
export type Events = {
  translated(event: {
    readonly accountId: AccountId;
    readonly engine: string;
    readonly pair: LanguagePair;
    readonly charged: Characters;
    readonly tookMs: number;
  }): void;
  /** A sentence whose translation had `fault` was translated in another way, and examined again. */
  repairTried(event: { readonly fault: Issue; readonly repair: Repair; readonly succeeded: boolean }): void;
  /** No repair helped a sentence, so that the text was not translated; `engine` made the fault. */
  sentenceFailed(event: { readonly engine: string; readonly fault: Issue }): void;
  /**
   * The terms in sentences of one text that came along one route, by how each came to stand there: worded so by the engine
   * itself, written over its own wording, in the place of a stand-in, or of a token that says nothing.
   */
  termsApplied(event: {
    readonly engine: string;
    readonly natural: number;
    readonly replaced: number;
    readonly standIn: number;
    readonly opaque: number;
  }): void;
  /** What the sentence memory did since the last of these events. */
  cacheUsed(event: CacheUse): void;
  /** A capture came after its lease had ended, so nothing was charged and the caller got an error. */
  holdLapsed(event: { readonly accountId: AccountId }): void;
  swept(event: { readonly lapsed: number; readonly expired: number }): void;
  /** The server's periodic verification of the ledger ended; empty when the ledger is sound. */
  ledgerVerified(event: { readonly faults: readonly LedgerFault[] }): void;
  /** Whether the clock can be trusted has changed; `doubt` is one line for the operator, undefined when it can. */
  clockDoubted(event: { readonly doubt: string | undefined }): void;
  engineRestarted(event: { readonly engine: string; readonly unit: string; readonly reason: string }): void;
  /** How sure an engine was of sentences that it translated, each from 0 to 1, where it says so. */
  confidenceTold(event: { readonly engine: string; readonly confidences: readonly number[] }): void;
  modelDownloaded(event: { readonly pair: LanguagePair; readonly bytes: number; readonly tookMs: number }): void;
  /** It may be tried again. `reason` is one line of the program's own. */
  modelDownloadFailed(event: { readonly pair: LanguagePair; readonly reason: string }): void;
  /** What the index of models offers, or why it could not be read. */
  modelIndexRead(
    event: { readonly kind: 'read'; readonly pairs: number } | { readonly kind: 'failed'; readonly reason: string },
  ): void;
  /** The models in memory after one was loaded or unloaded, and what they take, by estimate. */
  modelsLoaded(event: { readonly engine: string; readonly models: number; readonly bytes: number }): void;
  /** One completion of a language model was paid for; `cost` in the operator's currency, where prices are known. */
  completionUsed(event: {
    readonly engine: string;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost: number | undefined;
  }): void;
  /** A request to an endpoint outside is tried again. `reason` is one word. */
  completionRetried(event: { readonly engine: string; readonly reason: string }): void;
  /**
   * A message reached a mail server, or failed: `retried` it will be tried again, `refused` permanently by the server,
   * `given_up` after all tries, `dropped` before the first, `logged` where there is no mail server.
   * `reason` is one word.
   */
  mailHandled(event: { readonly outcome: MailFate; readonly reason?: string }): void;
  /** What a payment provider tells of one payment was gone through; `orderId` undefined when it is for no order of ours. */
  paymentSettled(event: {
    readonly provider: string;
    readonly outcome: PaymentOutcome;
    readonly orderId: OrderId | undefined;
  }): void;
  /** A background task failed; it will be tried again. */
  backgroundFailed(event: { readonly task: string; readonly cause: unknown }): void;
};

/** The outcome of a message to a user. */
export type MailFate = 'sent' | 'retried' | 'refused' | 'given_up' | 'dropped' | 'logged';

const unheard = () => {};

/** For commands, which say what went wrong by themselves. */
export const silentEvents: Events = {
  translated: unheard,
  repairTried: unheard,
  sentenceFailed: unheard,
  termsApplied: unheard,
  cacheUsed: unheard,
  holdLapsed: unheard,
  swept: unheard,
  ledgerVerified: unheard,
  clockDoubted: unheard,
  engineRestarted: unheard,
  confidenceTold: unheard,
  modelDownloaded: unheard,
  modelDownloadFailed: unheard,
  modelIndexRead: unheard,
  modelsLoaded: unheard,
  completionUsed: unheard,
  completionRetried: unheard,
  mailHandled: unheard,
  paymentSettled: unheard,
  backgroundFailed: unheard,
};

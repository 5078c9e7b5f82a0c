import type { AccountId } from './accounts/account.ts';
import type { CacheUse } from './cache/translation-cache.ts';
import type { Issue } from './checks/check.ts';
import type { LanguagePair } from './languages/language.ts';
import type { LedgerFault } from './ledger/ledger-store.ts';
import type { OrderId } from './orders/order.ts';
import type { PaymentOutcome } from './payments/payment-event-store.ts';
import type { Characters, UnixMs } from './units.ts';

/**
 * How a sentence is translated again: split elsewhere, with its protected spans and numbers cut out, with a token in
 * the place of each glossary entry, or on another route.
 */
export type Repair = 'split' | 'cut_out' | 'opaque_terms' | 'route';

/** The events of the service, one method for each. No text, key or address is passed. */
export type Events = {
  translated(event: {
    readonly accountId: AccountId;
    readonly engine: string;
    readonly pair: LanguagePair;
    readonly charged: Characters;
    readonly tookMs: number;
  }): void;
  /** A sentence whose translation had `issue` was translated in another way and checked again. */
  repairTried(event: { readonly issue: Issue; readonly repair: Repair; readonly succeeded: boolean }): void;
  /** No repair of a sentence succeeded, so the text was not translated; `engine` caused the issue. */
  sentenceFailed(event: { readonly engine: string; readonly issue: Issue }): void;
  /**
   * The glossary entries in sentences of one text on one route, by how each was applied: translated so by the engine,
   * written over its translation, in the place of a placeholder noun, or of an opaque token.
   */
  termsApplied(event: {
    readonly engine: string;
    readonly natural: number;
    readonly replaced: number;
    readonly placeholder: number;
    readonly opaque: number;
  }): void;
  /** Counters of the translation cache since the last of these events. */
  cacheUsed(event: CacheUse): void;
  /** A capture came after the end of its lease: nothing was charged and the caller got an error. */
  holdLapsed(event: { readonly accountId: AccountId }): void;
  swept(event: { readonly lapsed: number; readonly expired: number }): void;
  /** The server's periodic verification of the ledger ended; empty when the ledger is sound. */
  ledgerVerified(event: { readonly faults: readonly LedgerFault[] }): void;
  /**
   * Whether the clock can be trusted has changed; `doubt` is one line for the operator, undefined when it can be
   * trusted.
   */
  clockDoubted(event: { readonly doubt: string | undefined }): void;
  engineRestarted(event: { readonly engine: string; readonly unit: string; readonly reason: string }): void;
  /** The engine's confidence in each translated sentence, from 0 to 1, from engines that report one. */
  confidenceReported(event: { readonly engine: string; readonly confidences: readonly number[] }): void;
  modelDownloaded(event: { readonly pair: LanguagePair; readonly bytes: number; readonly tookMs: number }): void;
  /** The download may be tried again. `reason` is one line of the program's own. */
  modelDownloadFailed(event: { readonly pair: LanguagePair; readonly reason: string }): void;
  /** The number of pairs in the index of models, or why it could not be read. */
  modelIndexRead(
    event: { readonly kind: 'read'; readonly pairs: number } | { readonly kind: 'failed'; readonly reason: string },
  ): void;
  /** The models in memory after one was loaded or unloaded, and their estimated memory. */
  modelsLoaded(event: { readonly engine: string; readonly models: number; readonly bytes: number }): void;
  /** One completion of a language model was charged; `cost` in the operator's currency, if prices are configured. */
  completionUsed(event: {
    readonly engine: string;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost: number | undefined;
  }): void;
  /** A request to an external endpoint is tried again. `reason` is one word. */
  completionRetried(event: { readonly engine: string; readonly reason: string }): void;
  /**
   * A message reached a mail server, or failed: `retried` later, `refused` permanently by the server, `given_up` after
   * all attempts, `dropped` before the first, `logged` without a mail server. `reason` is one word.
   */
  mailHandled(event: { readonly outcome: MailFate; readonly reason?: string }): void;
  /**
   * The provider's reports of one payment were handled; `orderId` is undefined when it belongs to no order of this
   * service.
   */
  paymentSettled(event: {
    readonly provider: string;
    readonly outcome: PaymentOutcome;
    readonly orderId: OrderId | undefined;
  }): void;
  /** Requests that are missing in the list of recent requests: too many waited, or the database failed. */
  requestsUnrecorded(event: { readonly count: number }): void;
  /** The server looked whether a backup is due; `newestAt` is the time of the newest one, undefined if there is none. */
  backupsScheduled(event: { readonly everyMs: number; readonly newestAt: UnixMs | undefined }): void;
  /** A backup that began at `at` is complete, verified and on disk. */
  backedUp(event: { readonly at: UnixMs; readonly bytes: number; readonly tookMs: number }): void;
  /** No backup was written, or the ledger in it is not sound. It will be tried again. `reason` is one line. */
  backupFailed(event: { readonly reason: string }): void;
  /** A background task failed; it will be tried again. */
  backgroundFailed(event: { readonly task: string; readonly cause: unknown }): void;
};

/** The outcome of a message to a user. */
export type MailFate = 'sent' | 'retried' | 'refused' | 'given_up' | 'dropped' | 'logged';

const ignored = () => {};

/** For commands, which report errors themselves. */
export const silentEvents: Events = {
  translated: ignored,
  repairTried: ignored,
  sentenceFailed: ignored,
  termsApplied: ignored,
  cacheUsed: ignored,
  holdLapsed: ignored,
  swept: ignored,
  ledgerVerified: ignored,
  clockDoubted: ignored,
  engineRestarted: ignored,
  confidenceReported: ignored,
  modelDownloaded: ignored,
  modelDownloadFailed: ignored,
  modelIndexRead: ignored,
  modelsLoaded: ignored,
  completionUsed: ignored,
  completionRetried: ignored,
  mailHandled: ignored,
  paymentSettled: ignored,
  requestsUnrecorded: ignored,
  backupsScheduled: ignored,
  backedUp: ignored,
  backupFailed: ignored,
  backgroundFailed: ignored,
};

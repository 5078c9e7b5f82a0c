import type { Characters, UnixMs } from '../ground/units.ts';
import type { LanguagePair } from '../text/languages/language.ts';
import type { AccountId } from './accounts/account.ts';
import type { LedgerFault } from './ledger/ledger-store.ts';
import type { OrderId } from './orders/order.ts';
import type { DeliveryRefusal, PaymentOutcome } from './payments/payment-provider.ts';

/** The background tasks whose failures are reported, beside those of engines. docs/troubleshooting.md has a row for each. */
export const shopTasks = [
  'sweep',
  'verification of the ledger',
  'database connection',
  'start: waiting for the database',
  'commit of holds',
  "database writer's thread",
  'renewal of a hold',
  'release of a hold',
  'renewal of claims',
  'end of a claim',
  'translation of a document',
  'end of a document',
  'storage of a document',
  'reading of a file',
  'checkout',
  'payment look',
  'reconcile payments',
  'notice',
  'notices',
  'recent requests',
  'last use of keys',
  'note of a session',
  'note of readiness',
  'sweep of sessions and links',
] as const;

export type ShopTask = (typeof shopTasks)[number];

/** What accounts, payments and the database report. No text, key or address is passed. */
export type ShopEvents = {
  translated(event: {
    readonly accountId: AccountId;
    readonly engine: string;
    readonly pair: LanguagePair;
    readonly charged: Characters;
    readonly tookMs: number;
  }): void;
  /** A hold was gone before its capture, so nothing was charged. `isLost`: a failed commit or a failover lost it. */
  holdLapsed(event: { readonly accountId: AccountId; readonly isLost: boolean }): void;
  swept(event: { readonly lapsed: number; readonly expired: number }): void;
  /** The server's periodic verification of the ledger ended; empty when the ledger is sound. */
  ledgerVerified(event: { readonly faults: readonly LedgerFault[] }): void;
  /** `doubt`: why the clock cannot be trusted, in one line for the operator; undefined when it can be. */
  clockDoubted(event: { readonly doubt: string | undefined }): void;
  /**
   * A message was sent, or failed: `retried` later, `refused` permanently, `given_up` after all attempts, `dropped`
   * before the first, `logged` without a mail server. `reason`: one word. `isServers`: whether all messages fail now.
   */
  mailHandled(event: { readonly outcome: MailFate; readonly reason?: string; readonly isServers?: boolean }): void;
  /** The provider's reports of one payment were handled; `orderId` is undefined for an order of another service. */
  paymentSettled(event: {
    readonly provider: string;
    readonly outcome: PaymentOutcome;
    readonly orderId: OrderId | undefined;
  }): void;
  paymentMessageRefused(event: { readonly provider: string; readonly reason: DeliveryRefusal }): void;
  /** Requests that are missing in the list of recent requests: too many waited, or the database failed. */
  requestsUnrecorded(event: { readonly count: number }): void;
  /** Room of the documents in the database, those of all nodes. */
  documentsStored(event: { readonly bytes: number }): void;
  /** The server looked whether a backup is due; `newestAt` is the time of the newest one, undefined if there is none. */
  backupsScheduled(event: { readonly everyMs: number; readonly newestAt: UnixMs | undefined }): void;
  /** A backup that began at `at` is complete, verified and on disk. */
  backedUp(event: { readonly at: UnixMs; readonly bytes: number; readonly tookMs: number }): void;
  /** No backup was written, or the ledger in it is not sound. It will be tried again. `reason` is one line. */
  backupFailed(event: { readonly reason: string }): void;
  /** A background task failed; it will be tried again. */
  backgroundFailed(event: { readonly task: ShopTask; readonly cause: unknown }): void;
};

/** The outcome of a message to a user. */
export type MailFate = 'sent' | 'retried' | 'refused' | 'given_up' | 'dropped' | 'logged';

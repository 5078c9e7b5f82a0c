import type { Clock } from '../ground/units.ts';
import type { Account, AccountId } from '../shop/accounts/account.ts';
import type { AuditJournal } from '../shop/audit/audit.ts';
import type { BillingStore } from '../shop/billing/invoice.ts';
import type { AccountGlossaries } from '../shop/glossaries/account-glossaries.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { Keys } from '../shop/keys/keys.ts';
import type { Balance, PurchaseStore } from '../shop/ledger/ledger-store.ts';
import type { AccountMemory } from '../shop/memory/account-memory.ts';
import type { MemoryConflicts } from '../shop/memory/glossary-conflicts.ts';
import type { Notices } from '../shop/notices/notices.ts';
import type { Orders } from '../shop/orders/orders.ts';
import type { People } from '../shop/people/people.ts';
import type { RequestStore } from '../shop/requests/request-store.ts';
import type { Journal } from '../shop/usage/journal.ts';
import type { UsageReports } from '../shop/usage/usage-reports.ts';
import type { LanguageCatalogue } from '../text/languages/catalogue.ts';
import type { Pages } from './pages.ts';

/** What several pages of an account need. Each group of pages picks its own. */
export type AccountParts = {
  readonly pages: Pages;
  readonly people: People;
  readonly findAccount: (accountId: AccountId) => Promise<Account>;
  readonly readBalance: (accountId: AccountId) => Promise<Balance>;
  readonly readVersions: (accountId: AccountId) => Promise<Pick<KeyHolder, 'glossaryVersion' | 'memoryVersion'>>;
  /** Counts work for an account as a request of the account. @throws ServiceError `rate_limited` */
  readonly admit: (accountId: AccountId) => Promise<void>;
  readonly audit: AuditJournal;
  readonly billing: BillingStore;
  readonly catalogue: LanguageCatalogue;
  readonly glossaries: AccountGlossaries;
  readonly journal: Journal;
  readonly keys: Keys;
  readonly memory: AccountMemory;
  readonly memoryConflicts: MemoryConflicts;
  readonly notices: Notices;
  readonly orders: Orders;
  readonly purchases: PurchaseStore;
  readonly requests: RequestStore;
  readonly usage: UsageReports;
  readonly now: Clock;
  /** Where callers reach the service, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Time from the arrival of a form to the end of its translation. */
  readonly deadlineMs: number;
  /** Reports the cause of a fault of the service that a visitor was shown, or that ended a file early. */
  readonly failed: (requestId: string, error: unknown) => void;
};

import { type Access, changing, reading } from './access.ts';
import { accountReads } from './account-procedures.ts';
import { auditReads } from './audit-procedures.ts';
import type { Changes } from './changes.ts';
import { documentReads, documentsPerStep } from './document-procedures.ts';
import { erasureReads } from './erasure-procedures.ts';
import { createGlossaryStore } from './glossary-store.ts';
import { billingReads } from './invoice-procedures.ts';
import { journalPageReads, journalReads } from './journal-procedures.ts';
import { keyReads } from './key-procedures.ts';
import { noticeReads } from './notice-procedures.ts';
import { orderReads } from './order-procedures.ts';
import { checkoutReads } from './payment-procedures.ts';
import { personReads } from './person-procedures.ts';
import { purchaseReads } from './purchase-procedures.ts';
import { listRequests } from './request-procedures.ts';
import type { SqlStores } from './sql-stores.ts';
import { repeatStep } from './steps.ts';
import { usageReads } from './usage-procedures.ts';

/** The stores without what only one database does its own way. */
export type SharedStores = Omit<SqlStores, 'ledger' | 'replies' | 'readSharedClock' | typeof Symbol.asyncDispose>;

/** Creates the stores that run one procedure per method, or repeat it. */
export function createStores(access: Access, changes: Changes): SharedStores {
  const steps = changing(access, changes.steps);
  const oneOfMany: Pick<Access, 'read'> = { read: (begin) => access.pauseForRequests().then(() => access.read(begin)) };
  return {
    ledgerTime: changing(access, changes.ledgerTime),
    keys: { ...reading(access, keyReads), ...changing(access, changes.keys) },
    accounts: { ...reading(access, accountReads), ...changing(access, changes.accounts) },
    audit: { ...reading(access, auditReads), ...changing(access, changes.audit) },
    erasures: {
      ...reading(access, erasureReads),
      ...changing(access, changes.erasures),
      eraseRecords: async (accountId) => void (await repeatStep(() => steps.eraseRecordsStep(accountId))),
    },
    orders: { ...reading(access, orderReads), ...changing(access, changes.orders) },
    billing: { ...reading(access, billingReads), ...changing(access, changes.billing) },
    paymentEvents: {
      ...changing(access, changes.paymentEvents),
      forgetEvents: (before) => repeatStep(() => steps.forgetEventsStep(before)),
    },
    checkouts: { ...reading(access, checkoutReads), ...changing(access, changes.checkouts) },
    leases: changing(access, changes.leases),
    usage: reading(access, usageReads),
    purchases: reading(access, purchaseReads),
    journal: { ...reading(access, journalReads), ...reading(oneOfMany, journalPageReads) },
    notices: { ...reading(access, noticeReads), ...changing(access, changes.notices) },
    people: {
      ...reading(access, personReads),
      ...changing(access, changes.people),
      sweepPeople: (sweep) => repeatStep(() => steps.sweepPeopleStep(sweep)),
    },
    attempts: {
      ...changing(access, changes.attempts),
      forgetAttempts: (at, keep) => repeatStep(() => steps.forgetAttemptsStep(at, keep)),
    },
    requests: {
      // An id has its own index.
      listRequests: (asked) =>
        (asked.filter.requestId === undefined ? access.readInOrder : access.read)(() => listRequests(asked)),
      ...changing(access, changes.requests),
      forgetRequests: (before) => repeatStep(() => steps.forgetRequestsStep(before)),
    },
    documents: {
      ...reading(access, documentReads),
      ...changing(access, changes.documents),
      forgetDocuments: (now) => repeatStep(() => steps.forgetDocumentsStep(now), documentsPerStep),
    },
    glossaries: createGlossaryStore(access, changes.entries),
  };
}

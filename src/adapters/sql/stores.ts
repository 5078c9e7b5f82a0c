import { type Access, changing, reading } from './access.ts';
import { accountChanges, accountReads, auditChanges, auditReads } from './account-procedures.ts';
import { attemptChanges } from './attempt-procedures.ts';
import { type Changes, steps } from './changes.ts';
import { documentChanges, documentReads, documentsPerStep } from './document-procedures.ts';
import { erasureChanges, erasureReads } from './erasure-procedures.ts';
import { createGlossaryStore } from './glossary-store.ts';
import { billingChanges, billingReads } from './invoice-procedures.ts';
import { journalPageReads, journalReads } from './journal-procedures.ts';
import { keyChanges, keyReads } from './key-procedures.ts';
import { ledgerTimeChanges } from './ledger-time-procedures.ts';
import { noticeChanges, noticeReads } from './notice-procedures.ts';
import { orderChanges, orderReads } from './order-procedures.ts';
import { checkoutChanges, checkoutReads, leaseChanges, paymentEventChanges } from './payment-procedures.ts';
import { personChanges, personReads } from './person-procedures.ts';
import { purchaseReads } from './purchase-procedures.ts';
import { listRequests } from './request-procedures.ts';
import type { SqlStores } from './sql-stores.ts';
import { repeatStep } from './steps.ts';
import { usageReads } from './usage-procedures.ts';

/** The stores without what only one database does its own way. */
export type SharedStores = Omit<SqlStores, 'ledger' | 'replies' | 'readSharedClock' | typeof Symbol.asyncDispose>;

/** Creates the stores that run one procedure per method, or repeat it. */
export function createStores(access: Access, changes: Changes): SharedStores {
  const step = changing(access, steps);
  const oneOfMany: Pick<Access, 'read'> = { read: (begin) => access.pauseForRequests().then(() => access.read(begin)) };
  return {
    ledgerTime: changing(access, ledgerTimeChanges),
    keys: { ...reading(access, keyReads), ...changing(access, keyChanges) },
    accounts: { ...reading(access, accountReads), ...changing(access, accountChanges) },
    audit: { ...reading(access, auditReads), ...changing(access, auditChanges) },
    erasures: {
      ...reading(access, erasureReads),
      ...changing(access, erasureChanges),
      eraseRecords: async (accountId) => void (await repeatStep(() => step.eraseRecordsStep(accountId))),
    },
    orders: { ...reading(access, orderReads), ...changing(access, orderChanges) },
    billing: { ...reading(access, billingReads), ...changing(access, billingChanges) },
    paymentEvents: {
      ...changing(access, paymentEventChanges),
      forgetEvents: (before) => repeatStep(() => step.forgetEventsStep(before)),
    },
    checkouts: { ...reading(access, checkoutReads), ...changing(access, checkoutChanges) },
    leases: changing(access, leaseChanges),
    usage: reading(access, usageReads),
    purchases: reading(access, purchaseReads),
    journal: { ...reading(access, journalReads), ...reading(oneOfMany, journalPageReads) },
    notices: { ...reading(access, noticeReads), ...changing(access, noticeChanges) },
    people: {
      ...reading(access, personReads),
      ...changing(access, personChanges),
      sweepPeople: (sweep) => repeatStep(() => step.sweepPeopleStep(sweep)),
    },
    attempts: {
      ...changing(access, attemptChanges),
      forgetAttempts: (at, keep) => repeatStep(() => step.forgetAttemptsStep(at, keep)),
    },
    requests: {
      // An id has its own index.
      listRequests: (asked) =>
        (asked.filter.requestId === undefined ? access.readInOrder : access.read)(() => listRequests(asked)),
      ...changing(access, changes.requests),
      forgetRequests: (before) => repeatStep(() => step.forgetRequestsStep(before)),
    },
    documents: {
      ...reading(access, documentReads),
      ...changing(access, documentChanges),
      forgetDocuments: (now) => repeatStep(() => step.forgetDocumentsStep(now), documentsPerStep),
    },
    glossaries: createGlossaryStore(access, changes.entries),
  };
}

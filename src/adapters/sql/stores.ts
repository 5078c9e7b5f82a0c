import { type Access, changing, reading } from './access.ts';
import { accountChanges, accountReads, auditChanges, auditReads } from './account-procedures.ts';
import { attemptChanges, forgetAttemptsStep } from './attempt-procedures.ts';
import { documentChanges, documentReads, documentsPerStep, forgetDocumentsStep } from './document-procedures.ts';
import { eraseRecordsStep, erasureChanges, erasureReads } from './erasure-procedures.ts';
import { createGlossaryStore } from './glossary-store.ts';
import { billingChanges, billingReads } from './invoice-procedures.ts';
import { journalPageReads, journalReads, purchaseReads } from './journal-procedures.ts';
import { keyChanges, keyReads } from './key-procedures.ts';
import { ledgerTimeChanges } from './ledger-procedures.ts';
import { createMemoryStore } from './memory-store.ts';
import { namedChanges } from './named-glossary-procedures.ts';
import { noticeChanges, noticeReads } from './notice-procedures.ts';
import { orderChanges, orderReads } from './order-procedures.ts';
import {
  checkoutChanges,
  checkoutReads,
  forgetEventsStep,
  leaseChanges,
  paymentEventChanges,
} from './payment-procedures.ts';
import { personChanges, personReads, sweepPeopleStep } from './person-procedures.ts';
import { readinessChanges, readinessReads } from './readiness-procedures.ts';
import { forgetRequestsStep, listRequests, requestProcedures } from './request-procedures.ts';
import type { SqlStores } from './sql-stores.ts';
import { repeatStep } from './steps.ts';
import { usageReads } from './usage-procedures.ts';
import { versionedChangeProcedures } from './versioned-change-procedures.ts';
import type { RowDialect } from './versioned-rows.ts';

/** Each is repeated by a method of a store until it finds fewer rows than it may change. */
const steps = {
  eraseRecordsStep,
  forgetEventsStep,
  sweepPeopleStep,
  forgetAttemptsStep,
  forgetRequestsStep,
  forgetDocumentsStep,
};

/** Procedures with the same statements in both databases. Every one of this file is one transaction. */
export const sharedChanges = {
  ...ledgerTimeChanges,
  ...keyChanges,
  ...accountChanges,
  ...auditChanges,
  ...erasureChanges,
  ...orderChanges,
  ...billingChanges,
  ...paymentEventChanges,
  ...checkoutChanges,
  ...leaseChanges,
  ...readinessChanges,
  ...noticeChanges,
  ...personChanges,
  ...attemptChanges,
  ...documentChanges,
  ...steps,
};

/** Procedures whose statements differ. */
export function changesIn(dialect: RowDialect) {
  return {
    requests: requestProcedures(dialect),
    entries: { ...versionedChangeProcedures(dialect), ...namedChanges },
  };
}

/** The stores without what only one database does its own way. */
export type SharedStores = Omit<SqlStores, 'ledger' | 'replies' | 'readSharedClock' | typeof Symbol.asyncDispose>;

/** Creates the stores that run one procedure per method, or repeat it. */
export function createStores(access: Access, changes: ReturnType<typeof changesIn>): SharedStores {
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
    readiness: { ...reading(access, readinessReads), ...changing(access, readinessChanges) },
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
    memory: createMemoryStore(access, changes.entries),
  };
}

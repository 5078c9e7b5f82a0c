import { type Access, changing, reading } from './access.ts';
import { findAccount, listAccounts } from './account-procedures.ts';
import { listActs } from './audit-procedures.ts';
import type { Changes } from './changes.ts';
import {
  documentsPerStep,
  findDocument,
  listUnfinished,
  readContent,
  readFile,
  sumDocuments,
} from './document-procedures.ts';
import { listErasures } from './erasure-procedures.ts';
import { createGlossaryStore } from './glossary-store.ts';
import { findInvoice, listInvoices, readDetails } from './invoice-procedures.ts';
import { findDaysOfUse, findJournalEnd, readBlockTimes, readJournal } from './journal-procedures.ts';
import { findHolder, findKey, listKeys } from './key-procedures.ts';
import { findExpiring, findLow, listNotices, readSettings, readUsualThreshold } from './notice-procedures.ts';
import {
  findOrder,
  findOrderByAttempt,
  findOrdersByIdEnd,
  isTrialTaken,
  listOrders,
  pageOrders,
} from './order-procedures.ts';
import { findCheckout, listOpenCheckouts } from './payment-procedures.ts';
import {
  describePerson,
  findCredential,
  findLink,
  findSecrets,
  isAddressTaken,
  listSessions,
} from './person-procedures.ts';
import { listPurchases } from './purchase-procedures.ts';
import { listRequests } from './request-procedures.ts';
import type { SqlStores } from './sql-stores.ts';
import { repeatStep } from './steps.ts';
import { sumByPart, sumBySeries, usageByDay } from './usage-procedures.ts';

/** The stores without what only one database does its own way. */
export type SharedStores = Omit<SqlStores, 'ledger' | 'replies' | 'readSharedClock' | typeof Symbol.asyncDispose>;

/** Creates the stores that run one procedure per method, or repeat it. */
export function createStores(access: Access, changes: Changes): SharedStores {
  const steps = changing(access, changes.steps);
  const oneOfMany: Pick<Access, 'read'> = { read: (begin) => access.pauseForRequests().then(() => access.read(begin)) };
  return {
    ledgerTime: changing(access, changes.ledgerTime),
    keys: { ...reading(access, { findHolder, findKey, listKeys }), ...changing(access, changes.keys) },
    accounts: { ...reading(access, { findAccount, listAccounts }), ...changing(access, changes.accounts) },
    audit: { ...reading(access, { listActs }), ...changing(access, changes.audit) },
    erasures: {
      ...reading(access, { listErasures }),
      ...changing(access, changes.erasures),
      eraseRecords: async (accountId) => void (await repeatStep(() => steps.eraseRecordsStep(accountId))),
    },
    orders: {
      ...reading(access, { findOrder, findOrderByAttempt, findOrdersByIdEnd, isTrialTaken, pageOrders, listOrders }),
      ...changing(access, changes.orders),
    },
    billing: { ...reading(access, { readDetails, findInvoice, listInvoices }), ...changing(access, changes.billing) },
    paymentEvents: {
      ...changing(access, changes.paymentEvents),
      forgetEvents: (before) => repeatStep(() => steps.forgetEventsStep(before)),
    },
    checkouts: { ...reading(access, { findCheckout, listOpenCheckouts }), ...changing(access, changes.checkouts) },
    leases: changing(access, changes.leases),
    usage: reading(access, { usageByDay, sumBySeries, sumByPart }),
    purchases: reading(access, { listPurchases }),
    journal: {
      ...reading(access, { findJournalEnd, findDaysOfUse }),
      // Many of these may follow each other.
      ...reading(oneOfMany, { readJournal, readBlockTimes }),
    },
    notices: {
      ...reading(access, { readSettings, readUsualThreshold, listNotices, findExpiring, findLow }),
      ...changing(access, changes.notices),
    },
    people: {
      ...reading(access, { findCredential, findSecrets, isAddressTaken, findLink, listSessions, describePerson }),
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
      ...reading(access, { findDocument, listUnfinished, readFile, readContent, sumDocuments }),
      ...changing(access, changes.documents),
      forgetDocuments: (now) => repeatStep(() => steps.forgetDocumentsStep(now), documentsPerStep),
    },
    glossaries: createGlossaryStore(access, changes.entries),
  };
}

import { accountChanges } from './account-procedures.ts';
import { admit, forgetAttemptsStep } from './attempt-procedures.ts';
import { recordAct } from './audit-procedures.ts';
import { documentChanges, forgetDocumentsStep } from './document-procedures.ts';
import { eraseRecordsStep, erasureChanges } from './erasure-procedures.ts';
import { glossaryChangeProcedures } from './glossary-change-procedures.ts';
import type { GlossaryDialect } from './glossary-rows.ts';
import { billingChanges } from './invoice-procedures.ts';
import { keyChanges } from './key-procedures.ts';
import { ledgerTimeChanges } from './ledger-time-procedures.ts';
import { createNamed, deleteNamedStep, hideNamed, nameGlossary, openPair } from './named-glossary-procedures.ts';
import { noticeChanges } from './notice-procedures.ts';
import { orderChanges } from './order-procedures.ts';
import { checkoutChanges, forgetEventsStep, leaseChanges, paymentEventChanges } from './payment-procedures.ts';
import { personChanges, sweepPeopleStep } from './person-procedures.ts';
import { forgetRequestsStep, requestProcedures } from './request-procedures.ts';

/** Procedures that both databases run alike, each in one transaction, grouped by store. */
export function changesIn(dialect: GlossaryDialect) {
  return {
    ledgerTime: ledgerTimeChanges,
    keys: keyChanges,
    accounts: accountChanges,
    audit: { recordAct },
    erasures: erasureChanges,
    orders: orderChanges,
    billing: billingChanges,
    paymentEvents: paymentEventChanges,
    checkouts: checkoutChanges,
    leases: leaseChanges,
    notices: noticeChanges,
    people: personChanges,
    attempts: { admit },
    requests: requestProcedures(dialect),
    documents: documentChanges,
    entries: {
      ...glossaryChangeProcedures(dialect),
      createNamed,
      nameGlossary,
      openPair,
      hideNamed,
      deleteNamedStep,
    },
    /** Each is repeated by a method until it finds fewer rows than it may change. */
    steps: {
      eraseRecordsStep,
      forgetEventsStep,
      sweepPeopleStep,
      forgetAttemptsStep,
      forgetRequestsStep,
      forgetDocumentsStep,
    },
  };
}

export type Changes = ReturnType<typeof changesIn>;

import { accountChanges, auditChanges } from './account-procedures.ts';
import { attemptChanges, forgetAttemptsStep } from './attempt-procedures.ts';
import { documentChanges, forgetDocumentsStep } from './document-procedures.ts';
import { eraseRecordsStep, erasureChanges } from './erasure-procedures.ts';
import { glossaryChangeProcedures } from './glossary-change-procedures.ts';
import type { GlossaryDialect } from './glossary-rows.ts';
import { billingChanges } from './invoice-procedures.ts';
import { keyChanges } from './key-procedures.ts';
import { ledgerTimeChanges } from './ledger-time-procedures.ts';
import { namedChanges } from './named-glossary-procedures.ts';
import { noticeChanges } from './notice-procedures.ts';
import { orderChanges } from './order-procedures.ts';
import { checkoutChanges, forgetEventsStep, leaseChanges, paymentEventChanges } from './payment-procedures.ts';
import { personChanges, sweepPeopleStep } from './person-procedures.ts';
import { forgetRequestsStep, requestProcedures } from './request-procedures.ts';

/** Each is repeated by a method of a store until it finds fewer rows than it may change. */
export const steps = {
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
  ...noticeChanges,
  ...personChanges,
  ...attemptChanges,
  ...documentChanges,
  ...steps,
};

/** Procedures whose statements differ. */
export function changesIn(dialect: GlossaryDialect) {
  return {
    requests: requestProcedures(dialect),
    entries: { ...glossaryChangeProcedures(dialect), ...namedChanges },
  };
}

export type Changes = ReturnType<typeof changesIn>;

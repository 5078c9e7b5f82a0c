import { createAccount, resumeAccount, suspendAccount } from './account-procedures.ts';
import { admit, forgetAttemptsStep } from './attempt-procedures.ts';
import { recordAct } from './audit-procedures.ts';
import {
  createDocument,
  forgetDocumentsStep,
  keepContent,
  noteProgress,
  removeDocument,
} from './document-procedures.ts';
import { beginErasure, endErasure, eraseRecordsStep } from './erasure-procedures.ts';
import { glossaryChangeProcedures } from './glossary-change-procedures.ts';
import type { GlossaryDialect } from './glossary-rows.ts';
import { saveDetails } from './invoice-procedures.ts';
import { createKey, recordUses, revokeKey } from './key-procedures.ts';
import { confirmTime, keepTime } from './ledger-time-procedures.ts';
import { createNamed, deleteNamedStep, hideNamed, nameGlossary, openPair } from './named-glossary-procedures.ts';
import { claimNotice, noteFailed, noteSent, saveSettings } from './notice-procedures.ts';
import { createOrder, reportPayment } from './order-procedures.ts';
import {
  beginEvent,
  claimPayment,
  endEvent,
  endLease,
  forgetEventsStep,
  keepAttempt,
  noteCheck,
  takeLease,
} from './payment-procedures.ts';
import {
  changeEmail,
  changePassword,
  completeSignUp,
  confirmSession,
  endOtherSessions,
  endSession,
  erasePerson,
  keepLink,
  keepSecret,
  noteSessionUse,
  removePasskey,
  resetPassword,
  spendCode,
  sweepPeopleStep,
  trimSessions,
} from './person-procedures.ts';
import { forgetRequestsStep, requestProcedures } from './request-procedures.ts';

/** Procedures that both databases run alike, each in one transaction, grouped by store. */
export function changesIn(dialect: GlossaryDialect) {
  return {
    ledgerTime: { keepTime, confirmTime },
    keys: { createKey, revokeKey, recordUses },
    accounts: { createAccount, suspendAccount, resumeAccount },
    audit: { recordAct },
    erasures: { beginErasure, endErasure },
    orders: { createOrder, reportPayment },
    billing: { saveDetails },
    paymentEvents: { beginEvent, endEvent },
    checkouts: { keepAttempt, noteCheck, claimPayment },
    leases: { takeLease, endLease },
    notices: { saveSettings, claimNotice, noteSent, noteFailed },
    people: {
      keepSecret,
      confirmSession,
      changePassword,
      removePasskey,
      keepLink,
      completeSignUp,
      resetPassword,
      changeEmail,
      spendCode,
      noteSessionUse,
      endSession,
      endOtherSessions,
      trimSessions,
      erasePerson,
    },
    attempts: { admit },
    requests: requestProcedures(dialect),
    documents: { createDocument, noteProgress, keepContent, removeDocument },
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

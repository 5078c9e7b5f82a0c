import type { AccountId, NewAccount } from '../../../core/accounts/account.ts';
import type { Suspension } from '../../../core/accounts/account-store.ts';
import type { ErasureRequest } from '../../../core/accounts/erasure-store.ts';
import type { NewAuditEntry } from '../../../core/audit/audit.ts';
import type { KeyId, KeyRevocationRequest, KeyUse } from '../../../core/keys/key-store.ts';
import type { LanguageTag } from '../../../core/languages/language.ts';
import type { LeaseRequest } from '../../../core/leases/lease-store.ts';
import type {
  Capture,
  ExpiryReversal,
  Hold,
  HoldId,
  HoldOutcome,
  Purchase,
  Release,
  SealedReply,
} from '../../../core/ledger/ledger-store.ts';
import type { ReachedTime } from '../../../core/ledger/ledger-time.ts';
import type { NoticeClaim } from '../../../core/notices/notice-store.ts';
import type { CheckoutAttempt } from '../../../core/payments/checkout-store.ts';
import type { ProviderEvent, ProviderEventEnd } from '../../../core/payments/payment-event-store.ts';
import { type Characters, characters, type UnixMs } from '../../../core/units.ts';
import { createAccount, resumeAccount, suspendAccount } from '../account-procedures.ts';
import { recordAct } from '../audit-procedures.ts';
import { beginErasure, endErasure, eraseRecordsStep } from '../erasure-procedures.ts';
import { createKey, type KeyCreationStep, recordUses, revokeKey } from '../key-procedures.ts';
import {
  captureHold,
  endLeases,
  grant,
  openHold,
  releaseHold,
  reverseExpiry,
  type SweepStep,
  sweepStep,
} from '../ledger-procedures.ts';
import { confirmTime, keepTime } from '../ledger-time-procedures.ts';
import {
  claimNotice,
  type NoticeOutcome,
  type NoticeSettingsStep,
  saveNoticeSettings,
  settleNotice,
} from '../notice-procedures.ts';
import { createOrder, type OrderCreationStep, type PaymentStep, reportPayment } from '../order-procedures.ts';
import {
  beginEvent,
  type CheckoutLook,
  claimPayment,
  type EventsToForget,
  endEvent,
  endLease,
  forgetEventsStep,
  keepAttempt,
  type LeaseEnd,
  noteLook,
  type PaymentClaim,
  takeLease,
} from '../payment-procedures.ts';
import { changePeople, type PeopleChange } from '../person-store.ts';
import type { Procedure } from '../procedure.ts';
import { type ForgetStep, forgetRepliesStep, keepReply, type ReplyToKeep } from '../reply-procedures.ts';
import { type DraftFinish, finishDraft, type SmallChange, termChangeProcedures } from '../term-change-procedures.ts';
import { closeDraft, type Draft, type DraftStep, type DraftWriting, openDraft } from '../term-draft-procedures.ts';

/** How SQLite unpacks packed values. Source: https://www.sqlite.org/json1.html#jeach */
const terms = termChangeProcedures({
  rows: 'json_each($3)',
  // SQLite would otherwise choose the primary key, and read all terms of an account to find a few by id.
  byId: 'terms indexed by terms_by_id',
  isListed: 'account_id = $1 and id in (select value from json_each($3))',
});

// The three operations of every request are sent between threads as arrays: cloning costs per object and member name.
type FlatHold = readonly [HoldId, AccountId, KeyId, Characters, UnixMs, UnixMs];
type OpenHold = readonly ['openHold', ...FlatHold];
type CaptureHold = readonly ['captureHold', ...FlatHold, UnixMs, LanguageTag, LanguageTag, string, SealedReply?];
type ReleaseHold = readonly ['releaseHold', ...FlatHold, UnixMs];

/** Also for cheap cloning, `openHold` returns a number: this one, or the insufficient balance. */
const heldAnswer = -1;

const procedures = {
  openHold: function* ([, ...flat]: OpenHold): Procedure<number> {
    const outcome = yield* openHold(holdOf(flat));
    return outcome.kind === 'held' ? heldAnswer : outcome.balance;
  },
  captureHold: ([, id, account, key, amount, opened, until, at, source, target, engine, reply]: CaptureHold) => {
    const capture = { hold: holdOf([id, account, key, amount, opened, until]), at, usage: { source, target, engine } };
    return captureHold(reply === undefined ? capture : { ...capture, reply });
  },
  releaseHold: ([, id, account, key, amount, opened, until, at]: ReleaseHold) =>
    releaseHold({ hold: holdOf([id, account, key, amount, opened, until]), at }),
  grant: ([, purchase]: readonly ['grant', Purchase]) => grant(purchase),
  sweep: ([, step]: readonly ['sweep', SweepStep]) => sweepStep(step),
  endLeases,
  reverseExpiry: ([, reversal]: readonly ['reverseExpiry', ExpiryReversal]) => reverseExpiry(reversal),
  keepTime: ([, reached]: readonly ['keepTime', ReachedTime]) => keepTime(reached),
  confirmTime: ([, at]: readonly ['confirmTime', UnixMs]) => confirmTime(at),
  createAccount: ([, account]: readonly ['createAccount', NewAccount]) => createAccount(account),
  suspendAccount: ([, suspension]: readonly ['suspendAccount', Suspension]) => suspendAccount(suspension),
  resumeAccount: ([, entry]: readonly ['resumeAccount', NewAuditEntry]) => resumeAccount(entry),
  beginErasure: ([, request]: readonly ['beginErasure', ErasureRequest]) => beginErasure(request),
  eraseRecords: ([, accountId]: readonly ['eraseRecords', AccountId]) => eraseRecordsStep(accountId),
  endErasure: ([, entry]: readonly ['endErasure', NewAuditEntry]) => endErasure(entry),
  recordAct: ([, entry]: readonly ['recordAct', NewAuditEntry]) => recordAct(entry),
  createKey: ([, creation]: readonly ['createKey', KeyCreationStep]) => createKey(creation),
  revokeKey: ([, revocation]: readonly ['revokeKey', KeyRevocationRequest]) => revokeKey(revocation),
  recordUses: ([, uses]: readonly ['recordUses', readonly KeyUse[]]) => recordUses(uses),
  keepReply: ([, reply]: readonly ['keepReply', ReplyToKeep]) => keepReply(reply),
  createOrder: ([, step]: readonly ['createOrder', OrderCreationStep]) => createOrder(step),
  reportPayment: ([, step]: readonly ['reportPayment', PaymentStep]) => reportPayment(step),
  beginEvent: ([, event]: readonly ['beginEvent', ProviderEvent]) => beginEvent(event),
  endEvent: ([, end]: readonly ['endEvent', ProviderEventEnd]) => endEvent(end),
  forgetEvents: ([, step]: readonly ['forgetEvents', EventsToForget]) => forgetEventsStep(step),
  keepAttempt: ([, attempt]: readonly ['keepAttempt', CheckoutAttempt]) => keepAttempt(attempt),
  noteLook: ([, look]: readonly ['noteLook', CheckoutLook]) => noteLook(look),
  claimPayment: ([, claim]: readonly ['claimPayment', PaymentClaim]) => claimPayment(claim),
  takeLease: ([, request]: readonly ['takeLease', LeaseRequest]) => takeLease(request),
  endLease: ([, end]: readonly ['endLease', LeaseEnd]) => endLease(end),
  changePeople: ([, change]: readonly ['changePeople', PeopleChange]) => changePeople(change),
  changeTerms: ([, change]: readonly ['changeTerms', SmallChange]) => terms.changeTerms(change),
  openTermDraft: ([, step]: readonly ['openTermDraft', DraftStep]) => openDraft(step),
  writeTermDraft: ([, writing]: readonly ['writeTermDraft', DraftWriting]) => terms.writeDraft(writing),
  finishTermDraft: ([, finish]: readonly ['finishTermDraft', DraftFinish]) => finishDraft(finish),
  closeTermDraft: ([, draft]: readonly ['closeTermDraft', Draft]) => closeDraft(draft),
  tidyTerms: ([, accountId]: readonly ['tidyTerms', AccountId]) => terms.tidyTerms(accountId),
  saveNoticeSettings: ([, step]: readonly ['saveNoticeSettings', NoticeSettingsStep]) => saveNoticeSettings(step),
  claimNotice: ([, claim]: readonly ['claimNotice', NoticeClaim]) => claimNotice(claim),
  settleNotice: ([, outcome]: readonly ['settleNotice', NoticeOutcome]) => settleNotice(outcome),
  forgetReplies: ([, step]: readonly ['forgetReplies', ForgetStep]) => forgetRepliesStep(step),
};

export type OperationName = keyof typeof procedures;

/** A request to the writer's thread: an operation's name, then its input. */
export type Operation<Name extends OperationName = OperationName> = {
  [Each in OperationName]: Parameters<(typeof procedures)[Each]> extends [infer Given] ? Given : readonly [Each];
}[Name];

export type AnswerTo<Name extends OperationName> =
  ReturnType<(typeof procedures)[Name]> extends Procedure<infer Answer> ? Answer : never;

/** Returns the procedure that executes `operation` and returns its answer. */
export function procedureOf(operation: Operation): Procedure<unknown> {
  const procedure = procedures[operation[0]] as (operation: Operation) => Procedure<unknown>;
  return procedure(operation);
}

export function openHoldOperation(hold: Hold): OpenHold {
  return ['openHold', ...flatten(hold)];
}

export function captureHoldOperation({ hold, at, usage: { source, target, engine }, reply }: Capture): CaptureHold {
  const flat = flatten(hold);
  if (reply === undefined) return ['captureHold', ...flat, at, source, target, engine];
  return ['captureHold', ...flat, at, source, target, engine, reply];
}

export function releaseHoldOperation({ hold, at }: Release): ReleaseHold {
  return ['releaseHold', ...flatten(hold), at];
}

function flatten({ id, accountId, keyId, amount, openedAt, leaseUntil }: Hold): FlatHold {
  return [id, accountId, keyId, amount, openedAt, leaseUntil];
}

function holdOf([id, accountId, keyId, amount, openedAt, leaseUntil]: FlatHold): Hold {
  return { id, accountId, keyId, amount, openedAt, leaseUntil };
}

export function holdOutcomeOf(answer: number): HoldOutcome {
  return answer === heldAnswer ? { kind: 'held' } : { kind: 'insufficient', balance: characters(answer) };
}

/**
 * Returns whether the answer may be sent before the commit. A hold is not reported outside this process: if the commit
 * fails, the hold is gone, and its capture finds nothing and charges nothing.
 */
export function isAnsweredEarly(operation: Operation): boolean {
  return operation[0] === 'openHold';
}

/**
 * Returns whether the operation ends a hold. Such an operation is never refused for lack of room, because its hold was
 * admitted. It may be sent again when the outcome is unknown, because a repeat changes nothing.
 */
export function settlesHold(operation: Operation): boolean {
  return operation[0] === 'captureHold' || operation[0] === 'releaseHold';
}

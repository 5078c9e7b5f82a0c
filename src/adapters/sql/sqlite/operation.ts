import { type Characters, characters, type UnixMs } from '../../../ground/units.ts';
import type { AccountId } from '../../../shop/accounts/account.ts';
import type { KeyId } from '../../../shop/keys/key-store.ts';
import type {
  Capture,
  Hold,
  HoldId,
  HoldOutcome,
  HoldRelease,
  SealedReply,
} from '../../../shop/ledger/ledger-store.ts';
import type { LanguageTag } from '../../../text/languages/language.ts';
import { changesIn } from '../changes.ts';
import {
  captureHold,
  endLeases,
  grant,
  openHold,
  releaseHold,
  reverseExpiry,
  sweepStep,
} from '../ledger-procedures.ts';
import type { Procedure } from '../procedure.ts';
import { forgetRepliesStep, keepReply } from '../reply-procedures.ts';

/** How SQLite unpacks packed values. Source: https://www.sqlite.org/json1.html#jeach */
export const changes = changesIn({
  rows: (parameter) => `json_each(${parameter})`,
  unchanged: '',
  // SQLite would otherwise choose the primary key, and read all terms of an account to find a few by id.
  byId: 'terms indexed by terms_by_id',
  isListed: 'account_id = $1 and id in (select value from json_each($3))',
});

// The three operations of every request are sent between threads as arrays: cloning costs per object and member name.
type FlatHold = readonly [HoldId, AccountId, KeyId, Characters, UnixMs, UnixMs];
type FlatCapture = readonly [...FlatHold, UnixMs, LanguageTag, LanguageTag, string, SealedReply?];

/** Also for cheap cloning, `openHold` returns a number: this one, or the insufficient balance. */
const heldAnswer = -1;

const procedures = {
  openHold: function* (...flat: FlatHold): Procedure<number> {
    const outcome = yield* openHold(holdOf(flat));
    return outcome.kind === 'held' ? heldAnswer : outcome.balance;
  },
  captureHold: (...[id, account, key, amount, opened, until, at, source, target, engine, reply]: FlatCapture) => {
    const capture = { hold: holdOf([id, account, key, amount, opened, until]), at, usage: { source, target, engine } };
    return captureHold(reply === undefined ? capture : { ...capture, reply });
  },
  releaseHold: (...[id, account, key, amount, opened, until, at]: readonly [...FlatHold, UnixMs]) =>
    releaseHold({ hold: holdOf([id, account, key, amount, opened, until]), at }),
  grant,
  sweep: sweepStep,
  endLeases,
  reverseExpiry,
  keepReply,
  forgetReplies: forgetRepliesStep,
  ...changes.ledgerTime,
  ...changes.keys,
  ...changes.accounts,
  ...changes.audit,
  ...changes.erasures,
  ...changes.orders,
  ...changes.billing,
  ...changes.paymentEvents,
  ...changes.checkouts,
  ...changes.leases,
  ...changes.notices,
  ...changes.people,
  ...changes.attempts,
  ...changes.requests,
  ...changes.terms,
  ...changes.steps,
};

export type OperationName = keyof typeof procedures;

/** A request to the writer's thread: an operation's name, then its input. */
export type WriterOperation<Name extends OperationName = OperationName> = {
  [Each in OperationName]: readonly [Each, ...Parameters<(typeof procedures)[Each]>];
}[Name];

export type AnswerTo<Name extends OperationName> =
  ReturnType<(typeof procedures)[Name]> extends Procedure<infer Answer> ? Answer : never;

/** Returns the procedure that executes `operation` and returns its answer. */
export function procedureOf([name, ...input]: WriterOperation): Procedure<unknown> {
  const begin = procedures[name] as (...input: readonly unknown[]) => Procedure<unknown>;
  return begin(...input);
}

export function openHoldOperation(hold: Hold): WriterOperation<'openHold'> {
  return ['openHold', ...flatten(hold)];
}

export function captureHoldOperation({
  hold,
  at,
  usage: { source, target, engine },
  reply,
}: Capture): WriterOperation<'captureHold'> {
  const flat = flatten(hold);
  if (reply === undefined) return ['captureHold', ...flat, at, source, target, engine];
  return ['captureHold', ...flat, at, source, target, engine, reply];
}

export function releaseHoldOperation({ hold, at }: HoldRelease): WriterOperation<'releaseHold'> {
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
export function isAnsweredEarly(operation: WriterOperation): boolean {
  return operation[0] === 'openHold';
}

/**
 * Returns whether the operation ends a hold. Such an operation is never refused for lack of room, because its hold was
 * admitted. It may be sent again when the outcome is unknown, because a repeat changes nothing.
 */
export function settlesHold(operation: WriterOperation): boolean {
  return operation[0] === 'captureHold' || operation[0] === 'releaseHold';
}

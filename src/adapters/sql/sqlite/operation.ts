import { characters } from '../../../ground/units.ts';
import type { Capture, Hold, HoldOutcome, HoldRelease } from '../../../shop/ledger/ledger-store.ts';
import {
  captureHold,
  changeHold,
  endLeases,
  grant,
  openHold,
  releaseHold,
  reverseExpiry,
  sweepStep,
} from '../ledger-procedures.ts';
import type { Procedure } from '../procedure.ts';
import { forgetRepliesStep, keepReply } from '../reply-procedures.ts';
import { changesIn, sharedChanges } from '../stores.ts';

/** How SQLite unpacks packed values. Source: https://www.sqlite.org/json1.html#jeach */
export const changes = changesIn({
  rows: (parameter) => `json_each(${parameter})`,
  unchanged: '',
  // SQLite would otherwise choose the primary key, and read all entries of an account to find a few by id.
  byId: (table) => `${table} indexed by ${table}_by_id`,
  isListed: 'account_id = $1 and id in (select value from json_each($3))',
});

/** `openHold` returns a number, which is cheap to clone: this one, or the insufficient balance. */
const heldAnswer = -1;

const procedures = {
  openHold: function* (...wire: HoldWire): Procedure<number> {
    const outcome = yield* openHold(decodeHold(wire));
    return outcome.kind === 'held' ? heldAnswer : outcome.balance;
  },
  captureHold: (...wire: CaptureWire) => captureHold(decodeCapture(wire)),
  releaseHold: (...wire: ReleaseWire) => releaseHold(decodeRelease(wire)),
  changeHold,
  grant,
  sweep: sweepStep,
  endLeases,
  reverseExpiry,
  keepReply,
  forgetReplies: forgetRepliesStep,
  ...sharedChanges,
  ...changes.requests,
  ...changes.entries,
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
  return ['openHold', ...encodeHold(hold)];
}

export function captureHoldOperation(capture: Capture): WriterOperation<'captureHold'> {
  return ['captureHold', ...encodeCapture(capture)];
}

export function releaseHoldOperation(release: HoldRelease): WriterOperation<'releaseHold'> {
  return ['releaseHold', ...encodeRelease(release)];
}

export function holdOutcomeOf(answer: number): HoldOutcome {
  return answer === heldAnswer ? { kind: 'held' } : { kind: 'insufficient', balance: characters(answer) };
}

/** A hold is not reported outside this process: if the commit fails, it is gone, and its capture charges nothing. */
export function isAnsweredEarly(operation: WriterOperation): boolean {
  return operation[0] === 'openHold';
}

/** Not refused for lack of room, because its hold was admitted. Repeated after an unknown outcome: changes nothing. */
export function settlesHold(operation: WriterOperation): boolean {
  return operation[0] === 'captureHold' || operation[0] === 'releaseHold';
}

// The operations of every request travel between threads as arrays: cloning costs per object and member name.

type HoldWire = ReturnType<typeof encodeHold>;
type ReleaseWire = ReturnType<typeof encodeRelease>;
type CaptureWire = ReturnType<typeof encodeCapture>;

function encodeHold({ id, accountId, keyId, amount, openedAt, leaseUntil }: Hold) {
  return [id, accountId, keyId, amount, openedAt, leaseUntil] as const;
}

function decodeHold([id, accountId, keyId, amount, openedAt, leaseUntil]: HoldWire): Hold {
  return { id, accountId, keyId, amount, openedAt, leaseUntil };
}

function encodeRelease({ hold, at }: HoldRelease) {
  return [at, ...encodeHold(hold)] as const;
}

function decodeRelease([at, ...hold]: ReleaseWire): HoldRelease {
  return { hold: decodeHold(hold), at };
}

function encodeCapture({ reply, usage: { source, target, engine, api }, at, hold }: Capture) {
  return [reply, source, target, engine, api, at, ...encodeHold(hold)] as const;
}

function decodeCapture([reply, source, target, engine, api, ...release]: CaptureWire): Capture {
  const capture = { ...decodeRelease(release), usage: { source, target, engine, api } };
  return reply === undefined ? capture : { ...capture, reply };
}

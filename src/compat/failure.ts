import { quoted } from '../calls/json-object.ts';
import { apiWordings, ourFault, RefusedRequest } from '../calls/problem.ts';
import {
  type ApiReason,
  hasReason,
  type Reason,
  type ReasonData,
  ServiceError,
  wordingOf,
} from '../ground/service-error.ts';

/** What is wrong with a request, before a use case has it. `name`: the parameter. */
export type Fault =
  | { readonly kind: 'no_key' }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'repeated'; readonly name: string }
  | { readonly kind: 'mistyped'; readonly name: string; readonly expected: string }
  /** Contains half of a surrogate pair. */
  | { readonly kind: 'ill_formed'; readonly name: string }
  | { readonly kind: 'unknown_language'; readonly name: string; readonly written: string }
  /** A value that the service knows no way to obey. */
  | { readonly kind: 'unsupported'; readonly name: string; readonly written: string }
  /** `count` with its unit, such as `100001 characters`. */
  | { readonly kind: 'too_long'; readonly name: string; readonly count: string; readonly max: number }
  /** `why` is a clause about the body. */
  | { readonly kind: 'unreadable'; readonly why: string };

type FaultKind = Fault['kind'];
type PreciseReason = Reason | ReasonData['unusable_request']['fault'];
type FaultWords = { readonly [Kind in FaultKind]: (fault: Extract<Fault, { kind: Kind }>) => string };
type ReasonWords = {
  readonly [Each in ApiReason]: (data: Each extends keyof ReasonData ? ReasonData[Each] : unknown) => string;
};

/** The messages of a shape. */
export type Words = Partial<FaultWords> & Partial<ReasonWords>;

const ownWords = {
  no_key: () => 'The API key is missing.',
  missing: ({ name }) => `The parameter ${quoted(name)} is missing.`,
  repeated: ({ name }) => `The parameter ${quoted(name)} appears more than once.`,
  mistyped: ({ name, expected }) => `The parameter ${quoted(name)} must be ${expected}.`,
  ill_formed: ({ name }) => `The parameter ${quoted(name)} contains half of a surrogate pair, which is no character.`,
  unknown_language: ({ name, written }) => `The language ${quoted(written)} of ${quoted(name)} is not supported.`,
  unsupported: ({ name, written }) => `The value ${quoted(written)} of ${quoted(name)} is not supported.`,
  too_long: ({ count, max }) => `The request has ${count}; the maximum is ${max}.`,
  unreadable: ({ why }) => `The body ${why}.`,
  invalid_key: () => 'The API key is not valid.',
  insufficient_balance: ({ required }) =>
    `The account has fewer than the ${required} characters that this request needs.`,
  undecided_language: () => 'The language of the text could not be detected.',
  unsupported_pair: ({ source, target }) => `There is no translation from ${source} to ${target}.`,
  unfaithful_texts: ({ texts }) => `No engine has a valid translation of text ${texts.join(', ')}.`,
} satisfies FaultWords & Partial<ReasonWords>;

/** A request that a shape refuses before a use case has it. */
export class FaultyRequest extends RefusedRequest {
  readonly fault: Fault;

  constructor(fault: Fault) {
    const param = 'name' in fault ? { param: fault.name } : {};
    const code = fault.kind === 'no_key' ? 'invalid_api_key' : 'validation_error';
    super({ message: wordsOf(ownWords, fault.kind, fault) ?? '', ...param }, code);
    this.fault = fault;
  }
}

/** What clients of a shape must be able to tell apart. */
export type FailureKind =
  | ('invalid' | 'too_large' | 'no_key' | 'wrong_key' | 'no_balance' | 'rate_limited')
  | ('not_found' | 'wrong_method' | 'not_ready' | 'failed' | 'unavailable');

/** The statuses that most vendors have. */
export const usualStatuses: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  too_large: 400,
  no_key: 401,
  wrong_key: 401,
  no_balance: 403,
  not_found: 404,
  wrong_method: 405,
  not_ready: 409,
  rate_limited: 429,
  failed: 500,
  unavailable: 503,
};

/** A failure as a shape renders it. */
export type Failure = {
  readonly kind: FailureKind;
  /** The kind of the fault or the reason of the ServiceError; empty for other errors. */
  readonly reason: FaultKind | PreciseReason | '';
  readonly message: string;
  /** What exactly is wrong with the parameter. */
  readonly detail?: string | undefined;
  /** The parameter that is wrong. */
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string;
};

const kindsOfCodes: Readonly<Record<string, FailureKind>> = {
  invalid_api_key: 'no_key',
  method_not_allowed: 'wrong_method',
  not_found: 'not_found',
};

const kindsOfReasons: Partial<Readonly<Record<PreciseReason, FailureKind>>> = {
  approved_too_long: 'too_large',
  body_too_large: 'too_large',
  busy_with_files: 'rate_limited',
  deadline_exceeded: 'unavailable',
  document_not_ready: 'not_ready',
  draining: 'unavailable',
  engine_unavailable: 'unavailable',
  glossary_busy: 'unavailable',
  insufficient_balance: 'no_balance',
  invalid_key: 'wrong_key',
  no_document: 'not_found',
  no_glossary: 'not_found',
  no_room_for_documents: 'rate_limited',
  no_term: 'not_found',
  overloaded: 'unavailable',
  rate_limited: 'rate_limited',
  storage_full: 'unavailable',
  store_unavailable: 'unavailable',
  too_many_connections: 'rate_limited',
  too_many_documents: 'rate_limited',
  unfaithful_texts: 'failed',
  withdrawn_pair: 'unavailable',
};

export function failureOf(error: unknown, words: Words, requestId: string): Failure {
  const failure = { reason: '', param: undefined, retryAfterSeconds: undefined, requestId } as const;
  if (error instanceof RefusedRequest) {
    const { code, message, wording } = error;
    const fault = error instanceof FaultyRequest ? error.fault : undefined;
    return {
      ...failure,
      kind: fault?.kind === 'too_long' ? 'too_large' : (kindsOfCodes[code] ?? 'invalid'),
      reason: fault?.kind ?? '',
      message: (fault && wordsOf(words, fault.kind, fault)) ?? message,
      detail: wording.errors?.[0]?.message,
      param: wording.param,
    };
  }
  const wording = wordingOf(apiWordings, error);
  if (!(error instanceof ServiceError)) return { ...failure, kind: 'failed', message: ourFault };
  const { reason, data } = preciseReason(error);
  return {
    ...failure,
    kind: kindsOfReasons[reason] ?? (wording === undefined ? 'failed' : 'invalid'),
    reason,
    message: wordsOf(words, reason, data) ?? wordsOf(ownWords, reason, data) ?? wording?.message ?? ourFault,
    retryAfterSeconds: wording?.retryAfterSeconds,
  };
}

/** A pair that only some texts have is an unsupported pair: most vendors have no words for single texts. */
function preciseReason(error: ServiceError): { readonly reason: PreciseReason; readonly data: unknown } {
  if (hasReason(error, 'unusable_request')) return { reason: error.data.fault, data: undefined };
  return hasReason(error, 'unusable_texts') ? { reason: 'unsupported_pair', data: error.data.texts[0] } : error;
}

/** The compiler checks tables of words, but not that a fault belongs to its own words. */
function wordsOf(words: Words, kind: FaultKind | PreciseReason, data: unknown): string | undefined {
  return (words as Readonly<Record<string, ((about: unknown) => string) | undefined>>)[kind]?.(data);
}

/**
 * Every failure that travels to a caller. The first five are the API's own codes; those below them are reasons of
 * ours that a caller only ever sees as `server_error`, while the log and the metrics name them.
 */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_api_key'
  | 'insufficient_balance'
  | 'rate_limit_exceeded'
  | 'server_error'
  | 'not_found'
  | 'method_not_allowed'
  | 'engine_unavailable'
  | 'unfaithful_translation'
  | 'overloaded'
  | 'deadline_exceeded'
  | 'draining'
  | 'store_unavailable'
  | 'mail_unavailable'
  | 'payment_unavailable'
  | 'caller_gone';

/** One thing wrong with one field of a request. `param` is the field's name on the wire. */
export type FieldProblem = { readonly param: string; readonly message: string };

export type ServiceErrorInit = {
  /** What the caller reads. No secret and nothing of the customer's text. */
  readonly message: string;
  /** The field that is to blame, by its name on the wire. */
  readonly param?: string;
  readonly problems?: readonly FieldProblem[];
  /** Further members of the error body, by their names on the wire. */
  readonly body?: Readonly<Record<string, number | string | readonly string[]>>;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** What the operator reads in the log. No secret and nothing of the customer's text. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/** A failure with two audiences: `message` and `body` for the caller, `detail` and `cause` for the operator. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly problems: readonly FieldProblem[];
  readonly body: Readonly<Record<string, number | string | readonly string[]>>;
  readonly retryAfterSeconds: number | undefined;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, init: ServiceErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.param = init.param;
    this.problems = init.problems ?? [];
    this.body = init.body ?? {};
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.detail = init.detail ?? {};
  }
}

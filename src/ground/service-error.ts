/** Reasons of failures, worded in `src/calls/problem.ts`, `src/web/wordings.ts` and `src/cli/failure.ts`. */

/** Worded by the API and by pages. */
const ofRequests = {
  approved_too_long: 'validation_error',
  body_too_large: 'validation_error',
  document_not_ready: 'not_ready',
  busy_with_files: 'rate_limit_exceeded',
  idempotency_key_reused: 'validation_error',
  insufficient_balance: 'insufficient_balance',
  invalid_key: 'invalid_api_key',
  no_document: 'not_found',
  no_memory_entry: 'not_found',
  no_review: 'not_found',
  no_room_for_documents: 'rate_limit_exceeded',
  no_term: 'not_found',
  nothing_to_translate: 'validation_error',
  rate_limited: 'rate_limit_exceeded',
  too_many_connections: 'rate_limit_exceeded',
  too_many_documents: 'rate_limit_exceeded',
  unusable_file: 'validation_error',
  unusable_request: 'validation_error',
  undecided_language: 'validation_error',
  unsupported_pair: 'validation_error',
} as const;

/** Worded by the API alone. */
const ofBatches = {
  no_glossary: 'validation_error',
  too_many_glossaries: 'validation_error',
  unfaithful_texts: 'unfaithful_translation',
  unusable_texts: 'validation_error',
} as const;

/** Worded by pages. */
const ofPeople = {
  invalid_term: 'validation_error',
  no_second_factor: 'validation_error',
  passkey_refused: 'validation_error',
  second_factor_exists: 'validation_error',
  too_many_passkeys: 'validation_error',
  unusable_attempt: 'validation_error',
  withdrawn_pair: 'engine_unavailable',
} as const;

/** Worded by pages and by the command line. */
const ofAccounts = {
  disputed: 'validation_error',
  glossary_busy: 'overloaded',
  invalid_key_name: 'validation_error',
  invalid_threshold: 'validation_error',
  memory_busy: 'overloaded',
  memory_full: 'validation_error',
  no_account: 'not_found',
  no_import: 'validation_error',
  no_key: 'not_found',
  no_order: 'not_found',
  no_pack: 'validation_error',
  reversed_days: 'validation_error',
  suspended: 'validation_error',
  terms_too_long: 'validation_error',
  too_many_days: 'validation_error',
  too_many_keys: 'validation_error',
  too_many_terms: 'validation_error',
} as const;

/** Worded by the command line. */
const ofCommands = {
  already_reversed: 'validation_error',
  backup_exists: 'validation_error',
  backup_failed: 'store_unavailable',
  copy_failed: 'store_unavailable',
  email_taken: 'validation_error',
  erased: 'validation_error',
  granted_to_another: 'validation_error',
  invalid_currency: 'validation_error',
  invalid_email: 'validation_error',
  invalid_pack_characters: 'validation_error',
  invalid_pack_days: 'validation_error',
  invalid_pack_expiry: 'validation_error',
  invalid_pack_name: 'validation_error',
  invalid_price: 'validation_error',
  invalid_refund: 'validation_error',
  invalid_suspension_reason: 'validation_error',
  model_failed: 'engine_unavailable',
  model_not_installed: 'validation_error',
  models_not_importable: 'validation_error',
  no_expiry: 'validation_error',
  placed_order: 'validation_error',
  postgres_tools: 'validation_error',
  restore_failed: 'store_unavailable',
  too_many_leaked_keys: 'validation_error',
  unusable_backup: 'validation_error',
  validity_ended: 'validation_error',
} as const;

/** Faults of the service, worded by the command line. The API and pages say only that something failed. */
const ofService = {
  caller_gone: 'caller_gone',
  deadline_exceeded: 'deadline_exceeded',
  draining: 'draining',
  engine_unavailable: 'engine_unavailable',
  mail_unavailable: 'mail_unavailable',
  mailbox_refused: 'mail_unavailable',
  overloaded: 'overloaded',
  payment_unavailable: 'payment_unavailable',
  server_error: 'server_error',
  /** The disk of the database is full. */
  storage_full: 'store_unavailable',
  store_unavailable: 'store_unavailable',
  unfaithful_translation: 'unfaithful_translation',
} as const;

const codes = { ...ofRequests, ...ofBatches, ...ofPeople, ...ofAccounts, ...ofCommands, ...ofService } as const;

export type Reason = keyof typeof codes;
/** Error codes of logs, metrics and `--json`. The API reports codes that are not its own as `server_error`. */
export type ErrorCode = (typeof codes)[Reason] | 'method_not_allowed';
export type ApiReason =
  | keyof (typeof ofRequests & typeof ofBatches)
  | 'memory_full'
  | 'terms_too_long'
  | 'too_many_terms';
export type PageReason = keyof typeof ofRequests | keyof typeof ofPeople | keyof typeof ofAccounts;
export type OperatorReason = keyof (typeof ofAccounts & typeof ofCommands & typeof ofService);

export type RequestFault =
  | 'connect'
  | 'headers_too_large'
  | 'incomplete'
  | 'malformed'
  | 'malformed_target'
  | 'no_host'
  | 'plain_http'
  | 'slow'
  | 'slow_body';

/** Data for the wordings of reasons. Contains no secret and no customer text. */
export type ReasonData = {
  readonly approved_too_long: { readonly charactersMax: number };
  readonly body_too_large: { readonly bytesMax: number };
  /** `account`: other files of the account are in progress. `server`: too many files of others are. */
  readonly busy_with_files: { readonly whose: 'account' | 'server' };
  readonly insufficient_balance: { readonly required: number; readonly balance: number };
  readonly invalid_term: { readonly field: string; readonly message: string };
  readonly model_failed: { readonly pair: string; readonly task: 'download' | 'import' | 'remove' };
  readonly model_not_installed: { readonly pair: string };
  /** `account`: the documents of the account take all that it may have. `server`: there is no room at all. */
  readonly no_room_for_documents: { readonly whose: 'account' | 'server'; readonly retryAfterSeconds: number };
  /** `target` is undefined if there is no text; else the text is in this language already. */
  readonly nothing_to_translate: { readonly target: string | undefined };
  readonly postgres_tools: { readonly command: string };
  readonly rate_limited: { readonly limit: number; readonly retryAfterSeconds: number };
  readonly too_many_connections: { readonly max: number; readonly what: 'connections' | 'requests' };
  readonly too_many_documents: { readonly max: number; readonly retryAfterSeconds: number };
  readonly too_many_glossaries: {
    readonly glossaries: number;
    readonly entries: number;
    readonly lengthOfEntries: number;
  };
  readonly too_many_leaked_keys: { readonly max: number; readonly revoked: number };
  readonly too_many_passkeys: { readonly max: number };
  /** `texts`: numbers of the texts of the request that could not be translated, from 0, in order. */
  readonly unfaithful_texts: { readonly texts: readonly number[] };
  readonly undecided_language: { readonly candidates: readonly string[] };
  readonly unsupported_pair: { readonly source: string; readonly target: string; readonly targets: readonly string[] };
  /**
   * `message` is one sentence without text of the file. `columns`: of a table whose columns to translate are not known.
   * They have text of the customer: only pages show them.
   */
  readonly unusable_file: {
    readonly message: string;
    readonly columns?: readonly { readonly name: string; readonly samples: readonly string[] }[] | undefined;
  };
  readonly unusable_request: { readonly fault: RequestFault };
  /** `source` is undefined for a text whose language could not be detected; then there may be `candidates`. */
  readonly unusable_texts: {
    readonly texts: readonly {
      readonly number: number;
      readonly source: string | undefined;
      readonly target: string;
    }[];
    readonly candidates: readonly string[];
  };
  readonly withdrawn_pair: { readonly source: string; readonly target: string };
};

type DataOf<Each extends Reason> = Each extends keyof ReasonData ? ReasonData[Each] : undefined;

/** Contains no secret and no customer text. `detail.reason`: what failed, as a clause. */
type ForOperator = { readonly detail?: Readonly<Record<string, unknown>>; readonly cause?: unknown };

type Init<Each extends Reason> = Each extends keyof ReasonData
  ? [init: ForOperator & { readonly data: ReasonData[Each] }]
  : [init?: ForOperator];

/** A failure with two audiences: `reason` and `data` for the caller, `message`, `detail` and `cause` for the log. */
export class ServiceError<Each extends Reason = Reason> extends Error {
  override readonly name = 'ServiceError';
  readonly reason: Each;
  readonly code: ErrorCode;
  readonly data: DataOf<Each>;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(reason: Each, ...[init]: Init<Each>) {
    const { data, detail = {}, cause } = (init ?? {}) as ForOperator & { readonly data?: DataOf<Each> };
    const { reason: why } = detail;
    super(typeof why === 'string' ? `${reason}: ${why}` : reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.code = codes[reason];
    this.data = data as DataOf<Each>;
    this.detail = detail;
  }
}

export function hasReason<Each extends Reason>(thrown: unknown, reason: Each): thrown is ServiceError<Each> {
  return thrown instanceof ServiceError && thrown.reason === reason;
}

/** An entrance's wordings of reasons. A missing reason does not compile. */
export type Wordings<Worded extends Reason, Wording extends object | string> = {
  readonly [Each in Worded]: Wording | ((data: DataOf<Each>) => Wording);
};

/** Returns the wording of the thrown error; undefined when the table has none. */
export function wordingOf<Worded extends Reason, Wording extends object | string>(
  wordings: Wordings<Worded, Wording>,
  thrown: unknown,
): Wording | undefined {
  if (!(thrown instanceof ServiceError) || !Object.hasOwn(wordings, thrown.reason)) return undefined;
  const wording: unknown = wordings[thrown.reason as Worded];
  return (typeof wording === 'function' ? wording(thrown.data) : wording) as Wording;
}

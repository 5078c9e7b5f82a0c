import { DatabaseError } from 'pg';
import { hasReason, ServiceError } from '../../../ground/service-error.ts';

/** Codes of failures that neither Node nor the driver gives one. */
export const ownCodes = {
  standby: 'STANDBY',
  silent: 'NO_ANSWER',
  noTls: 'NO_TLS',
  authority: 'SSLROOTCERT',
  address: 'ADDRESS',
} as const;

/** The cause of a `ConnectionFailure` that the program itself found; its message is one line for the operator. */
export class OwnFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection could not be made, or broke during a statement: the outcome is unknown. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  /** The socket's error code, such as `ECONNRESET`; undefined for other failures. */
  readonly code: string | undefined;
  /** One line for the operator, without values and passwords. */
  readonly reason: string;

  constructor(cause: unknown) {
    const code = codeOf(cause);
    const known = reasonsToFix[code ?? ''];
    // For a name with several addresses, the combined error has a code and no message.
    super(known ?? ((cause instanceof Error ? cause.message : String(cause)) || code));
    this.code = code;
    this.reason = known ?? (cause instanceof OwnFailure ? cause.message : 'the connection to the database failed');
  }
}

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  // The driver's only distinction of this failure.
  if (cause.message === 'The server does not support SSL connections') return ownCodes.noTls;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

// Transient errors. Source: PostgreSQL's manual, appendix A. None is caused by the statement itself.
const passing: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '53300', // too_many_connections: of the server, the database or the user
  '25P03', // idle_in_transaction_session_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting, stopping or recovering
  '57P05', // idle_session_timeout
]);

// Errors that another connection may avoid: one to the writable server, or one that prepares statements again.
const ofThisConnection: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: this server has become a standby
  '26000', // invalid_sql_statement_name: the prepared statements were discarded
  '0A000', // feature_not_supported: a migration changed the result of a prepared statement
]);

/** Returns whether the same statements may succeed on a retry, perhaps on another connection. */
export function isPassing(cause: unknown): boolean {
  if (cause instanceof ConnectionFailure) return true;
  const state = sqlStateOf(cause);
  return state !== undefined && (isPassingState(state) || ofThisConnection.has(state));
}

const isPassingState = (state: string): boolean => state.startsWith('08') || passing.has(state);

export function breaksConnection(cause: unknown): boolean {
  if (cause instanceof ConnectionFailure) return true;
  if (!(cause instanceof DatabaseError)) return false;
  if (cause.severity === 'FATAL' || cause.severity === 'PANIC') return true;
  const state = cause.code ?? '';
  return state.startsWith('08') || ofThisConnection.has(state);
}

/** Returns whether another of several servers may accept a connection that failed with `cause`. */
export function concernsServer(cause: unknown): boolean {
  return cause instanceof ConnectionFailure || sqlStateOf(cause) === '57P03';
}

/** Why one of several servers cannot be used. `server` is its host and port. */
export type ServerFailure = { readonly server: string; readonly cause: unknown };

/** A reason to fix comes first. Promoting a standby beside a silent server that is alive would give two primaries. */
export function failureOfAll(failures: readonly ServerFailure[]): unknown {
  const toFix = failures.find(({ cause }) => cause instanceof ConnectionFailure && isToFix(cause.code));
  const [others, standbys] = [failures.filter((each) => !isStandby(each)), failures.filter(isStandby)];
  const [standby] = standbys;
  if (toFix !== undefined || standby === undefined) return (toFix ?? failures[0])?.cause;
  const advice =
    others.length === 0
      ? 'every server is a standby: promote one'
      : `${others.map(described).join('; ')}; ${standby.server} is a standby: promote ${standby.server} only if ` +
        `${others.map(({ server }) => server).join(' and ')} is switched off`;
  return new ConnectionFailure(new OwnFailure(ownCodes.standby, advice));
}

function isStandby({ cause }: ServerFailure): boolean {
  return cause instanceof ConnectionFailure && cause.code === ownCodes.standby;
}

function described({ server, cause }: ServerFailure): string {
  if (!(cause instanceof ConnectionFailure)) return `${server} is starting or stopping`;
  return cause.code === ownCodes.silent ? cause.reason : `${server} cannot be reached (${cause.code ?? 'no code'})`;
}

/** Returns whether a start that failed with `cause` may succeed soon: the server is starting, or cannot be reached. */
export function mayComeSoon(cause: unknown): cause is ServiceError {
  if (!hasReason(cause, 'store_unavailable')) return false;
  const { code, sqlState } = cause.detail;
  return 'code' in cause.detail ? !isToFix(code) : typeof sqlState === 'string' && isPassingState(sqlState);
}

const isToFix = (code: unknown): boolean => typeof code === 'string' && Object.hasOwn(reasonsToFix, code);

/** Returns the server's SQLSTATE, or undefined when the error is not the server's. */
export function sqlStateOf(cause: unknown): string | undefined {
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/** Errors of server and connection become ServiceError `store_unavailable`, without values; others are unchanged. */
export function postgresFailure(cause: unknown): unknown {
  if (cause instanceof DatabaseError) {
    const detail = { sqlState: cause.code, constraint: cause.constraint };
    if (cause.code === diskFull)
      return new ServiceError('storage_full', { detail: { ...detail, reason: reasonOf(diskFull) } });
    return storeUnavailable(reasonOf(cause.code), detail);
  }
  if (cause instanceof ConnectionFailure) {
    return storeUnavailable(cause.reason, { code: cause.code });
  }
  return cause;
}

const diskFull = '53100';

// Source: PostgreSQL's manual, appendix A. Errors that an operator can fix.
const reasons: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '42501': 'the role has no permission for this',
  [diskFull]: 'the disk of the server is full',
  '53300': 'the server has no free connection: raise its max_connections, or lower DATABASE_CONNECTIONS of the nodes',
  '55P03': 'another session held a lock for too long',
  '57014': 'the server took too long',
};

const untrusted = 'no trusted authority signed the certificate of the server: name the authority by sslrootcert';

// Source: Node's manual, "TLS", X509 certificate error codes. Errors that an operator can fix.
const reasonsToFix: Readonly<Record<string, string>> = {
  [ownCodes.noTls]: 'the server has no TLS: turn ssl on in postgresql.conf',
  [ownCodes.authority]: 'the file of sslrootcert cannot be read',
  [ownCodes.address]: 'the address of the database cannot be read',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server does not name the host of the URL',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** Fixed texts, because the server's messages may quote values. */
function reasonOf(sqlState = 'unknown'): string {
  return reasons[sqlState] ?? `the server refused with SQLSTATE ${sqlState}`;
}

/** @param detail for the log, as `reason` is: no values, no address with a password */
export function storeUnavailable(reason: string, detail: ServiceError['detail'] = {}): ServiceError {
  return new ServiceError('store_unavailable', { detail: { ...detail, reason } });
}

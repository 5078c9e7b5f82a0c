import { DatabaseError } from 'pg';
import { ServiceError } from '../../../core/service-error.ts';

/** Codes of failures that neither Node nor the driver gives one. */
export const ownCodes = { standby: 'STANDBY', noTls: 'NO_TLS', authority: 'SSLROOTCERT' } as const;

/** The connection could not be made, or broke during a statement: the outcome is unknown. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  /** The socket's error code, such as `ECONNRESET`; undefined for other failures. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const code = codeOf(cause);
    // For a name with several addresses, the combined error has a code and no message.
    super(connectionReasons[code ?? ''] ?? ((cause instanceof Error ? cause.message : String(cause)) || code));
    this.code = code;
  }
}

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  // The driver's only distinction of this failure.
  if (cause.message === 'The server does not support SSL connections') return ownCodes.noTls;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** SQLSTATE: a server, a database or a user has reached its limit of connections. */
export const tooManyConnections = '53300';

// Transient errors. Source: PostgreSQL's manual, appendix A. None is caused by the statement itself.
const passing: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  tooManyConnections,
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
  return state !== undefined && (state.startsWith('08') || passing.has(state) || ofThisConnection.has(state));
}

/** Returns whether `cause` makes its connection unusable. */
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

/**
 * Returns the more useful failure of two servers. A reason to fix comes before `standby`, which advises a promotion,
 * and that before any other.
 */
export function moreUseful(one: unknown, other: unknown): unknown {
  return placeOf(other) > placeOf(one) ? other : one;
}

function placeOf(cause: unknown): number {
  return cause instanceof ConnectionFailure ? Object.keys(connectionReasons).indexOf(cause.code ?? '') : -1;
}

/** Returns the server's SQLSTATE, or undefined when the error is not the server's. */
export function sqlStateOf(cause: unknown): string | undefined {
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/**
 * Returns the error for the caller. Errors of the server and of the connection become ServiceError `store_unavailable`
 * with codes and the constraint's name, never a value. Errors of a procedure are returned unchanged.
 */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof DatabaseError) {
    return storeUnavailable(reasonOf(cause.code), { sqlState: cause.code, constraint: cause.constraint });
  }
  if (cause instanceof ConnectionFailure) {
    const reason = connectionReasons[cause.code ?? ''] ?? 'the connection to the database failed';
    return storeUnavailable(reason, { code: cause.code });
  }
  return cause;
}

// Source: PostgreSQL's manual, appendix A. Errors that an operator can fix.
const reasons: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '42501': 'the role has no permission for this',
  '53100': 'the disk of the server is full',
  [tooManyConnections]: 'the server has no free connection',
  '55P03': 'another session held a lock for too long',
  '57014': 'the server took too long',
};

const untrusted = 'no trusted authority signed the certificate of the server: name the authority by sslrootcert';

// Source: Node's manual, "TLS", X509 certificate error codes. Errors that an operator can fix; `standby` is the first.
const connectionReasons: Readonly<Record<string, string>> = {
  [ownCodes.standby]: 'every reachable server is a standby: promote one',
  [ownCodes.noTls]: 'the server has no TLS: turn ssl on in postgresql.conf',
  [ownCodes.authority]: 'the file of sslrootcert cannot be read',
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

import { DatabaseError } from 'pg';
import { ServiceError } from '../../../core/service-error.ts';

/** The connection to the server could not be made, or broke while something was asked: nobody knows what was done. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  /** Of the socket, such as `ECONNRESET`; undefined when it was not the socket that failed. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
    // Where a name has several addresses, the error of all of them together has a code and no message.
    super((cause instanceof Error ? cause.message : String(cause)) || code);
    this.code = code;
  }
}

/** SQLSTATE of a server, a database or a user that has no room for another connection. */
export const tooManyConnections = '53300';

// Source: PostgreSQL's manual, appendix A. Each is about others, the moment or this connection, not about the statement.
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

// What another connection may do better: one that leads to the server that can be written to, or that prepares anew.
const ofThisConnection: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: this server has become a standby
  '26000', // invalid_sql_statement_name: somebody discarded what was prepared
  '0A000', // feature_not_supported: what a prepared statement returns has changed with a migration
]);

/** Whether the same statements may succeed when they are tried again, perhaps on another connection. */
export function isPassing(cause: unknown): boolean {
  if (cause instanceof ConnectionFailure) return true;
  const state = sqlStateOf(cause);
  return state !== undefined && (state.startsWith('08') || passing.has(state) || ofThisConnection.has(state));
}

/** Whether the connection on which `cause` was met is of no further use. */
export function breaksConnection(cause: unknown): boolean {
  if (cause instanceof ConnectionFailure) return true;
  if (!(cause instanceof DatabaseError)) return false;
  if (cause.severity === 'FATAL' || cause.severity === 'PANIC') return true;
  const state = cause.code ?? '';
  return state.startsWith('08') || ofThisConnection.has(state);
}

/** The server's own code for what went wrong (SQLSTATE); undefined when it was not the server that said so. */
export function sqlStateOf(cause: unknown): string | undefined {
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/**
 * What a caller gets for `cause`. Errors of the server and of the connection become ServiceError `store_unavailable`
 * with codes and the constraint's name, never a value; what a procedure itself threw stays as it is.
 */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof DatabaseError) {
    return storeUnavailable(reasonOf(cause.code), { sqlState: cause.code, constraint: cause.constraint });
  }
  if (cause instanceof ConnectionFailure) {
    return storeUnavailable('the connection to the database failed', { code: cause.code });
  }
  return cause;
}

// Source: PostgreSQL's manual, appendix A. What an operator can do something about.
const reasons: Readonly<Record<string, string>> = {
  '25006': 'the database only lets itself be read',
  '42501': 'the role has no right to that',
  '53100': 'the disk of the server is full',
  [tooManyConnections]: 'the server has no connection left',
  '55P03': 'somebody else held a lock for too long',
  '57014': 'the server took too long',
};

/** In words of our own: those of the server may quote values. */
function reasonOf(sqlState = 'unknown'): string {
  return reasons[sqlState] ?? `the server refused with SQLSTATE ${sqlState}`;
}

/** @param detail for the log, as `reason` is: no values, no address with a password */
export function storeUnavailable(reason: string, detail: ServiceError['detail'] = {}): ServiceError {
  return new ServiceError('store_unavailable', { detail: { ...detail, reason } });
}

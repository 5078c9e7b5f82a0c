import { ServiceError } from '../../../ground/service-error.ts';

/** The part of an error that is sent between threads: SQLite's message, which names columns but no values. */
export type SqliteFailure = {
  readonly message: string;
  /** SQLite's extended result code, or undefined when the error was not SQLite's. */
  readonly resultCode: number | undefined;
};

// Source: https://www.sqlite.org/rescode.html; the low byte is the primary code.

const full = 13;

/** Permission, read-only file, file that cannot be opened. */
const ofAccess: ReadonlySet<number> = new Set([3, 8, 14]);

/** Busy, locked, protocol. */
const passing: ReadonlySet<number> = new Set([5, 6, 15]);

/** Too big, constraint, mismatch, range. */
const ofOneStatement: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** Returns SQLite's extended result code of `cause`, or undefined for another error. */
function resultCodeOf(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('errcode' in cause)) return undefined;
  return typeof cause.errcode === 'number' ? cause.errcode : undefined;
}

/** Returns whether another connection holds a lock, so that a retry may succeed. */
export function isLockedOut(cause: unknown): boolean {
  return passing.has((resultCodeOf(cause) ?? 0) & 0xff);
}

/** Returns whether one operation caused the error, rather than the file, the disk or the whole transaction. */
export function isOperationsOwn(cause: unknown): boolean {
  const resultCode = resultCodeOf(cause);
  return resultCode === undefined || ofOneStatement.has(resultCode & 0xff);
}

export function sqliteFailure(cause: unknown): SqliteFailure {
  return { message: cause instanceof Error ? cause.message : String(cause), resultCode: resultCodeOf(cause) };
}

/** Returns the error for a file that cannot be opened or written, with its path and, if it is about access, what to do. */
export function unusableFile(file: string, cause: unknown): ServiceError {
  const { message, resultCode } = sqliteFailure(cause);
  const named = message.includes(file) ? message : `${file}: ${message}`;
  const isAccess = ofAccess.has((resultCode ?? 0) & 0xff) || /^(EACCES|EPERM|EROFS)\b/.test(message);
  const advice =
    '; run this as the user who owns the folder and its files, or make DATA_DIR a folder that this user can write to';
  return storeUnavailable({ message: isAccess ? named + advice : named, resultCode });
}

/** Returns the error for the caller of a failed operation; nothing was changed. */
export function storeUnavailable({ message: reason, resultCode }: SqliteFailure): ServiceError {
  const isFull = ((resultCode ?? 0) & 0xff) === full;
  return new ServiceError(isFull ? 'storage_full' : 'store_unavailable', { detail: { reason, resultCode } });
}

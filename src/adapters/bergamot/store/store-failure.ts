import { type ReasonData, ServiceError } from '../../../core/service-error.ts';

/** Why the store could not do something, in one line for the operator. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  /** Whether the same may succeed soon without anybody doing anything: the network, not the file or the disk. */
  readonly isPassing: boolean;

  constructor(reason: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(reason, cause === undefined ? undefined : { cause });
    this.isPassing = isPassing;
  }
}

/** What an operator can make of the codes that the system gives. Sources: errno(3), Node.js `Common system errors`. */
const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than this process may write (ulimit -f)',
  EROFS: 'the folder is read-only',
  EACCES: 'this user may not use the folder',
  EPERM: 'this user may not use the folder',
  ENOENT: 'a file is not there',
  ENOTDIR: 'a folder is expected where a file is',
  EIO: 'the disk reports an error',
  EMFILE: 'the process has too many files open',
  EXDEV: 'the folder spans two file systems',
  ENOTFOUND: 'the name of the server cannot be resolved',
  EAI_AGAIN: 'the name of the server cannot be resolved at the moment',
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'the server could not be connected to in time',
  ETIMEDOUT: 'the server could not be connected to in time',
  EHOSTUNREACH: 'there is no way to the server',
  ENETUNREACH: 'there is no network',
};

const reasonLengthMax = 300;

/** One line for an operator about whatever was thrown. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof StoreFailure) return thrown.message;
  if (thrown instanceof ServiceError && typeof thrown.detail['reason'] === 'string') return thrown.detail['reason'];
  const code = codeOf(thrown);
  if (code !== undefined) return systemReasons[code] ?? `${plain(thrown)} (${code})`;
  return plain(thrown);
}

/** One line about why a request got no reply; the words of the runtime are not for operators. */
export function networkReasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === undefined) return 'the connection failed';
  if (/CERT|SIGNED|ISSUER|ALTNAME/.test(code)) return `its certificate is not accepted (${code})`;
  return systemReasons[code] ?? `the connection failed (${code})`;
}

/** The system's code of an error or of what caused it; Node's `fetch` says only there what happened. */
export function codeOf(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return undefined;
}

/** What only the operator can correct. */
export function modelFailed(data: ReasonData['model_failed'], cause: unknown): ServiceError {
  return new ServiceError('model_failed', { data, detail: { reason: reasonOf(cause) }, cause });
}

function plain(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : 'an unknown error';
  return message.replaceAll(/\s+/gu, ' ').slice(0, reasonLengthMax);
}

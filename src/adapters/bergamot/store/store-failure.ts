import { getSystemErrorMessage } from 'node:util';

/** Why an operation of the store failed, in one line for the operator. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  /** Whether a retry may succeed soon, because the network failed and not the file or the disk. */
  readonly isPassing: boolean;

  constructor(reason: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(reason, { cause });
    this.isPassing = isPassing;
  }
}

const reasonLengthMax = 300;

export function reasonOf(thrown: unknown): string {
  // Node throws one if the connection to each address of a host failed.
  const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  if (!(error instanceof Error)) return 'an unknown error';
  // `errno` is a system error only with `syscall`; zlib has its own numbers.
  if ('syscall' in error && 'errno' in error && typeof error.errno === 'number')
    return getSystemErrorMessage(error.errno);
  return error.message.replaceAll(/\s+/gu, ' ').slice(0, reasonLengthMax);
}

export function storeFailureCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

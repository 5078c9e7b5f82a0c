import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../ops/module-address.ts';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import type { VerificationOptions } from '../invariants.ts';
import { sqliteFailure, storeUnavailable } from './sqlite-error.ts';

/**
 * Checks in one snapshot, on a separate thread, which `signal` ends: requests continue. A quick check does not check
 * the pages of the file. @throws ServiceError `store_unavailable` when the file cannot be read
 */
export function verifySqlite({
  signal,
  ...options
}: { readonly file: string; readonly signal?: AbortSignal } & VerificationOptions): Promise<readonly LedgerFault[]> {
  const thread = new Worker(moduleBeside(import.meta.url, 'verifier-thread'), {
    name: 'ledger verifier',
    workerData: options,
  });
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop);
  thread.on('exit', () => signal?.removeEventListener('abort', stop));
  return new Promise((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', (cause) => reject(storeUnavailable(sqliteFailure(cause))));
    thread.on('exit', () => reject(storeUnavailable({ message: 'the verifier exited early', resultCode: undefined })));
  });
}

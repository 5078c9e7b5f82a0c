import { Worker } from 'node:worker_threads';
import type { LedgerFault } from '../../../core/ledger/ledger-store.ts';
import { moduleBeside } from '../../../ops/module-address.ts';
import type { VerificationOptions } from '../invariants.ts';
import { failureOf, storeUnavailable } from './sqlite-error.ts';

/**
 * Checks the ledger in `file` in one snapshot, on a separate thread and connection: requests continue. A quick check
 * does not check the pages of the file.
 *
 * @throws ServiceError `store_unavailable` when the file cannot be read
 */
export function verifySqlite(
  options: { readonly file: string } & VerificationOptions,
): Promise<readonly LedgerFault[]> {
  const thread = new Worker(moduleBeside(import.meta.url, 'verifier-thread'), {
    name: 'ledger verifier',
    workerData: options,
  });
  return new Promise((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', (cause) => reject(storeUnavailable(failureOf(cause))));
    thread.on('exit', () => reject(storeUnavailable({ message: 'the verifier exited early', resultCode: undefined })));
  });
}

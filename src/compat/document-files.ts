import { pauseFor } from '../ground/abort.ts';
import { ServiceError } from '../ground/service-error.ts';
import type { AccountId } from '../shop/accounts/account.ts';
import type { DocumentRequest, DocumentState } from '../shop/documents/document.ts';
import { FaultyRequest } from './failure.ts';
import type { Parameters } from './parameters.ts';
import type { CompatParts } from './shape.ts';

const checkEveryMs = 500;
/** The end of a longer name says its format. */
const nameLengthMax = 255;

/**
 * Returns the parameter `file`, whose name decides its format.
 *
 * @throws FaultyRequest `missing`
 */
export async function sentDocument(parameters: Parameters): Promise<DocumentRequest['file']> {
  const sent = parameters.file('file');
  if (sent === undefined || sent.name === '') throw new FaultyRequest({ kind: 'missing', name: 'file' });
  const bytes = new Uint8Array(await sent.arrayBuffer());
  return { name: sent.name.slice(-nameLengthMax), bytes, format: undefined, options: {} };
}

/**
 * Waits until a document is translated. It may be done, and charged, since the last look when `signal` aborts.
 *
 * @throws ServiceError the reason of a failed translation; `no_document`
 */
export async function whenDocumentDone(
  { documents }: CompatParts,
  { accountId, id, signal }: { readonly accountId: AccountId; readonly id: string; readonly signal: AbortSignal },
): Promise<Extract<DocumentState, { status: 'done' }>> {
  for (;;) {
    const state = await documents.find(accountId, id);
    if (state.status === 'done') return state;
    if (state.status === 'failed')
      throw new ServiceError(state.reason as 'unusable_file', { data: state.data as { readonly message: string } });
    signal.throwIfAborted();
    await pauseFor(checkEveryMs, signal).catch(() => undefined);
  }
}

import { FileReply } from '../calls/endpoint-reply.ts';
import { pauseFor } from '../ground/abort.ts';
import { ServiceError } from '../ground/service-error.ts';
import type { Exchange } from '../http/exchange.ts';
import type { AccountId } from '../shop/accounts/account.ts';
import type { DocumentRequest, DocumentState } from '../shop/documents/document.ts';
import { FaultyRequest } from './failure.ts';
import type { Parameters } from './parameters.ts';
import type { CompatParts } from './shape.ts';

const checkEveryMs = 500;
/** The end of a longer name says its format. */
const nameLengthMax = 255;

type DocumentPlace = { readonly accountId: AccountId; readonly id: string };

/**
 * Returns the parameter `file`. Its name, or the parameter `filename`, decides its format.
 *
 * @throws FaultyRequest `missing`
 */
export async function sentDocument(parameters: Parameters): Promise<DocumentRequest['file']> {
  const sent = parameters.file('file');
  const name = (parameters.word('filename') ?? sent?.name ?? '').split(/[/\\]/).at(-1) ?? '';
  if (sent === undefined || name === '') throw new FaultyRequest({ kind: 'missing', name: 'file' });
  return { name: name.slice(-nameLengthMax), bytes: await sent.bytes(), format: undefined, options: {} };
}

/**
 * Waits until a document is translated. It may be done, and charged, since the last look when `signal` aborts.
 *
 * @throws ServiceError the reason of a failed translation; `no_document`
 */
export async function whenDocumentDone(
  { documents }: CompatParts,
  { accountId, id, signal }: DocumentPlace & { readonly signal: AbortSignal },
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

/** Documents that were sent to their end and are not deleted yet. */
const sentToEnd = new Set<string>();

/**
 * Returns the translation of a document, which is deleted once it is sent to its end.
 *
 * @throws ServiceError `no_document`, `document_not_ready`
 */
export async function onlyDownload(
  { documents }: Pick<CompatParts, 'documents'>,
  { accountId, id }: DocumentPlace,
  exchange: Exchange,
): Promise<FileReply> {
  const { name, mediaType, bytes } = await documents.content(accountId, id);
  if (sentToEnd.has(id)) throw new ServiceError('no_document');
  if (exchange.req.method !== 'HEAD')
    exchange.once('finish', () => {
      sentToEnd.add(id);
      void documents.abandon(accountId, id).finally(() => sentToEnd.delete(id));
    });
  return new FileReply(name, mediaType, new Uint8Array(bytes));
}

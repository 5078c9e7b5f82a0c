import { FileReply } from '../calls/endpoint-reply.ts';
import { orAborted, pauseFor } from '../ground/abort.ts';
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

/** Returns `file`. Its name or `filename` decides its format. @throws FaultyRequest `missing` */
export async function sentDocument(parameters: Parameters): Promise<DocumentRequest['file']> {
  const sent = parameters.file('file');
  const name = (parameters.word('filename') ?? sent?.name ?? '').split(/[/\\]/).at(-1) ?? '';
  if (sent === undefined || name === '') throw new FaultyRequest({ kind: 'missing', name: 'file' });
  return { name: name.slice(-nameLengthMax), bytes: await sent.bytes(), format: undefined, options: {} };
}

/**
 * Waits until a document is translated. It may be done, and charged, since the last look when `signal` aborts.
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

/** Ends of the downloads under way: a document that was sent to its end is deleted then. */
const downloads = new Map<string, Promise<void>>();

/**
 * Returns the translation of a document, which is deleted once it is sent to its end. A further download waits for that.
 * @throws ServiceError `no_document`, `document_not_ready`
 */
export async function onlyDownload(
  { documents, deadlineMs }: CompatParts,
  { accountId, id }: DocumentPlace,
  exchange: Exchange,
): Promise<FileReply> {
  await orAborted(downloads.get(id) ?? Promise.resolve(), exchange.abortSignal(deadlineMs));
  let isServed = false;
  const end = async () => {
    await new Promise((resolve) => exchange.once('close', resolve));
    if (isServed && exchange.writableFinished) await documents.abandon(accountId, id);
    downloads.delete(id);
  };
  if (exchange.req.method !== 'HEAD') downloads.set(id, end());
  const { name, mediaType, bytes } = await documents.content(accountId, id);
  isServed = true;
  return new FileReply(name, mediaType, new Uint8Array(bytes));
}

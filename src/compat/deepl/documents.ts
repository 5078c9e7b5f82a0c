import { createHash } from 'node:crypto';
import { problemWordingOf, RefusedRequest } from '../../calls/problem.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { DocumentState } from '../../shop/documents/document.ts';
import { onlyDownload, sentDocument } from '../document-files.ts';
import { keyed, type ShapeEndpoint, type ShapeRequest, translatingFile } from '../shape.ts';
import { namedPairs } from './glossaries.ts';
import { deeplPair } from './languages.ts';
import { refuseUnavailable } from './options.ts';

const upload = translatingFile('deepl-document', 'POST /v2/document', async (request, parts) => {
  const { parameters, holder, call } = request;
  const pair = deeplPair(request, parts);
  refuseUnavailable(parameters);
  const file = await sentDocument(parameters);
  const format = parameters.word('output_format')?.toLowerCase();
  if (format !== undefined && !file.name.toLowerCase().endsWith(`.${format}`))
    throw new RefusedRequest({ message: 'output_format must be that of the file.', param: 'output_format' });
  const named = await namedPairs(request, parts, pair);
  const sent = { ...holder, named, file, ...pair, guessesSource: true };
  const { id } = await parts.documents.start(sent, call.exchange.abortSignal(parts.deadlineMs));
  // Without the key, the client cannot read the document. It sends it again.
  call.exchange.onLost(() => void parts.documents.abandon(holder.accountId, id));
  return { reply: handleOf(id) };
});

const status = keyed('deepl-document-status', 'POST /v2/document/{id}', async (request, { documents, now }) => {
  const state = await documents.find(request.holder.accountId, documentOf(request));
  return { reply: { document_id: request.path['id'], ...statusOf(state, now() - state.createdAt) } };
});

const result = keyed('deepl-document-result', 'POST /v2/document/{id}/result', async (request, parts) => {
  const place = { accountId: request.holder.accountId, id: documentOf(request) };
  return { reply: await onlyDownload(parts, place, request.call.exchange) };
});

export const deeplDocuments: readonly ShapeEndpoint[] = [upload, status, result];

const idPrefix = 'doc_';

/** The key is the secret part of the document's id, in hexadecimal digits; the id is a hash of it. Neither is stored. */
function handleOf(document: string): { readonly document_id: string; readonly document_key: string } {
  const hash = createHash('sha256').update(document).digest('hex');
  const key = Buffer.from(document.slice(idPrefix.length)).toString('hex');
  return { document_id: hash.slice(0, 32), document_key: key };
}

/** @throws ServiceError `no_document` for a key of another document */
function documentOf({ parameters, path }: ShapeRequest): string {
  const key = parameters.requiredWord('document_key');
  const document = idPrefix + Buffer.from(key, 'hex').toString('latin1');
  const handle = handleOf(document);
  if (handle.document_id === path['id']?.toLowerCase() && handle.document_key === key.toLowerCase()) return document;
  throw new ServiceError('no_document');
}

function statusOf(state: DocumentState, tookMs: number): object {
  switch (state.status) {
    case 'queued':
      return { status: 'queued' };
    case 'translating': {
      const { charactersDone: done, characters } = state;
      const seconds = done === 0 ? undefined : Math.ceil((tookMs / done) * ((characters - done) / 1_000));
      return { status: 'translating', seconds_remaining: seconds };
    }
    case 'done':
      return { status: 'done', billed_characters: state.charged };
    case 'failed': {
      const failure = new ServiceError(state.reason as 'server_error', { data: state.data } as never);
      const { message } = problemWordingOf(failure).wording;
      // Older clients read `message`.
      return { status: 'error', error_message: message, message };
    }
  }
}

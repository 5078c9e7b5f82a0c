import { FileReply } from '../../calls/endpoint-reply.ts';
import { documentFormBytesMax } from '../../shop/documents/document.ts';
import { sentDocument, whenDocumentDone } from '../document-files.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { refuseLong } from '../translate-texts.ts';
import { pairOf } from './translate.ts';

/**
 * Replies with the translated file, and deletes it here. A caller that hangs up before pays nothing, so a file has no more
 * characters than a text.
 */
export const apertiumDocument: ShapeEndpoint = {
  name: 'apertium-document',
  methods: ['POST'],
  path: '/translateDoc',
  access: 'key',
  isListed: true,
  bodyBytesMax: documentFormBytesMax,
  handle: async (request, parts) => {
    const { parameters, holder, call } = request;
    const { documents, deadlineMs } = parts;
    const { accountId } = holder;
    const pair = pairOf(request, parts);
    const file = await sentDocument(parameters);
    const signal = call.exchange.abortSignal(deadlineMs);
    const { id, characters } = await documents.start({ ...holder, ...pair, file }, signal);
    try {
      refuseLong('file', characters);
      call.describe(await whenDocumentDone(parts, { accountId, id, signal }));
      const { name, mediaType, bytes } = await documents.content(accountId, id);
      return { reply: new FileReply(name, mediaType, new Uint8Array(bytes)) };
    } finally {
      await documents.abandon(accountId, id);
    }
  },
};

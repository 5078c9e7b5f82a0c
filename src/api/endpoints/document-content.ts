import { FileReply } from '../../calls/endpoint-reply.ts';
import type { KeyEndpoint } from '../endpoint.ts';

export const documentContent: KeyEndpoint = {
  name: 'document-content',
  method: 'GET',
  path: '/api/v1/documents/{id}/content',
  access: 'key',
  summary: 'Download a translated file',
  description: 'The name in `Content-Disposition` has the target language: `report.es.docx`.',
  reply: { description: 'The file, with its media type.', files: ['application/octet-stream'] },
  errors: [401, 404, 409, 429, 500],
  handle: async ({ path: { id = '' }, holder: { accountId } }, { documents }) => {
    const { name, mediaType, bytes } = await documents.content(accountId, id);
    return { reply: new FileReply(name, mediaType, new Uint8Array(bytes)) };
  },
};

import type { KeyEndpoint } from '../endpoint.ts';

export const documentDelete: KeyEndpoint = {
  name: 'document-delete',
  method: 'DELETE',
  path: '/api/v1/documents/{id}',
  access: 'key',
  summary: 'Delete a document',
  description: 'A document that is not done yet is cancelled. The units that are translated by then are charged.',
  reply: { description: 'The document was deleted.' },
  errors: [401, 404, 429, 500],
  handle: async ({ path: { id = '' }, holder: { accountId } }, { documents }) => {
    await documents.remove(accountId, id);
    return { reply: undefined };
  },
};

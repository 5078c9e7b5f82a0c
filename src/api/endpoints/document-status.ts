import type { TranslatedFile } from '../../../sdk/src/wire.ts';
import { documentExample, documentSchema, wireDocument } from '../document-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';

export const documentStatus: KeyEndpoint = {
  name: 'document-status',
  method: 'GET',
  path: '/api/v1/documents/{id}',
  access: 'key',
  summary: 'Read the status of a document',
  description: 'If the node that translated it has stopped, this one continues.',
  reply: {
    description: 'The document.',
    schema: documentSchema,
    example: {
      ...documentExample,
      status: 'done',
      characters_charged: 5_120,
      untranslated: [{ id: 'word/document.xml#17', line: null }],
    } satisfies TranslatedFile,
  },
  errors: [401, 404, 429, 500],
  handle: async ({ path: { id = '' }, holder: { accountId } }, { documents }) => ({
    reply: wireDocument(await documents.find(accountId, id)),
  }),
};

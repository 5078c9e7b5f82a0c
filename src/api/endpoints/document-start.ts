import type { TranslatedFile } from '../../../sdk/src/wire.ts';
import {
  documentExample,
  documentForm,
  documentSchema,
  parseDocumentRequest,
  wireDocument,
} from '../document-fields.ts';
import { stringHeader } from '../documented-headers.ts';
import type { KeyEndpoint } from '../endpoint.ts';

const path = '/api/v1/documents';

export const documentStart: KeyEndpoint = {
  name: 'document-start',
  method: 'POST',
  path,
  access: 'key',
  summary: 'Translate a file',
  description:
    'Holds the characters of the file and translates it in the background. When it is done, the units that were ' +
    'translated are charged. A failed document costs nothing. It is deleted after an hour.',
  body: documentForm,
  reply: {
    status: 202,
    description: 'The document, which is not translated yet.',
    schema: documentSchema,
    example: documentExample,
    headers: { Location: stringHeader('The path of the document.', `${path}/${documentExample.id}`) },
  },
  errors: [400, 401, 402, 429, 500],
  handle: async (asked, parts) => {
    const request = parseDocumentRequest(asked, parts);
    const state = await parts.documents.start(request, asked.call.exchange.abortSignal(parts.deadlineMs));
    return { reply: wireDocument(state), headers: { Location: `${path}/${state.id}` } };
  },
  undo: ({ reply }, { holder }, { documents }) => documents.abandon(holder.accountId, (reply as TranslatedFile).id),
};

import type { FileEstimate } from '../../../sdk/src/wire.ts';
import { documentForm, estimateSchema, parseDocumentRequest } from '../document-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';

export const documentEstimate: KeyEndpoint = {
  name: 'document-estimate',
  method: 'POST',
  path: '/api/v1/documents/estimate',
  access: 'key',
  summary: 'Count the characters of a file',
  description: 'Reads a file as `/documents` does, in ten seconds at most. Nothing is translated, stored or charged.',
  body: documentForm,
  reply: {
    description: 'What a translation costs at most.',
    schema: estimateSchema,
    example: { format: 'docx', units: 86, characters: 5_214, characters_from_memory: 0 } satisfies FileEstimate,
  },
  errors: [400, 401, 429, 500],
  handle: async (asked, parts) => {
    const request = parseDocumentRequest(asked, parts);
    const signal = asked.call.exchange.abortSignal(parts.deadlineMs);
    const { format, units, characters, memoryCharacters } = await parts.documents.estimate(request, signal);
    return { reply: { format, units, characters, characters_from_memory: memoryCharacters } satisfies FileEstimate };
  },
};

import type { KeyEndpoint } from '../endpoint.ts';
import { exportReply } from '../entry-files.ts';

export const documentReview: KeyEndpoint = {
  name: 'document-review',
  method: 'GET',
  path: '/api/v1/documents/{id}/review',
  access: 'key',
  summary: 'Download the texts of a document for review',
  description:
    'Returns the texts with their translations as XLIFF 1.2, named like `report.en-es.xlf`. Those that were not translated ' +
    'have no `<target>`, those whose translation is approved have `approved="yes"`. A person approves more, and `/memory/import` imports them. If you translate the file again, it is ' +
    'as reviewed, and what is approved is free.',
  reply: { description: 'The file.', files: ['application/x-xliff+xml; charset=utf-8'] },
  errors: [401, 404, 409, 429, 500],
  handle: async (asked, parts) => ({
    reply: await exportReply(parts, asked, () => parts.documents.review(asked.holder, asked.path['id'] ?? '')),
  }),
};

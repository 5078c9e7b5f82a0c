import { ServiceError } from '../../ground/service-error.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { KeyEndpoint } from '../endpoint.ts';

/** PostgreSQL stores no text with a NUL, so that one in an id would fail. */
const plainId = /^[\w-]{1,64}$/;

export const glossaryRemove: KeyEndpoint = {
  name: 'glossary-remove',
  method: 'DELETE',
  path: '/api/v1/glossary/{id}',
  access: 'key',
  summary: 'Remove a glossary entry',
  description: 'Removes an entry. It no longer applies from the next request.',
  reply: { description: 'The entry was removed.' },
  errors: [400, 401, 404, 429, 500],
  handle: async ({ path: { id = '' }, holder: { accountId } }, { glossaries }) => {
    if (!plainId.test(id)) throw new ServiceError('no_term');
    await glossaries.remove({ accountId, by: accountId }, id as EntryId);
    return { reply: undefined };
  },
};

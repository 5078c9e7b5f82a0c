import { ServiceError } from '../../ground/service-error.ts';
import type { MemoryEntryId } from '../../shop/memory/memory-entry.ts';
import type { KeyEndpoint } from '../endpoint.ts';

/** PostgreSQL stores no text with a NUL, so that one in an id would fail. */
const plainId = /^[\w-]{1,64}$/;

export const memoryRemove: KeyEndpoint = {
  name: 'memory-remove',
  method: 'DELETE',
  path: '/api/v1/memory/{id}',
  access: 'key',
  summary: 'Remove an approved translation',
  description: 'Removes an entry. It no longer applies from the next request.',
  reply: { description: 'The entry was removed.' },
  errors: [400, 401, 404, 429, 500],
  handle: async ({ path: { id = '' }, holder: { accountId } }, { memory }) => {
    if (!plainId.test(id)) throw new ServiceError('no_memory_entry');
    await memory.remove({ accountId, by: accountId }, id as MemoryEntryId);
    return { reply: undefined };
  },
};

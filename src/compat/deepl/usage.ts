import { assert } from '../../ground/assert.ts';
import type { ShapeEndpoint } from '../shape.ts';

/** The limit is what the account has used and has left. Nothing renews it, so there is no period. */
export const deeplUsage: ShapeEndpoint = {
  name: 'deepl-usage',
  methods: ['GET', 'POST'],
  path: '/v2/usage',
  access: 'key',
  handle: async ({ holder }, { readBalance }) => {
    const found = await readBalance(holder.accountId);
    assert(found !== undefined, 'a live key belongs to an account');
    return { reply: { character_count: found.used, character_limit: found.used + found.balance } };
  },
};

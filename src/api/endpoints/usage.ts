import { z } from '@hono/zod-openapi';
import type { Usage } from '../../../sdk/src/wire.ts';
import { assert } from '../../ground/assert.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { formatTime } from '../wire-time.ts';

const count = z.int().min(0);

const schema: z.ZodType<Usage> = z
  .strictObject({
    characters_balance: count.openapi({
      description: 'Characters left. Running requests are not subtracted yet. 0 after the expiry.',
      example: 1_250_000,
    }),
    characters_used: count.openapi({ description: 'All characters charged so far.', example: 750_000 }),
    characters_expires_at: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
      .nullable()
      .openapi({
        description:
          'When the balance expires: ISO 8601 in whole seconds, always in UTC, without a zone. `null` before ' +
          'the first purchase. Some parsers read such a string as local time.',
        example: '2027-11-20T00:00:00',
      }),
  })
  .openapi('Usage');

/** Ignores a body: HTTP gives it no meaning for GET. */
export const usage: KeyEndpoint = {
  name: 'usage',
  method: 'GET',
  path: '/api/v1/usage',
  access: 'key',
  summary: 'Read the balance',
  description: 'Returns the balance, its expiry and the characters used so far. Takes no parameters.',
  reply: {
    description: 'The account at this moment.',
    schema,
    example: {
      characters_balance: 1_250_000,
      characters_used: 750_000,
      characters_expires_at: '2027-11-20T00:00:00',
    } satisfies Usage,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ holder }, { readBalance }) => {
    const found = await readBalance(holder.accountId);
    assert(found !== undefined, 'a live key belongs to an account');
    const { balance, used, expiresAt } = found;
    const reply: Usage = {
      characters_balance: balance,
      characters_used: used,
      characters_expires_at: expiresAt === undefined ? null : formatTime(expiresAt),
    };
    return { reply };
  },
};

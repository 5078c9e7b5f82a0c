import { z } from '@hono/zod-openapi';
import type { Exchange } from '../http/exchange.ts';
import { stringHeader } from './documented-headers.ts';
import type { FieldProblem } from './problem.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

const idempotencyKeySchema = z
  .string()
  .regex(visibleAscii)
  .optional()
  .openapi({
    description:
      'Your own name for this request. Within 24 hours, the same key and request return the stored reply, with ' +
      '`Idempotency-Replayed: true`, and charge nothing more. The same key with another request gets status 400. ' +
      'Failures are not stored.',
    example: 'order-1017',
  });

/** Request headers of an endpoint that a caller may safely repeat. */
export const idempotencyHeaders = z.object({ 'Idempotency-Key': idempotencyKeySchema });

export const replayedHeaders = {
  'Idempotency-Replayed': stringHeader('`true` when this is the stored reply of an earlier request.', 'true'),
};

export const replayedReply = { headers: { 'Idempotency-Replayed': 'true' } } as const;

export function idempotencyKeyOf({ req }: Exchange): {
  readonly key: string | undefined;
  readonly problem: FieldProblem | undefined;
} {
  // Node joins repeated headers that it does not know.
  const key = req.headers['idempotency-key'] as string | undefined;
  if (key === undefined || visibleAscii.test(key)) return { key, problem: undefined };
  return { key, problem: { param: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' } };
}

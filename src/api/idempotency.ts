import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { ApiParts } from '../calls/api-parts.ts';
import type { EndpointReply } from '../calls/endpoint-reply.ts';
import { type FieldProblem, RefusedRequest } from '../calls/problem.ts';
import { assert } from '../ground/assert.ts';
import type { Exchange } from '../http/exchange.ts';
import { stringHeader } from './documented-headers.ts';
import type { KeyEndpoint, KeyRequest } from './endpoint.ts';

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

/** The reply to a repeat. */
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

/** Returns the stored reply of an `Idempotency-Key`. Stored after the work: if a node stops, it may be repeated. */
export async function once(endpoint: KeyEndpoint, request: KeyRequest, parts: ApiParts): Promise<EndpointReply> {
  const { holder, call, body, bytes, query } = request;
  const { key, problem } = idempotencyKeyOf(call.exchange);
  if (problem !== undefined)
    throw new RefusedRequest({ ...problem, message: `\`${problem.param}\` ${problem.message}.` });
  if (key === undefined) return endpoint.handle(request, parts);
  const content = createHash('sha256').update(bytes).update(JSON.stringify(body)).digest('base64');
  const repeated = { accountId: holder.accountId, key, request: JSON.stringify([endpoint.name, query, content]) };
  const signal = call.exchange.abortSignal(parts.deadlineMs);
  let unstored: EndpointReply | undefined;
  try {
    const { reply, replayed } = await parts.replies.run(repeated, signal, async () => {
      unstored = await endpoint.handle(request, parts);
      assert(unstored.reply !== undefined, 'a POST replies with JSON');
      return JSON.stringify(unstored);
    });
    if (!replayed) unstored = undefined;
    const made = JSON.parse(reply) as EndpointReply;
    return { ...made, headers: { ...made.headers, ...(replayed && replayedReply.headers) } };
  } finally {
    if (unstored !== undefined) await endpoint.undo?.(unstored, request, parts);
  }
}

import { createHash } from 'node:crypto';
import type { HttpBindings } from '../../http/answering.ts';
import { cachedReply } from '../cached-reply.ts';
import type { OpenApiDocument } from '../openapi-document.ts';

/** `GET /api/v1/openapi.json`. */
export function openApiRoute(document: OpenApiDocument): (bindings: HttpBindings) => Response {
  const body = JSON.stringify(document);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return ({ incoming }) => cachedReply(incoming, { body, version, headers });
}

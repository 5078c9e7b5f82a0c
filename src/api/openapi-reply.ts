import { createHash } from 'node:crypto';
import { cachedReply } from '../calls/cached-reply.ts';
import type { HttpBindings } from '../http/answering.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** `GET /api/v1/openapi.json`. Not in the list of endpoints, which the document is made from. */
export function openApiReply(document: OpenApiDocument): (bindings: HttpBindings) => Response {
  const body = JSON.stringify(document);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return ({ incoming }) => cachedReply(incoming, { body, version });
}

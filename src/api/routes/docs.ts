import { createHash } from 'node:crypto';
import type { HttpBindings } from '../../http/answering.ts';
import { cachedReply } from '../cached-reply.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { referencePage } from '../reference-page.ts';
import { referenceStyle } from '../reference-style.ts';

/** `GET /docs`: the reference, drawn once. The one style sheet in it is admitted by its hash; nothing else may load. */
export function docsRoute(document: OpenApiDocument): (bindings: HttpBindings) => Response {
  const body = referencePage(document);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const styleHash = createHash('sha256').update(referenceStyle).digest('base64');
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  };
  return ({ incoming }) => cachedReply(incoming, { body, version, headers });
}

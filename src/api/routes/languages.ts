import type { Language } from '../../../sdk/src/wire.ts';
import type { HttpBindings } from '../../http/answering.ts';
import type { LanguageEntry } from '../../text/languages/catalogue.ts';
import type { ApiParts } from '../api-parts.ts';
import { cachedReply } from '../cached-reply.ts';

const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
} as const;

/** `GET /api/v1/languages`: what can be translated now. Ignores the query. */
export function languagesRoute(catalogue: ApiParts['catalogue']): (bindings: HttpBindings) => Response {
  let body = '';
  let version: string | undefined;
  return ({ incoming }) => {
    if (version !== catalogue.version) {
      body = JSON.stringify(catalogue.entries().map(wireOf));
      version = catalogue.version;
    }
    return cachedReply(incoming, {
      body,
      version,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...openToAll },
    });
  };
}

/** The CORS preflight of `/api/v1/languages`. */
export function languagesPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age': '86400',
      Allow: 'GET, HEAD, OPTIONS',
    },
  });
}

function wireOf(entry: LanguageEntry): Language {
  return {
    code: entry.code,
    name: entry.name,
    native_name: entry.nativeName,
    direction: entry.direction,
    source: entry.source,
    target: entry.target,
    targets: entry.targets,
  };
}

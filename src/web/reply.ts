import { assert } from '../ground/assert.ts';
import { attachmentOf } from '../ops/content-disposition.ts';
import type { SetCookies } from '../shop/people/people.ts';
import { markupOf, type Piece } from './page.ts';
import type { Visit } from './visit.ts';

export type ReplyHeaders = Readonly<Record<string, string>>;

/** When the same request may succeed. */
export function retryHeaders({ retryAfterSeconds }: { readonly retryAfterSeconds?: number | undefined }): ReplyHeaders {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

/** No cache may store a reply of the account area; only pages load anything. */
export const privateHeaders: ReplyHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A part of a page, for a script that inserts it. */
export function partReply(piece: Piece, status = 200): Response {
  return htmlReply(piece, { status, headers: {} });
}

export function htmlReply(
  piece: Piece,
  { status, headers }: { readonly status: number; readonly headers: ReplyHeaders },
): Response {
  const all = { ...privateHeaders, 'Content-Type': 'text/html; charset=utf-8', ...headers };
  return new Response(markupOf(piece), { status, headers: all });
}

/** Redirects the visitor to a path of this service. @param cookies sent with the reply */
export function sendTo(visit: Pick<Visit, 'wantsPart'>, path: string, cookies: SetCookies = []): Response {
  assert(isOwnPath(path), 'a visitor is sent to paths of ours alone');
  const headers = new Headers(privateHeaders);
  headers.set(visit.wantsPart ? 'HX-Redirect' : 'Location', path);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: visit.wantsPart ? 204 : 303, headers });
}

export function withCookies(reply: Response, cookies: SetCookies): Response {
  for (const cookie of cookies) reply.headers.append('Set-Cookie', cookie);
  return reply;
}

export function fileReply(
  name: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  return new Response(body, {
    headers: { ...privateHeaders, 'Content-Type': type, 'Content-Disposition': attachmentOf(name) },
  });
}

/** Whether a browser stays on this site when it follows `path`. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return false;
  return URL.canParse(path, 'http://own.invalid') && new URL(path, 'http://own.invalid').host === 'own.invalid';
}

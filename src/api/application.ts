import type { Hono } from 'hono';
import { ServiceError } from '../core/service-error.ts';
import type { HttpBindings } from '../http/answering.ts';
import { renderProblem } from './problem.ts';

/** What a listener is given to serve. */
export type Application = Hono<{ Bindings: HttpBindings }>;

/** The methods that each path knows, as they stand in `Allow`. */
export type MethodsOfPaths = Readonly<Record<string, readonly string[]>>;

/** 405 with `Allow` where the path is known for other methods, else 404. */
export function refuseAddress(bindings: HttpBindings, path: string, known: MethodsOfPaths): Response {
  const methods = Object.hasOwn(known, path) ? known[path] : undefined;
  if (methods === undefined) return refuseUnknownAddress(bindings);
  const message = `Use ${methods.join(' or ')} on this path.`;
  return respondWith(new ServiceError('method_not_allowed', { message }), bindings, { Allow: methods.join(', ') });
}

/** 404 for a path that nothing here knows. */
export function refuseUnknownAddress(bindings: HttpBindings): Response {
  return respondWith(new ServiceError('not_found', { message: 'There is nothing at this path.' }), bindings);
}

export function respondWith(
  error: unknown,
  { outgoing }: HttpBindings,
  further: Readonly<Record<string, string>> = {},
): Response {
  const { status, headers, body } = renderProblem(error, outgoing.requestId);
  return new Response(body, { status, headers: { ...headers, ...further } });
}

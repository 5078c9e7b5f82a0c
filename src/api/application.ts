import type { Hono } from 'hono';
import { nothingAtPath, RefusedRequest, type RenderProblem } from '../calls/problem.ts';
import type { HttpBindings, MethodsOfPaths } from '../http/answering.ts';

/** The handler of a listener. */
export type Application = Hono<{ Bindings: HttpBindings }>;

/** Formats replies to requests that no endpoint handles. */
export class Refusals {
  readonly #render: RenderProblem;
  readonly #endpoints: readonly string[];

  /** @param endpoints paths that a caller of an unknown path may have meant */
  constructor(render: RenderProblem, endpoints: readonly string[] = []) {
    this.#render = render;
    this.#endpoints = endpoints;
  }

  respond(error: unknown, { outgoing }: HttpBindings, further: Readonly<Record<string, string>> = {}): Response {
    const { status, headers, body } = this.#render(error, outgoing.requestId);
    return new Response(body, { status, headers: { ...headers, ...further } });
  }

  /** If the path exists with other methods, returns them as `Allow`: 204 for OPTIONS, else 405. Otherwise 404. */
  address(bindings: HttpBindings, path: string, known: MethodsOfPaths): Response {
    const methods = Object.hasOwn(known, path) ? known[path] : undefined;
    if (methods === undefined) return this.respond(nothingAtPath(sameEnd(path, this.#endpoints)), bindings);
    const further = { Allow: [...methods, 'OPTIONS'].join(', ') };
    if (bindings.incoming.method === 'OPTIONS') return new Response(null, { status: 204, headers: further });
    const message = `Use ${methods.join(' or ')} on this path.`;
    return this.respond(new RefusedRequest({ message }, 'method_not_allowed'), bindings, further);
  }
}

/** Returns the endpoint that ends like `path`, such as `/api/v1/usage` for `/usage/`. */
function sameEnd(path: string, endpoints: readonly string[]): string | undefined {
  const end = path
    .toLowerCase()
    .split('/')
    .findLast((part) => part !== '');
  return endpoints.find((each) => end !== undefined && each.endsWith(`/${end}`));
}

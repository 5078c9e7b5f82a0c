import { problemRenderer } from '../../src/api/problem.ts';
import type { HttpBindings } from '../../src/http/answering.ts';
import { type HttpServer, type HttpServerOptions, listen } from '../../src/http/http-server.ts';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';

/** A listener on a free port that answers with `answer`, with bounds small enough to be reached in a test. */
export function listenWith(
  answer: (bindings: HttpBindings, request: Request) => Response | Promise<Response>,
  options: Partial<HttpServerOptions> = {},
): Promise<HttpServer> {
  return listen({
    fetch: (request, bindings) => answer(bindings, request),
    problem: problemRenderer(() => 'https://translate.example'),
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    trustedProxies: new TrustedProxies([]),
    events: { certificateReloaded: () => undefined, certificateRefused: () => undefined },
    ...options,
  });
}

/** A point that a handler passes and a test waits for, and a gate that the test opens. */
export function gate() {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    /** Called by the handler. */
    pass: () => {
      entered.resolve();
      return opened.promise;
    },
    /** Resolves once a handler waits at the gate. */
    entered: entered.promise,
    open: () => opened.resolve(),
  };
}

/** What a refusal says. */
export function problemOf(body: string): { code: string; message: string; request_id: string } {
  return (JSON.parse(body) as { error: { code: string; message: string; request_id: string } }).error;
}

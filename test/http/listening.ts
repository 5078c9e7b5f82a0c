import { problemRenderer } from '../../src/calls/problem.ts';
import type { ServiceError } from '../../src/ground/service-error.ts';
import type { HttpBindings } from '../../src/http/answering.ts';
import { type HttpServer, type HttpServerOptions, listen } from '../../src/http/http-server.ts';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import { RawConnection } from '../support/raw-connection.ts';

/** A listener on a free port that answers with `answer`, with limits small enough for a test. */
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
    events: { certificateLoaded: () => undefined, certificateRefused: () => undefined },
    ...options,
  });
}

/** A listener as of `listenWith`, and one connection to it. Disposing it closes both. */
export async function connectTo(...parameters: Parameters<typeof listenWith>) {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await listenWith(...parameters));
  const connection = opening.use(await RawConnection.open(server.url));
  const opened = opening.move();
  return Object.assign(connection, { [Symbol.asyncDispose]: () => opened.disposeAsync() });
}

/** A gate that a handler waits at and the test opens. */
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

/** A handler that answers once the test opens its gate, and records whether its signal was aborted. */
export function watched(deadlineMs = 60_000) {
  const slow = gate();
  const aborted = Promise.withResolvers<unknown>();
  const answer = async ({ outgoing }: HttpBindings) => {
    const signal = outgoing.abortSignal(deadlineMs);
    signal.addEventListener('abort', () => aborted.resolve(signal.reason));
    await Promise.race([slow.pass(), aborted.promise]);
    return new Response(signal.aborted ? (signal.reason as ServiceError).code : 'in time');
  };
  return { answer, slow, aborted: aborted.promise };
}

/** The fields of an error reply. */
export function problemOf(body: string): { code: string; message: string; request_id: string } {
  return (JSON.parse(body) as { error: { code: string; message: string; request_id: string } }).error;
}

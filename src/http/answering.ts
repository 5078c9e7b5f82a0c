import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type RequestFault, ServiceError } from '../ground/service-error.ts';
import { ClientCounts } from './client-counts.ts';
import { type Exchange, requestIdFrom } from './exchange.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The bindings of a handler: the parsed message and the reply to fill. */
export type HttpBindings = { readonly incoming: IncomingMessage; readonly outgoing: Exchange };

/** An error in the form that the caller receives. */
export type RenderedProblem = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The handler of requests, and the formatter of errors that occur before it. */
export type AnsweringParts = {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  /** Also formats errors thrown by `fetch`, which should not throw. `target`: of the request, if it was readable. */
  readonly problem: (error: unknown, requestId: string, target?: string) => RenderedProblem;
  readonly trustedProxies: TrustedProxies;
  /** Path of the service's public address, without a slash at the end; a proxy may have removed it from requests. */
  readonly basePath?: string;
};

/** Returns Node's listener for requests. */
export function requestAnswerer(options: AnsweringParts): (incoming: IncomingMessage, outgoing: Exchange) => void {
  // The adapter reads the request's target before it calls `fetch`, and calls `errorHandler` synchronously when that
  // fails: this variable then holds its request.
  let arriving: Exchange | undefined;
  const parts = { ...options, passedOn: new ClientCounts() };
  const listener = getRequestListener(
    (request, bindings) => answerWith(parts, request, bindings as unknown as HttpBindings),
    {
      hostname: 'localhost',
      autoCleanupIncoming: false,
      errorHandler: () => {
        const reason = unusableRequest('malformed_target');
        return rendered(options.problem(reason, arriving?.requestId ?? requestIdFrom(undefined)));
      },
    },
  );
  return (incoming, outgoing) => {
    outgoing.begin();
    useOriginForm(incoming);
    if (incoming.method === 'OPTIONS' && incoming.url === '*') {
      outgoing.writeHead(204, { Allow: 'GET, HEAD, POST, OPTIONS' }).end();
      return;
    }
    arriving = outgoing;
    if (options.basePath) incoming.url = withoutBase(incoming.url ?? '', options.basePath);
    void listener(incoming, outgoing);
  };
}

/** Returns the target of a request as if the service were at the root. */
function withoutBase(target: string, basePath: string): string {
  const rest = target.slice(basePath.length);
  if (!target.startsWith(basePath) || !/^(?:[/?#]|$)/.test(rest)) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Replaces a target in absolute form, and Host by its authority. Source: RFC 9112, sections 3.2.2 and 3.2.4. */
function useOriginForm(incoming: IncomingMessage): void {
  // Nearly every target is a path.
  if (incoming.url?.startsWith('/')) return;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(incoming.url ?? '') ?? [];
  if (authority === undefined) return;
  if (rest === '' && incoming.method === 'OPTIONS') incoming.url = '*';
  else incoming.url = rest.startsWith('/') ? rest : `/${rest}`;
  // Without a host, a target is malformed; the adapter would use its default.
  if (incoming.headers.host !== undefined) incoming.headers.host = authority === '' ? '@' : authority;
}

/** `passedOn`: requests that arrived through trusted proxies. */
type OpenParts = AnsweringParts & { readonly passedOn: ClientCounts };

function answerWith(options: OpenParts, request: Request, bindings: HttpBindings): Response | Promise<Response> {
  const { incoming, outgoing } = bindings;
  const failed = (error: unknown) => rendered(options.problem(error, outgoing.requestId, incoming.url));
  const refusal = refusalOf(options, bindings);
  if (refusal !== undefined) return failed(refusal);
  try {
    const response = options.fetch(request, bindings);
    return response instanceof Promise ? response.catch(failed) : response;
  } catch (error) {
    return failed(error);
  }
}

/** Returns why a well-formed request cannot be answered, or undefined. */
function refusalOf(
  { trustedProxies, passedOn }: OpenParts,
  { incoming, outgoing }: HttpBindings,
): ServiceError | undefined {
  if (outgoing.draining) return new ServiceError('draining');
  if (!outgoing.secure || trustedProxies.passedOnPlainHttp(incoming)) return unusableRequest('plain_http');
  if (incoming.headers.host === undefined && outgoing.interimAllowed) return unusableRequest('no_host');
  const { connectionsPerAddressMax: max } = outgoing.limits;
  const client = trustedProxies.clientAddress(incoming);
  const isPassedOn = client !== incoming.socket.remoteAddress;
  if (isPassedOn && passedOn.add(client, outgoing) > max) {
    return new ServiceError('too_many_connections', { data: { max, what: 'requests' } });
  }
  return undefined;
}

const parserFaults: Readonly<Record<string, RequestFault>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_INVALID_EOF_STATE: 'incomplete',
  ERR_HTTP_REQUEST_TIMEOUT: 'slow',
};

/** Returns the error for a code of Node's parser, or undefined when the request is not the cause. */
export function malformed(code = ''): ServiceError | undefined {
  if (!code.startsWith('HPE_') && !Object.hasOwn(parserFaults, code)) return undefined;
  return unusableRequest(parserFaults[code] ?? 'malformed', { code });
}

export function unusableRequest(fault: RequestFault, detail: ServiceError['detail'] = {}): ServiceError {
  return new ServiceError('unusable_request', { data: { fault }, detail });
}

function rendered(problem: RenderedProblem): Response {
  return new Response(problem.body, { status: problem.status, headers: problem.headers });
}

/** Returns the target of a request that could not be parsed, if `packet` begins with it. */
export function targetIn({ basePath = '' }: AnsweringParts, packet: Buffer | undefined): string | undefined {
  const [, target] = /^[A-Z]+ (\S+)/.exec(packet?.toString('latin1') ?? '') ?? [];
  return target && withoutBase(target, basePath);
}

type Unparsed = { readonly requestId?: string; readonly target?: string | undefined };

/** Returns an error reply as bytes, for a connection without a request to reply to. */
export function rawReply(
  options: AnsweringParts,
  reason: ServiceError,
  { requestId = requestIdFrom(undefined), target }: Unparsed = {},
): string {
  const { status, headers, body } = options.problem(reason, requestId, target);
  const all = { ...headers, 'X-Request-Id': requestId, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** The methods of each path, in addition to OPTIONS. */
export type MethodsOfPaths = Readonly<Record<string, readonly string[]>>;

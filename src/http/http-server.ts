import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../ground/service-error.ts';
import { type AnsweringParts, malformed, rawReply, requestAnswerer, targetIn, unusableRequest } from './answering.ts';
import { BodyBudget } from './body-budget.ts';
import { type CertificateFiles, readCertificate, watchCertificate } from './certificate.ts';
import { ClientCounts } from './client-counts.ts';
import { Connection, type ListenerState } from './connection.ts';
import { Exchange, requestIdFrom } from './exchange.ts';
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts';
import { OpenSockets } from './open-sockets.ts';

export type HttpEvents = {
  /** Called at the start, and when a new certificate comes into use. */
  certificateLoaded(event: { readonly expiresAtMs: number; readonly isReload: boolean }): void;
  /** Called when a new certificate is invalid; the old one stays in use. */
  certificateRefused(cause: unknown): void;
};

export type HttpServerOptions = AnsweringParts & {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly tls: CertificateFiles | undefined;
  readonly events: HttpEvents;
  readonly limits?: Partial<HttpLimits>;
};

/** An open listener. Disposing it aborts open requests; `drain` lets them finish first. */
export type HttpServer = AsyncDisposable & {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Reads the certificate again, if there is one. Reports a failure as an event. */
  reloadCertificate(): Promise<void>;
  /**
   * From now on every reply closes its connection. After `delayMs` (default 0), accepts no new work, and resolves when
   * all accepted requests are answered, or aborted after `withinMs`. Further requests on open connections are refused.
   */
  drain(withinMs: number, delayMs?: number): Promise<void>;
};

const minVersion = 'TLSv1.2';

/** Opens a listener. @throws when the port is in use, or the certificate is invalid */
export async function listen(options: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const bodies = new BodyBudget({ bytesMax: limits.heldBytesMax, bytesPerSenderMax: limits.heldBytesMax });
  const sockets = new OpenSockets(limits.connectionsMax);
  const state: ListenerState = { limits, leaving: false, draining: false, bodies, sockets };
  await using opening = new AsyncDisposableStack();
  const { server, reloadCertificate } = await createListener(options, state.limits, opening);
  server.maxConnections = state.limits.connectionsMax;
  server.setTimeout(state.limits.idleMs);
  boundAddresses(server, options, state);
  attach(server, options, state);
  opening.defer(() => closeNow(server, sockets));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const opened = opening.move();
  const { port } = server.address() as AddressInfo;
  return {
    port,
    reloadCertificate,
    url: `${options.tls ? 'https' : 'http'}://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    drain: async (withinMs, delayMs = 0) => {
      state.leaving = true;
      if (delayMs > 0) await pause(delayMs);
      state.draining = true;
      return closeWithin(server, sockets, withinMs);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function createListener(
  options: HttpServerOptions,
  limits: HttpLimits,
  opening: AsyncDisposableStack,
): Promise<{ readonly server: Server; readonly reloadCertificate: () => Promise<void> }> {
  const serverOptions: ServerOptions<typeof IncomingMessage, typeof Exchange> = {
    ServerResponse: Exchange,
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    // Checked in `refusalOf`, so that the error reply has a body like all others.
    requireHostHeader: false,
    insecureHTTPParser: false,
  };
  if (options.tls === undefined) {
    return { server: createServer(serverOptions) as Server, reloadCertificate: async () => undefined };
  }
  const certificate = await readCertificate(options.tls);
  options.events.certificateLoaded({ expiresAtMs: certificate.expiresAtMs, isReload: false });
  const server = createTlsServer({ ...serverOptions, ...certificate, minVersion, handshakeTimeout: limits.headersMs });
  const watching = opening.use(
    watchCertificate({
      files: options.tls,
      apply: (renewed) => {
        server.setSecureContext({ ...renewed, minVersion });
        options.events.certificateLoaded({ expiresAtMs: renewed.expiresAtMs, isReload: true });
      },
      refused: (cause) => options.events.certificateRefused(cause),
    }),
  );
  return { server, reloadCertificate: watching.reload };
}

function attach(server: Server, options: HttpServerOptions, state: ListenerState): void {
  const secure = options.tls !== undefined;
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    Connection.open(socket, state, secure || options.trustedProxies.mayUsePlainHttp(socket.remoteAddress));
  });
  const answer = requestAnswerer(options);
  server.on('request', answer);
  // Whether the body is wanted is known only after the key is checked: `readBody` sends the 100.
  server.on('checkContinue', answer);
  // RFC 9110, section 10.1.1 allows a server to ignore an unknown expectation.
  server.on('checkExpectation', answer);
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Socket) => {
    const reason = malformed(error.code);
    const connection = Connection.find(socket);
    // Other errors end the connection, which the socket reports.
    if (connection === undefined || reason === undefined) socket.destroy();
    else connection.refuse(reason, rawReply(options, reason, { target: targetIn(options, error.rawPacket) }));
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    const requestId = requestIdFrom(incoming.headers['x-request-id']);
    socket.on('error', () => socket.destroy());
    socket.end(rawReply(options, unusableRequest('connect'), { requestId }));
  });
}

/**
 * Refuses further connections of an address at its limit: with a reply, except under TLS, where a handshake would be
 * necessary first. A trusted proxy carries many clients, whose requests `refusalOf` counts.
 */
function boundAddresses(server: Server, options: HttpServerOptions, { limits, sockets }: ListenerState): void {
  const connections = new ClientCounts();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    sockets.add(socket);
    if (address === undefined) return;
    const isCounted = !options.trustedProxies.has(address);
    const count = isCounted ? connections.add(address, socket) : 0;
    const countMax = sockets.areScarce ? limits.connectionsPerAddressNearMax : limits.connectionsPerAddressMax;
    if (count <= countMax) return sockets.admit(socket);
    const reason = new ServiceError('too_many_connections', { data: { max: countMax, what: 'connections' } });
    socket.on('error', () => socket.destroy());
    if (options.tls === undefined) socket.end(rawReply(options, reason));
    socket.destroySoon();
  });
}

async function closeWithin(server: Server, sockets: OpenSockets, withinMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => sockets.destroyAll(), withinMs);
  await closed;
  clearTimeout(timer);
}

async function closeNow(server: Server, sockets: OpenSockets): Promise<void> {
  const closed = server.listening ? once(server, 'close') : undefined;
  server.close();
  sockets.destroyAll();
  await closed;
}

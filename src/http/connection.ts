import type { Socket } from 'node:net';
import { ServiceError } from '../core/service-error.ts';
import type { BodyBudget } from './body-budget.ts';
import type { HttpLimits } from './http-limits.ts';

/** State shared by all connections of one listener. */
export type ListenerState = {
  readonly limits: HttpLimits;
  /** True once the listener accepts no new work. */
  draining: boolean;
  /** The budget of bodies without their own. */
  readonly bodies: BodyBudget;
};

/** A request that is being answered, as its connection needs it. */
export type OpenExchange = {
  /** True once the last byte of the request has been parsed. */
  readonly received: boolean;
  /** True once the reply's headers have been sent. */
  readonly headersSent: boolean;
  /** False for HTTP/1.0, which has no 1xx replies. */
  readonly interimAllowed: boolean;
  /** Makes reading the body fail: the rest will not arrive. */
  failBody(reason: ServiceError): void;
  /** Aborts the work, because the caller no longer waits for the reply. */
  abandon(reason: ServiceError): void;
};

const connectionKey = Symbol('connection');

type WithConnection = { [connectionKey]?: Connection };

// A caller that has hung up answers the first one with a reset, which makes the second one fail. A caller that only
// finished sending ignores them (RFC 9110, section 15.2: a client must accept 1xx that it did not ask for).
const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const probeWaitsMs = [1, 5, 25, 125] as const;
const probeEveryMs = 1_000;

/** One socket: tracks the requests being answered on it, and whether the caller is still connected. */
export class Connection {
  readonly listener: ListenerState;
  /** Whether keys may be sent on it: encrypted, from this machine, or from a proxy that terminated TLS. */
  readonly secure: boolean;
  /** In the order of arrival, which is the order of the replies. */
  readonly #open: OpenExchange[] = [];
  readonly #socket: Socket;
  /** Set once the caller has sent data that is not HTTP: the last reply's bytes on this connection. */
  #refusal: string | undefined;
  /** Whether the body of an answered request is still arriving. */
  #unwantedBody = false;
  #probe: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, listener: ListenerState, secure: boolean) {
    this.#socket = socket;
    this.listener = listener;
    this.secure = secure;
  }

  /** Call once for a socket, before its first request. */
  static open(socket: Socket, listener: ListenerState, secure: boolean): void {
    const connection = new Connection(socket, listener, secure);
    (socket as WithConnection)[connectionKey] = connection;
    // Set per socket: set for the whole listener, it would keep aborted TLS handshakes open.
    socket.allowHalfOpen = true;
    socket.on('end', () => connection.#probeCaller(0));
    socket.on('close', () => connection.#abandonAll());
  }

  static of(socket: Socket): Connection {
    const connection = Connection.find(socket);
    if (connection === undefined) throw new TypeError('this socket came from another listener');
    return connection;
  }

  /** Returns undefined for a socket whose TLS handshake has not ended. */
  static find(socket: Socket): Connection | undefined {
    return (socket as WithConnection)[connectionKey];
  }

  begin(exchange: OpenExchange): void {
    this.#open.push(exchange);
    this.#unwantedBody = false;
  }

  /** Called when the reply to the oldest open request has been passed to the operating system. */
  finish(exchange: OpenExchange): void {
    const at = this.#open.indexOf(exchange);
    if (at !== -1) this.#open.splice(at, 1);
    this.#unwantedBody = !exchange.received;
    if (this.#open.length === 0 && this.#refusal !== undefined) this.#sayLast(this.#refusal);
  }

  /**
   * Handles bytes that are not HTTP, or that arrived too slowly. Fails the request that they belong to and everything
   * after it, but not the replies to complete requests before it.
   *
   * @param reply the last bytes to send if no request can carry the error
   */
  refuse(reason: ServiceError, reply: string): void {
    if (this.#refusal !== undefined) return;
    this.#refusal = reply;
    const latest = this.#open.at(-1);
    if (latest === undefined && this.#unwantedBody) this.#socket.destroy();
    else if (latest === undefined) this.#sayLast(reply);
    else if (!latest.received) latest.failBody(reason);
  }

  /** Sends `reply`, then waits before closing: closing a socket with unread bytes resets it and loses the reply. */
  #sayLast(reply: string): void {
    setTimeout(() => this.#socket.destroy(), this.listener.limits.unwantedMs).unref();
    if (!this.#socket.writable) return;
    this.#socket.end(reply);
    this.#socket.resume();
  }

  /** Called when the caller stops sending: it has hung up, or only closed its sending side. */
  #probeCaller(probes: number): void {
    const head = this.#open[0];
    if (head === undefined || !head.received || this.#socket.destroyed) return;
    if (!head.interimAllowed) {
      this.#abandonAll();
      return;
    }
    if (!head.headersSent) this.#socket.write(interim);
    this.#probe = setTimeout(() => this.#probeCaller(probes + 1), probeWaitsMs[probes] ?? probeEveryMs);
  }

  #abandonAll(): void {
    clearTimeout(this.#probe);
    if (this.#open.length === 0) return;
    const gone = new ServiceError('caller_gone');
    for (const exchange of this.#open) {
      exchange.failBody(gone);
      exchange.abandon(gone);
    }
  }
}

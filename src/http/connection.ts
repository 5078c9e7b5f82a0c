import type { Socket } from 'node:net';
import { ServiceError } from '../core/service-error.ts';
import type { BodyBudget } from './body-budget.ts';
import type { HttpLimits } from './http-limits.ts';

/** What all connections of one listener share. */
export type ListenerState = {
  readonly limits: HttpLimits;
  /** True once the listener takes no new work. */
  draining: boolean;
  /** Of bodies that were given no other budget. */
  readonly bodies: BodyBudget;
};

/** A request that is being answered, as its connection sees it. */
export type OpenExchange = {
  /** True once the last byte of the request has been parsed. */
  readonly received: boolean;
  /** True once the reply's headers are on their way. */
  readonly headersSent: boolean;
  /** False for HTTP/1.0, which knows no 1xx. */
  readonly interimAllowed: boolean;
  /** Tells whoever reads the body that the rest will not come. */
  failBody(reason: ServiceError): void;
  /** Ends the work: nobody waits for the reply any more. */
  abandon(reason: ServiceError): void;
};

const connectionKey = Symbol('connection');

type WithConnection = { [connectionKey]?: Connection };

// A caller that is gone answers the first of these with a reset and makes the second fail; one that merely finished
// sending reads over them (RFC 9110, section 15.2: a client must accept 1xx that it did not ask for).
const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const probeWaitsMs = [1, 5, 25, 125] as const;
const probeEveryMs = 1_000;

/** One socket of a caller: the requests that are being answered on it, and whether anybody is still there. */
export class Connection {
  readonly listener: ListenerState;
  /** Whether keys may travel on it: encrypted, from this machine, or from a proxy that ended the encryption. */
  readonly secure: boolean;
  /** In the order of their arrival, which is the order of their replies. */
  readonly #open: OpenExchange[] = [];
  readonly #socket: Socket;
  /** Set once the caller has sent what is not HTTP; the bytes of the last reply on this connection. */
  #refusal: string | undefined;
  /** Whether the body of an answered request is still arriving. */
  #unwantedBody = false;
  #probe: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, listener: ListenerState, secure: boolean) {
    this.#socket = socket;
    this.listener = listener;
    this.secure = secure;
  }

  /** To be called once for a socket, before its first request. */
  static open(socket: Socket, listener: ListenerState, secure: boolean): void {
    const connection = new Connection(socket, listener, secure);
    (socket as WithConnection)[connectionKey] = connection;
    // Set here and not for the whole listener, where it would keep every TLS handshake that broke off waiting.
    socket.allowHalfOpen = true;
    socket.on('end', () => connection.#probeCaller(0));
    socket.on('close', () => connection.#abandonAll());
  }

  static of(socket: Socket): Connection {
    const connection = Connection.find(socket);
    if (connection === undefined) throw new TypeError('this socket came from another listener');
    return connection;
  }

  /** Undefined for a socket whose TLS handshake never ended. */
  static find(socket: Socket): Connection | undefined {
    return (socket as WithConnection)[connectionKey];
  }

  begin(exchange: OpenExchange): void {
    this.#open.push(exchange);
    this.#unwantedBody = false;
  }

  /** The reply to the oldest open request has been handed to the operating system. */
  finish(exchange: OpenExchange): void {
    const at = this.#open.indexOf(exchange);
    if (at !== -1) this.#open.splice(at, 1);
    this.#unwantedBody = !exchange.received;
    if (this.#open.length === 0 && this.#refusal !== undefined) this.#sayLast(this.#refusal);
  }

  /**
   * Deals with bytes that are not HTTP, or that came too slowly: they spoil the request that they belong to and
   * everything behind it, never the replies that are due for complete requests before it.
   *
   * @param reply the raw bytes to say last where no request can carry the refusal
   */
  refuse(reason: ServiceError, reply: string): void {
    if (this.#refusal !== undefined) return;
    this.#refusal = reply;
    const latest = this.#open.at(-1);
    if (latest === undefined && this.#unwantedBody) this.#socket.destroy();
    else if (latest === undefined) this.#sayLast(reply);
    else if (!latest.received) latest.failBody(reason);
  }

  /** Says `reply`, then lets the caller read it before the socket goes: closing on unread bytes would reset it away. */
  #sayLast(reply: string): void {
    setTimeout(() => this.#socket.destroy(), this.listener.limits.unwantedMs).unref();
    if (!this.#socket.writable) return;
    this.#socket.end(reply);
    this.#socket.resume();
  }

  /** The caller has stopped sending. That is what hanging up looks like, but also all that a half-closed socket does. */
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

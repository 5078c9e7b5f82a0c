import type { Socket } from 'node:net';
import { ServiceError } from '../ground/service-error.ts';
import type { BodyBudget } from './body-budget.ts';
import type { HttpLimits } from './http-limits.ts';
import { nameOf, type OpenSockets } from './open-sockets.ts';

/** State shared by all connections of one listener. */
export type ListenerState = {
  readonly limits: HttpLimits;
  /** True once every reply closes its connection, because the listener will soon drain. */
  leaving: boolean;
  /** True once the listener accepts no new work. */
  draining: boolean;
  /** The budget of bodies without their own. */
  readonly bodies: BodyBudget;
  readonly sockets: OpenSockets;
};

/** A request that is being answered, as its connection needs it. */
export type OpenExchange = {
  /** True once the last byte of the request has been parsed. */
  readonly received: boolean;
  /** Makes reading the body fail: the rest will not arrive. */
  failBody(reason: ServiceError): void;
  /** Aborts the work, because the caller no longer waits for the reply. */
  abandon(reason: ServiceError): void;
};

const connectionKey = Symbol('connection');

type WithConnection = { [connectionKey]?: Connection };

/** One socket: tracks the requests being answered on it, and whether the caller is still connected. */
export class Connection {
  readonly listener: ListenerState;
  /** Whether keys may be sent on it: encrypted, from this machine, or from a proxy that terminated TLS. */
  readonly secure: boolean;
  /** In the order of arrival, which is the order of the replies. */
  readonly #open: OpenExchange[] = [];
  readonly #socket: Socket;
  readonly #name: string;
  /** Requests whose reply is not complete. */
  #unanswered = 0;
  /** Set once the caller has sent data that is not HTTP: the last reply's bytes on this connection. */
  #refusal: string | undefined;
  /** Whether the body of an answered request is still arriving. */
  #unwantedBody = false;

  private constructor(socket: Socket, listener: ListenerState, secure: boolean) {
    this.#socket = socket;
    this.#name = nameOf(socket);
    this.listener = listener;
    this.secure = secure;
  }

  /** Call once for a socket, before its first request. */
  static open(socket: Socket, listener: ListenerState, secure: boolean): void {
    const connection = new Connection(socket, listener, secure);
    (socket as WithConnection)[connectionKey] = connection;
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
    this.#unanswered++;
    this.listener.sockets.work(this.#name);
  }

  /** Called when a reply is complete: from now on, it waits for its caller to read it. */
  answered(): void {
    if (--this.#unanswered === 0) this.listener.sockets.wait(this.#name);
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

  #abandonAll(): void {
    if (this.#open.length === 0) return;
    const gone = new ServiceError('caller_gone');
    for (const exchange of this.#open) {
      exchange.failBody(gone);
      exchange.abandon(gone);
    }
  }
}

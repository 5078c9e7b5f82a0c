import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ServiceError } from '../ground/service-error.ts';
import type { BodyBudget } from './body-budget.ts';
import { Connection, type OpenExchange } from './connection.ts';
import type { HttpLimits } from './http-limits.ts';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

// Random per process and counted within it: as unique as a UUID, and much cheaper.
const series = randomBytes(9).toString('base64url');
let count = 0;

/** Returns the caller's id if it is safe in a header and a log line, otherwise a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : `${series}.${(++count).toString(36)}`;
}

type ReplyHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Every reply has `X-Request-Id`, and `Connection: close` before a drain or after an incomplete request. */
export class Exchange extends ServerResponse implements OpenExchange {
  readonly requestId: string = requestIdFrom(this.req.headers['x-request-id']);
  /** In the time of `performance.now()`. */
  readonly arrivedAt: number = performance.now();
  readonly #connection: Connection = Connection.of(this.req.socket);
  #bodyFailure: ServiceError | undefined;
  #onBodyFailure: ((reason: ServiceError) => void) | undefined;
  #abort: AbortController | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #gone: ServiceError | undefined;
  #onLost: (() => void) | undefined;
  #heldBytes = 0;
  #budget: BodyBudget = this.#connection.listener.bodies;
  #sender = '';
  #body: 'unread' | 'wanted' | 'taken' = 'unread';

  get received(): boolean {
    return this.req.complete;
  }

  /** Whether a key may be sent on this connection. */
  get secure(): boolean {
    return this.#connection.secure;
  }

  get draining(): boolean {
    return this.#connection.listener.draining;
  }

  get interimAllowed(): boolean {
    return this.req.httpVersionMajor > 1 || this.req.httpVersionMinor >= 1;
  }

  /** Called once, when the request's headers have arrived. */
  begin(): void {
    this.#connection.begin(this);
    this.on('prefinish', Exchange.#answered);
    this.on('finish', Exchange.#finished);
  }

  // Listeners without a closure for each request.
  static #answered(this: Exchange): void {
    this.#connection.answered();
  }

  static #finished(this: Exchange): void {
    this.#connection.finish(this);
  }

  /**
   * Returns a signal that aborts with a ServiceError: `caller_gone` when the caller hangs up, `deadline_exceeded` when
   * `deadlineMs` have passed since the request arrived. Later calls return the same signal.
   */
  abortSignal(deadlineMs: number): AbortSignal {
    if (this.#abort !== undefined) return this.#abort.signal;
    const abort = new AbortController();
    this.#abort = abort;
    if (this.#gone !== undefined) abort.abort(this.#gone);
    const leftMs = Math.max(0, deadlineMs - (performance.now() - this.arrivedAt));
    this.#deadline = setTimeout(() => {
      abort.abort(new ServiceError('deadline_exceeded', { detail: { deadlineMs } }));
    }, leftMs);
    return abort.signal;
  }

  abandon(reason: ServiceError): void {
    this.#gone = reason;
    this.#settle();
    this.#abort?.abort(reason);
    this.#onLost?.();
  }

  /** Calls `listener` if the caller hangs up before all of the reply was passed to the operating system, or already has. */
  onLost(listener: () => void): void {
    if (this.#gone === undefined) this.#onLost = listener;
    else listener();
  }

  failBody(reason: ServiceError): void {
    this.#bodyFailure = reason;
    this.#onBodyFailure?.(reason);
  }

  /** Calls `listener` once if the body fails; immediately if it has already failed. */
  onBodyFailure(listener: ((reason: ServiceError) => void) | undefined): void {
    this.#onBodyFailure = listener;
    if (this.#bodyFailure !== undefined) listener?.(this.#bodyFailure);
  }

  /**
   * Sets the budget and the sender for which the body counts, also a body that is already read.
   * @throws ServiceError `overloaded` when the bound is reached
   */
  countBodyFor(budget: BodyBudget, sender: string): void {
    if (this.#heldBytes > 0) {
      budget.take(sender, this.#heldBytes);
      this.#budget.giveBack(this.#sender, this.#heldBytes);
    }
    this.#budget = budget;
    this.#sender = sender;
  }

  /** Counts `bytes` of the body until the reply is sent. @throws ServiceError `overloaded` at the bound */
  holdBytes(bytes: number): void {
    this.#budget.take(this.#sender, bytes);
    this.#heldBytes += bytes;
  }

  get limits(): HttpLimits {
    return this.#connection.listener.limits;
  }

  /** Called when a handler asks for the body. It may still refuse it. */
  bodyWanted(): void {
    this.#body = 'wanted';
  }

  /** Called when the whole body has been read, so that nothing of it can still arrive. */
  bodyTaken(): void {
    this.#body = 'taken';
  }

  override writeHead(status: number, reason?: string | ReplyHeaders, headers?: ReplyHeaders): this {
    this.#settle();
    const given = (typeof reason === 'object' ? reason : headers) ?? {};
    const all: OutgoingHttpHeaders = { ...(Array.isArray(given) ? pairsOf(given) : given) };
    all['X-Request-Id'] = this.requestId;
    if (this.#connection.listener.leaving || this.#bodyFailure !== undefined) all['Connection'] = 'close';
    if (this.#body !== 'taken' && !this.req.complete && hasBody(this.req)) this.#boundUnwantedBody();
    return typeof reason === 'string' ? super.writeHead(status, reason, all) : super.writeHead(status, all);
  }

  #settle(): void {
    clearTimeout(this.#deadline);
    if (this.#heldBytes > 0) this.#budget.giveBack(this.#sender, this.#heldBytes);
    this.#heldBytes = 0;
  }

  /** Discards the rest of an answered request's body; leaves a large rest unread. */
  #boundUnwantedBody(): void {
    const { limits } = this.#connection.listener;
    const isRefused = this.#body === 'wanted' && this.#bodyFailure === undefined;
    const unwantedBytesMax = isRefused ? limits.refusedBytesMax : limits.unwantedBytesMax;
    const unwantedMs = isRefused ? limits.refusedMs : limits.unwantedMs;
    const incoming = this.req;
    closeBehindBody(incoming);
    let bytes = 0;
    const timer = setTimeout(() => incoming.socket.destroy(), unwantedMs);
    incoming.once('close', () => clearTimeout(timer));
    if (Number(incoming.headers['content-length']) > unwantedBytesMax) {
      // Node would read the next request once the reply is sent.
      this.once('finish', () => setImmediate(() => incoming.socket.pause()));
      return;
    }
    incoming.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      if (bytes > unwantedBytesMax) incoming.socket.destroy();
    });
    incoming.resume();
  }
}

/** Makes Node close a connection only behind the rest of a body: closing it with unread bytes could lose the reply. */
function closeBehindBody(incoming: IncomingMessage): void {
  const { socket } = incoming;
  const close = () => Socket.prototype.destroySoon.call(socket);
  socket.destroySoon = () => {
    if (incoming.complete) return close();
    socket.end();
    incoming.once('end', close);
  };
}

function hasBody(incoming: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function pairsOf(list: readonly OutgoingHttpHeader[]): OutgoingHttpHeaders {
  const pairs: OutgoingHttpHeaders = {};
  for (let index = 0; index + 1 < list.length; index += 2) pairs[String(list[index])] = list[index + 1];
  return pairs;
}

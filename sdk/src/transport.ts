import { abortable, sleep } from './abort.ts';
import { DragomanError, errorOfReply, parseJson } from './dragoman-error.ts';
import type { Shape } from './reply-shapes.ts';
import { RequestPace } from './request-pace.ts';
import { checkIdempotencyKey, parseUrl, type Settings } from './settings.ts';

/** A request to an endpoint. A POST gets a random Idempotency-Key unless it has one. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with the query. */
  readonly path: string;
  readonly body?: NonNullable<RequestInit['body']>;
  /** Undefined for a form, whose boundary `fetch` chooses. */
  readonly contentType?: string;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the endpoint needs no key and has no rate limit. */
  readonly isOpen?: true;
};

type Received = { readonly body: Uint8Array; readonly headers: Headers };

const retriesMax = 5;
const firstRetryMs = 500;
const retryMsMax = 8_000;

/** Their request is sent again as it was. Source: RFC 9110, 15.4. */
const redirects = [301, 302, 307, 308];
const redirectsMax = 5;

/** Sends requests, again where that is safe, and at the pace that the service allows. */
export class Transport {
  readonly #settings: Settings;
  readonly #pace = new RequestPace();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Returns the JSON of a reply. @throws as `send`, also for a reply of another shape */
  async json<Reply>(request: ApiRequest, isReply: Shape): Promise<Reply> {
    const [reply] = await this.jsonFromMemory<Reply>(request, isReply);
    return reply;
  }

  /** The same, with the characters of approved translations. */
  async jsonFromMemory<Reply>(request: ApiRequest, isReply: Shape): Promise<readonly [Reply, fromMemory: number]> {
    const { body, headers } = await this.#send(request);
    const reply = parseJson(body);
    if (isReply(reply)) return [reply as Reply, Number(headers.get('Memory-Characters')) || 0];
    const message = 'The reply is not one of Dragoman. Check baseUrl and the proxies before the service.';
    throw new DragomanError({ code: 'unexpected_reply', message });
  }

  /** Returns the body of a successful reply. @throws DragomanError, or the reason of `request.signal` */
  async send(request: ApiRequest): Promise<Uint8Array> {
    return (await this.#send(request)).body;
  }

  async #send(request: ApiRequest): Promise<Received> {
    const { signal, isOpen } = request;
    const init = { method: request.method, headers: this.#headers(request), body: request.body ?? null };
    return abortable(signal, async (controller) => {
      let number = isOpen ? undefined : await this.#pace.enter(controller.signal);
      const { timeoutMs } = this.#settings;
      const endsAt = performance.now() + timeoutMs;
      const message = `The request took longer than ${timeoutMs} ms. It was cancelled.`;
      let failure = new DragomanError({ code: 'timeout', message });
      const timer = setTimeout(() => controller.abort(failure), timeoutMs);
      try {
        for (let retry = 0; ; retry++) {
          const reply = await this.#attempt(request.path, { ...init, signal: controller.signal }, number);
          if (!(reply instanceof DragomanError)) return reply;
          // An earlier attempt, whose reply was lost, has removed it.
          if (request.method === 'DELETE' && retry > 0 && reply.status === 404)
            return { body: new Uint8Array(), headers: new Headers() };
          const waitMs = retryDelayMs(reply, retry);
          if (waitMs === undefined || performance.now() + waitMs >= endsAt) throw reply;
          failure = reply;
          await sleep(waitMs, controller.signal);
          const isPromised = reply.status === 429;
          if (!isOpen) number = isPromised ? this.#pace.force() : await this.#pace.enter(controller.signal);
        }
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** Returns the reply, or the error of a failed attempt. @throws the reason of the signal */
  async #attempt(path: string, init: RequestInit, number: number | undefined): Promise<Received | DragomanError> {
    let rateLimit: string | null = null;
    try {
      const response = await this.#fetch(this.#settings.url + path, init);
      rateLimit = response.headers.get('RateLimit');
      const body = new Uint8Array(await response.arrayBuffer());
      return response.ok ? { body, headers: response.headers } : errorOfReply(response, body);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      if (error instanceof DragomanError) return error;
      const message = 'The service cannot be reached, or the connection was lost. Check baseUrl and the network.';
      return new DragomanError({ code: 'connection_error', message }, error);
    } finally {
      if (number !== undefined) this.#pace.leave(number, rateLimit);
    }
  }

  /** Follows redirects of the same origin, so that key and texts are sent nowhere else. @throws DragomanError for others */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    for (let hop = 0, at = url; ; hop++) {
      const response = await this.#settings.fetch(at, { ...init, redirect: 'manual' });
      const { status, type } = response;
      // Browsers do not show where a redirect leads to.
      if (!redirects.includes(status) && type !== 'opaqueredirect') return response;
      await response.body?.cancel();
      const location = response.headers.get('Location');
      const { origin = 'an unknown address', href = '' } = (location !== null && parseUrl(location, at)) || {};
      if (origin !== new URL(url).origin || hop === redirectsMax) throw redirected(origin, status);
      at = href;
    }
  }

  #headers({ method, contentType, idempotencyKey, isOpen }: ApiRequest): Readonly<Record<string, string>> {
    const { key } = this.#settings;
    return {
      ...(key !== '' && !isOpen && { Authorization: `Bearer ${key}` }),
      ...(contentType !== undefined && { 'Content-Type': contentType }),
      ...(method === 'POST' && { 'Idempotency-Key': checkIdempotencyKey(idempotencyKey ?? randomKey()) }),
    };
  }
}

function redirected(origin: string, status: number): DragomanError {
  const message = `The service redirects to ${origin}. The client follows ${redirectsMax} redirects, and only to its own origin. Check baseUrl.`;
  return new DragomanError({ code: 'unexpected_reply', message, status });
}

/** Returns when to try again; undefined if a further attempt would fail too. */
function retryDelayMs({ code, status, param, retryAfter }: DragomanError, retry: number): number | undefined {
  if (retry >= retriesMax) return undefined;
  const jitter = Math.random();
  if (status === 429 && retryAfter !== undefined) return retryAfter * 1_000 + jitter * 250;
  const isTemporary = code === 'connection_error' || status === 429 || (status !== undefined && status >= 500);
  if (!isTemporary || param !== null) return undefined;
  return Math.min(retryMsMax, firstRetryMs * 2 ** retry) * (0.5 + jitter / 2);
}

/** Browsers have no `randomUUID` without HTTPS, and Node 18 no global `crypto`. */
function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  const part = () => Math.random().toString(36).slice(2);
  return crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${part()}${part()}${part()}`;
}

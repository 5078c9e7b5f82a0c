import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublishedFile } from './published-model.ts';

/** One request with its reply. */
export type SeenRequest = {
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  status: number;
  bytesSent: number;
};

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly seen: SeenRequest;
  /** The file at the path, if there is one. */
  readonly body: Buffer | undefined;
  /** Sends the correct answer. */
  readonly answer: () => void;
};

/** Replaces the correct answer to one request. */
export type Fault = (exchange: Exchange) => void;

type Trap = { readonly path: RegExp; readonly fault: Fault; times: number };

/**
 * A server on loopback that speaks the registry's protocol: Remote Settings (Kinto) with attachments.
 * Source: https://remote-settings.readthedocs.io, "Client Specifications"; RFC 9110 for ranges.
 */
export class ModelServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #traps: Trap[] = [];
  #files: readonly PublishedFile[] = [];
  /** Replaces the records of the files. */
  #listed: string | undefined;

  static async start(files: readonly PublishedFile[] = []): Promise<ModelServer> {
    const server = new ModelServer();
    server.publish(files);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get indexUrl(): string {
    return `${this.origin}/v1/buckets/main/collections/translations-models-v2/changeset?_expected=0`;
  }

  get recordsUrl(): string {
    return `${this.origin}/v1/buckets/main/collections/translations-models-v2/records`;
  }

  publish(files: readonly PublishedFile[], listed?: string): void {
    this.#files = files;
    this.#listed = listed;
  }

  /** Answers the next `times` requests with a matching path by `fault`. */
  misbehave(path: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#traps.push({ path, fault, times });
  }

  behave(): void {
    this.#traps = [];
  }

  /** The requests for files, in order. */
  fileRequests(path = /./): readonly SeenRequest[] {
    return this.requests.filter((seen) => seen.path.startsWith('/files/') && path.test(seen.path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const { range, authorization, 'user-agent': userAgent } = request.headers;
    const seen: SeenRequest = { path, range, authorization, userAgent, status: 0, bytesSent: 0 };
    this.requests.push(seen);
    const body = this.#bodyOf(path);
    const exchange: Exchange = { request, response, seen, body, answer: () => answerWell(exchange) };
    const trap = this.#traps.find((candidate) => candidate.path.test(path) && candidate.times > 0);
    if (trap === undefined) exchange.answer();
    else {
      trap.times--;
      trap.fault(exchange);
    }
  }

  #bodyOf(path: string): Buffer | undefined {
    if (path === '/v1/') {
      const capabilities = { attachments: { base_url: `${this.origin}/files/` } };
      return Buffer.from(JSON.stringify({ project_name: 'a registry of models', capabilities }));
    }
    const records = this.#files.map((file) => file.record);
    if (path.endsWith('/changeset'))
      return Buffer.from(this.#listed ?? JSON.stringify({ changes: records, timestamp: 1 }));
    if (path.endsWith('/records') || path.endsWith('/records.json')) {
      return Buffer.from(this.#listed ?? JSON.stringify({ data: records }));
    }
    return this.#files.find((file) => path.endsWith(`/${file.record.attachment.location}`))?.served;
  }
}

/** Sends `bytes`, and counts them. */
export function send({ response, seen }: Exchange, bytes: Uint8Array): void {
  seen.bytesSent += bytes.byteLength;
  response.write(bytes);
}

export function head(
  { response, seen }: Exchange,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  seen.status = status;
  response.writeHead(status, headers);
}

function answerWell(exchange: Exchange): void {
  const { body, response, seen } = exchange;
  if (body === undefined) {
    head(exchange, 404);
    response.end('not found');
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(seen.range ?? '')?.[1] ?? 0);
  const rest = body.subarray(from);
  const range = { 'content-range': `bytes ${from}-${body.byteLength - 1}/${body.byteLength}` };
  head(exchange, from === 0 ? 200 : 206, { 'content-length': `${rest.byteLength}`, ...(from > 0 && range) });
  send(exchange, rest);
  response.end();
}

/** Faults of servers. */
export const faults = {
  status:
    (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
    (exchange) => {
      head(exchange, status, headers);
      exchange.response.end();
    },
  /** Announces the whole body, sends a part of the requested bytes, and cuts the connection. */
  cutAfter:
    (bytes: number): Fault =>
    (exchange) => {
      const { body = Buffer.alloc(0), seen, response } = exchange;
      const from = Number(/^bytes=(\d+)-$/.exec(seen.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${body.byteLength - 1}/${body.byteLength}` };
      const length = { 'content-length': `${body.byteLength - from}` };
      head(exchange, from === 0 ? 200 : 206, { ...length, ...(from > 0 && range) });
      const part = body.subarray(from, from + bytes);
      seen.bytesSent += part.byteLength;
      // The part must be sent completely before the connection is cut.
      response.write(part, () => response.socket?.end());
    },
  /** Sends a part and then nothing, with the connection open. */
  stallAfter:
    (bytes: number, stalled: () => void = () => {}): Fault =>
    (exchange) => {
      const { body = Buffer.alloc(0) } = exchange;
      head(exchange, 200, { 'content-length': `${body.byteLength}` });
      send(exchange, body.subarray(0, bytes));
      stalled();
    },
  /** Sends single bytes slowly, without end. */
  dribble:
    (everyMs: number): Fault =>
    (exchange) => {
      const { body = Buffer.alloc(1), response } = exchange;
      head(exchange, 200, { 'content-length': `${body.byteLength}` });
      let at = 0;
      const timer = setInterval(() => send(exchange, body.subarray(at, ++at)), everyMs);
      response.once('close', () => clearInterval(timer));
    },
  ignoreRange: (): Fault => (exchange) => {
    const { body = Buffer.alloc(0), response } = exchange;
    head(exchange, 200, { 'content-length': `${body.byteLength}` });
    send(exchange, body);
    response.end();
  },
  /** The correct length, with one wrong byte. */
  damaged: (): Fault => (exchange) => {
    const { body = Buffer.alloc(0), response } = exchange;
    const wrong = Buffer.from(body);
    wrong[wrong.length - 1] = (wrong[wrong.length - 1] ?? 0) ^ 0xff;
    head(exchange, 200, { 'content-length': `${wrong.byteLength}` });
    send(exchange, wrong);
    response.end();
  },
  /** Without a length, and without an end. */
  endless: (): Fault => (exchange) => {
    const { body = Buffer.alloc(0), response } = exchange;
    head(exchange, 200);
    const more = () => {
      while (!response.destroyed && response.write(body.byteLength > 0 ? body : Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  },
  redirect:
    (to: (path: string) => string): Fault =>
    (exchange) => {
      head(exchange, 302, { location: to(exchange.seen.path) });
      exchange.response.end();
    },
};

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** One HTTP message as received. */
export type RawReply = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A low-level client that sends any bytes in any order, and parses the replies. */
export class RawConnection implements Disposable {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #wake = Promise.withResolvers<void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wakeReader();
    });
    for (const event of ['end', 'close', 'error']) {
      socket.on(event, () => {
        this.#ended = true;
        this.#wakeReader();
      });
    }
  }

  /**
   * @param url of the service; `https:` connects with TLS and accepts any certificate
   * @param localAddress the client address that the service sees
   */
  static async open(url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const { protocol, hostname, port } = new URL(url);
    const to = { host: hostname, port: Number(port), allowHalfOpen: true, localAddress };
    const secure = protocol === 'https:';
    const socket = secure ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
    const connection = new RawConnection(socket);
    await once(socket, secure ? 'secureConnect' : 'connect');
    return connection;
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Returns the next final reply; skips 1xx unless `interim` is set. @throws when the connection ends before it */
  async reply({ head = false, interim = false } = {}): Promise<RawReply> {
    for (;;) {
      const reply = this.#take(head);
      if (reply !== undefined && (interim || reply.status >= 200)) return reply;
      if (reply !== undefined) continue;
      if (this.#ended) throw new Error(`the connection ended after: ${JSON.stringify(this.#received.toString())}`);
      await this.#wake.promise;
    }
  }

  /** Resolves once the other side has closed, with all bytes after the last reply that was read. */
  async closed(): Promise<string> {
    while (!this.#ended) await this.#wake.promise;
    return this.#received.toString();
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  #wakeReader(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }

  #take(head: boolean): RawReply | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const [statusLine = '', ...lines] = this.#received.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(statusLine.split(' ')[1]);
    const length = head || status < 200 || status === 304 ? 0 : Number(headers['content-length'] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return undefined;
    const body = this.#received.subarray(headEnd + 4, end).toString();
    this.#received = this.#received.subarray(end);
    return { status, headers, body };
  }
}

export type RawRequest = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Returns the bytes of a well-formed HTTP/1.1 request. */
export function rawRequest({ method = 'GET', path = '/', headers = {}, body }: RawRequest): Buffer {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const all = { Host: 'localhost', ...(bytes ? { 'Content-Length': String(bytes.length) } : {}), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes ?? Buffer.alloc(0)]);
}

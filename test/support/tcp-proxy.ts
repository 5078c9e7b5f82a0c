import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Received bytes: `up` to the server, `down` to the client. */
export type Chunk = { readonly direction: 'up' | 'down'; readonly bytes: Buffer; readonly connection: number };

/**
 * What happens to a chunk. `hold` keeps it, and what follows in its direction, until `resume`; `strand` does so too,
 * and closes the sender's connection. `cut` closes both ends without forwarding the chunk.
 */
export type Fate = 'pass' | 'swallow' | 'hold' | 'strand' | 'cut';

type Link = { readonly client: Socket; readonly server: Socket; readonly held: (() => void)[] };

/** A faulty network between a client and a server on loopback: `rule` decides about each chunk. */
export class TcpProxy implements AsyncDisposable {
  rule: (chunk: Chunk) => Fate = () => 'pass';
  readonly #listener: Server;
  readonly #links = new Set<Link>();
  #count = 0;

  private constructor(listener: Server) {
    this.#listener = listener;
  }

  /** @param port of 127.0.0.1 to forward to */
  static async start(port: number): Promise<TcpProxy> {
    const listener = createServer();
    const proxy = new TcpProxy(listener);
    listener.on('connection', (client) => proxy.#join(client, createConnection(port, '127.0.0.1')));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#listener.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return address.port;
  }

  /** Returns the URL with the proxy's port. */
  lead(url: string): string {
    const led = new URL(url);
    led.port = String(this.port);
    return led.href;
  }

  /** Closes every connection at both ends; held chunks are lost. */
  cut(): void {
    for (const { client, server } of this.#links) {
      client.destroy();
      server.destroy();
    }
  }

  /** Forwards held chunks, even if the client has disconnected. */
  resume(): void {
    for (const { held } of this.#links) for (const pass of held.splice(0)) pass();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #join(client: Socket, server: Socket): void {
    const link: Link = { client, server, held: [] };
    const connection = this.#count++;
    this.#links.add(link);
    this.#pass(link, { from: client, to: server, direction: 'up', connection });
    this.#pass(link, { from: server, to: client, direction: 'down', connection });
  }

  #pass(link: Link, way: Way): void {
    const { from, to, direction, connection } = way;
    const held: (() => void)[] = [];
    const inOrder = (pass: () => void, wait: boolean) => {
      // Chunks after a held one wait as well.
      if (!wait && held.length === 0) return pass();
      const later = () => {
        held.splice(held.indexOf(later), 1);
        pass();
      };
      held.push(later);
      link.held.push(later);
    };
    from.on('data', (bytes) => {
      const fate = this.rule({ direction, bytes, connection });
      if (fate === 'cut') {
        link.client.destroy();
        link.server.destroy();
      } else if (fate !== 'swallow') {
        inOrder(() => to.write(bytes), fate === 'hold' || fate === 'strand');
        if (fate === 'strand') from.destroy();
      }
    });
    // A socket that fails also closes, which is all that a network reports.
    from.on('error', () => undefined);
    from.on('close', () => {
      inOrder(() => to.end(), false);
      if (link.client.destroyed && link.server.destroyed) this.#links.delete(link);
    });
  }
}

type Way = {
  readonly from: Socket;
  readonly to: Socket;
  readonly direction: Chunk['direction'];
  readonly connection: number;
};

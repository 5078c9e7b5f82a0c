import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Bytes as they came: `up` to the server, `down` to the client. */
export type Chunk = { readonly direction: 'up' | 'down'; readonly bytes: Buffer; readonly connection: number };

/**
 * What becomes of a chunk. `hold` keeps it, and what follows on its way, until `resume`; `strand` does so too, and ends
 * the connection for the sender alone. `cut` ends it at both ends without passing the chunk on.
 */
export type Fate = 'pass' | 'swallow' | 'hold' | 'strand' | 'cut';

type Link = { readonly client: Socket; readonly server: Socket; readonly held: (() => void)[] };

/** A bad network between a client and a server on loopback: it does to each chunk what `rule` says. */
export class TcpProxy implements AsyncDisposable {
  rule: (chunk: Chunk) => Fate = () => 'pass';
  readonly #listener: Server;
  readonly #links = new Set<Link>();
  #count = 0;

  private constructor(listener: Server) {
    this.#listener = listener;
  }

  /** @param port of 127.0.0.1 to pass on to */
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

  /** The same address, reached through here. */
  lead(url: string): string {
    const led = new URL(url);
    led.port = String(this.port);
    return led.href;
  }

  /** Ends every connection at both ends; what was held is lost. */
  cut(): void {
    for (const { client, server } of this.#links) {
      client.destroy();
      server.destroy();
    }
  }

  /** Passes on what was held, also to a server whose client is gone. */
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
      // What follows something that is held waits behind it.
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
    // A socket that fails ends as well, and that is all that a network tells.
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

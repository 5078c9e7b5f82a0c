import type { Socket } from 'node:net';

/**
 * The open sockets of a listener, those in a TLS handshake included. It makes room for new ones: once three quarters of
 * the limit are open, each new one closes those that have waited longest for their callers.
 */
export class OpenSockets {
  readonly #max: number;
  /** By `nameOf`. */
  readonly #open = new Map<string, Socket>();
  /** Names of those that wait for a request, or for their caller to read a reply; the longest first. */
  readonly #waiting = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether more than three quarters of the limit are open. */
  get areScarce(): boolean {
    return this.#open.size > (this.#max * 3) / 4;
  }

  add(socket: Socket): void {
    const name = nameOf(socket);
    this.#open.set(name, socket);
    socket.once('close', () => {
      // Another socket may have its port by now.
      if (this.#open.get(name) !== socket) return;
      this.#open.delete(name);
      this.#waiting.delete(name);
    });
  }

  /** Makes room for a new socket, which then waits for its first request. */
  admit(socket: Socket): void {
    for (const name of this.#waiting) {
      // The newest eighth is spared: their requests may be under way.
      if (!this.areScarce || this.#waiting.size <= this.#max / 8) break;
      const longest = this.#open.get(name);
      this.#waiting.delete(name);
      this.#open.delete(name);
      longest?.destroy();
    }
    this.wait(nameOf(socket));
  }

  /** Called when everything that the socket of this name asked for is answered. */
  wait(name: string): void {
    if (this.#open.has(name)) this.#waiting.add(name);
  }

  /** Called when a request has arrived. */
  work(name: string): void {
    this.#waiting.delete(name);
  }

  destroyAll(): void {
    for (const socket of this.#open.values()) socket.destroy();
  }
}

/** The same for a connection before and after its TLS handshake, which are two objects. Call before it is closed. */
export function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

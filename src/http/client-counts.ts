import type { EventEmitter } from 'node:events';
import { clientBlock } from '../ground/client-block.ts';

/** Counts the open connections or requests of each client. */
export class ClientCounts {
  readonly #open = new Map<string, number>();

  /** Counts `opened` for the client at `address` until it emits `close`. @returns how many the client has open now */
  add(address: string, opened: EventEmitter): number {
    const client = clientBlock(address);
    const count = (this.#open.get(client) ?? 0) + 1;
    this.#open.set(client, count);
    opened.once('close', () => {
      const left = (this.#open.get(client) ?? 1) - 1;
      if (left > 0) this.#open.set(client, left);
      else this.#open.delete(client);
    });
    return count;
  }
}

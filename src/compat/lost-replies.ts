import { type EndpointReply, FileReply } from '../calls/endpoint-reply.ts';
import type { Clock, UnixMs } from '../ground/units.ts';
import { later } from '../ground/units.ts';

/** Clients send a request again within a minute, and give up after some attempts. */
const keptMs = 2 * 60_000;
const repliesMax = 1_000;
/** UTF-16 units and bytes of all replies. */
const lengthMax = 16 * 2 ** 20;

/** Undefined for a request that failed or was free. */
type Made = Promise<EndpointReply | undefined>;

type LostReply = { readonly made: Made; length: number; readonly until: UnixMs };

/**
 * Charged replies that were not written to their end, because the connection was lost before. The same request again
 * gets such a reply once, without another charge. In the memory of one node: at another node it is a new request.
 */
export class LostReplies {
  readonly #now: Clock;
  readonly #kept = new Map<string, LostReply>();
  #length = 0;

  constructor(now: Clock) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Keeps a reply, also one that is being made and may be charged. Resolves when it is made. Drops the oldest. */
  async keep(id: string, making: Made): Promise<void> {
    // An equal request that was lost before may be charged already.
    const earlier = this.take(id);
    const made = making.catch(() => undefined).then((reply) => reply ?? earlier);
    const lost: LostReply = { made, length: 0, until: later(this.#now(), keptMs) };
    this.#kept.set(id, lost);
    const reply = await lost.made;
    if (this.#kept.get(id) !== lost) return;
    if (reply === undefined) return void this.#remove(id);
    lost.length = lengthOf(reply);
    this.#length += lost.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= repliesMax && this.#length <= lengthMax) break;
      this.#remove(oldest);
    }
  }

  /** Returns undefined for no reply. */
  take(id: string): Made | undefined {
    const lost = this.#remove(id);
    return lost !== undefined && this.#now() < lost.until ? lost.made : undefined;
  }

  #remove(id: string): LostReply | undefined {
    const lost = this.#kept.get(id);
    if (lost !== undefined) this.#length -= lost.length;
    this.#kept.delete(id);
    return lost;
  }
}

function lengthOf(made: EndpointReply): number {
  const { reply } = made;
  if (!(reply instanceof FileReply)) return JSON.stringify(made).length;
  // A stream cannot be sent again.
  return reply.body instanceof Uint8Array ? reply.body.byteLength : Number.POSITIVE_INFINITY;
}

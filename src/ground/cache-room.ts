/** A value in a cache. */
type Kept<Value> = { readonly value: Value; readonly weight: number; readonly leave: () => void };

/** Room for several caches, limited by the sum of weights. The least recently used values of all leave first. */
export class CacheRoom {
  readonly weightMax: number;
  /** In the order of their use. */
  readonly #kept = new Set<Kept<unknown>>();
  #weight = 0;

  constructor(weightMax: number) {
    this.weightMax = weightMax;
  }

  /** The sum of the weights of all values. */
  get weight(): number {
    return this.#weight;
  }

  use(kept: Kept<unknown>): void {
    this.#kept.delete(kept);
    this.#kept.add(kept);
  }

  /** Lets others leave until there is room. */
  enter(entering: Kept<unknown>): void {
    for (const oldest of this.#kept) {
      if (this.#weight + entering.weight <= this.weightMax) break;
      oldest.leave();
    }
    this.#kept.add(entering);
    this.#weight += entering.weight;
  }

  leave(leaving: Kept<unknown>): void {
    if (this.#kept.delete(leaving)) this.#weight -= leaving.weight;
  }
}

/** One of the caches of a room. */
export class RoomCache<Value> {
  readonly #room: CacheRoom;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(room: CacheRoom) {
    this.#room = room;
  }

  recall(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#room.use(kept);
    return kept?.value;
  }

  /** Replaces the value of a key. A value that is heavier than the room is not kept. */
  keep(key: string, value: Value, weight: number): void {
    this.#kept.get(key)?.leave();
    if (weight > this.#room.weightMax) return;
    const leave = () => {
      this.#kept.delete(key);
      this.#room.leave(kept);
    };
    const kept = { value, weight, leave };
    this.#kept.set(key, kept);
    this.#room.enter(kept);
  }
}

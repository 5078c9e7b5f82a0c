import { assert } from '../../ground/assert.ts';

/**
 * Counts accepted, unfinished work in total and per share. The total is bounded, and no share may hold more than the
 * room that is left. One share alone holds at most half, a second one at most a quarter, and a small job of a new share
 * always has room.
 * Source: Choudhury and Hahne (1998), "Dynamic queue length thresholds for shared-memory packet switches".
 */
export class Backlog {
  readonly #amountMax: number;
  readonly #amountOf = new Map<string, number>();
  #amount = 0;

  constructor(amountMax: number) {
    this.#amountMax = amountMax;
  }

  get amount(): number {
    return this.#amount;
  }

  /**
   * Admits a job of `share`, until the returned object is disposed of.
   *
   * @returns undefined when there is no room
   */
  admit(share: string, amount: number): Disposable | undefined {
    const after = (this.#amountOf.get(share) ?? 0) + amount;
    if (after > this.#amountMax - this.#amount - amount) return undefined;
    this.#add(share, amount);
    let isDone = false;
    return {
      [Symbol.dispose]: () => {
        if (!isDone) this.#add(share, -amount);
        isDone = true;
      },
    };
  }

  #add(share: string, amount: number): void {
    this.#amount += amount;
    const own = (this.#amountOf.get(share) ?? 0) + amount;
    assert(own >= 0 && this.#amount >= 0, 'no job ends twice');
    if (own === 0) this.#amountOf.delete(share);
    else this.#amountOf.set(share, own);
  }
}

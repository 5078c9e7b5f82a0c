import { assert } from '../assert.ts';

/**
 * How much work has been accepted and not done, in all and of each share. It has an end, and nobody can take all of it: a
 * share may never hold more than is left free for others. So a share alone holds at most half, a second one a quarter
 * beside it, and there is always room for the small job of one that has nothing here yet.
 * Source: Choudhury and Hahne (1998), "Dynamic queue length thresholds for shared-memory packet switches".
 */
export class Backlog {
  readonly #amountMax: number;
  readonly #amountOf = new Map<string, number>();
  #amount = 0;

  constructor(amountMax: number) {
    this.#amountMax = amountMax;
  }

  /** In all. */
  get amount(): number {
    return this.#amount;
  }

  /**
   * Takes in a job of `share`, until what is returned is disposed of.
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

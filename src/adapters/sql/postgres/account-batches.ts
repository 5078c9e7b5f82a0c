import type { AccountId } from '../../../core/accounts/account.ts';
import { assert } from '../../../core/assert.ts';

export type AccountBatchesParts<Item, Answer> = {
  /** The largest number of items in one statement. */
  readonly batchMax: number;
  /** Executes several items of one account in one step: all of them, or none and returns undefined. */
  readonly together: (accountId: AccountId, items: readonly Item[]) => Promise<readonly Answer[] | undefined>;
  /** Executes one item. */
  readonly alone: (item: Item) => Promise<Answer>;
};

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly answer: (answer: Answer | Promise<Answer>) => void;
};

/**
 * Runs one statement at a time per account. Items that arrive during a statement go into the next one together.
 * Requests of one account wait for the same row in any case; batching makes them wait for it, and for the disk, once.
 * Accounts do not wait for each other.
 */
export class AccountBatches<Item, Answer> {
  readonly #parts: AccountBatchesParts<Item, Answer>;
  readonly #waiting = new Map<AccountId, Waiting<Item, Answer>[]>();
  #count = 0;

  constructor(parts: AccountBatchesParts<Item, Answer>) {
    assert(parts.batchMax > 1, 'a batch has at least two items');
    this.#parts = parts;
  }

  /** Number of items that wait for a statement of their account to end. */
  get waitingCount(): number {
    return this.#count;
  }

  submit(accountId: AccountId, item: Item): Promise<Answer> {
    const waiting = this.#waiting.get(accountId);
    if (waiting !== undefined) {
      this.#count++;
      return new Promise((answer) => waiting.push({ item, answer }));
    }
    this.#waiting.set(accountId, []);
    const first = this.#parts.alone(item);
    void this.#followUp(accountId, first);
    return first;
  }

  /** Executes the items that arrived during `first`, until none is left. */
  async #followUp(accountId: AccountId, first: Promise<unknown>): Promise<void> {
    await first.catch(() => undefined);
    for (;;) {
      const batch = this.#take(accountId);
      if (batch.length === 0) break;
      await this.#carryOut(accountId, batch);
    }
    this.#waiting.delete(accountId);
  }

  #take(accountId: AccountId): readonly Waiting<Item, Answer>[] {
    const batch = this.#waiting.get(accountId)?.splice(0, this.#parts.batchMax) ?? [];
    this.#count -= batch.length;
    return batch;
  }

  async #carryOut(accountId: AccountId, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    const { together, alone } = this.#parts;
    // One failing item must not fail the others, so after a refusal each item runs alone.
    const answers = batch.length === 1 ? undefined : await together(accountId, items).catch(() => undefined);
    const each = batch.map(({ item, answer }, index) => {
      const known = answers?.[index];
      const outcome = known === undefined ? alone(item) : Promise.resolve(known);
      answer(outcome);
      return outcome;
    });
    await Promise.allSettled(each);
  }
}

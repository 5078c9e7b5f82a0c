import type { AccountId } from '../accounts/account.ts';
import { type BlockTimes, type JournalStore, journalBlockRows } from './journal-store.ts';

/** Blocks per query: about 16,000 rows, a few milliseconds. */
const blocksPerStep = 32;

/** Cached blocks over all accounts: about ten megabytes, for hundreds of millions of rows. */
const blocksMax = 200_000;

/**
 * Caches the times of journal rows by block, to find the rows of a day without reading all rows in between.
 *
 * Rows are numbered in the order of booking, and times nearly always grow with the numbers; but the clocks of nodes
 * differ, and a clock may be set back. So the earliest and latest time of every full block are read once. A full block
 * never changes.
 */
export class JournalBlockTimes {
  readonly #store: Pick<JournalStore, 'readBlockTimes'>;
  /** Least recently used first. */
  readonly #known = new Map<AccountId, BlockTimes[]>();
  #blocks = 0;

  constructor(store: Pick<JournalStore, 'readBlockTimes'>) {
    this.#store = store;
  }

  /** Returns the times of every full block of a journal whose newest row is `end`. Row 0 never exists. */
  async read(accountId: AccountId, end: number): Promise<readonly BlockTimes[]> {
    const full = Math.floor((end + 1) / journalBlockRows);
    const known = this.#known.get(accountId) ?? [];
    while (known.length < full) {
      const first = known.length;
      const count = Math.min(blocksPerStep, full - first);
      const times = await this.#store.readBlockTimes({ accountId, first, count });
      // A concurrent request may have added the same blocks.
      if (known.length === first) known.push(...times);
    }
    this.#keep(accountId, known);
    return known;
  }

  #keep(accountId: AccountId, known: BlockTimes[]): void {
    this.#known.delete(accountId);
    this.#known.set(accountId, known);
    this.#blocks = 0;
    for (const { length } of this.#known.values()) this.#blocks += length;
    for (const [oldest, { length }] of this.#known) {
      if (this.#blocks <= blocksMax || oldest === accountId) break;
      this.#known.delete(oldest);
      this.#blocks -= length;
    }
  }
}

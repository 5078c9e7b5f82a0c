import type { AccountId } from '../accounts/account.ts';
import { type BlockTimes, type JournalStore, journalBlockRows } from './journal-store.ts';

/** Blocks that one question to the database is about: some 16,000 rows, a few milliseconds. */
const blocksPerStep = 32;

/** Blocks of all accounts together that are kept, some ten megabytes of them: rows by the hundred million. */
const blocksMax = 200_000;

/**
 * When the rows of journals were booked, block by block, so that days are found without reading what lies between them.
 *
 * Journal rows stand in the order in which they were booked, and their times nearly always grow with their numbers; but
 * nodes have clocks of their own, and a clock may be set back. So the times of every full block are read, once, which
 * holds whatever the clocks did; and a full block never changes.
 */
export class JournalBlockTimes {
  readonly #store: Pick<JournalStore, 'readBlockTimes'>;
  /** Those that were used least recently come first. */
  readonly #known = new Map<AccountId, BlockTimes[]>();
  #blocks = 0;

  constructor(store: Pick<JournalStore, 'readBlockTimes'>) {
    this.#store = store;
  }

  /** Of every full block of a journal whose newest row has the number `end`. The first block begins with row 0, which there is not. */
  async read(accountId: AccountId, end: number): Promise<readonly BlockTimes[]> {
    const full = Math.floor((end + 1) / journalBlockRows);
    const known = this.#known.get(accountId) ?? [];
    while (known.length < full) {
      const first = known.length;
      const count = Math.min(blocksPerStep, full - first);
      const times = await this.#store.readBlockTimes({ accountId, first, count });
      // Another visitor may have brought the same ones meanwhile.
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

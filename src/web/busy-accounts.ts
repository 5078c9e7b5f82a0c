import type { AccountId } from '../shop/accounts/account.ts';
import { RefusedVisit } from './wordings.ts';

/** Limits concurrent work: one piece for each account, and `atOnceMax` on the node. */
export class BusyAccounts {
  readonly #atOnceMax: number;
  readonly #busy = new Set<AccountId>();

  /** @param atOnceMax on this node */
  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /**
   * Disposing the result ends the work; repeating that is safe.
   *
   * @throws RefusedVisit `rate_limit_exceeded` when the limit is reached
   */
  begin(accountId: AccountId): Disposable {
    if (this.#busy.has(accountId)) throw busy('Another import, export or search of yours is still running');
    if (this.#busy.size >= this.#atOnceMax) throw busy('The server is busy with large files');
    this.#busy.add(accountId);
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (!isOver) this.#busy.delete(accountId);
        isOver = true;
      },
    };
  }
}

function busy(why: string): RefusedVisit {
  return new RefusedVisit(`${why}. Nothing was changed. Try again in a moment.`, 'rate_limit_exceeded', 2);
}

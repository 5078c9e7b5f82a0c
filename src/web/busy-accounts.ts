import type { AccountId } from '../core/accounts/account.ts';
import { ServiceError } from '../core/service-error.ts';

/** Lets an account have one piece of work under way at a time, and the node a few. */
export class BusyAccounts {
  readonly #atOnceMax: number;
  readonly #busy = new Set<AccountId>();

  /** @param atOnceMax on this node */
  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /**
   * Disposing it ends the work; once is enough.
   *
   * @throws ServiceError `rate_limit_exceeded` when there is no room
   */
  begin(accountId: AccountId): Disposable {
    if (this.#busy.has(accountId)) throw busy('Another import, export or search of yours is still under way');
    if (this.#busy.size >= this.#atOnceMax) throw busy('Others are at work on large files just now');
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

function busy(why: string): ServiceError {
  const message = `${why}: try again in a moment. Nothing was changed.`;
  return new ServiceError('rate_limit_exceeded', { message, retryAfterSeconds: 2 });
}

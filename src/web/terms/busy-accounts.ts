import type { AccountId } from '../../core/accounts/account.ts';
import { ServiceError } from '../../core/service-error.ts';

/** How much work that takes memory goes on at once on this node. */
const atOnceMax = 4;

/** Lets an account have one piece of work under way at a time, and the node a few. */
export class BusyAccounts {
  readonly #busy = new Set<AccountId>();

  /**
   * Disposing it ends the work; once is enough.
   *
   * @throws ServiceError `rate_limit_exceeded` when there is no room
   */
  begin(accountId: AccountId): Disposable {
    if (this.#busy.has(accountId)) throw busy('An import, export or search of yours is still under way');
    if (this.#busy.size >= atOnceMax) throw busy('Others import or export their terms just now');
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

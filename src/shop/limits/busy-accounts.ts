import { ServiceError } from '../../ground/service-error.ts';
import type { AccountId } from '../accounts/account.ts';

/** Limits concurrent work: one piece for each account, and `atOnceMax` on the node. */
export class BusyAccounts {
  readonly #atOnceMax: number;
  readonly #busy = new Set<AccountId>();

  /** @param atOnceMax on this node */
  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** Disposing the result ends the work; safe to repeat. @throws ServiceError `busy_with_files` at the limit */
  begin(accountId: AccountId): Disposable {
    if (this.#busy.has(accountId)) throw busy('account');
    if (this.#busy.size >= this.#atOnceMax) throw busy('server');
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

function busy(whose: 'account' | 'server'): ServiceError {
  return new ServiceError('busy_with_files', { data: { whose } });
}

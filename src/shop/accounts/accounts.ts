import { assert } from '../../ground/assert.ts';
import { isOneLine } from '../../ground/one-line.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import { entryOf } from '../audit/audit.ts';
import type { Account, AccountId, NewAccount } from './account.ts';
import { type AccountStore, type AccountsPage, accountsPageMax } from './account-store.ts';
import { parseEmail } from './email.ts';

export const suspensionReasonLengthMax = 200;

export type AccountsParts = { readonly store: AccountStore; readonly now: Clock; readonly newId: () => string };

export class Accounts {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /** Opens an account with an empty balance. @throws ServiceError `invalid_email`, `email_taken` (in any case) */
  async create(email: string): Promise<Account> {
    const { store, now, newId } = this.#parts;
    const parsed = parseEmail(email);
    if (parsed === undefined) throw new ServiceError('invalid_email');
    const account: NewAccount = { id: newId() as AccountId, email: parsed, createdAt: now() };
    if (!(await store.createAccount(account))) throw new ServiceError('email_taken');
    return { ...account, suspendedAt: undefined, suspensionReason: undefined, erasedAt: undefined };
  }

  /** Returns the account with this id, or with this email without regard to case. @throws ServiceError `no_account` */
  async find(idOrEmail: string): Promise<Account> {
    return found(await this.#parts.store.findAccount(idOrEmail.trim()));
  }

  list(page: AccountsPage = {}): Promise<readonly Account[]> {
    const { limit = accountsPageMax } = page;
    assert(limit >= 1 && limit <= accountsPageMax, 'a page of accounts is bounded');
    return this.#parts.store.listAccounts(page);
  }

  /**
   * Refuses the account's keys from the next request on; running requests finish. Its owner can sign in and see
   * everything, but neither buy nor create keys. `reason`: one line, for the operator alone.
   * @throws ServiceError `invalid_suspension_reason`, `erased`, `no_account`
   */
  async suspend(
    accountId: AccountId,
    { by, reason }: { readonly by: string; readonly reason?: string | undefined },
  ): Promise<Account> {
    if (reason !== undefined && !isOneLine(reason, suspensionReasonLengthMax)) {
      throw new ServiceError('invalid_suspension_reason');
    }
    const entry = entryOf({ by, act: 'account.suspended', accountId }, this.#parts);
    return notErased(found(await this.#parts.store.suspendAccount({ entry, reason })));
  }

  /** Ends a suspension; changes nothing when there is none. @throws ServiceError `erased`, `no_account` */
  async resume(accountId: AccountId, { by }: { readonly by: string }): Promise<Account> {
    const entry = entryOf({ by, act: 'account.resumed', accountId }, this.#parts);
    return notErased(found(await this.#parts.store.resumeAccount(entry)));
  }
}

function found(account: Account | undefined): Account {
  if (account === undefined) throw new ServiceError('no_account');
  return account;
}

function notErased(account: Account): Account {
  if (account.erasedAt === undefined) return account;
  throw new ServiceError('erased');
}

import { ServiceError } from '../service-error.ts';
import type { Clock } from '../units.ts';
import type { Account, AccountId } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { parseEmail } from './email.ts';

export type AccountsParts = { readonly store: AccountStore; readonly now: Clock; readonly newId: () => string };

/** Opens accounts and finds them. */
export class Accounts {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /**
   * Opens an account with an empty balance.
   *
   * @throws ServiceError `validation_error` on `email` when it is no address, or is taken in whatever case
   */
  async create(email: string): Promise<Account> {
    const { store, now, newId } = this.#parts;
    const parsed = parseEmail(email);
    if (parsed === undefined) throw badEmail('This is not an email address.');
    const account: Account = { id: newId() as AccountId, email: parsed, createdAt: now() };
    if (!(await store.createAccount(account))) throw badEmail('There is already an account with this email address.');
    return account;
  }

  /**
   * The account with this id, or with this email in whatever case.
   *
   * @throws ServiceError `not_found`
   */
  async find(idOrEmail: string): Promise<Account> {
    const account = await this.#parts.store.findAccount(idOrEmail.trim());
    if (account === undefined) throw new ServiceError('not_found', { message: 'There is no such account.' });
    return account;
  }

  /** All accounts, oldest first. */
  list(): Promise<readonly Account[]> {
    return this.#parts.store.listAccounts();
  }
}

function badEmail(message: string): ServiceError {
  return new ServiceError('validation_error', { param: 'email', message });
}

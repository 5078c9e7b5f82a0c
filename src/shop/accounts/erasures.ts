import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import { entryOf, type NewAuditEntry } from '../audit/audit.ts';
import { letter, type Mail } from '../mail/mailer.ts';
import type { PersonId } from '../people/people.ts';
import type { PersonStore } from '../people/person-store.ts';
import type { AccountId } from './account.ts';

/** `entry` records the act `account.erasure_begun` in the same step. */
export type ErasureRequest = {
  readonly entry: NewAuditEntry;
  /** Whether to erase although a payment is disputed. */
  readonly evenIfDisputed: boolean;
};

/** Only `begun` changed anything. */
export type ErasureBeginning = 'begun' | 'begun_before' | 'disputed' | 'no_account';

export type UnfinishedErasure = {
  readonly accountId: AccountId;
  /** Undefined once the person is deleted, or if the account never had one. */
  readonly personId: PersonId | undefined;
  /** The actor who requested it. */
  readonly by: string;
};

/** The database operations of erasures. Every method except `eraseRecords` is one atomic step. */
export type ErasureStore = {
  /**
   * Closes an account permanently: a pseudonym replaces its address, its keys are revoked and lose their names, and its
   * balance and later payments expire. It refuses keys, orders and glossary entries. Running requests finish.
   */
  beginErasure(request: ErasureRequest): Promise<ErasureBeginning>;
  /** Erasures that have begun and not ended, oldest first; of one account, or of all. */
  listErasures(query: {
    readonly accountId?: AccountId;
    readonly limit: number;
  }): Promise<readonly UnfinishedErasure[]>;
  /** Erases glossaries and their history, kept replies, recent requests and notice settings, in small atomic steps. */
  eraseRecords(accountId: AccountId): Promise<void>;
  /** Deletes the erasure and records `entry`, the act `account.erased`; `false` while something is left to erase. */
  endErasure(entry: NewAuditEntry): Promise<boolean>;
};

export type ErasuresParts = {
  readonly store: ErasureStore;
  readonly people: Pick<PersonStore, 'erasePerson'>;
  readonly now: Clock;
  readonly newId: () => string;
};

/** Erasures continued per call; the next call continues the others. */
const continuedMax = 100;

/** How often an erasure repeats when new data keeps arriving; the rest is left for a later call. */
const roundsMax = 5;

export type ErasureOptions = {
  readonly by: string;
  /** Whether to erase although a payment is disputed; only an operator may do that. */
  readonly evenIfDisputed?: boolean;
};

/**
 * Erases accounts with all data of their owner. What the service must account for stays under a pseudonym: journal,
 * usage, purchases, orders and acts. The first step closes the account and records the erasure. Each further step may
 * be repeated, by any process, until nothing is left: a killed process leaves nothing unerased.
 */
export class Erasures {
  readonly #parts: ErasuresParts;

  constructor(parts: ErasuresParts) {
    this.#parts = parts;
  }

  /** Erases an account completely; safe to repeat. @throws ServiceError `no_account`; `disputed` while a payment is */
  async erase(accountId: AccountId, { by, evenIfDisputed = false }: ErasureOptions): Promise<void> {
    const { store } = this.#parts;
    const entry = entryOf({ by, act: 'account.erasure_begun', accountId }, this.#parts);
    const beginning = await store.beginErasure({ entry, evenIfDisputed });
    if (beginning === 'no_account' || beginning === 'disputed') throw new ServiceError(beginning);
    for (const unfinished of await store.listErasures({ accountId, limit: 1 })) await this.#finish(unfinished);
  }

  /** Continues unfinished erasures and returns how many. Rejects with the last error when one cannot be finished. */
  async finishBegun(): Promise<number> {
    const begun = await this.#parts.store.listErasures({ limit: continuedMax });
    let failure: unknown;
    for (const erasure of begun) {
      await this.#finish(erasure).catch((cause) => {
        failure = cause;
      });
    }
    if (failure !== undefined) throw failure;
    return begun.length;
  }

  async #finish({ accountId, personId, by }: UnfinishedErasure): Promise<void> {
    const { store, people } = this.#parts;
    if (personId !== undefined) await people.erasePerson(personId);
    const entry = entryOf({ by, act: 'account.erased', accountId }, this.#parts);
    for (let round = 0; round < roundsMax; round++) {
      await store.eraseRecords(accountId);
      if (await store.endErasure(entry)) return;
    }
  }
}

/** The last mail to the owner of an erased account, so that an erasure by somebody else is noticed. */
export function erasureMail(to: string): Mail {
  return letter(to, 'Your account was deleted', [
    'Your account was deleted, as requested in one of your sessions. Your keys no longer work, you are signed out everywhere, and your remaining characters have expired.',
    'Your address, your glossary and the names of your keys are no longer stored. Records that we must keep (orders, payments, characters used) stay without your name and address.',
    'If this was not you, contact support. This is the last message to this address.',
  ]);
}

import { type Clock, later, type UnixMs, unixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { AuditJournal } from '../../shop/audit/audit.ts';
import type { ShopEvents } from '../../shop/events.ts';
import type { Mailer } from '../../shop/mail/mailer.ts';
import type { ClientIdentity, PersonId, SetCookies, Visitor } from '../../shop/people/people.ts';
import type { PersonStore, Proof } from '../../shop/people/person-store.ts';
import type { Throttle } from '../../shop/people/throttle.ts';
import { type Auth, sessionMs } from './auth.ts';
import { type CallerRequest, callerRequest, cookieValue, withCookiesKept } from './caller-headers.ts';
import type { KnownDevices } from './known-devices.ts';
import { callLibrary, libraryFailure } from './library-reply.ts';
import type { Passwords } from './password-hasher.ts';

export const sessionIdleMs = 7 * 86_400_000;

/** Minimum time between two recorded uses of a session, so that page views rarely write. */
const useNotedEveryMs = 3_600_000;

/** Largest number of sessions per person; a further one ends the least recently used. */
const sessionsMax = 20;

export type SessionsParts = {
  readonly auth: Auth;
  readonly store: PersonStore;
  readonly journal: Pick<AuditJournal, 'record'>;
  readonly now: Clock;
  readonly baseUrl: () => string;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** Finds visitors by session. Each is looked up in the database, so that an ended session is invalid on every node. */
export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Returns the library's options of a signed-in caller. */
  requestOf(caller: ClientIdentity): CallerRequest {
    return callerRequest(caller, { show: ['session', 'passkey'], origin: new URL(this.#parts.baseUrl()).origin });
  }

  /** Returns the library's options without a session, for proving an identity: the library would accept a session as proof. */
  anonymousRequestOf(caller: ClientIdentity): CallerRequest {
    return callerRequest(caller, { show: ['secondFactor', 'passkey'], origin: new URL(this.#parts.baseUrl()).origin });
  }

  async find(caller: ClientIdentity): Promise<Visitor | undefined> {
    if (cookieValue(caller.cookies, 'session') === undefined) return undefined;
    const found = await this.#read(caller);
    if (found === undefined) return undefined;
    const { visitor, lastSeenAt } = found;
    const at = this.#parts.now();
    if (at >= visitor.provenAt + sessionMs || at >= lastSeenAt + sessionIdleMs) {
      await this.#parts.store.endSession(visitor.personId, visitor.sessionId);
      return undefined;
    }
    if (at >= lastSeenAt + useNotedEveryMs) this.#noteUse(visitor.sessionId, at);
    return visitor;
  }

  /**
   * Ends the caller's previous session, which may be of another person, and those beyond the limit per person.
   * Undefined if the proof no longer holds.
   */
  async begin(caller: ClientIdentity, cookies: SetCookies, proof: Proof): Promise<Visitor | undefined> {
    const { store, journal } = this.#parts;
    const begun = await this.confirm(caller, cookies, proof);
    if (begun === undefined) return undefined;
    const { personId, accountId, sessionId } = begun;
    const before = cookieValue(caller.cookies, 'session') === undefined ? undefined : await this.#read(caller);
    if (before !== undefined && before.visitor.sessionId !== sessionId) {
      await store.endSession(before.visitor.personId, before.visitor.sessionId);
    }
    await store.trimSessions(personId, sessionsMax);
    await journal.record({ by: accountId, act: 'person.signed_in', accountId, subject: sessionId });
    return begun;
  }

  /** Ends a session that has just begun and must not continue. */
  async drop(caller: ClientIdentity, cookies: SetCookies): Promise<void> {
    const begun = (await this.#read(withCookiesKept(caller, cookies)))?.visitor;
    if (begun !== undefined) await this.#parts.store.endSession(begun.personId, begun.sessionId);
  }

  /** Returns the visitor of a session that has just begun. Ends it and returns undefined if its proof no longer holds. */
  async confirm(caller: ClientIdentity, cookies: SetCookies, proof: Proof): Promise<Visitor | undefined> {
    const begun = (await this.#read(withCookiesKept(caller, cookies)))?.visitor;
    if (begun === undefined) return undefined;
    const { personId, sessionId } = begun;
    return (await this.#parts.store.confirmSession({ personId, sessionId, proof })) ? begun : undefined;
  }

  async #read(caller: ClientIdentity): Promise<{ readonly visitor: Visitor; readonly lastSeenAt: UnixMs } | undefined> {
    const { auth } = this.#parts;
    const reply = await callLibrary(auth.api.getSession(this.requestOf(caller)));
    if (reply.kind === 'refused' || reply.answer === null) return undefined;
    const { session, user } = reply.answer;
    const visitor: Visitor = {
      personId: user.id as PersonId,
      accountId: user.accountId as AccountId,
      email: user.email,
      sessionId: session.id,
      provenAt: momentOf(session.createdAt),
      hasSecondFactor: user.twoFactorEnabled === true,
    };
    return { visitor, lastSeenAt: momentOf(session.updatedAt) };
  }

  #noteUse(sessionId: string, at: UnixMs): void {
    const { store, events } = this.#parts;
    store.noteSessionUse(sessionId, at).catch((cause: unknown) => {
      events.backgroundFailed({ task: 'note of a session', cause: libraryFailure(cause) });
    });
  }
}

function momentOf(date: Date): UnixMs {
  return later(unixMs(0), date.getTime());
}

export type IdentityParts = SessionsParts & {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly newId: () => string;
};

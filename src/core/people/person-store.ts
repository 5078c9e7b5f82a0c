import type { AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { UnixMs } from '../units.ts';
import type { LinkPurpose } from './links.ts';
import type { Passkey, PersonId, Session } from './people.ts';

/** Whoever an address belongs to, as far as a password goes. */
export type Credential =
  | { readonly kind: 'person'; readonly personId: PersonId; readonly passwordHash: string }
  /** Somebody signed up with the address, and nobody has proved yet that it is theirs. */
  | {
      readonly kind: 'signing_up';
      /** What was chosen last. */
      readonly passwordHash: string;
      /** Whether nothing else was chosen before. */
      readonly isOnlyOne: boolean;
    };

/** A link that is sent by mail, by the hash of its token. */
export type Link = {
  readonly tokenHash: string;
  /** In small letters. */
  readonly email: string;
  readonly sentAt: UnixMs;
  readonly expiresAt: UnixMs;
} & (
  | { readonly purpose: 'sign_up'; readonly passwordHash: string }
  | { readonly purpose: 'reset' | 'email'; readonly personId: PersonId }
  /** Is kept so that it takes as long, and is good for nothing. */
  | { readonly purpose: 'none' }
);

export type FoundLink = {
  readonly email: string;
  readonly personId: PersonId | undefined;
  /** Of what was chosen at a sign-up. */
  readonly passwordHash: string | undefined;
};

/** One use of a link that was followed. */
export type LinkUse = { readonly tokenHash: string; readonly at: UnixMs };

export type SignUpCompletion = LinkUse & {
  /** Of the person and of an account that may have to be opened; unique for good. */
  readonly personId: PersonId;
  readonly accountId: AccountId;
  /** For the audit journal. */
  readonly actId: ActId;
};

export type SignUpOutcome =
  | { readonly kind: 'completed'; readonly accountId: AccountId; readonly email: string; readonly hasOpened: boolean }
  | { readonly kind: 'invalid_link' };

export type PasswordReset = LinkUse & { readonly personId: PersonId; readonly passwordHash: string };

export type EmailChange = LinkUse & { readonly personId: PersonId; readonly email: string; readonly actId: ActId };

export type EmailChangeOutcome =
  | { readonly kind: 'changed'; readonly accountId: AccountId; readonly from: string }
  /** The address is another account's by now. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'invalid_link' };

export type SessionQuery = { readonly personId: PersonId; readonly at: UnixMs };

export type PersonRecord = {
  readonly email: string;
  readonly since: UnixMs;
  readonly hasSecondFactor: boolean;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Omit<Session, 'isCurrent'>[];
};

/** What people ask of a database beside what the library keeps there. Every method is one atomic step. */
export type PersonStore = {
  /** The secret that is kept, which is `candidate` where there was none: the same for however many ask at once. */
  keepSecret(candidate: string): Promise<string>;
  findCredential(email: string, at: UnixMs): Promise<Credential | undefined>;
  /** Takes the place of `from` alone. */
  replacePasswordHash(personId: PersonId, from: string, to: string): Promise<void>;
  /** Whether an account or a person has the address. */
  isAddressTaken(email: string): Promise<boolean>;

  keepLink(link: Link): Promise<void>;
  /** Undefined when there is none, it is for something else, or its time is up. */
  findLink(purpose: LinkPurpose, use: LinkUse): Promise<FoundLink | undefined>;
  /**
   * Uses up the link, and opens an account for its address, or takes the one that an operator opened for it; its owner is a
   * new person with the password that was chosen at sign-up. All or nothing.
   */
  completeSignUp(completion: SignUpCompletion): Promise<SignUpOutcome>;
  /** Uses up the link, sets the password, and ends all that was begun with the old one. Undefined: there is no such link. */
  resetPassword(reset: PasswordReset): Promise<AccountId | undefined>;
  /** Uses up the link, and gives the person and their account the address. All or nothing. */
  changeEmail(change: EmailChange): Promise<EmailChangeOutcome>;

  /** False when this code of the person's was accepted before. */
  spendCode(personId: PersonId, codeHash: string, until: UnixMs): Promise<boolean>;

  /** The last used first. */
  listSessions(query: SessionQuery): Promise<readonly Omit<Session, 'isCurrent'>[]>;
  noteSessionUse(sessionId: string, at: UnixMs): Promise<void>;
  /** False when the person has no such session. */
  endSession(personId: PersonId, sessionId: string): Promise<boolean>;
  /** All but one, and whatever else was begun for the person and not ended: links, and what waits for a code. */
  endOtherSessions(personId: PersonId, sessionId: string): Promise<void>;
  /** Ends those used least recently beyond `keep`. */
  trimSessions(personId: PersonId, keep: number): Promise<void>;

  describePerson(personId: PersonId): Promise<PersonRecord | undefined>;
  /** Repeating it changes nothing. */
  erasePerson(personId: PersonId): Promise<void>;
  /** Forgets what is past; how many rows that were. */
  sweepPeople(sweep: PeopleSweep): Promise<number>;
};

export type PeopleSweep = {
  readonly at: UnixMs;
  /** Sessions that were last used before are over. */
  readonly idleSince: UnixMs;
};

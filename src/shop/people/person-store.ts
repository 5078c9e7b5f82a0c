import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { LinkPurpose } from './links.ts';
import type { Passkey, PersonId, Session } from './people.ts';

/** The sign-in state of an address. */
export type Credential =
  | { readonly kind: 'person'; readonly personId: PersonId; readonly passwordHash: string }
  /** Signed up, but the address is not confirmed yet. */
  | {
      readonly kind: 'signing_up';
      /** The last chosen password's hash. */
      readonly passwordHash: string;
      /** Whether only one password was chosen. */
      readonly isOnlyOne: boolean;
    };

/** What a sign-in has to prove. */
export type SignInSecrets = {
  readonly passwordHash: string;
  /** Encrypted; set from the set-up of an authenticator app, before it is confirmed. */
  readonly totpSecret: string | undefined;
};

/** What a session has begun with. */
export type Proof =
  | {
      readonly kind: 'password';
      readonly passwordHash: string;
      /** Replaces an outdated hash of the same password. */
      readonly renewedHash: string | undefined;
    }
  | ({ readonly kind: 'code' } & SignInSecrets)
  /** `credentialId` in base64url. */
  | { readonly kind: 'passkey'; readonly credentialId: string };

export type BegunSession = {
  readonly personId: PersonId;
  /** Undefined for a sign-in that waits for a code. */
  readonly sessionId: string | undefined;
  readonly proof: Proof;
};

/** A mailed link, identified by the hash of its token. */
export type Link = LinkContent & { readonly tokenHash: string; readonly sentAt: UnixMs; readonly expiresAt: UnixMs };

/** `email` is in lower case. */
export type LinkContent = { readonly email: string } & (
  | { readonly purpose: 'sign_up'; readonly passwordHash: string }
  | { readonly purpose: 'reset' | 'email'; readonly personId: PersonId }
  /** Stored for equal timing; never valid. */
  | { readonly purpose: 'none' }
);

export type FoundLink = {
  readonly email: string;
  readonly personId: PersonId | undefined;
  /** Hash of the password chosen at sign-up. */
  readonly passwordHash: string | undefined;
};

export type LinkUse = { readonly tokenHash: string; readonly at: UnixMs };

export type SignUpCompletion = LinkUse & {
  /** Ids of the person and of an account that may have to be opened; globally unique. */
  readonly personId: PersonId;
  readonly accountId: AccountId;
  /** For the audit journal. */
  readonly actId: ActId;
};

export type SignUpOutcome =
  | { readonly kind: 'completed'; readonly accountId: AccountId; readonly email: string; readonly hasOpened: boolean }
  | { readonly kind: 'invalid_link' };

export type PasswordChange = {
  readonly personId: PersonId;
  /** The session that asks for the change, and its successor. */
  readonly sessionId: string;
  readonly nextSessionId: string;
  readonly from: string;
  readonly to: string;
};

export type PasswordReset = LinkUse & { readonly personId: PersonId; readonly passwordHash: string };

export type EmailChange = LinkUse & { readonly personId: PersonId; readonly email: string; readonly actId: ActId };

export type EmailChangeOutcome =
  | { readonly kind: 'changed'; readonly accountId: AccountId; readonly from: string }
  /** The address now belongs to another account. */
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

/** The database operations of people, in addition to the library's. Every method is one atomic step. */
export type PersonStore = {
  /** Returns the stored secret, and stores `candidate` if there is none; concurrent calls get the same one. */
  keepSecret(candidate: string): Promise<string>;
  findCredential(email: string, at: UnixMs): Promise<Credential | undefined>;
  findSecrets(personId: PersonId): Promise<SignInSecrets | undefined>;
  /**
   * Whether the session's proof still holds; else ends the session. Called after each sign-in, because its proof is
   * verified before the session exists: a password may have changed in between.
   */
  confirmSession(session: BegunSession): Promise<boolean>;
  /**
   * Replaces the hash if it is still `from` and the session still exists, and ends everything begun except the next
   * session. Otherwise returns false and ends the next session.
   */
  changePassword(change: PasswordChange): Promise<boolean>;
  /** Returns whether an account or a person has the address. */
  isAddressTaken(email: string): Promise<boolean>;

  keepLink(link: Link): Promise<void>;
  /** Returns undefined when the link does not exist, has another purpose, or has expired. */
  findLink(purpose: LinkPurpose, use: LinkUse): Promise<FoundLink | undefined>;
  /** Uses up the link, opens an account or takes over one of an operator, and creates its owner. Atomic. */
  completeSignUp(completion: SignUpCompletion): Promise<SignUpOutcome>;
  /** Uses up the link, sets the password, and ends everything begun with the old one. Undefined: invalid link. */
  resetPassword(reset: PasswordReset): Promise<AccountId | undefined>;
  /** Uses up the link, and changes the address of the person and their account. Atomic. */
  changeEmail(change: EmailChange): Promise<EmailChangeOutcome>;

  /** Returns false when this code of the person was accepted before. */
  spendCode(personId: PersonId, codeHash: string, until: UnixMs): Promise<boolean>;

  /** Most recently used first. */
  listSessions(query: SessionQuery): Promise<readonly Omit<Session, 'isCurrent'>[]>;
  noteSessionUse(sessionId: string, at: UnixMs): Promise<void>;
  /** Returns false when the person has no such session. */
  endSession(personId: PersonId, sessionId: string): Promise<boolean>;
  /** Ends all sessions except one, and everything else begun: links, and sign-ins that wait for a code. */
  endOtherSessions(personId: PersonId, sessionId: string): Promise<void>;
  /** Ends the least recently used sessions beyond `keep`. */
  trimSessions(personId: PersonId, keep: number): Promise<void>;
  /** Removes a passkey and ends its sessions except `keptId`. Returns false when the person has no such passkey. */
  removePasskey(personId: PersonId, passkeyId: string, keptId: string): Promise<boolean>;

  describePerson(personId: PersonId): Promise<PersonRecord | undefined>;
  /** Safe to repeat. */
  erasePerson(personId: PersonId): Promise<void>;
  /** Deletes expired rows and returns how many. */
  sweepPeople(sweep: PeopleSweep): Promise<number>;
};

export type PeopleSweep = {
  readonly at: UnixMs;
  /** Sessions last used before this have ended. */
  readonly idleSince: UnixMs;
};

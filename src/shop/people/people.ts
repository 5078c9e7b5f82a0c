import type { Unit, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { LinkPurpose } from './links.ts';

export type PersonId = Unit<string, 'PersonId'>;

/** A signed-in person with the current session. */
export type Visitor = {
  readonly personId: PersonId;
  readonly accountId: AccountId;
  /** A confirmed address. */
  readonly email: string;
  readonly sessionId: string;
  /** When the person last signed in or confirmed the sign-in of this session, with 2FA if it is on. */
  readonly provenAt: UnixMs;
  readonly hasSecondFactor: boolean;
};

/** The caller's identity, as known from the connection. */
export type ClientIdentity = {
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  /** An IP address; from a header only if a trusted proxy wrote it. */
  readonly address: string;
  readonly userAgent: string | undefined;
};

/** Values of `Set-Cookie` headers for the reply. */
export type SetCookies = readonly string[];

/** Too many attempts for this account or from this address: nothing was tried. */
export type Throttled = { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

/** What is wrong with an address, a password or the name of a passkey. */
export type PersonFault =
  | 'email_malformed'
  | 'email_not_ascii'
  | 'email_taken'
  | 'email_unchanged'
  | 'email_unsupported'
  | 'passkey_name_too_long'
  | 'password_guessable'
  | 'password_malformed'
  | 'password_too_long'
  | 'password_too_short';

/** The input is invalid for every user. Reveals nothing about any user. */
export type Unusable = { readonly kind: 'unusable'; readonly faults: readonly PersonFault[] };

export type SignedIn = { readonly kind: 'signed_in'; readonly cookies: SetCookies };

export type SignInOutcome =
  | SignedIn
  /** The password was correct; a code is still required, with these cookies. */
  | { readonly kind: 'second_factor'; readonly cookies: SetCookies }
  /** The same for a wrong password, an unknown person and an unconfirmed address. */
  | { readonly kind: 'refused' }
  | Throttled;

/** `sent` does not disclose whether the person exists; only the mail does. */
export type MailOutcome = { readonly kind: 'sent' } | Unusable | Throttled;

/** A change was made. The browser is known for the address afterwards. */
type Done = { readonly kind: 'done'; readonly cookies: SetCookies };

/** The password or code is wrong. */
type Refused = { readonly kind: 'refused' };

type InvalidLink = { readonly kind: 'invalid_link' };

export type LinkOutcome = SignedIn | { readonly kind: 'done' } | InvalidLink | Refused | Unusable | Throttled;

/** The result of a change by a mailed link. */
export type ChangeByLinkOutcome = Done | InvalidLink | Unusable | Throttled;

/** The result of a change that a signed-in person makes with a password or a code. */
export type ChangeOutcome = Done | Refused | Unusable | Throttled;

export type Session = {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: UnixMs;
  readonly lastSeenAt: UnixMs;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
};

export type Passkey = { readonly id: string; readonly name: string; readonly createdAt: UnixMs };

/** Each code signs in once instead of an authenticator code. Shown once. */
export type BackupCodes = { readonly backupCodes: readonly string[] };

/** An authenticator app that must be confirmed by a first code. Shown once. */
export type TotpSetup = BackupCodes & {
  /** `otpauth://` (source: Google Authenticator's key URI format). */
  readonly uri: string;
  /** Base32, for manual entry. */
  readonly secret: string;
};

/** JSON input or output of a browser's WebAuthn functions (source: W3C WebAuthn, level 3, section 5.1.8). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

/** What the browser is asked for, and the cookies that its answer needs. */
export type PasskeyRequest = { readonly options: WebAuthnJson; readonly cookies: SetCookies };

export type SecondFactorCode = { readonly kind: 'totp' | 'backup'; readonly code: string };

export type Password = { readonly password: string };

/** The token of a mailed link, with the new password. */
export type FollowedLink = Password & { readonly token: string };

/** No outcome, status or timing discloses whether an address belongs to a person. Rejections are the store's. */
export type People = {
  findVisitor(caller: ClientIdentity): Promise<Visitor | undefined>;

  signUp(caller: ClientIdentity, person: Password & { readonly email: string }): Promise<MailOutcome>;
  /** Returns a valid link's address, without using it up. A link for another address works only for its visitor. */
  addressOfLink(purpose: LinkPurpose, token: string, visitor?: Visitor): Promise<string | undefined>;
  /**
   * Confirms an address by a mailed link and the password of the sign-up: the reader of a mail cannot confirm a sign-up
   * of somebody else. The first confirmation opens the account, or takes over one that an operator opened.
   */
  verifyEmail(caller: ClientIdentity, proof: FollowedLink): Promise<LinkOutcome>;
  sendVerification(caller: ClientIdentity, email: string): Promise<MailOutcome>;

  /** Ends the caller's previous session, so that it does not continue under another person. */
  signIn(caller: ClientIdentity, person: Password & { readonly email: string }): Promise<SignInOutcome>;
  giveCode(caller: ClientIdentity, code: SecondFactorCode): Promise<SignInOutcome>;
  passkeySignIn(caller: ClientIdentity): Promise<PasskeyRequest | Throttled>;
  signInWithPasskey(caller: ClientIdentity, response: WebAuthnJson): Promise<SignInOutcome>;
  /** Confirms the sign-in of a signed-in person, for actions that require a fresh sign-in. */
  proveAgain(caller: ClientIdentity, visitor: Visitor, proof: Password): Promise<SignInOutcome>;
  signOut(caller: ClientIdentity): Promise<SetCookies>;

  sendReset(caller: ClientIdentity, email: string): Promise<MailOutcome>;
  /** Ends every session of the person. */
  resetPassword(caller: ClientIdentity, reset: FollowedLink): Promise<ChangeByLinkOutcome>;
  /** Ends every other session of the person. */
  changePassword(
    caller: ClientIdentity,
    visitor: Visitor,
    change: { readonly current: string; readonly next: string },
  ): Promise<ChangeOutcome>;
  /** Sends a link to the new address, and a notice to the old one. */
  sendEmailChange(caller: ClientIdentity, visitor: Visitor, email: string): Promise<MailOutcome>;
  /**
   * The link works only for the signed-in person who requested it: a reader of the mail cannot move the address to
   * another account, and a request of an ended session cannot be completed.
   */
  confirmEmailChange(caller: ClientIdentity, visitor: Visitor, token: string): Promise<ChangeByLinkOutcome>;

  listSessions(caller: ClientIdentity, visitor: Visitor): Promise<readonly Session[]>;
  /** Returns false when the person has no such session. */
  endSession(caller: ClientIdentity, visitor: Visitor, sessionId: string): Promise<boolean>;
  endOtherSessions(caller: ClientIdentity, visitor: Visitor): Promise<void>;

  beginTotp(caller: ClientIdentity, visitor: Visitor, proof: Password): Promise<TotpSetup | Refused | Throttled>;
  confirmTotp(caller: ClientIdentity, visitor: Visitor, code: string): Promise<ChangeOutcome>;
  endTotp(caller: ClientIdentity, visitor: Visitor, proof: Password): Promise<ChangeOutcome>;
  /** Replaces the existing codes. Rejects with `validation_error` if 2FA is off. */
  renewBackupCodes(
    caller: ClientIdentity,
    visitor: Visitor,
    proof: Password,
  ): Promise<BackupCodes | Refused | Throttled>;

  /** False when browsers offer none, because the service has an IP address instead of a host name. */
  readonly offersPasskeys: boolean;
  listPasskeys(caller: ClientIdentity, visitor: Visitor): Promise<readonly Passkey[]>;
  beginPasskey(caller: ClientIdentity, visitor: Visitor): Promise<PasskeyRequest>;
  addPasskey(
    caller: ClientIdentity,
    visitor: Visitor,
    passkey: { readonly name: string; readonly response: WebAuthnJson },
  ): Promise<ChangeOutcome>;
  /** Returns false when the person has no such passkey. */
  removePasskey(caller: ClientIdentity, visitor: Visitor, id: string): Promise<boolean>;

  /** Returns the person's stored data without secrets, for the export. */
  describe(personId: PersonId): Promise<Readonly<Record<string, unknown>>>;
  /** Ends all sessions and erases the person; repeating it changes nothing. */
  erase(personId: PersonId): Promise<void>;
};

/** Largest length of a passkey's name, in characters. */
export const passkeyNameLengthMax = 60;

import type { AccountId } from '../accounts/account.ts';
import type { Unit, UnixMs } from '../units.ts';

export type PersonId = Unit<string, 'PersonId'>;

/** A person who is signed in, in one session. */
export type Visitor = {
  readonly personId: PersonId;
  /** The account in which the person works. */
  readonly accountId: AccountId;
  /** Verified. */
  readonly email: string;
  readonly sessionId: string;
  /** When the person last proved who they are in this session, with all that their account asks for. */
  readonly provenAt: UnixMs;
  readonly hasSecondFactor: boolean;
};

/** Who asks, as far as the connection tells. */
export type Caller = {
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  /** An IP address; from a header only where a trusted proxy wrote it. */
  readonly address: string;
  readonly userAgent: string | undefined;
};

/** Values of `Set-Cookie` headers that the reply must carry. */
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

/** What was sent cannot be used, whoever sent it. It tells nothing of any person. */
export type Unusable = { readonly kind: 'unusable'; readonly faults: readonly PersonFault[] };

export type SignedIn = { readonly kind: 'signed_in'; readonly cookies: SetCookies };

export type SignInOutcome =
  | SignedIn
  /** The password was right; a code is still to be given, with these cookies. */
  | { readonly kind: 'second_factor'; readonly cookies: SetCookies }
  /** Wrong password, unknown person and an address that is still to be verified alike. */
  | { readonly kind: 'refused' }
  | Throttled;

/** `sent` says nothing of whether there is such a person: whoever reads the mail learns it. */
export type MailOutcome = { readonly kind: 'sent' } | Unusable | Throttled;

export type LinkOutcome =
  | SignedIn
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid_link' }
  | Unusable
  | Throttled;

/** What a link in a mail changes about a person. The browser is known for their address from then on. */
export type ChangeByLinkOutcome =
  | { readonly kind: 'done'; readonly cookies: SetCookies }
  | { readonly kind: 'invalid_link' }
  | Unusable
  | Throttled;

/** What a signed-in person changes about themselves with their password or a code. */
export type ChangeOutcome =
  | { readonly kind: 'done'; readonly cookies: SetCookies }
  | { readonly kind: 'refused' }
  | Unusable
  | Throttled;

export type Session = {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: UnixMs;
  readonly lastSeenAt: UnixMs;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
};

export type Passkey = { readonly id: string; readonly name: string; readonly createdAt: UnixMs };

/** Each signs in once in place of a code. Shown once. */
export type BackupCodes = { readonly backupCodes: readonly string[] };

/** A second factor that is to be confirmed by a first code. Shown once. */
export type TotpSetup = BackupCodes & {
  /** `otpauth://` (source: Google Authenticator's key URI format). */
  readonly uri: string;
  /** Base32, for typing. */
  readonly secret: string;
};

/** JSON that a browser's WebAuthn functions take or give (source: W3C WebAuthn, level 3, section 5.1.8). */
export type WebAuthnJson = Readonly<Record<string, unknown>>;

export type Password = { readonly password: string };

/** The token of a link that came by mail, with the password that goes with it from then on. */
export type FollowedLink = Password & { readonly token: string };

/**
 * The people who use the account area, and how they prove who they are.
 *
 * No outcome, status or time tells a caller whether there is a person with an address. Rejections are `ServiceError`s of
 * the store's.
 */
export type People = {
  /** Who these cookies speak for; undefined for nobody. */
  findVisitor(caller: Caller): Promise<Visitor | undefined>;

  signUp(caller: Caller, person: Password & { readonly email: string }): Promise<MailOutcome>;
  /** For which address the link of a sign-up opens an account, as long as it works. Uses nothing up. */
  addressOfSignUp(token: string): Promise<string | undefined>;
  /**
   * The link in a mail was followed, and confirmed with the password that was chosen with it: whoever can read the mail and does
   * not know that password confirms nothing for somebody who signed up in their name. The first time opens the account, or
   * takes the one an operator opened.
   */
  verifyEmail(caller: Caller, proof: FollowedLink): Promise<LinkOutcome | { readonly kind: 'refused' }>;
  sendVerification(caller: Caller, email: string): Promise<MailOutcome>;

  /** Ends the session that the caller had, so that one never lives on in another's name. */
  signIn(caller: Caller, person: Password & { readonly email: string }): Promise<SignInOutcome>;
  giveCode(caller: Caller, code: { readonly kind: 'totp' | 'backup'; readonly code: string }): Promise<SignInOutcome>;
  passkeySignIn(caller: Caller): Promise<{ readonly options: WebAuthnJson; readonly cookies: SetCookies } | Throttled>;
  signInWithPasskey(caller: Caller, response: WebAuthnJson): Promise<SignInOutcome>;
  /** The signed-in person proves who they are once more, for what asks for a fresh sign-in. */
  proveAgain(caller: Caller, visitor: Visitor, proof: Password): Promise<SignInOutcome>;
  signOut(caller: Caller): Promise<SetCookies>;

  sendReset(caller: Caller, email: string): Promise<MailOutcome>;
  /** Ends every session of the person. */
  resetPassword(caller: Caller, reset: FollowedLink): Promise<ChangeByLinkOutcome>;
  /** Ends every other session of the person. */
  changePassword(
    caller: Caller,
    visitor: Visitor,
    change: { readonly current: string; readonly next: string },
  ): Promise<ChangeOutcome>;
  /** Sends a link to the new address, and word of it to the old one. */
  sendEmailChange(caller: Caller, visitor: Visitor, email: string): Promise<MailOutcome>;
  /**
   * The link works for the person who asked for it alone, who is signed in: so nobody who reads mail takes an address into
   * somebody else's account, and whoever asked for it in a session that was ended cannot go on.
   */
  confirmEmailChange(caller: Caller, visitor: Visitor, token: string): Promise<ChangeByLinkOutcome>;

  listSessions(caller: Caller, visitor: Visitor): Promise<readonly Session[]>;
  /** False when the person has no such session. */
  endSession(caller: Caller, visitor: Visitor, sessionId: string): Promise<boolean>;
  endOtherSessions(caller: Caller, visitor: Visitor): Promise<void>;

  beginTotp(
    caller: Caller,
    visitor: Visitor,
    proof: Password,
  ): Promise<TotpSetup | { readonly kind: 'refused' } | Throttled>;
  confirmTotp(caller: Caller, visitor: Visitor, code: string): Promise<ChangeOutcome>;
  endTotp(caller: Caller, visitor: Visitor, proof: Password): Promise<ChangeOutcome>;
  /** Makes those void that there were before. Rejects with `validation_error` where there is no second factor. */
  renewBackupCodes(
    caller: Caller,
    visitor: Visitor,
    proof: Password,
  ): Promise<BackupCodes | { readonly kind: 'refused' } | Throttled>;

  /** False where browsers offer none: the service is reached by an IP address instead of a name. */
  readonly offersPasskeys: boolean;
  listPasskeys(caller: Caller, visitor: Visitor): Promise<readonly Passkey[]>;
  beginPasskey(
    caller: Caller,
    visitor: Visitor,
  ): Promise<{ readonly options: WebAuthnJson; readonly cookies: SetCookies }>;
  addPasskey(
    caller: Caller,
    visitor: Visitor,
    passkey: { readonly name: string; readonly response: WebAuthnJson },
  ): Promise<ChangeOutcome>;
  /** False when the person has no such passkey. */
  removePasskey(caller: Caller, visitor: Visitor, id: string): Promise<boolean>;

  /** What is kept of the person, without secrets: for the export of their data. */
  describe(personId: PersonId): Promise<Readonly<Record<string, unknown>>>;
  /** Ends all sessions and erases the person; repeating it changes nothing. */
  erase(personId: PersonId): Promise<void>;
};

import { type UnixMs, unixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { LinkPurpose } from '../../shop/people/links.ts';
import type { Passkey, PersonId, Session } from '../../shop/people/people.ts';
import type {
  BegunSession,
  Credential,
  EmailChange,
  EmailChangeOutcome,
  FoundLink,
  Link,
  LinkUse,
  PasswordChange,
  PasswordReset,
  PeopleSweep,
  PersonRecord,
  Proof,
  SessionQuery,
  SignInSecrets,
  SignUpCompletion,
  SignUpOutcome,
} from '../../shop/people/person-store.ts';
import { createAccount } from './account-procedures.ts';
import { recordAct } from './audit-procedures.ts';
import {
  change,
  changed,
  countOf,
  type Procedure,
  plainText,
  query,
  type SqlRow,
  type SqlValue,
  wholeNumberValue,
} from './procedure.ts';
import { stepMax } from './steps.ts';

// The better-auth library stores times as text on SQLite and as timestamps on PostgreSQL. Both accept ISO 8601 and
// compare these values chronologically.

/** Links of one kind per address; a further link replaces the oldest. */
const linksMax = 20;

const keepFirst = 'insert into auth_secret ("only", secret) values (1, $1) on conflict do nothing';

/** Safe to repeat and to run concurrently. */
export function* keepSecret(candidate: string): Procedure<string> {
  yield change(keepFirst, candidate);
  const [row] = yield query('select secret from auth_secret where "only" = 1');
  return plainText(row?.[0]);
}

const findLogin = `select auth_users.id, auth_logins.password from auth_users
 join auth_logins on auth_logins."userId" = auth_users.id and auth_logins."providerId" = 'credential'
 where auth_users.email = $1`;

const findSignUps = `select password_hash from auth_links
 where email = $1 and purpose = 'sign_up' and expires_at > $2 order by sent_at desc, token_hash limit ${linksMax}`;

export function* findCredential(email: string, at: UnixMs): Procedure<Credential | undefined> {
  const [login] = yield query(findLogin, email);
  // Queried in every case, so that both cases take equally long.
  const chosen = (yield query(findSignUps, email, at)).map(([hash]) => plainText(hash));
  if (login !== undefined) {
    return { kind: 'person', personId: plainText(login[0]) as PersonId, passwordHash: plainText(login[1]) };
  }
  const [newest] = chosen;
  if (newest === undefined) return undefined;
  return { kind: 'signing_up', passwordHash: newest, isOnlyOne: chosen.every((hash) => hash === newest) };
}

const replaceHash = `update auth_logins set password = $3
 where "userId" = $1 and "providerId" = 'credential' and password = $2`;

const selectSecrets = `select password, secret, case when "twoFactorEnabled" then 1 else 0 end from auth_users
 join auth_logins on auth_logins."userId" = auth_users.id and auth_logins."providerId" = 'credential'
 left join auth_two_factors on auth_two_factors."userId" = auth_users.id
 where auth_users.id = $1`;

export function* findSecrets(personId: PersonId): Procedure<SignInSecrets | undefined> {
  const [row] = yield query(selectSecrets, personId);
  return row === undefined ? undefined : secretsOf(row);
}

function secretsOf([passwordHash, totpSecret]: SqlRow): SignInSecrets {
  return { passwordHash: plainText(passwordHash), totpSecret: optionalText(totpSecret) };
}

/** Every change of these secrets locks the person, or ends all sessions in a step that does. */
export function* confirmSession({ personId, sessionId, proof }: BegunSession): Procedure<boolean> {
  yield query(lockPerson, personId);
  const isConfirmed =
    proof.kind === 'passkey'
      ? yield* notePasskey(personId, sessionId, proof)
      : yield* secretsHold(personId, sessionId, proof);
  if (isConfirmed) return true;
  if (sessionId === undefined) yield change(endChallenges, personId);
  else yield* endSession(personId, sessionId);
  return false;
}

type SecretProof = Exclude<Proof, { readonly kind: 'passkey' }>;

function* secretsHold(personId: PersonId, sessionId: string | undefined, proof: SecretProof): Procedure<boolean> {
  const [row] = yield query(selectSecrets, personId);
  if (row === undefined) return false;
  const { passwordHash, totpSecret } = secretsOf(row);
  if (passwordHash !== proof.passwordHash) return false;
  const hasSecondFactor = wholeNumberValue(row[2]) === 1;
  if (proof.kind === 'code') return hasSecondFactor && totpSecret === proof.totpSecret;
  if (hasSecondFactor && sessionId !== undefined) return false;
  if (proof.renewedHash !== undefined) yield change(replaceHash, personId, passwordHash, proof.renewedHash);
  return true;
}

const findPasskey = 'select id from auth_passkeys where "credentialID" = $1 and "userId" = $2';

function* notePasskey(
  personId: PersonId,
  sessionId: string | undefined,
  { credentialId }: Extract<Proof, { readonly kind: 'passkey' }>,
): Procedure<boolean> {
  const [passkey] = yield query(findPasskey, credentialId, personId);
  if (passkey === undefined || sessionId === undefined) return false;
  return changed(
    yield change('update auth_sessions set passkey_id = $2 where id = $1', sessionId, plainText(passkey[0])),
  );
}

const findSession = 'select 1 from auth_sessions where id = $1 and "userId" = $2';

/** Safe to repeat: each password hash is unique. */
export function* changePassword(passwordChange: PasswordChange): Procedure<boolean> {
  const { personId, sessionId, nextSessionId, from, to } = passwordChange;
  yield query(lockPerson, personId);
  const isSignedIn = (yield query(findSession, sessionId, personId)).length > 0;
  const isChanged = isSignedIn && changed(yield change(replaceHash, personId, from, to));
  if (isChanged || (yield query(isPasswordSet, personId, to)).length > 0) {
    yield* endOtherSessions(personId, nextSessionId);
    return true;
  }
  yield* endSession(personId, nextSessionId);
  return false;
}

const addressInUse = `select 1 from accounts where email_folded = $1
 union all select 1 from auth_users where email = $1`;

export function* isAddressTaken(email: string): Procedure<boolean> {
  return (yield query(addressInUse, email)).length > 0;
}

const insertLink = `insert into auth_links
 (token_hash, purpose, email, person_id, password_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
 on conflict do nothing`;

const forgetOldLinks = `delete from auth_links where token_hash in
 (select token_hash from auth_links where email = $1 and purpose = $2 order by sent_at desc, token_hash
  limit ${linksMax} offset ${linksMax})`;

export function* keepLink(link: Link): Procedure<void> {
  const { tokenHash, purpose, email, sentAt, expiresAt } = link;
  const personId = 'personId' in link ? link.personId : null;
  const passwordHash = 'passwordHash' in link ? link.passwordHash : null;
  yield change(insertLink, tokenHash, purpose, email, personId, passwordHash, sentAt, expiresAt);
  yield change(forgetOldLinks, email, purpose);
}

const findOneLink = `select email, person_id, password_hash from auth_links
 where token_hash = $1 and purpose = $2 and expires_at > $3`;

export function* findLink(purpose: LinkPurpose, { tokenHash, at }: LinkUse): Procedure<FoundLink | undefined> {
  const [row] = yield query(findOneLink, tokenHash, purpose, at);
  if (row === undefined) return undefined;
  const [email, personId, passwordHash] = row;
  return {
    email: plainText(email),
    personId: optionalText(personId) as PersonId | undefined,
    passwordHash: optionalText(passwordHash),
  };
}

const useLink = `delete from auth_links where token_hash = $1 and purpose = $2 and expires_at > $3
 returning email, person_id, password_hash`;

const findByFoldedEmail = 'select id from accounts where email_folded = $1';

const insertPerson = `insert into auth_users
 (id, name, email, "emailVerified", "createdAt", "updatedAt", "twoFactorEnabled", "accountId")
 values ($1, '', $2, true, $3, $3, false, $4) on conflict do nothing`;

const insertLogin = `insert into auth_logins (id, "userId", "providerId", "accountId", password, "createdAt", "updatedAt")
 values ($1, $1, 'credential', $1, $2, $3, $3)`;

const findPerson = 'select email, "accountId" from auth_users where id = $1';

/** Safe to repeat: a person with the same id was created by an attempt whose answer was lost. */
export function* completeSignUp(completion: SignUpCompletion): Procedure<SignUpOutcome> {
  const { tokenHash, at, personId, accountId, actId: id } = completion;
  const [link] = yield query(useLink, tokenHash, 'sign_up', at);
  if (link === undefined) return yield* completedBefore(personId, accountId);
  const email = plainText(link[0]);
  // The address of an account that is being erased; no second account may open for it.
  if ((yield query('select 1 from auth_users where email = $1', email)).length > 0) return { kind: 'invalid_link' };
  yield* createAccount({ id: accountId, email, createdAt: at });
  const [account] = yield query(findByFoldedEmail, email);
  const owned = plainText(account?.[0]) as AccountId;
  const time = isoTime(at);
  // The address has been confirmed before, so the password chosen at this sign-up is not used. Other links of the
  // address fail in the same way: deleting them here would wait for transactions that use them.
  if (!changed(yield change(insertPerson, personId, email, time, owned))) return { kind: 'invalid_link' };
  yield change(insertLogin, personId, plainText(link[2]), time);
  const hasOpened = owned === accountId;
  if (hasOpened) yield* recordAct({ id, at, by: owned, act: 'account.opened', accountId: owned, subject: undefined });
  return { kind: 'completed', accountId: owned, email, hasOpened };
}

function* completedBefore(personId: PersonId, accountId: AccountId): Procedure<SignUpOutcome> {
  const [person] = yield query(findPerson, personId);
  if (person === undefined) return { kind: 'invalid_link' };
  const owned = plainText(person[1]) as AccountId;
  return { kind: 'completed', accountId: owned, email: plainText(person[0]), hasOpened: owned === accountId };
}

// Changes nothing, but locks the row: other changes of the person wait.
const lockPerson = 'update auth_users set "updatedAt" = "updatedAt" where id = $1 returning email, "accountId"';

const setPassword = `update auth_logins set password = $2, "updatedAt" = $3
 where "userId" = $1 and "providerId" = 'credential'`;

const isPasswordSet = `select 1 from auth_logins
 where "userId" = $1 and "providerId" = 'credential' and password = $2`;

/** Safe to repeat: each password hash is unique. */
export function* resetPassword(reset: PasswordReset): Procedure<AccountId | undefined> {
  const { tokenHash, at, personId, passwordHash } = reset;
  const [person] = yield query(lockPerson, personId);
  const [link] = yield query(useLink, tokenHash, 'reset', at);
  const accountId = person === undefined ? undefined : (plainText(person[1]) as AccountId);
  if (link === undefined)
    return (yield query(isPasswordSet, personId, passwordHash)).length > 0 ? accountId : undefined;
  yield change(setPassword, personId, passwordHash, isoTime(at));
  yield change('delete from auth_sessions where "userId" = $1', personId);
  yield* endBegun(personId);
  return accountId;
}

/** Ends sign-ins that gave a password and wait for a code, and links that were sent. */
function* endBegun(personId: PersonId): Procedure<void> {
  yield change(endChallenges, personId);
  yield change('delete from auth_links where person_id = $1', personId);
}

const endChallenges = 'delete from auth_verifications where value = $1';

const renameAccount = `update accounts set email = $2, email_folded = $2
 where id = $1 and erased_at is null
 and not exists (select 1 from accounts as others where others.email_folded = $2 and others.id <> $1)`;

const renamePerson = 'update auth_users set email = $2, "updatedAt" = $3 where id = $1';

/** Safe to repeat: a person who already has the address got it from an attempt whose answer was lost. */
export function* changeEmail({ tokenHash, at, personId, email, actId }: EmailChange): Procedure<EmailChangeOutcome> {
  const [person] = yield query(lockPerson, personId);
  const [link] = yield query(useLink, tokenHash, 'email', at);
  if (person === undefined) return { kind: 'invalid_link' };
  const from = plainText(person[0]);
  const accountId = plainText(person[1]) as AccountId;
  if (link === undefined) return from === email ? { kind: 'changed', accountId, from } : { kind: 'invalid_link' };
  if (!changed(yield change(renameAccount, accountId, email))) return { kind: 'taken' };
  yield change(renamePerson, personId, email, isoTime(at));
  // Links sent to the old address are no longer valid.
  yield change('delete from auth_links where person_id = $1', personId);
  const act = 'account.email_changed';
  yield* recordAct({ id: actId, at, by: accountId, act, accountId, subject: undefined });
  return { kind: 'changed', accountId, from };
}

const insertCode =
  'insert into auth_spent_codes (person_id, code, expires_at) values ($1, $2, $3) on conflict do nothing';

export function* spendCode(personId: PersonId, code: string, until: UnixMs): Procedure<boolean> {
  return changed(yield change(insertCode, personId, code, until));
}

/** At most this many sessions are kept per person. */
const sessionsListed = 100;

const selectSessions = (condition: string) =>
  `select id, "createdAt", "updatedAt", "ipAddress", "userAgent" from auth_sessions
 where "userId" = $1${condition} order by "updatedAt" desc, id limit ${sessionsListed}`;

type StoredSession = Omit<Session, 'isCurrent'>;

export function* listSessions({ personId, at }: SessionQuery): Procedure<readonly StoredSession[]> {
  return (yield query(selectSessions(' and "expiresAt" > $2'), personId, isoTime(at))).map(sessionOf);
}

// Concurrent notes of the same use wait here.
const noteUse = 'update auth_sessions set "updatedAt" = $2 where id = $1 and "updatedAt" < $2';

export function* noteSessionUse(sessionId: string, at: UnixMs): Procedure<void> {
  yield change(noteUse, sessionId, isoTime(at));
}

export function* endSession(personId: PersonId, sessionId: string): Procedure<boolean> {
  return changed(yield change('delete from auth_sessions where id = $1 and "userId" = $2', sessionId, personId));
}

export function* endOtherSessions(personId: PersonId, sessionId: string): Procedure<void> {
  yield query(lockPerson, personId);
  yield change('delete from auth_sessions where "userId" = $1 and id <> $2', personId, sessionId);
  yield* endBegun(personId);
}

const trim = `delete from auth_sessions where id in
 (select id from auth_sessions where "userId" = $1 order by "updatedAt" desc, id limit ${sessionsListed} offset $2)`;

export function* trimSessions(personId: PersonId, keep: number): Procedure<void> {
  yield change(trim, personId, keep);
}

const endSessionsOfPasskey = 'delete from auth_sessions where "userId" = $1 and passkey_id = $2 and id <> $3';

/** Safe to repeat, except that a repeat returns false. */
export function* removePasskey(personId: PersonId, passkeyId: string, keptId: string): Procedure<boolean> {
  yield query(lockPerson, personId);
  yield change(endSessionsOfPasskey, personId, passkeyId, keptId);
  return changed(yield change('delete from auth_passkeys where id = $1 and "userId" = $2', passkeyId, personId));
}

const describe = 'select email, "createdAt", "twoFactorEnabled" from auth_users where id = $1';

const listPasskeys = `select id, name, "createdAt" from auth_passkeys where "userId" = $1 order by "createdAt", id limit 100`;

export function* describePerson(personId: PersonId): Procedure<PersonRecord | undefined> {
  const [person] = yield query(describe, personId);
  if (person === undefined) return undefined;
  const [email, since, hasSecondFactor] = person;
  const passkeys = (yield query(listPasskeys, personId)).map(passkeyOf);
  const sessions = (yield query(selectSessions(''), personId)).map(sessionOf);
  const owner = { email: plainText(email), since: momentOf(since), hasSecondFactor: hasSecondFactor === 1 };
  return { ...owner, passkeys, sessions };
}

/** Foreign keys delete everything that belongs to the person. */
export function* erasePerson(personId: PersonId): Procedure<void> {
  const [person] = yield query('delete from auth_users where id = $1 returning email', personId);
  yield change(endChallenges, personId);
  if (person !== undefined) yield change('delete from auth_links where email = $1', plainText(person[0]));
}

/** Deletes at most `stepMax` rows of each kind. Returns the largest of the counts found. */
export function* sweepPeopleStep({ at, idleSince }: PeopleSweep): Procedure<number> {
  const deleted = [
    yield change(oldest('auth_links', 'token_hash', 'expires_at'), at, stepMax),
    yield change(oldest('auth_spent_codes', 'code', 'expires_at'), at, stepMax),
    yield change(oldest('auth_verifications', 'id', '"expiresAt"'), isoTime(at), stepMax),
    yield change(oldest('auth_sessions', 'id', '"expiresAt"'), isoTime(at), stepMax),
    yield change(oldest('auth_sessions', 'id', '"updatedAt"'), isoTime(idleSince), stepMax),
  ];
  return Math.max(...deleted.map(countOf));
}

function oldest(table: string, key: string, time: string): string {
  return `delete from ${table} where ${time} <= $1 and ${key} in
 (select ${key} from ${table} where ${time} <= $1 order by ${time} limit $2)`;
}

function sessionOf([id, startedAt, lastSeenAt, address, userAgent]: SqlRow): StoredSession {
  return {
    id: plainText(id),
    startedAt: momentOf(startedAt),
    lastSeenAt: momentOf(lastSeenAt),
    address: optionalText(address),
    userAgent: optionalText(userAgent),
  };
}

function passkeyOf([id, name, createdAt]: SqlRow): Passkey {
  return { id: plainText(id), name: optionalText(name) ?? '', createdAt: momentOf(createdAt) };
}

/** Returns undefined for the values that better-auth stores for a missing text: empty or null. */
function optionalText(value: SqlValue | undefined): string | undefined {
  return value === null || value === '' ? undefined : plainText(value);
}

function isoTime(at: UnixMs): string {
  return new Date(at).toISOString();
}

/** Parses a time: SQLite returns the ISO 8601 text as written, PostgreSQL `2026-11-20 12:00:00.5+00` in UTC. */
function momentOf(value: SqlValue | undefined): UnixMs {
  return unixMs(Date.parse(plainText(value).replace(' ', 'T').replace(/\+00$/, 'Z')));
}

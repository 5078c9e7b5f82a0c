import { type UnixMs, unixMs } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Passkey, PersonId } from '../../shop/people/people.ts';
import type {
  FoundLink,
  PeopleSweep,
  PersonRecord,
  PersonStore,
  Proof,
  SignInSecrets,
  SignUpOutcome,
} from '../../shop/people/person-store.ts';
import { accountChanges, recordAct } from './account-procedures.ts';
import { plainText, record, type SqlValue } from './column-values.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { stepMax } from './steps.ts';

// Better-auth stores times as text on SQLite, as timestamps on PostgreSQL. Both accept ISO 8601 and compare by time.

/** Links of one kind per address; a further link replaces the oldest. */
const linksMax = 20;

/** At most this many sessions are kept per person. */
const sessionsListed = 100;

/** The login of the person `$1`. */
const ownLogin = `"userId" = $1 and "providerId" = 'credential'`;

const findLogin = `select auth_users.id, auth_logins.password from auth_users
 join auth_logins on auth_logins."userId" = auth_users.id and auth_logins."providerId" = 'credential'
 where auth_users.email = $1`;

const findSignUps = `select password_hash from auth_links
 where email = $1 and purpose = 'sign_up' and expires_at > $2 order by sent_at desc, token_hash limit ${linksMax}`;

const replaceHash = `update auth_logins set password = $3 where ${ownLogin} and password = $2`;

const setPassword = `update auth_logins set password = $2, "updatedAt" = $3 where ${ownLogin}`;

const isPasswordSet = `select 1 from auth_logins where ${ownLogin} and password = $2`;

/** The library may leave it null. */
const isFactorOn = 'case when "twoFactorEnabled" then 1 else 0 end';

const selectSecrets = `select password, secret, ${isFactorOn} from auth_users
 join auth_logins on auth_logins."userId" = auth_users.id and auth_logins."providerId" = 'credential'
 left join auth_two_factors on auth_two_factors."userId" = auth_users.id
 where auth_users.id = $1`;

const secrets = record<SignInSecrets & { readonly hasSecondFactor: boolean }>({
  passwordHash: 'text',
  totpSecret: optionalText,
  hasSecondFactor: 'flag',
});

const addressInUse = `select 1 from accounts where email_folded = $1
 union all select 1 from auth_users where email = $1`;

const insertLink = `insert into auth_links
 (token_hash, purpose, email, person_id, password_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
 on conflict do nothing`;

const forgetOldLinks = `delete from auth_links where token_hash in
 (select token_hash from auth_links where email = $1 and purpose = $2 order by sent_at desc, token_hash
  limit ${linksMax} offset ${linksMax})`;

const foundLink = record<FoundLink>({ email: 'text', personId: 'text?', passwordHash: 'text?' });

const validLink = 'token_hash = $1 and purpose = $2 and expires_at > $3';

const useLink = `delete from auth_links where ${validLink} returning ${foundLink.columns}`;

const insertPerson = `insert into auth_users
 (id, name, email, "emailVerified", "createdAt", "updatedAt", "twoFactorEnabled", "accountId")
 values ($1, '', $2, true, $3, $3, false, $4) on conflict do nothing`;

const insertLogin = `insert into auth_logins (id, "userId", "providerId", "accountId", password, "createdAt", "updatedAt")
 values ($1, $1, 'credential', $1, $2, $3, $3)`;

// Changes nothing, but locks the row: other changes of the person wait.
const lockPerson = 'update auth_users set "updatedAt" = "updatedAt" where id = $1 returning email, "accountId"';

const renameAccount = `update accounts set email = $2, email_folded = $2
 where id = $1 and erased_at is null
 and not exists (select 1 from accounts as others where others.email_folded = $2 and others.id <> $1)`;

const insertCode =
  'insert into auth_spent_codes (person_id, code, expires_at) values ($1, $2, $3) on conflict do nothing';

const session = record<PersonRecord['sessions'][number]>({
  id: 'text',
  startedAt: momentOf,
  lastSeenAt: momentOf,
  address: optionalText,
  userAgent: optionalText,
});

const selectSessions = (condition: string) =>
  `select id, "createdAt", "updatedAt", "ipAddress", "userAgent" from auth_sessions
 where "userId" = $1${condition} order by "updatedAt" desc, id limit ${sessionsListed}`;

// Concurrent notes of the same use wait here.
const noteUse = 'update auth_sessions set "updatedAt" = $2 where id = $1 and "updatedAt" < $2';

const trim = `delete from auth_sessions where id in
 (select id from auth_sessions where "userId" = $1 order by "updatedAt" desc, id limit ${sessionsListed} offset $2)`;

const endChallenges = 'delete from auth_verifications where value = $1';

const endLinks = 'delete from auth_links where person_id = $1';

const endSessionsOfPasskey = 'delete from auth_sessions where "userId" = $1 and passkey_id = $2 and id <> $3';

const person = record<Omit<PersonRecord, 'passkeys' | 'sessions'>>({
  email: 'text',
  since: momentOf,
  hasSecondFactor: 'flag',
});

const listPasskeys = `select id, name, "createdAt" from auth_passkeys where "userId" = $1 order by "createdAt", id limit 100`;

const passkey = record<Passkey>({ id: 'text', name: (name) => optionalText(name) ?? '', createdAt: momentOf });

export const personReads = {
  *findCredential(email, at) {
    const [login] = yield query(findLogin, email);
    // Queried in every case, so that both cases take equally long.
    const chosen = (yield query(findSignUps, email, at)).map(([hash]) => plainText(hash));
    if (login !== undefined) {
      return { kind: 'person', personId: plainText(login[0]) as PersonId, passwordHash: plainText(login[1]) };
    }
    const [newest] = chosen;
    if (newest === undefined) return undefined;
    return { kind: 'signing_up', passwordHash: newest, isOnlyOne: chosen.every((hash) => hash === newest) };
  },

  *findSecrets(personId) {
    const [row] = yield query(selectSecrets, personId);
    if (row === undefined) return undefined;
    const { passwordHash, totpSecret } = secrets.read(row);
    return { passwordHash, totpSecret };
  },

  *isAddressTaken(email) {
    return (yield query(addressInUse, email)).length > 0;
  },

  *findLink(purpose, { tokenHash, at }) {
    const find = `select ${foundLink.columns} from auth_links where ${validLink}`;
    return (yield query(find, tokenHash, purpose, at)).map(foundLink.read)[0];
  },

  *listSessions({ personId, at }) {
    return (yield query(selectSessions(' and "expiresAt" > $2'), personId, isoTime(at))).map(session.read);
  },

  *describePerson(personId) {
    const [row] = yield query(`select email, "createdAt", ${isFactorOn} from auth_users where id = $1`, personId);
    if (row === undefined) return undefined;
    const passkeys = (yield query(listPasskeys, personId)).map(passkey.read);
    const sessions = (yield query(selectSessions(''), personId)).map(session.read);
    return { ...person.read(row), passkeys, sessions };
  },
} satisfies ProceduresOf<PersonStore>;

export const personChanges = {
  /** Safe to repeat and to run concurrently. */
  *keepSecret(candidate) {
    yield change('insert into auth_secret ("only", secret) values (1, $1) on conflict do nothing', candidate);
    const [row] = yield query('select secret from auth_secret where "only" = 1');
    return plainText(row?.[0]);
  },

  /** Every change of these secrets locks the person, or ends all sessions in a step that does. */
  *confirmSession({ personId, sessionId, proof }) {
    yield query(lockPerson, personId);
    const isConfirmed =
      proof.kind === 'passkey'
        ? sessionId !== undefined && (yield* notePasskey(personId, sessionId, proof.credentialId))
        : yield* secretsHold(personId, sessionId, proof);
    if (isConfirmed) return true;
    if (sessionId === undefined) yield change(endChallenges, personId);
    else yield* endSession(personId, sessionId);
    return false;
  },

  /** Safe to repeat: each password hash is unique. */
  *changePassword({ personId, sessionId, nextSessionId, from, to }) {
    yield query(lockPerson, personId);
    const findSession = 'select 1 from auth_sessions where id = $1 and "userId" = $2';
    const isSignedIn = (yield query(findSession, sessionId, personId)).length > 0;
    const isChanged = isSignedIn && changed(yield change(replaceHash, personId, from, to));
    if (isChanged || (yield query(isPasswordSet, personId, to)).length > 0) {
      yield* endOtherSessions(personId, nextSessionId);
      return true;
    }
    yield* endSession(personId, nextSessionId);
    return false;
  },

  *keepLink(link) {
    const { tokenHash, purpose, email, sentAt, expiresAt } = link;
    const personId = 'personId' in link ? link.personId : null;
    const passwordHash = 'passwordHash' in link ? link.passwordHash : null;
    yield change(insertLink, tokenHash, purpose, email, personId, passwordHash, sentAt, expiresAt);
    yield change(forgetOldLinks, email, purpose);
  },

  /** Safe to repeat: a person with the same id was created by an attempt whose answer was lost. */
  *completeSignUp({ tokenHash, at, personId, accountId, actId: id }) {
    const [link] = (yield query(useLink, tokenHash, 'sign_up', at)).map(foundLink.read);
    if (link === undefined) return yield* completedBefore(personId, accountId);
    const { email } = link;
    // The address of an account that is being erased; no second account may open for it.
    if ((yield query('select 1 from auth_users where email = $1', email)).length > 0) return { kind: 'invalid_link' };
    yield* accountChanges.createAccount({ id: accountId, email, createdAt: at });
    const [account] = yield query('select id from accounts where email_folded = $1', email);
    const owned = plainText(account?.[0]) as AccountId;
    const time = isoTime(at);
    // The address has been confirmed before, so the password chosen at this sign-up is not used. Other links of the
    // address fail in the same way: deleting them here would wait for transactions that use them.
    if (!changed(yield change(insertPerson, personId, email, time, owned))) return { kind: 'invalid_link' };
    yield change(insertLogin, personId, plainText(link.passwordHash), time);
    const hasOpened = owned === accountId;
    if (hasOpened) yield* recordAct({ id, at, by: owned, act: 'account.opened', accountId: owned, subject: undefined });
    return { kind: 'completed', accountId: owned, email, hasOpened };
  },

  /** Safe to repeat: each password hash is unique. */
  *resetPassword({ tokenHash, at, personId, passwordHash }) {
    const [found] = yield query(lockPerson, personId);
    const [link] = yield query(useLink, tokenHash, 'reset', at);
    const accountId = found && (plainText(found[1]) as AccountId);
    if (link === undefined)
      return (yield query(isPasswordSet, personId, passwordHash)).length > 0 ? accountId : undefined;
    yield change(setPassword, personId, passwordHash, isoTime(at));
    yield change('delete from auth_sessions where "userId" = $1', personId);
    yield* endBegun(personId);
    return accountId;
  },

  /** Safe to repeat: a person who already has the address got it from an attempt whose answer was lost. */
  *changeEmail({ tokenHash, at, personId, email, actId }) {
    const [found] = yield query(lockPerson, personId);
    const [link] = yield query(useLink, tokenHash, 'email', at);
    if (found === undefined) return { kind: 'invalid_link' };
    const from = plainText(found[0]);
    const accountId = plainText(found[1]) as AccountId;
    if (link === undefined) return from === email ? { kind: 'changed', accountId, from } : { kind: 'invalid_link' };
    if (!changed(yield change(renameAccount, accountId, email))) return { kind: 'taken' };
    yield change('update auth_users set email = $2, "updatedAt" = $3 where id = $1', personId, email, isoTime(at));
    // Links sent to the old address are no longer valid.
    yield change(endLinks, personId);
    const act = 'account.email_changed';
    yield* recordAct({ id: actId, at, by: accountId, act, accountId, subject: undefined });
    return { kind: 'changed', accountId, from };
  },

  *spendCode(personId, code, until) {
    return changed(yield change(insertCode, personId, code, until));
  },

  *noteSessionUse(sessionId, at) {
    yield change(noteUse, sessionId, isoTime(at));
  },

  endSession,
  endOtherSessions,

  *trimSessions(personId, keep) {
    yield change(trim, personId, keep);
  },

  /** Safe to repeat, except that a repeat returns false. */
  *removePasskey(personId, passkeyId, keptId) {
    yield query(lockPerson, personId);
    yield change(endSessionsOfPasskey, personId, passkeyId, keptId);
    return changed(yield change('delete from auth_passkeys where id = $1 and "userId" = $2', passkeyId, personId));
  },

  /** Foreign keys delete everything that belongs to the person. */
  *erasePerson(personId) {
    const [erased] = yield query('delete from auth_users where id = $1 returning email', personId);
    yield change(endChallenges, personId);
    if (erased !== undefined) yield change('delete from auth_links where email = $1', plainText(erased[0]));
  },
} satisfies ProceduresOf<PersonStore>;

function* secretsHold(
  personId: PersonId,
  sessionId: string | undefined,
  proof: Exclude<Proof, { readonly kind: 'passkey' }>,
): Procedure<boolean> {
  const [found] = (yield query(selectSecrets, personId)).map(secrets.read);
  if (found?.passwordHash !== proof.passwordHash) return false;
  const { totpSecret, hasSecondFactor } = found;
  if (proof.kind === 'code') return hasSecondFactor && totpSecret === proof.totpSecret;
  if (hasSecondFactor && sessionId !== undefined) return false;
  if (proof.renewedHash !== undefined) yield change(replaceHash, personId, proof.passwordHash, proof.renewedHash);
  return true;
}

function* notePasskey(personId: PersonId, sessionId: string, credentialId: string): Procedure<boolean> {
  const find = 'select id from auth_passkeys where "credentialID" = $1 and "userId" = $2';
  const [found] = yield query(find, credentialId, personId);
  if (found === undefined) return false;
  return changed(
    yield change('update auth_sessions set passkey_id = $2 where id = $1', sessionId, plainText(found[0])),
  );
}

function* completedBefore(personId: PersonId, accountId: AccountId): Procedure<SignUpOutcome> {
  const [found] = yield query('select email, "accountId" from auth_users where id = $1', personId);
  if (found === undefined) return { kind: 'invalid_link' };
  const owned = plainText(found[1]) as AccountId;
  return { kind: 'completed', accountId: owned, email: plainText(found[0]), hasOpened: owned === accountId };
}

function* endSession(personId: PersonId, sessionId: string): Procedure<boolean> {
  return changed(yield change('delete from auth_sessions where id = $1 and "userId" = $2', sessionId, personId));
}

function* endOtherSessions(personId: PersonId, sessionId: string): Procedure<void> {
  yield query(lockPerson, personId);
  yield change('delete from auth_sessions where "userId" = $1 and id <> $2', personId, sessionId);
  yield* endBegun(personId);
}

/** Ends sign-ins that gave a password and wait for a code, and links that were sent. */
function* endBegun(personId: PersonId): Procedure<void> {
  yield change(endChallenges, personId);
  yield change(endLinks, personId);
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

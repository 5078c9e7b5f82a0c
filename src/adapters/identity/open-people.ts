import { RepeatedTask } from '../../ground/repeated-task.ts';
import { type Clock, later } from '../../ground/units.ts';
import type { ShopEvents } from '../../shop/events.ts';
import { unusable } from '../../shop/people/address.ts';
import { passwordChangedNotice, resetMail, signUpAnewMail } from '../../shop/people/messages.ts';
import { normalizedPassword, passwordFault } from '../../shop/people/password.ts';
import type { People } from '../../shop/people/people.ts';
import type { PersonStore } from '../../shop/people/person-store.ts';
import { type AttemptStore, Throttle } from '../../shop/people/throttle.ts';
import { type AuthParts, createAuth } from './auth.ts';
import { type IdentityDatabase, openAuthDatabase } from './auth-database.ts';
import { credentialsOf } from './credentials.ts';
import { isGuessable } from './guessable.ts';
import { KnownDevices } from './known-devices.ts';
import { addressOfLink, hashOfToken, keepLink, keepNothing } from './link-tokens.ts';
import { passkeysOf } from './passkeys.ts';
import { PasswordHasher, type Passwords } from './password-hasher.ts';
import { secondFactorOf } from './second-factor.ts';
import { keyedHash, keyFrom, secretOf } from './secret.ts';
import { type IdentityParts, Sessions, sessionIdleMs } from './sessions.ts';
import { signInOf } from './sign-in.ts';
import { signUpOf } from './sign-up.ts';
import { typedAddress } from './typed-address.ts';

export type PeopleOptions = Pick<
  IdentityParts,
  'store' | 'mailer' | 'journal' | 'now' | 'newId' | 'baseUrl' | 'events'
> &
  Pick<AuthParts, 'hostname' | 'serviceName'> & {
    readonly database: IdentityDatabase;
    readonly attempts: AttemptStore;
    /** Undefined: a secret that is generated once and kept in the database. */
    readonly secret: string | undefined;
    readonly passwords?: Passwords;
  };

/** Opens the service's sign-in for one node; any number of nodes may share the database. */
export async function openPeople(options: PeopleOptions): Promise<People & AsyncDisposable> {
  const { attempts, hostname, serviceName, store, now, events, passwords = new PasswordHasher() } = options;
  await using opening = new AsyncDisposableStack();
  const secret = await secretOf(store, options.secret);
  const { database } = opening.use(openAuthDatabase(options.database));
  const auth = createAuth({ database, secret, passwords, hostname, serviceName, now });
  opening.use(new RepeatedTask(() => sweep({ store, attempts, now, events }), sweepEveryMs));
  const parts: IdentityParts = {
    ...options,
    auth,
    passwords,
    throttle: new Throttle({ store: attempts, now, keyedHash: keyedHash(secret, 'attempts') }),
    sessions: new Sessions({ ...options, auth }),
    devices: new KnownDevices(keyFrom(secret, 'devices')),
  };
  const opened = opening.move();
  return {
    findVisitor: (caller) => parts.sessions.find(caller),
    addressOfLink: (...link) => addressOfLink(parts, ...link),
    ...signUpOf(parts),
    ...signInOf(parts),
    ...recoveryOf(parts),
    ...credentialsOf(parts),
    ...secondFactorOf(parts),
    ...passkeysOf(parts, hostname),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sets a new password by a link sent to the person's address. */
function recoveryOf(parts: IdentityParts) {
  const { throttle, store, passwords, mailer, devices, journal, now, baseUrl } = parts;
  return {
    async sendReset({ address }, text) {
      const parsed = typedAddress(text);
      if (parsed.kind === 'unusable') return parsed;
      const { email } = parsed;
      // Limited separately from other mail: an attacker who uses it up has sent the owner links, and each works.
      const throttled = await throttle.refusal({ act: 'mail', address, accounts: [`reset ${email}`] });
      if (throttled !== undefined) return throttled;
      const known = await store.findCredential(email, now());
      if (known?.kind === 'person') {
        const token = await keepLink(parts, { purpose: 'reset', email, personId: known.personId });
        mailer.send(resetMail({ to: email, baseUrl: baseUrl(), token }));
      } else {
        await keepNothing(parts, email);
        if (known !== undefined) mailer.send(signUpAnewMail({ to: email, baseUrl: baseUrl() }));
      }
      return { kind: 'sent' };
    },

    async resetPassword({ address }, { token, password }) {
      const throttled = await throttle.refusal({ act: 'link', address, accounts: [] });
      if (throttled !== undefined) return throttled;
      const tokenHash = hashOfToken(token);
      const found = await store.findLink('reset', { tokenHash, at: now() });
      if (found?.personId === undefined) return { kind: 'invalid_link' };
      const { email, personId } = found;
      const fault = passwordFault(password, email, isGuessable);
      if (fault !== undefined) return unusable(fault);
      const passwordHash = await passwords.hash(normalizedPassword(password));
      const accountId = await store.resetPassword({ tokenHash, at: now(), personId, passwordHash });
      if (accountId === undefined) return { kind: 'invalid_link' };
      mailer.send(passwordChangedNotice({ to: email, baseUrl: baseUrl() }));
      await journal.record({ by: accountId, act: 'person.password_changed', accountId });
      return { kind: 'done', cookies: [devices.cookieFor(email)] };
    },
  } satisfies Partial<People>;
}

type UpkeepParts = {
  readonly store: Pick<PersonStore, 'sweepPeople'>;
  readonly attempts: Pick<AttemptStore, 'forgetAttempts'>;
  readonly now: Clock;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

/** Largest number of throttle rows, as left by a hundred thousand clients in an hour. */
const bucketsMax = 200_000;

const sweepEveryMs = 60_000;

/** Deletes expired links, sessions, codes and attempts. */
async function sweep({ store, attempts, now, events }: UpkeepParts): Promise<void> {
  try {
    const at = now();
    await store.sweepPeople({ at, idleSince: later(at, -sessionIdleMs) });
    await attempts.forgetAttempts(at, bucketsMax);
  } catch (cause) {
    events.backgroundFailed({ task: 'sweep of sessions and links', cause });
  }
}

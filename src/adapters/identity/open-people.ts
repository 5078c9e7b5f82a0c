import type { AttemptStore } from '../../shop/people/attempt-store.ts';
import type { People } from '../../shop/people/people.ts';
import { Throttle } from '../../shop/people/throttle.ts';
import { createAuth } from './auth.ts';
import { type IdentityDatabase, openAuthDatabase } from './auth-database.ts';
import { credentialsOf } from './credentials.ts';
import type { IdentityParts } from './identity-parts.ts';
import { KnownDevices } from './known-devices.ts';
import { addressOfLink } from './link-tokens.ts';
import { passkeysOf } from './passkeys.ts';
import { PasswordHasher, type Passwords } from './password-hasher.ts';
import { recoveryOf } from './recovery.ts';
import { secondFactorOf } from './second-factor.ts';
import { keyedHash, keyFrom, secretOf } from './secret.ts';
import { Sessions } from './sessions.ts';
import { signInOf } from './sign-in.ts';
import { signUpOf } from './sign-up.ts';
import { openUpkeep } from './upkeep.ts';

export type PeopleOptions = Pick<
  IdentityParts,
  'store' | 'mailer' | 'journal' | 'now' | 'newId' | 'baseUrl' | 'events'
> & {
  readonly database: IdentityDatabase;
  readonly attempts: AttemptStore;
  /** Undefined: a secret that is generated once and kept in the database. */
  readonly secret: string | undefined;
  /** The host name that browsers use for the service. */
  readonly hostname: string;
  /** In authenticator apps and lists of passkeys. */
  readonly serviceName: string;
  readonly passwords?: Passwords;
};

/** Opens the service's sign-in for one node; any number of nodes may share the database. */
export async function openPeople(options: PeopleOptions): Promise<People & AsyncDisposable> {
  const { attempts, hostname, serviceName, store, now, events, passwords = new PasswordHasher() } = options;
  await using opening = new AsyncDisposableStack();
  const secret = await secretOf(store, options.secret);
  const { database } = opening.use(openAuthDatabase(options.database));
  const auth = createAuth({ database, secret, passwords, hostname, serviceName, now });
  opening.use(openUpkeep({ store, attempts, now, events }));
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

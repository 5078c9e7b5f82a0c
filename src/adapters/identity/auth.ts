import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import type { Clock } from '../../core/units.ts';
import type { AuthDatabase } from './auth-database.ts';
import { clientAddressHeader, cookiePrefix } from './caller-headers.ts';
import type { Passwords } from './password-hasher.ts';

/** From proving who one is until one is asked again, however often one comes. */
export const sessionMs = 30 * 86_400_000;

/** What the service calls itself in authenticator apps and among passkeys. */
const serviceName = 'Dragoman';

export type AuthParts = {
  readonly database: AuthDatabase['database'];
  /** Signs cookies and encrypts second factors. */
  readonly secret: string;
  readonly passwords: Passwords;
  /** By which browsers know the service. */
  readonly hostname: string;
  readonly now: Clock;
};

export type Auth = ReturnType<typeof createAuth>;

/**
 * The library that keeps sessions, second factors and passkeys, called from here alone: none of its addresses is served.
 *
 * It is told everything that it would read from the environment, writes no log (its lines name addresses), tells nobody of
 * its use, and hashes no password inside a transaction: those of its functions that would are not used.
 */
// The type that is not written out here is the library's own, of what the options make of it.
export function createAuth({ database, secret, passwords, hostname, now }: AuthParts) {
  return betterAuth({
    appName: serviceName,
    baseURL: `http://${hostname}`,
    secret,
    secrets: [{ version: 1, value: secret }],
    database,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: {
      modelName: 'auth_users',
      additionalFields: { accountId: { type: 'string', required: true, input: false } },
    },
    session: {
      modelName: 'auth_sessions',
      expiresIn: sessionMs / 1_000,
      // Who comes back is asked for in the database, every time, and how long a session may rest is a rule of ours.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      freshAge: 0,
    },
    account: { modelName: 'auth_logins' },
    verification: { modelName: 'auth_verifications', storeIdentifier: 'hashed', disableCleanup: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // What a password must be is a rule of ours.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
    },
    advanced: {
      // The prefix that is wanted is stricter than the library's own.
      useSecureCookies: false,
      cookiePrefix,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // The tables are made by migrations of ours, and compared with them by ours.
      database: { validateSchema: false },
    },
    databaseHooks: {
      session: {
        create: { before: (session) => Promise.resolve({ data: { ...session, ...bornAt(now) } }) },
      },
    },
    plugins: [
      twoFactor({ issuer: serviceName, schema: { twoFactor: { modelName: 'auth_two_factors' } } }),
      passkeysFor(hostname),
      { id: 'verified-address', endpoints: { startSession, signInPerson, findChallenged } },
    ],
  });
}

function passkeysFor(hostname: string) {
  return passkey({
    rpID: hostname,
    rpName: serviceName,
    schema: { passkey: { modelName: 'auth_passkeys' } },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A passkey stands for a password and a code, so that it takes more than having the device.
    registration: {
      afterVerification: ({ verification }) => requireUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUser(verification.authenticationInfo.userVerified),
    },
  });
}

function bornAt(now: Clock): { readonly createdAt: Date; readonly updatedAt: Date; readonly expiresAt: Date } {
  const at = now();
  return { createdAt: new Date(at), updatedAt: new Date(at), expiresAt: new Date(at + sessionMs) };
}

async function requireUser(userVerified: boolean | undefined): Promise<void> {
  if (userVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}

/** Whom the cookie of a second factor that is asked for names; null for nobody. */
const findChallenged = createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (context) => {
  const { createAuthCookie, internalAdapter, secret } = context.context;
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  const kept = typeof challenge === 'string' ? await internalAdapter.findVerificationValue(challenge) : null;
  return context.json({ userId: kept?.value ?? null });
});

/**
 * Signs in with a password, as the library's own sign-in does, but for a person who was found before: the library's takes no
 * address that zod's `z.email()` does not take. Its second factor asks for a code behind whatever has this path.
 */
const signInPerson = createAuthEndpoint(
  '/sign-in/email',
  { method: 'POST', body: z.object({ userId: z.string(), password: z.string() }), metadata: { SERVER_ONLY: true } },
  async (context) => {
    const { internalAdapter, password: passwords } = context.context;
    const { userId, password } = context.body;
    const [user, logins] = await Promise.all([
      internalAdapter.findUserById(userId),
      internalAdapter.findAccounts(userId),
    ]);
    const hash = logins.find(({ providerId }) => providerId === 'credential')?.password;
    if (user === null || !hash || !(await passwords.verify({ hash, password }))) throw new APIError('UNAUTHORIZED');
    const session = await internalAdapter.createSession(user.id);
    await setSessionCookie(context, { session, user });
    return context.json({ id: session.id });
  },
);

/** Signs in who has just proved that an address is theirs. */
const startSession = createAuthEndpoint.serverOnly(
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (context) => {
    const { internalAdapter } = context.context;
    const user = await internalAdapter.findUserById(context.body.userId);
    if (user === null) throw new APIError('NOT_FOUND');
    const session = await internalAdapter.createSession(user.id);
    await setSessionCookie(context, { session, user });
    return context.json({ id: session.id });
  },
);

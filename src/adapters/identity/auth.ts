import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import type { Clock } from '../../ground/units.ts';
import type { AuthDatabase } from './auth-database.ts';
import { clientAddressHeader, cookiePrefix } from './caller-headers.ts';
import type { Passwords } from './password-hasher.ts';

/** Lifetime of a session after sign-in, however often it is used. */
export const sessionMs = 30 * 86_400_000;

export type AuthParts = {
  readonly database: AuthDatabase['database'];
  /** Signs cookies and encrypts authenticator secrets. */
  readonly secret: string;
  readonly passwords: Passwords;
  /** The host name that browsers use for the service. */
  readonly hostname: string;
  /** In authenticator apps and lists of passkeys. */
  readonly serviceName: string;
  readonly now: Clock;
};

export type Auth = ReturnType<typeof createAuth>;

/**
 * Creates the library for sessions, two-factor authentication and passkeys. Only this folder calls it: none of its HTTP
 * routes is served. Its options replace all that it would read from the environment. It writes no log (its lines
 * contain addresses), sends no telemetry, and hashes no password inside a transaction.
 */
// No explicit type: the library infers it from the options.
export function createAuth({ database, secret, passwords, hostname, serviceName, now }: AuthParts) {
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
      // Each request looks up its session in the database; the service has its own rule for idle sessions.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      freshAge: 0,
    },
    account: { modelName: 'auth_logins' },
    verification: { modelName: 'auth_verifications', storeIdentifier: 'hashed', disableCleanup: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The service has its own password rules.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
    },
    advanced: {
      // The `__Host-` prefix is stricter than the library's own.
      useSecureCookies: false,
      cookiePrefix,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // The service's own migrations create the tables, and its own tests compare them.
      database: { validateSchema: false },
    },
    databaseHooks: {
      session: { create: { before: (session) => Promise.resolve({ data: { ...session, ...bornAt(now) } }) } },
    },
    plugins: [
      twoFactor({ issuer: serviceName, schema: { twoFactor: { modelName: 'auth_two_factors' } } }),
      passkeysFor(hostname, serviceName),
      { id: 'verified-address', endpoints: { startSession, signInPerson, findChallenged } },
    ],
  });
}

function passkeysFor(hostname: string, serviceName: string) {
  return passkey({
    rpID: hostname,
    rpName: serviceName,
    schema: { passkey: { modelName: 'auth_passkeys' } },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A passkey replaces a password and a code, so the device must verify its user.
    registration: { afterVerification: ({ verification }) => requireUser(verification.registrationInfo?.userVerified) },
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

/** Returns the person named by the two-factor cookie, or null. */
const findChallenged = createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (context) => {
  const { createAuthCookie, internalAdapter, secret } = context.context;
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  const kept = typeof challenge === 'string' ? await internalAdapter.findVerificationValue(challenge) : null;
  return context.json({ userId: kept?.value ?? null });
});

/**
 * Signs in by person id, because the library accepts only addresses of zod's `z.email()`. Its two-factor plugin
 * requires a code for this path.
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

/** Begins a session of a person who has just confirmed their address or changed their password. */
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

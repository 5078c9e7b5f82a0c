-- The people who use the account area, and how they prove who they are.

-- Six tables are better-auth's, which names their columns; whatever decides between two requests at once is a statement of
-- ours on the same tables.

-- A person has no row before their address is verified.
create table auth_users (
  id text collate "C" primary key,
  -- better-auth wants one; nobody is asked for it.
  name text not null,
  -- In small letters; the same as that of the account.
  email text collate "C" not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "twoFactorEnabled" boolean,
  "accountId" text collate "C" not null unique references accounts (id)
);

create table auth_sessions (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  "userId" text collate "C" not null references auth_users (id) on delete cascade,
  "ipAddress" text,
  "userAgent" text,
  -- When the person proved who they are.
  "createdAt" timestamptz not null,
  -- When the session was last seen in use, to the hour.
  "updatedAt" timestamptz not null,
  "expiresAt" timestamptz not null
);

create index auth_sessions_by_user on auth_sessions ("userId", "updatedAt");

create index auth_sessions_by_expiry on auth_sessions ("expiresAt");

create index auth_sessions_by_use on auth_sessions ("updatedAt");

-- Passwords. The other columns are for providers of identities, of which there are none.
create table auth_logins (
  id text collate "C" primary key,
  "userId" text collate "C" not null references auth_users (id) on delete cascade,
  "providerId" text not null,
  "accountId" text collate "C" not null,
  -- A PHC string.
  password text,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

create unique index auth_logins_by_user on auth_logins ("userId", "providerId");

-- What is under way between two requests: second factors and passkeys that are asked for.
create table auth_verifications (
  id text collate "C" primary key,
  -- A hash.
  identifier text collate "C" not null,
  value text collate "C" not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

create index auth_verifications_by_identifier on auth_verifications (identifier, "createdAt");

create index auth_verifications_by_value on auth_verifications (value);

create index auth_verifications_by_expiry on auth_verifications ("expiresAt");

create table auth_two_factors (
  id text collate "C" primary key,
  -- Encrypted, as the backup codes are.
  secret text not null,
  "backupCodes" text not null,
  "userId" text collate "C" not null unique references auth_users (id) on delete cascade,
  verified boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create table auth_passkeys (
  id text collate "C" primary key,
  name text,
  "publicKey" text not null,
  "userId" text collate "C" not null references auth_users (id) on delete cascade,
  "credentialID" text collate "C" not null unique,
  counter bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  "createdAt" timestamptz,
  aaguid text
);

create index auth_passkeys_by_user on auth_passkeys ("userId");

-- Links that were sent by mail, each for one use. Of the link itself only a hash is kept.
create table auth_links (
  token_hash text collate "C" primary key,
  -- 'none' stands where there was nobody to send a link to, so that both take the same time.
  purpose text not null check (purpose in ('sign_up', 'reset', 'email', 'none')),
  -- Where it went, in small letters.
  email text collate "C" not null,
  -- Whom it is for; null before there is a person.
  person_id text collate "C" references auth_users (id) on delete cascade,
  -- What the person has chosen at sign-up: whoever proves that the address is theirs gets the password that they chose.
  password_hash text,
  sent_at bigint not null,
  expires_at bigint not null,
  check ((purpose = 'sign_up') = (password_hash is not null)),
  check ((purpose in ('reset', 'email')) = (person_id is not null))
);

create index auth_links_by_email on auth_links (email, purpose, sent_at);

create index auth_links_by_person on auth_links (person_id);

create index auth_links_by_expiry on auth_links (expires_at);

-- One-time codes that were accepted, until they would not be accepted any more: each is good for one sign-in.
create table auth_spent_codes (
  person_id text collate "C" not null references auth_users (id) on delete cascade,
  -- A hash.
  code text collate "C" not null,
  expires_at bigint not null,
  primary key (person_id, code)
);

create index auth_spent_codes_by_expiry on auth_spent_codes (expires_at);

-- How much has been tried of late, by account and by client, each under a hash.
create table auth_attempts (
  bucket text collate "C" primary key,
  -- When nothing of what was tried counts any more.
  due_at bigint not null
);

create index auth_attempts_by_due on auth_attempts (due_at);

-- The secret that signs cookies, where the operator gives none.
create table auth_secret (
  "only" integer primary key check ("only" = 1),
  secret text not null
);

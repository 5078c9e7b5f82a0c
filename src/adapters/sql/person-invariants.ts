// Invariants of people. Each query finds the violations: account, row, what is wrong. Never contains an address.

/** People whose address differs from their account's, or whose account is erased. */
export const strayAddresses = `select accounts.id, 'person', 'has another address than the account'
 from auth_users join accounts on accounts.id = "accountId"
 where auth_users.email <> email_folded and erased_at is null`;

/** People without a password, who could sign in by a reset alone. No step leaves such a row. */
export const peopleWithoutLogin = `select "accountId", 'person', 'has no password'
 from auth_users where not exists (
  select 1 from auth_logins where "userId" = auth_users.id and "providerId" = 'credential' and password is not null)`;

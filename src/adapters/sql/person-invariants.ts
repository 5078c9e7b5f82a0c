// What must hold of people at any moment. Each query finds the breaches: account, row, what is wrong. No address is told.

/** Who signs in with an address works in the account of that address, and nowhere else. An erased account has none. */
export const strayAddresses = `select accounts.id, 'person', 'has another address than the account'
 from auth_users join accounts on accounts.id = "accountId"
 where auth_users.email <> email_folded and erased_at is null`;

/** Without a password somebody could sign in by way of a reset alone, which no step leaves behind. */
export const peopleWithoutLogin = `select "accountId", 'person', 'has no password'
 from auth_users where not exists (
  select 1 from auth_logins where "userId" = auth_users.id and "providerId" = 'credential' and password is not null)`;

/** Never contains an address. */
export const ofPeople = {
  quick: {
    'a person has the address of their account': `select accounts.id, 'person', 'has another address than the account'
 from auth_users join accounts on accounts.id = "accountId"
 where auth_users.email <> email_folded and erased_at is null`,
    'a person has a password': `select "accountId", 'person', 'has no password'
 from auth_users where not exists (
  select 1 from auth_logins where "userId" = auth_users.id and "providerId" = 'credential' and password is not null)`,
  },
  whole: {},
};

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { createLedgerWorld } from '../../support/ledger-world.ts';
import { openPeopleOnPostgres } from '../../support/people-postgres.ts';
import {
  Client,
  newestToken,
  openPeopleOnSqlite,
  openPeopleWorld,
  type PeopleDatabase,
  type PeopleWorld,
  password,
  signIn,
  signUp,
  visitorOf,
} from '../../support/people-world.ts';

for (const [name, open] of [
  ['SQLite', openPeopleOnSqlite],
  ['PostgreSQL', () => openPeopleOnPostgres()],
] as const) {
  describe(`${name}: sign-in beside the ledger`, () => {
    test('under constant ledger writes every sign-in operation succeeds, and the ledger stays sound', async () => {
      await using world = await openPeopleWorld(open);
      const ledger = await createLedgerWorld(world.stores);
      await ledger.buy(1_000_000_000);
      const writing = { goesOn: true };
      const writers = Array.from({ length: 8 }, async () => {
        let charges = 0;
        while (writing.goesOn) {
          await ledger.capture(await ledger.hold(1));
          charges += 1;
        }
        return charges;
      });
      try {
        await Promise.all(['ada', 'bob', 'eve', 'joe'].map((person) => liveThrough(world, `${person}@example.com`)));
      } finally {
        writing.goesOn = false;
      }
      const charges = await Promise.all(writers);
      assert.ok(charges.every((count) => count > 0));
      await ledger.assertSound();
    });
  });
}

/** Runs every operation that writes, once. */
async function liveThrough(world: PeopleWorld, email: string): Promise<void> {
  const { people } = world;
  const client = await signUp(world, email);
  await signIn(world, email);
  const visitor = await visitorOf(world, client);
  const next = 'a new one that is long enough';
  const changed = await people.changePassword(client.caller, visitor, {
    current: 'correct horse battery staple',
    next,
  });
  assert.ok(changed.kind === 'done');
  client.keep(changed.cookies);
  assert.ok('secret' in (await people.beginTotp(client.caller, await visitorOf(world, client), { password: next })));
  const { cookies } = await people.beginPasskey(client.caller, await visitorOf(world, client));
  client.keep(cookies);
  await people.sendReset(new Client().caller, email);
  const reset = { token: newestToken(world, email), password: 'yet another one, also long' };
  assert.equal((await people.resetPassword(new Client().caller, reset)).kind, 'done');
  const again = await people.signIn(client.caller, { email, password: reset.password });
  assert.ok(again.kind === 'signed_in');
  client.keep(again.cookies);
  await people.signOut(client.caller);
}

describe("failure within a step of a person's change", () => {
  test('changes nothing, and succeeds when it is repeated', async () => {
    await using world = await openPeopleWorld(openPeopleOnSqlite);
    const id = 'a-1' as AccountId;
    await world.stores.accounts.createAccount({ id, email: 'ada@example.com', createdAt: world.now() });
    breakTable(world.stores, 'auth_logins');
    for (const email of ['ada@example.com', 'new@example.com']) {
      const client = new Client();
      await world.people.signUp(client.caller, { email, password });
      const token = newestToken(world, email);
      await assert.rejects(world.people.verifyEmail(client.caller, { token, password }), { code: 'store_unavailable' });
      assert.equal((await world.stores.accounts.findAccount('new@example.com'))?.id, undefined);
      mendTable(world.stores, 'auth_logins');
      assert.equal((await world.people.verifyEmail(client.caller, { token, password })).kind, 'signed_in');
      breakTable(world.stores, 'auth_logins');
    }
    mendTable(world.stores, 'auth_logins');
    assert.equal((await visitorOf(world, await signIn(world, 'ada@example.com'))).accountId, id);
    assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
  });

  test('never gives a person an address that their account does not get', async () => {
    await using world = await openPeopleWorld(openPeopleOnSqlite);
    const ada = await signUp(world, 'ada@example.com');
    const visitor = await visitorOf(world, ada);
    await world.people.sendEmailChange(ada.caller, visitor, 'ada@new.example');
    const token = newestToken(world, 'ada@new.example');
    breakTable(world.stores, 'auth_users', 'update of email');
    await assert.rejects(world.people.confirmEmailChange(ada.caller, visitor, token), { code: 'store_unavailable' });
    assert.equal(await world.stores.accounts.findAccount('ada@new.example'), undefined);
    assert.equal((await visitorOf(world, ada)).email, 'ada@example.com');
    mendTable(world.stores, 'auth_users');
    assert.equal((await world.people.confirmEmailChange(ada.caller, visitor, token)).kind, 'done');
    assert.equal((await world.stores.accounts.findAccount('ada@new.example'))?.email, 'ada@new.example');
  });
});

function breakTable(stores: PeopleDatabase, table: string, when = 'insert'): void {
  execute(stores, `create trigger broken_${table} before ${when} on ${table} begin select raise(abort, 'broken'); end`);
}

function mendTable(stores: PeopleDatabase, table: string): void {
  execute(stores, `drop trigger broken_${table}`);
}

function execute({ identity }: PeopleDatabase, sql: string): void {
  assert.ok(identity.kind === 'sqlite');
  using database = new DatabaseSync(identity.file, { timeout: 5_000 });
  database.exec(sql);
}

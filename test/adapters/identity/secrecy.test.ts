import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, mock, test } from 'node:test';
import { PasswordHasher, type Passwords } from '../../../src/adapters/identity/password-hasher.ts';
import {
  Client,
  newestToken,
  openPeopleOnSqlite,
  openPeopleWorld,
  password,
  quickHasher,
  signUp,
  visitorOf,
} from '../../support/people-world.ts';

/** Counts the hashes, the only slow work: everything else is a few database lookups. */
class CountedHasher implements Passwords {
  readonly #hasher = quickHasher();
  count = 0;

  hash(text: string): Promise<string> {
    this.count += 1;
    return this.#hasher.hash(text);
  }

  verify(hash: string, text: string): Promise<boolean> {
    this.count += 1;
    return this.#hasher.verify(hash, text);
  }

  verifyNone(text: string): Promise<void> {
    this.count += 1;
    return this.#hasher.verifyNone(text);
  }

  isOutdated(hash: string): boolean {
    return this.#hasher.isOutdated(hash);
  }
}

describe('existence of an account', () => {
  test('is not disclosed by a sign-in: one hash for every address', async () => {
    const passwords = new CountedHasher();
    await using world = await openPeopleWorld(openPeopleOnSqlite, { passwords });
    await signUp(world, 'ada@example.com');
    await world.people.signUp(new Client().caller, { email: 'waiting@example.com', password });
    for (const email of ['ada@example.com', 'waiting@example.com', 'unknown@example.com']) {
      for (const claimed of ['not the one that was chosen', ...(email === 'unknown@example.com' ? [] : [password])]) {
        passwords.count = 0;
        await world.people.signIn(new Client().caller, { email, password: claimed });
        assert.equal(passwords.count, 1, `${email}: ${claimed}`);
      }
    }
  });

  test('is not disclosed by a sign-up: one hash and one row for every address', async () => {
    const passwords = new CountedHasher();
    const kept: string[] = [];
    const open = async () => {
      const stores = await openPeopleOnSqlite();
      const people = {
        ...stores.people,
        keepLink: (link: Parameters<typeof stores.people.keepLink>[0]) => {
          kept.push(link.purpose);
          return stores.people.keepLink(link);
        },
      };
      return { ...stores, people };
    };
    await using world = await openPeopleWorld(open, { passwords });
    await signUp(world, 'ada@example.com');
    for (const email of ['ada@example.com', 'unknown@example.com']) {
      passwords.count = 0;
      kept.length = 0;
      await world.people.signUp(new Client().caller, { email, password });
      assert.equal(passwords.count, 1);
      assert.equal(kept.length, 1);
      kept.length = 0;
      await world.people.sendReset(new Client().caller, email);
      await world.people.sendVerification(new Client().caller, email);
      assert.equal(kept.length, 2);
      assert.equal(passwords.count, 1);
    }
  });

  test('is not disclosed by the throttle, which treats correct and wrong passwords alike', async () => {
    await using world = await openPeopleWorld(openPeopleOnSqlite);
    await signUp(world, 'ada@example.com');
    for (const email of ['ada@example.com', 'unknown@example.com']) {
      const kinds: string[] = [];
      for (let guess = 0; guess < 11; guess++) {
        kinds.push((await world.people.signIn(new Client().caller, { email, password: `guess number ${guess}` })).kind);
      }
      assert.deepEqual(kinds, [...Array.from({ length: 10 }, () => 'refused'), 'throttled']);
      assert.equal((await world.people.signIn(new Client().caller, { email, password })).kind, 'throttled');
    }
  });
});

describe('stored data', () => {
  test('a password hashed at a lower cost is hashed again at its next use', async () => {
    await using world = await openPeopleWorld(openPeopleOnSqlite);
    await signUp(world, 'ada@example.com');
    const before = await world.stores.people.findCredential('ada@example.com', world.now());
    await using dearer = await world.openNode({
      passwords: new PasswordHasher({ memoryKib: 128, passes: 1, lanes: 1 }),
    });
    assert.equal((await dearer.signIn(new Client().caller, { email: 'ada@example.com', password })).kind, 'signed_in');
    const after = await world.stores.people.findCredential('ada@example.com', world.now());
    assert.match(before?.passwordHash ?? '', /m=64,/);
    assert.match(after?.passwordHash ?? '', /m=128,/);
    assert.equal((await dearer.signIn(new Client().caller, { email: 'ada@example.com', password })).kind, 'signed_in');
  });

  test('no address, password or link token is in plain text in the log or the database', async () => {
    const lines: string[] = [];
    const listen = (...words: readonly unknown[]) => void lines.push(words.map(String).join(' '));
    const methods = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      mock.method(console, name, listen),
    );
    try {
      await using world = await openPeopleWorld(openPeopleOnSqlite);
      const ada = await signUp(world, 'canary@example.com');
      const visitor = await visitorOf(world, ada);
      await world.people.signUp(ada.caller, { email: 'canary@example.com', password });
      await world.people.sendReset(ada.caller, 'canary@example.com');
      const token = newestToken(world, 'canary@example.com');
      for (const claimed of [password, 'a canary that does not sing']) {
        await world.people.signIn(new Client().caller, { email: 'canary@example.com', password: claimed });
        await world.people.signIn(new Client().caller, { email: 'other.canary@example.com', password: claimed });
        await world.people.proveAgain(ada.caller, visitor, { password: claimed });
        await world.people.endTotp(ada.caller, visitor, { password: claimed });
      }
      await world.people.resetPassword(ada.caller, { token: 'canary', password });
      await world.people.giveCode(ada.caller, { kind: 'backup', code: 'canary-canary' });
      await world.people.signInWithPasskey(ada.caller, { id: 'canary', response: {} });
      await world.people.addPasskey(ada.caller, visitor, { name: 'canary', response: { id: 'canary' } });
      assert.deepEqual(lines, []);
      assert.ok(world.stores.identity.kind === 'sqlite');
      const { file } = world.stores.identity;
      const bytes = Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]).toString('latin1');
      assert.ok(bytes.includes('canary@example.com'), 'the file that is searched holds the address');
      for (const secret of [password, 'a canary that does not sing', token]) assert.ok(!bytes.includes(secret));
    } finally {
      for (const method of methods) method.mock.restore();
    }
  });
});

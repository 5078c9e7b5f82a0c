import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PasswordHasher } from '../../src/adapters/identity/password-hasher.ts';
import type { PersonStore } from '../../src/shop/people/person-store.ts';
import {
  Client,
  interruptedHasher,
  newestToken,
  openPeopleWorld,
  openWorldOfAda,
  type PeopleDatabase,
  type PeopleWorld,
  password,
  signIn,
  signUp,
  visitorOf,
} from '../support/people-world.ts';
import { prove, withPasskey, withTotp } from './people-factors.ts';

/** The contract of `People` for sign-ins that are under way while something changes. */
export function describePeopleRaces(name: string, open: () => Promise<PeopleDatabase>): void {
  const openWorld = () => openPeopleWorld(open);

  describe(`${name}: People, sign-ins under way`, () => {
    test('a sign-in or change under way during a reset or a new password is refused', async () => {
      for (const underWay of ['sign-in', 'change'] as const) {
        for (const by of ['reset', 'change'] as const) {
          await using world = await openWorld();
          const [ada, eve] = [await signUp(world, 'ada@example.com'), await signIn(world, 'ada@example.com')];
          const [visitor, guest] = [await visitorOf(world, ada), await visitorOf(world, eve)];
          const next = 'a new one that is long enough';
          await world.people.sendReset(new Client().caller, 'ada@example.com');
          const token = newestToken(world, 'ada@example.com');
          const passwords = interruptedHasher(async () => {
            const done =
              by === 'reset'
                ? await world.people.resetPassword(new Client().caller, { token, password: next })
                : await world.people.changePassword(ada.caller, visitor, { current: password, next });
            assert.equal(done.kind, 'done');
            if (by === 'change' && done.kind === 'done') ada.keep(done.cookies);
          });
          await using node = await world.openNode({ passwords });
          const outcome =
            underWay === 'sign-in'
              ? await node.signIn(new Client().caller, { email: 'ada@example.com', password })
              : await node.changePassword(eve.caller, guest, { current: password, next: 'what somebody else chose' });
          assert.deepEqual(outcome, { kind: 'refused' }, `${underWay}, ${by}`);
          const { sessions } = (await world.people.describe(visitor.personId)) as {
            readonly sessions: readonly unknown[];
          };
          assert.equal(sessions.length, by === 'reset' ? 0 : 1);
          assert.equal((await world.people.findVisitor(ada.caller)) === undefined, by === 'reset');
          const claim = { email: 'ada@example.com', password: next };
          assert.equal((await world.people.signIn(new Client().caller, claim)).kind, 'signed_in');
        }
      }
    });

    test('of simultaneous sign-ins that renew an outdated hash, none is refused', async () => {
      await using world = await openWorldOfAda(open);
      const { promise: allVerified, resolve } = Promise.withResolvers<void>();
      let count = 0;
      const isOutdated = (hash: string) => !hash.includes('m=128');
      const nodes = Array.from({ length: 3 }, () => {
        const waiting = interruptedHasher(() => {
          if (++count === 3) resolve();
          return allVerified;
        });
        const stronger = new PasswordHasher({ memoryKib: 128, passes: 1, lanes: 1 });
        return world.openNode({ passwords: { ...waiting, isOutdated, hash: (text) => stronger.hash(text) } });
      });
      await using opened = new AsyncDisposableStack();
      const claim = { email: 'ada@example.com', password };
      const outcomes = await Promise.all(
        nodes.map(async (node) => opened.use(await node).signIn(new Client().caller, claim)),
      );
      assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['signed_in']));
      const credential = await world.stores.people.findCredential('ada@example.com', world.now());
      assert.ok(credential?.kind === 'person' && !isOutdated(credential.passwordHash));
    });

    test('a sign-in under way when 2FA is turned on is refused', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      await using node = await world.openNode({ passwords: interruptedHasher(() => withTotp(world)) });
      const claim = { email: 'ada@example.com', password };
      assert.deepEqual(await node.signIn(new Client().caller, claim), { kind: 'refused' });
      assert.equal(await world.people.findVisitor(ada.caller), undefined);
      assert.equal((await world.stores.people.listSessions(await personOf(world))).length, 1);
    });

    test('a session whose code was verified before a change of the password or the app is ended', async () => {
      await using world = await openWorldOfAda(open);
      await withTotp(world);
      const { personId, at } = await personOf(world);
      const secrets = await world.stores.people.findSecrets(personId);
      assert.ok(secrets?.totpSecret !== undefined);
      const confirm = async (proof: Partial<typeof secrets>) => {
        const [session] = await world.stores.people.listSessions({ personId, at });
        const begun = { personId, sessionId: session?.id, proof: { kind: 'code', ...secrets, ...proof } } as const;
        const isConfirmed = await world.stores.people.confirmSession(begun);
        return [isConfirmed, (await world.stores.people.listSessions({ personId, at })).length];
      };
      assert.deepEqual(await confirm({}), [true, 1]);
      assert.deepEqual(await confirm({ passwordHash: 'the one before' }), [false, 0]);
    });

    test('a password verified before a reset does not lead to a code', async () => {
      await using world = await openWorldOfAda(open);
      await withTotp(world);
      await world.people.sendReset(new Client().caller, 'ada@example.com');
      const reset = { token: newestToken(world, 'ada@example.com'), password: 'a new one that is long enough' };
      const passwords = interruptedHasher(() => world.people.resetPassword(new Client().caller, reset));
      await using node = await world.openNode({ passwords });
      const claim = { email: 'ada@example.com', password };
      assert.deepEqual(await node.signIn(new Client().caller, claim), { kind: 'refused' });
    });

    test('a sign-in with a passkey under way when the passkey is removed is refused', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const passkey = await withPasskey(world, ada);
      const visitor = await visitorOf(world, ada);
      const [kept] = await world.people.listPasskeys(ada.caller, visitor);
      let isRemoved: boolean | undefined;
      const confirmSession: PersonStore['confirmSession'] = async (begun) => {
        isRemoved = await world.people.removePasskey(ada.caller, visitor, kept?.id ?? '');
        return world.stores.people.confirmSession(begun);
      };
      await using node = await world.openNode({ store: { ...world.stores.people, confirmSession } });
      const outcome = await prove({ ...world, people: node }, new Client(), { passkey });
      assert.deepEqual([isRemoved, outcome], [true, { kind: 'refused' }]);
      assert.equal((await world.stores.people.listSessions(await personOf(world))).length, 1);
    });
  });
}

async function personOf(world: PeopleWorld) {
  const credential = await world.stores.people.findCredential('ada@example.com', world.now());
  assert.ok(credential?.kind === 'person');
  return { personId: credential.personId, at: world.now() };
}

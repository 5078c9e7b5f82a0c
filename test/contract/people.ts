import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import {
  Client,
  newestToken,
  openPeopleWorld,
  openWorldOfAda,
  type PeopleDatabase,
  password,
  signIn,
  signUp,
  visitorOf,
} from '../support/people-world.ts';

const dayMs = 86_400_000;

/** The contract of `People` for accounts, passwords and sessions. */
export function describePeople(name: string, open: () => Promise<PeopleDatabase>): void {
  const openWorld = () => openPeopleWorld(open);

  describe(`${name}: People, sign-up`, () => {
    test('a person who confirms an address has an account and is signed in', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'Ada@example.com');
      const visitor = await visitorOf(world, ada);
      assert.equal(visitor.email, 'ada@example.com');
      const account = await world.stores.accounts.findAccount('ada@example.com');
      assert.equal(account?.id, visitor.accountId);
      const acts = await world.stores.audit.listActs({ accountId: visitor.accountId, limit: 10 });
      const kinds = acts.map(({ act }) => act);
      assert.deepEqual(kinds, ['person.signed_in', 'account.opened']);
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test('opens no account and no session before the link is followed', async () => {
      await using world = await openWorld();
      const ada = new Client();
      const person = { email: 'ada@example.com', password };
      assert.deepEqual(await world.people.signUp(ada.caller, person), { kind: 'sent' });
      assert.deepEqual(await world.people.signIn(ada.caller, person), { kind: 'refused' });
      assert.equal(await world.stores.accounts.findAccount('ada@example.com'), undefined);
      assert.equal(await world.people.findVisitor(ada.caller), undefined);
    });

    test('sign-up and sign-in do not disclose whether an address has an account', async () => {
      await using world = await openWorldOfAda(open);
      const eve = new Client();
      for (const email of ['ada@example.com', 'unknown@example.com']) {
        const claim = { email, password: 'what somebody else has chosen' };
        assert.deepEqual(await world.people.signUp(eve.caller, claim), { kind: 'sent' });
        world.mails.length = 0;
        assert.deepEqual(await world.people.signIn(eve.caller, claim), { kind: 'refused' });
        assert.deepEqual(world.mails, []);
      }
      assert.deepEqual(await world.people.signIn(eve.caller, { email: 'no address', password }), { kind: 'refused' });
    });

    test('a sign-up with an existing address gets the usual answer, and its owner gets a mail', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      world.mails.length = 0;
      const eve = { email: 'ADA@example.com', password: 'a password of somebody else' };
      assert.deepEqual(await world.people.signUp(new Client().caller, eve), { kind: 'sent' });
      const mailed = world.mails.map(({ to, subject }) => [to, subject]);
      assert.deepEqual(mailed, [['ada@example.com', 'You already have an account']]);
      assert.deepEqual(await world.people.signIn(new Client().caller, eve), { kind: 'refused' });
      await signIn(world, 'ada@example.com');
      assert.notEqual(await world.people.findVisitor(ada.caller), undefined);
    });

    test('of several sign-ups with one address, the password of the followed link counts', async () => {
      await using world = await openWorld();
      const eve = { email: 'ada@example.com', password: 'what somebody else has chosen' };
      await world.people.signUp(new Client().caller, eve);
      const ada = new Client();
      await world.people.signUp(ada.caller, { email: 'ada@example.com', password });
      const token = newestToken(world, 'ada@example.com');
      await world.people.signUp(new Client().caller, eve);
      assert.equal((await world.people.verifyEmail(ada.caller, { token, password })).kind, 'signed_in');
      assert.deepEqual(await world.people.signIn(new Client().caller, eve), { kind: 'refused' });
      await signIn(world, 'ada@example.com');
      const late = newestToken(world, 'ada@example.com');
      assert.deepEqual(await world.people.verifyEmail(new Client().caller, { ...eve, token: late }), {
        kind: 'invalid_link',
      });
    });

    test("following the link of somebody else's sign-up does not open an account for them", async () => {
      await using world = await openWorld();
      const id = 'a-1' as AccountId;
      await world.stores.accounts.createAccount({ id, email: 'ada@example.com', createdAt: world.now() });
      const eve = { email: 'ada@example.com', password: 'what somebody else has chosen' };
      await world.people.signUp(new Client().caller, eve);
      const planted = newestToken(world, 'ada@example.com');
      const ada = new Client();
      for (const guess of [password, 'what somebody else has chosen.', '', 'x'.repeat(1_000)]) {
        const outcome = await world.people.verifyEmail(ada.caller, { token: planted, password: guess });
        assert.deepEqual(outcome, { kind: 'refused' });
      }
      assert.deepEqual(await world.people.signIn(new Client().caller, eve), { kind: 'refused' });
      assert.equal((await visitorOf(world, await signUp(world, 'ada@example.com', ada))).accountId, id);
    });

    test('a repeated link never carries one of several passwords', async () => {
      await using world = await openWorld();
      const ada = new Client();
      await world.people.signUp(ada.caller, { email: 'ada@example.com', password });
      assert.deepEqual(await world.people.sendVerification(ada.caller, 'ada@example.com'), { kind: 'sent' });
      assert.match(world.mails.at(-1)?.text ?? '', /verify\?token=/);
      await world.people.signUp(new Client().caller, { email: 'ada@example.com', password: 'another one altogether' });
      assert.deepEqual(await world.people.sendVerification(ada.caller, 'ada@example.com'), { kind: 'sent' });
      assert.doesNotMatch(world.mails.at(-1)?.text ?? '', /token=/);
      assert.match(world.mails.at(-1)?.text ?? '', /\/sign-up/);
    });

    test('requesting a link again does not disclose whether a sign-up is pending', async () => {
      await using world = await openWorldOfAda(open);
      world.mails.length = 0;
      for (const email of ['ada@example.com', 'unknown@example.com']) {
        assert.deepEqual(await world.people.sendVerification(new Client().caller, email), { kind: 'sent' });
      }
      assert.deepEqual(world.mails, []);
    });

    test('a link works once, and for a day', async () => {
      await using world = await openWorld();
      const ada = new Client();
      await world.people.signUp(ada.caller, { email: 'ada@example.com', password });
      const token = newestToken(world, 'ada@example.com');
      world.wait(dayMs);
      assert.deepEqual(await world.people.verifyEmail(ada.caller, { token, password }), { kind: 'invalid_link' });
      await world.people.signUp(ada.caller, { email: 'ada@example.com', password });
      const next = newestToken(world, 'ada@example.com');
      assert.equal(await world.people.addressOfLink('sign_up', token), undefined);
      assert.equal(await world.people.addressOfLink('sign_up', next), 'ada@example.com');
      assert.equal((await world.people.verifyEmail(ada.caller, { token: next, password })).kind, 'signed_in');
      assert.deepEqual(await world.people.verifyEmail(ada.caller, { token: next, password }), { kind: 'invalid_link' });
      assert.equal(await world.people.addressOfLink('sign_up', next), undefined);
      assert.deepEqual(await world.people.verifyEmail(ada.caller, { token: 'made up', password }), {
        kind: 'invalid_link',
      });
    });

    test('a link that is followed concurrently creates one person', async () => {
      await using world = await openWorld();
      const asked = new Client();
      await world.people.signUp(asked.caller, { email: 'ada@example.com', password });
      await world.people.signUp(asked.caller, { email: 'ada@example.com', password });
      const tokens = world.mails.map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '');
      const many = await Promise.all(
        [...tokens, ...tokens, ...tokens].map((token) =>
          world.people.verifyEmail(new Client().caller, { token, password }),
        ),
      );
      assert.equal(many.filter(({ kind }) => kind === 'signed_in').length, 1);
      assert.equal(many.filter(({ kind }) => kind === 'invalid_link').length, 5);
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test('an account that an operator opened is taken over by the person who confirms its address', async () => {
      await using world = await openWorld();
      const id = 'a-1' as AccountId;
      await world.stores.accounts.createAccount({ id, email: 'Ada@Example.com', createdAt: world.now() });
      const ada = await signUp(world, 'ada@example.com');
      assert.equal((await visitorOf(world, ada)).accountId, id);
      assert.equal((await world.stores.accounts.listAccounts()).length, 1);
      const acts = (await world.stores.audit.listActs({ accountId: id, limit: 10 })).map(({ act }) => act);
      assert.deepEqual(acts, ['person.signed_in']);
    });

    test('a person in an account with another address, or without a password, is an issue of verify', async () => {
      await using world = await openWorld();
      const { accountId } = await visitorOf(world, await signUp(world, 'ada@example.com'));
      await world.stores.corrupt(
        `update auth_users set email = 'eve@example.com'; update auth_logins set password = null`,
      );
      const faults = await world.stores.breaches(world.now(), 0);
      assert.deepEqual(
        faults.map(({ invariant, accountId: id, row }) => [invariant, id, row]),
        [
          ['a person has the address of their account', accountId, 'person'],
          ['a person has a password', accountId, 'person'],
        ],
      );
      assert.doesNotMatch(JSON.stringify(faults), /example\.com/);
    });

    test('an invalid address or password is reported by field, and sends nothing', async () => {
      await using world = await openWorld();
      const outcome = await world.people.signUp(new Client().caller, { email: 'ada', password: 'password1234567' });
      assert.ok(outcome.kind === 'unusable');
      assert.deepEqual(outcome.faults, ['email_malformed', 'password_guessable']);
      assert.deepEqual(world.mails, []);
    });
  });

  describe(`${name}: People, sign-in`, () => {
    test('one client has fifty attempts, on any addresses and from anywhere in its network', async () => {
      await using world = await openWorldOfAda(open);
      const kinds = [];
      for (let tries = 0; tries < 51; tries++) {
        const { caller } = new Client(`2001:db8:1:2::${tries.toString(16)}`);
        kinds.push((await world.people.signIn(caller, { email: `unknown-${tries}@example.com`, password })).kind);
      }
      assert.deepEqual([new Set(kinds.slice(0, 50)), kinds.at(-1)], [new Set(['refused']), 'throttled']);
      const claim = { email: 'ada@example.com', password };
      for (let tries = 0; tries < 10; tries++) {
        assert.equal((await world.people.signIn(new Client('2001:db8:1:2::1').caller, claim)).kind, 'throttled');
      }
      assert.equal((await world.people.signIn(new Client('2001:db8:1:3::1').caller, claim)).kind, 'signed_in');
    });

    test('deliberate failures do not lock the owner out of a known browser, nor out of any after a reset', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const claim = { email: 'ada@example.com', password };
      const lockOut = async () => {
        const eve = new Client();
        for (let guess = 0; guess < 11; guess++) {
          await world.people.signIn(eve.caller, { ...claim, password: `guess number ${guess}` });
          await world.people.sendVerification(eve.caller, claim.email);
        }
        assert.equal((await world.people.signIn(eve.caller, claim)).kind, 'throttled');
      };
      await lockOut();
      const visitor = await visitorOf(world, ada);
      assert.equal((await world.people.proveAgain(ada.caller, visitor, claim)).kind, 'signed_in');
      ada.keep(await world.people.signOut(ada.caller));
      assert.equal((await world.people.signIn(ada.caller, claim)).kind, 'signed_in');
      const fresh = new Client();
      assert.equal((await world.people.signIn(fresh.caller, claim)).kind, 'throttled');
      assert.deepEqual(await world.people.sendReset(fresh.caller, claim.email), { kind: 'sent' });
      const reset = { token: newestToken(world, claim.email), password: 'a new one that is long enough' };
      const done = await world.people.resetPassword(fresh.caller, reset);
      assert.ok(done.kind === 'done');
      fresh.keep(done.cookies);
      assert.equal((await world.people.signIn(fresh.caller, { ...claim, ...reset })).kind, 'signed_in');
    });

    test('a browser known for another address, or with a forged cookie, has no extra attempts', async () => {
      await using world = await openWorld();
      const eve = await signUp(world, 'eve@example.com');
      await signUp(world, 'ada@example.com');
      const guess = { email: 'ada@example.com', password: 'whatever comes to mind' };
      const made = new Client();
      made.cookies.set('__Host-dragoman.device', `${'A'.repeat(22)}.${'A'.repeat(43)}`);
      const kinds: string[] = [];
      for (let tries = 0; tries < 6; tries++) {
        kinds.push(
          (await world.people.signIn(eve.caller, guess)).kind,
          (await world.people.signIn(made.caller, guess)).kind,
        );
      }
      assert.deepEqual(kinds.slice(-2), ['throttled', 'throttled']);
      const own = { email: 'eve@example.com', password: 'whatever comes to mind' };
      for (let tries = 0; tries < 10; tries++) await world.people.signIn(eve.caller, own);
      assert.equal((await world.people.signIn(eve.caller, own)).kind, 'throttled', 'also where it is known');
    });

    test("cookies are for this host, for pages, and for requests from the service's own pages only", async () => {
      await using world = await openWorldOfAda(open);
      const outcome = await world.people.signIn(new Client().caller, { email: 'ada@example.com', password });
      assert.ok(outcome.kind === 'signed_in');
      const [session = '', device = '', ...others] = outcome.cookies;
      assert.match(session, /^__Host-dragoman\.session_token=[^;]+; Max-Age=2592000; /);
      assert.match(device, /^__Host-dragoman\.device=[^;]+; Max-Age=31536000; /);
      assert.deepEqual(others, []);
      for (const cookie of outcome.cookies) {
        for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) assert.ok(cookie.includes(`; ${flag}`));
        assert.doesNotMatch(cookie, /Domain/i);
      }
    });

    test('each sign-in starts a new session, and the previous one of the browser ends, even one that was planted', async () => {
      await using world = await openWorld();
      const eve = await signUp(world, 'eve@example.com');
      await signUp(world, 'ada@example.com');
      const ada = eve.copy();
      await signIn(world, 'ada@example.com', ada);
      assert.equal((await visitorOf(world, ada)).email, 'ada@example.com');
      assert.equal(await world.people.findVisitor(eve.caller), undefined);
    });

    test('a forged or changed cookie is not a session', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const [[cookie, value] = ['', '']] = ada.cookies;
      for (const forged of [
        value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
        value.split('.')[0] ?? '',
        'x.y',
        '',
      ]) {
        const eve = new Client();
        eve.cookies.set(cookie, forged);
        assert.equal(await world.people.findVisitor(eve.caller), undefined);
      }
    });

    test('a session ends after seven days without use, and after thirty in any case', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      for (let days = 0; days < 29; days++) {
        world.wait(dayMs);
        const { sessionId, personId } = await visitorOf(world, ada);
        // The use is recorded after the answer.
        await world.stores.people.noteSessionUse(sessionId, world.now());
        assert.ok(personId);
      }
      world.wait(dayMs);
      assert.equal(await world.people.findVisitor(ada.caller), undefined);
      const again = await signIn(world, 'ada@example.com');
      world.wait(7 * dayMs);
      assert.equal(await world.people.findVisitor(again.caller), undefined);
    });

    test('sessions are listed, and ended by their owner singly or together, immediately and on every node', async () => {
      await using world = await openWorld();
      const here = await signUp(world, 'ada@example.com');
      const [phone, laptop] = [await signIn(world, 'ada@example.com'), await signIn(world, 'ada@example.com')];
      await using other = await world.openNode();
      const visitor = await visitorOf(world, here);
      const phoneId = (await visitorOf(world, phone)).sessionId;
      assert.equal((await world.people.listSessions(here.caller, visitor)).length, 3);
      const current = (await world.people.listSessions(here.caller, visitor)).filter(({ isCurrent }) => isCurrent);
      assert.equal(current.length, 1);
      const eve = await signUp(world, 'eve@example.com');
      assert.equal(await world.people.endSession(eve.caller, await visitorOf(world, eve), phoneId), false);
      assert.notEqual(await other.findVisitor(phone.caller), undefined);
      assert.equal(await world.people.endSession(here.caller, visitor, phoneId), true);
      assert.equal(await other.findVisitor(phone.caller), undefined);
      assert.equal(await world.people.endSession(here.caller, visitor, phoneId), false);
      await world.people.endOtherSessions(here.caller, visitor);
      assert.equal(await other.findVisitor(laptop.caller), undefined);
      assert.notEqual(await other.findVisitor(here.caller), undefined);
    });

    test('a person has at most twenty sessions; a further one ends the least recently used', async () => {
      await using world = await openWorld();
      const first = await signUp(world, 'ada@example.com');
      const visitor = await visitorOf(world, first);
      const clients: Client[] = [];
      for (let count = 0; count < 20; count++) {
        world.wait(120_000);
        clients.push(await signIn(world, 'ada@example.com'));
      }
      assert.equal(await world.people.findVisitor(first.caller), undefined);
      const [second] = clients;
      assert.ok(second !== undefined);
      assert.equal((await world.people.listSessions(second.caller, visitor)).length, 20);
      assert.notEqual(await world.people.findVisitor(second.caller), undefined);
    });

    test('signing out ends the session on every node and deletes the cookie', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const kept = ada.copy();
      ada.keep(await world.people.signOut(ada.caller));
      assert.deepEqual([...ada.cookies.keys()], ['__Host-dragoman.device']);
      assert.equal(await world.people.findVisitor(kept.caller), undefined);
      assert.deepEqual(await world.people.signOut(new Client().caller).then((cookies) => cookies.length), 1);
    });

    test('confirming a sign-in starts a fresh session, only with the correct password', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      world.wait(dayMs);
      const visitor = await visitorOf(world, ada);
      assert.ok(visitor.provenAt <= world.now() - dayMs);
      const wrong = await world.people.proveAgain(ada.caller, visitor, { password: 'not the one that was chosen' });
      assert.deepEqual(wrong, { kind: 'refused' });
      const proven = await world.people.proveAgain(ada.caller, visitor, { password });
      assert.ok(proven.kind === 'signed_in');
      ada.keep(proven.cookies);
      assert.ok((await visitorOf(world, ada)).provenAt > world.now() - 60_000);
    });

    test('nodes that start concurrently on an empty database sign cookies with one secret', async () => {
      await using stores = await open();
      const kept = await Promise.all(['a', 'b', 'c', 'd'].map((candidate) => stores.people.keepSecret(candidate)));
      assert.equal(new Set(kept).size, 1);
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      await using other = await world.openNode();
      assert.notEqual(await other.findVisitor(ada.caller), undefined);
      await using stranger = await world.openNode({ secret: 'a secret of another service altogether' });
      assert.equal(await stranger.findVisitor(ada.caller), undefined);
    });
  });
}

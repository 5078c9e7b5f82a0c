import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountId, pseudonymOf } from '../../src/shop/accounts/account.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import {
  baseUrl,
  Client,
  newestToken,
  openPeopleWorld,
  openWorldOfAda,
  type PeopleDatabase,
  password,
  signIn,
  signInKind,
  signUp,
  visitorOf,
} from '../support/people-world.ts';

/** The contract of `People` for changes of credentials and addresses. */
export function describePeopleChanges(name: string, open: () => Promise<PeopleDatabase>): void {
  const openWorld = () => openPeopleWorld(open);

  describe(`${name}: People, changes`, () => {
    test('a new password replaces the old one, ends every other session, and is reported by mail', async () => {
      await using world = await openWorld();
      const [ada, other] = [await signUp(world, 'ada@example.com'), await signIn(world, 'ada@example.com')];
      const visitor = await visitorOf(world, ada);
      const next = 'a new one that is long enough';
      const wrong = await world.people.changePassword(ada.caller, visitor, { current: 'not this one, surely', next });
      assert.deepEqual(wrong, { kind: 'refused' });
      const weak = await world.people.changePassword(ada.caller, visitor, { current: password, next: 'iloveyou123' });
      assert.equal(weak.kind, 'unusable');
      world.mails.length = 0;
      const done = await world.people.changePassword(ada.caller, visitor, { current: password, next });
      assert.ok(done.kind === 'done');
      ada.keep(done.cookies);
      assert.notEqual(await world.people.findVisitor(ada.caller), undefined);
      assert.equal(await world.people.findVisitor(other.caller), undefined);
      const subjects = world.mails.map(({ subject }) => subject);
      assert.deepEqual(subjects, ['Your password was changed']);
      assert.equal(await signInKind(world, 'ada@example.com'), 'refused');
      assert.equal(await signInKind(world, 'ada@example.com', next), 'signed_in');
    });

    test('a reset sets a password by a link that works once and for an hour, and ends every session', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const reset = { password: 'a new one that is long enough' };
      await world.people.sendReset(new Client().caller, 'Ada@example.com');
      const late = newestToken(world, 'ada@example.com');
      world.wait(3_600_000);
      const tooLate = await world.people.resetPassword(new Client().caller, { ...reset, token: late });
      assert.deepEqual(tooLate, { kind: 'invalid_link' });
      assert.equal(await world.people.addressOfLink('reset', late), undefined);
      await world.people.sendReset(new Client().caller, 'ada@example.com');
      const token = newestToken(world, 'ada@example.com');
      const weak = await world.people.resetPassword(new Client().caller, { token, password: 'passwordpassword' });
      assert.equal(weak.kind, 'unusable');
      const clients = [new Client(), new Client(), new Client()];
      const all = await Promise.all(
        clients.map(({ caller }) => world.people.resetPassword(caller, { ...reset, token })),
      );
      assert.deepEqual(all.map(({ kind }) => kind).toSorted(), ['done', 'invalid_link', 'invalid_link']);
      assert.equal(await world.people.findVisitor(ada.caller), undefined);
      assert.equal(await signInKind(world, 'ada@example.com'), 'refused');
      assert.equal(await signInKind(world, 'ada@example.com', reset.password), 'signed_in');
    });

    test('a reset gets the same answer for every address, and is mailed to existing people only', async () => {
      await using world = await openWorldOfAda(open);
      world.mails.length = 0;
      for (const email of ['unknown@example.com', 'ada@example.com']) {
        assert.deepEqual(await world.people.sendReset(new Client().caller, email), { kind: 'sent' });
      }
      const addresses = world.mails.map(({ to }) => to);
      assert.deepEqual(addresses, ['ada@example.com']);
      assert.ok(world.mails[0]?.text.includes(`${baseUrl}/reset/new?token=`));
    });

    test('a confirmed new address replaces the old one for the person and the account', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      world.mails.length = 0;
      assert.deepEqual(await world.people.sendEmailChange(ada.caller, visitor, 'Ada@new.example'), { kind: 'sent' });
      assert.deepEqual(world.mails.map(({ to }) => to).toSorted(), ['ada@example.com', 'ada@new.example']);
      assert.equal((await visitorOf(world, ada)).email, 'ada@example.com');
      const token = newestToken(world, 'ada@new.example');
      assert.equal(await world.people.addressOfLink('email', token, visitor), 'ada@new.example');
      assert.equal(await world.people.addressOfLink('email', token), undefined);
      assert.equal((await world.people.confirmEmailChange(ada.caller, visitor, token)).kind, 'done');
      assert.equal(await world.people.addressOfLink('email', token, visitor), undefined);
      assert.equal((await visitorOf(world, ada)).email, 'ada@new.example');
      assert.equal((await world.stores.accounts.findAccount('ada@new.example'))?.id, visitor.accountId);
      assert.deepEqual(await world.people.confirmEmailChange(ada.caller, visitor, token), { kind: 'invalid_link' });
      await signIn(world, 'ada@new.example');
      const old = await world.people.signIn(new Client().caller, { email: 'ada@example.com', password });
      assert.deepEqual(old, { kind: 'refused' });
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test('the browser that confirms a new address is known for it afterwards', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const claim = { email: 'ada@new.example', password };
      await world.people.sendEmailChange(ada.caller, visitor, claim.email);
      const changed = await world.people.confirmEmailChange(ada.caller, visitor, newestToken(world, claim.email));
      assert.ok(changed.kind === 'done');
      ada.keep(changed.cookies);
      ada.keep(await world.people.signOut(ada.caller));
      for (let guess = 0; guess < 11; guess++) {
        await world.people.signIn(new Client().caller, { ...claim, password: `guess number ${guess}` });
      }
      assert.equal((await world.people.signIn(new Client().caller, claim)).kind, 'throttled');
      assert.equal((await world.people.signIn(ada.caller, claim)).kind, 'signed_in');
    });

    test('an address may have a domain in any script, which is compared in its DNS form', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const [typed, email] = ['Ada@Пример.РФ', 'ada@xn--e1afmkfd.xn--p1ai'];
      assert.deepEqual(await world.people.sendEmailChange(ada.caller, visitor, typed), { kind: 'sent' });
      const changed = await world.people.confirmEmailChange(ada.caller, visitor, newestToken(world, email));
      assert.equal(changed.kind, 'done');
      assert.equal((await visitorOf(world, ada)).email, email);
      for (const written of [typed, email, email.toUpperCase()]) await signIn(world, written);
      const mine = await world.people.sendEmailChange(ada.caller, visitor, 'ada@рф');
      assert.equal(mine.kind, 'unusable');
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test("requesting another's address discloses nothing, and a race does not get it either", async () => {
      await using world = await openWorld();
      const [ada, eve] = [await signUp(world, 'ada@example.com'), await signUp(world, 'eve@example.com')];
      const visitor = await visitorOf(world, eve);
      world.mails.length = 0;
      assert.deepEqual(await world.people.sendEmailChange(eve.caller, visitor, 'ADA@example.com'), { kind: 'sent' });
      assert.ok(world.mails.every(({ text }) => !text.includes('token=')));
      assert.deepEqual(await world.people.sendEmailChange(eve.caller, visitor, 'free@example.com'), { kind: 'sent' });
      const token = newestToken(world, 'free@example.com');
      await signUp(world, 'free@example.com');
      assert.equal((await world.people.confirmEmailChange(eve.caller, visitor, token)).kind, 'unusable');
      assert.equal((await visitorOf(world, eve)).email, 'eve@example.com');
      assert.equal((await visitorOf(world, ada)).email, 'ada@example.com');
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test("following another person's link for a change of address changes nothing", async () => {
      await using world = await openWorld();
      const [ada, eve] = [await signUp(world, 'ada@example.com'), await signUp(world, 'eve@example.com')];
      await world.people.sendEmailChange(eve.caller, await visitorOf(world, eve), 'ada@work.example');
      const token = newestToken(world, 'ada@work.example');
      const outcome = await world.people.confirmEmailChange(ada.caller, await visitorOf(world, ada), token);
      assert.deepEqual(outcome, { kind: 'invalid_link' });
      assert.equal((await visitorOf(world, ada)).email, 'ada@example.com');
      assert.equal((await visitorOf(world, eve)).email, 'eve@example.com');
    });

    test('a new password, a reset and ending all other sessions cancel a change of address', async () => {
      for (const end of ['password', 'reset', 'sessions'] as const) {
        await using world = await openWorldOfAda(open);
        const { ada, visitor } = world;
        await world.people.sendEmailChange(ada.caller, visitor, 'eve@example.com');
        const token = newestToken(world, 'eve@example.com');
        const next = 'a new one that is long enough';
        if (end === 'password') await world.people.changePassword(ada.caller, visitor, { current: password, next });
        if (end === 'sessions') await world.people.endOtherSessions(ada.caller, visitor);
        if (end === 'reset') {
          await world.people.sendReset(ada.caller, 'ada@example.com');
          const reset = { token: newestToken(world, 'ada@example.com'), password: next };
          assert.equal((await world.people.resetPassword(ada.caller, reset)).kind, 'done');
        }
        const outcome = await world.people.confirmEmailChange(ada.caller, visitor, token);
        assert.deepEqual(outcome, { kind: 'invalid_link' }, end);
      }
    });

    test('an address that an operator gave to another account in between is refused with the reason', async () => {
      await using world = await openWorld();
      const eve = await signUp(world, 'eve@example.com');
      const visitor = await visitorOf(world, eve);
      await world.people.sendEmailChange(eve.caller, visitor, 'free@example.com');
      const account = { id: 'a-1' as AccountId, email: 'free@example.com', createdAt: world.now() };
      await world.stores.accounts.createAccount(account);
      const outcome = await world.people.confirmEmailChange(
        eve.caller,
        visitor,
        newestToken(world, 'free@example.com'),
      );
      assert.equal(outcome.kind, 'unusable');
      assert.equal((await visitorOf(world, eve)).email, 'eve@example.com');
    });

    test('the account of a person who is being erased takes no new address', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const { accountId, personId } = visitor;
      await world.people.sendEmailChange(ada.caller, visitor, 'ada@new.example');
      const act = { id: 'act-1' as ActId, act: 'account.erasure_begun', by: accountId, subject: undefined } as const;
      const entry = { ...act, accountId, at: world.now() };
      assert.equal(await world.stores.erasures.beginErasure({ entry, evenIfDisputed: false }), 'begun');
      const token = newestToken(world, 'ada@new.example');
      const outcome = await world.people.confirmEmailChange(ada.caller, visitor, token);
      assert.notEqual(outcome.kind, 'done');
      assert.equal((await world.stores.accounts.findAccount(accountId))?.email, pseudonymOf(accountId));
      await world.people.erase(personId);
      assert.equal(await world.stores.accounts.findAccount('ada@new.example'), undefined);
      assert.deepEqual(await world.stores.breaches(world.now(), 0), []);
    });

    test("a person's stored data contains no secret, and is deleted with them", async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const { personId } = await visitorOf(world, ada);
      const kept = JSON.stringify(await world.people.describe(personId));
      assert.match(kept, /ada@example\.com/);
      assert.doesNotMatch(kept, /argon2|token|secret/i);
      await world.stores.corrupt('update auth_users set "twoFactorEnabled" = null');
      assert.equal(JSON.stringify(await world.people.describe(personId)), kept);
      await world.people.sendReset(new Client().caller, 'ada@example.com');
      const token = newestToken(world, 'ada@example.com');
      for (let times = 0; times < 2; times++) await world.people.erase(personId);
      assert.equal(await world.people.findVisitor(ada.caller), undefined);
      assert.deepEqual(await world.people.describe(personId), {});
      const reset = await world.people.resetPassword(ada.caller, { token, password: 'a new one that is long enough' });
      assert.deepEqual(reset, { kind: 'invalid_link' });
      assert.equal(await signInKind(world, 'ada@example.com'), 'refused');
    });
  });
}

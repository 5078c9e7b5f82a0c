import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { passkeyNameLengthMax } from '../../src/shop/people/people.ts';
import {
  baseUrl,
  Client,
  newestToken,
  openPeopleWorld,
  openWorldOfAda,
  type PeopleDatabase,
  type PeopleWorld,
  password,
  signIn,
  signInKind,
  signUp,
  visitorOf,
} from '../support/people-world.ts';
import { freePort } from '../support/server-process.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { totpCode } from '../support/totp-code.ts';

const periodMs = 30_000;

/** The contract of `People` for two-factor authentication and passkeys. */
export function describePeopleFactors(name: string, open: () => Promise<PeopleDatabase>): void {
  const openWorld = () => openPeopleWorld(open);

  describe(`${name}: People with 2FA`, () => {
    test('from the first code on, a password alone does not sign in, and its earlier sessions are over', async () => {
      await using world = await openWorld();
      const other = await signUp(world, 'ada@example.com');
      const { client } = await withTotp(world);
      assert.equal((await visitorOf(world, client)).hasSecondFactor, true);
      assert.equal(await world.people.findVisitor(other.caller), undefined);
      const asked = await askForCode(world);
      assert.equal(await world.people.findVisitor(asked.caller), undefined);
    });

    test('an unconfirmed code changes nothing', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const wrong = await world.people.beginTotp(ada.caller, visitor, { password: 'not the one that was chosen' });
      assert.ok('kind' in wrong && wrong.kind === 'refused');
      const setup = await world.people.beginTotp(ada.caller, visitor, { password });
      assert.ok('secret' in setup);
      const [guess = ''] = wrongCodes(setup.secret, 1);
      assert.deepEqual(await world.people.confirmTotp(ada.caller, visitor, guess), { kind: 'refused' });
      assert.deepEqual(await world.people.confirmTotp(ada.caller, visitor, 'abc'), { kind: 'refused' });
      assert.equal(await signInKind(world, 'ada@example.com'), 'signed_in');
    });

    test('a correct code signs in once; a wrong one does not', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      const [first, second] = [await askForCode(world), await askForCode(world)];
      const code = freshCode(secret);
      const [wrong = ''] = wrongCodes(secret, 1);
      assert.deepEqual(await give(world, first, wrong), { kind: 'refused' });
      const signedIn = await give(world, first, code);
      assert.ok(signedIn.kind === 'signed_in');
      first.keep(signedIn.cookies);
      assert.equal((await visitorOf(world, first)).email, 'ada@example.com');
      assert.deepEqual(await give(world, second, code), { kind: 'refused' });
      assert.equal(await world.people.findVisitor(second.caller), undefined);
    });

    test('the code that confirmed the authenticator app does not also sign in', async () => {
      await using world = await openWorldOfAda(open);
      const { secret, code } = await withTotp(world);
      assert.deepEqual(await give(world, await askForCode(world), code), { kind: 'refused' });
      assert.equal((await give(world, await askForCode(world), freshCode(secret))).kind, 'signed_in');
    });

    test('concurrent sign-ins with one code succeed once', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      const clients = [await askForCode(world), await askForCode(world), await askForCode(world)];
      const code = freshCode(secret);
      const outcomes = await Promise.all(clients.map((client) => give(world, client, code)));
      assert.equal(outcomes.filter(({ kind }) => kind === 'signed_in').length, 1);
    });

    test('a code without a password before it is rejected', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      assert.deepEqual(await give(world, new Client(), freshCode(secret)), { kind: 'refused' });
    });

    test('confirming a sign-in also requires a code, and counts wrong ones, even in a session', async () => {
      await using world = await openWorldOfAda(open);
      const { client, secret } = await withTotp(world);
      const visitor = await visitorOf(world, client);
      const before = client.copy();
      world.wait(3_600_000);
      const asked = await world.people.proveAgain(client.caller, visitor, { password });
      assert.ok(asked.kind === 'second_factor');
      client.keep(asked.cookies);
      assert.equal((await visitorOf(world, client)).provenAt, visitor.provenAt);
      const [wrong = ''] = wrongCodes(secret, 1);
      assert.deepEqual(await give(world, client, wrong), { kind: 'refused' });
      const proven = await give(world, client, freshCode(secret));
      assert.ok(proven.kind === 'signed_in');
      client.keep(proven.cookies);
      assert.ok((await visitorOf(world, client)).provenAt > visitor.provenAt);
      assert.equal(await world.people.findVisitor(before.caller), undefined, 'the one before ends');
    });

    test('each backup code replaces a code once', async () => {
      await using world = await openWorldOfAda(open);
      const { backupCodes } = await withTotp(world);
      const [code = ''] = backupCodes;
      const backup = { kind: 'backup', code } as const;
      const client = await askForCode(world);
      assert.deepEqual(await world.people.giveCode(client.caller, { ...backup, code: 'aaaaa-bbbbb' }), {
        kind: 'refused',
      });
      assert.equal((await world.people.giveCode(client.caller, backup)).kind, 'signed_in');
      const again = await askForCode(world);
      assert.deepEqual(await world.people.giveCode(again.caller, backup), { kind: 'refused' });
    });

    test('new backup codes replace the old ones, which is reported by mail and recorded', async () => {
      await using world = await openWorldOfAda(open);
      const { client, backupCodes: old } = await withTotp(world);
      const visitor = await visitorOf(world, client);
      const wrong = await world.people.renewBackupCodes(client.caller, visitor, { password: 'not the one chosen' });
      assert.deepEqual(wrong, { kind: 'refused' });
      const renewed = await world.people.renewBackupCodes(client.caller, visitor, { password });
      assert.ok('backupCodes' in renewed);
      assert.equal(new Set([...renewed.backupCodes, ...old]).size, 20);
      assert.equal(world.mails.at(-1)?.subject, 'New backup codes were created');
      for (const code of renewed.backupCodes) assert.ok(!world.mails.some(({ text }) => text.includes(code)));
      const [act] = await world.stores.audit.listActs({ accountId: visitor.accountId, limit: 1 });
      assert.equal(act?.act, 'person.backup_codes_renewed');
      const giveBackup = async (code = '') =>
        world.people.giveCode((await askForCode(world)).caller, { kind: 'backup', code });
      assert.deepEqual(await giveBackup(old[0]), { kind: 'refused' });
      assert.equal((await giveBackup(renewed.backupCodes[0])).kind, 'signed_in');
      assert.deepEqual(await giveBackup(renewed.backupCodes[0]), { kind: 'refused' }, 'each works once');
    });

    test('without 2FA there are no backup codes, and guessing a password for them is throttled', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const proof = { password };
      await assert.rejects(world.people.renewBackupCodes(ada.caller, visitor, proof), { code: 'validation_error' });
      assert.ok('secret' in (await world.people.beginTotp(ada.caller, visitor, proof)));
      await assert.rejects(world.people.renewBackupCodes(ada.caller, visitor, proof), { code: 'validation_error' });
      const kinds = new Set<string>();
      for (let guess = 0; guess < 10; guess++) {
        const outcome = await world.people
          .renewBackupCodes(ada.caller, visitor, { password: `guess number ${guess}` })
          .catch(() => undefined);
        if (outcome !== undefined && 'kind' in outcome) kinds.add(outcome.kind);
      }
      assert.ok(kinds.has('throttled'));
    });

    test('guessing codes is throttled with or without a password, and then correct codes are rejected too', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      const outcomes = new Set<string>();
      for (const guess of wrongCodes(secret, 12)) {
        const client = await askForCode(world);
        outcomes.add((await give(world, client, guess)).kind);
        world.wait(60_000);
      }
      assert.deepEqual([...outcomes].toSorted(), ['refused', 'throttled']);
      const right = await give(world, await askForCode(world), freshCode(secret));
      assert.equal(right.kind, 'throttled');
    });

    test('codes are counted per person, however often the password is given', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      // Setting it up counted as well.
      world.wait(5 * 60_000);
      const [wrong = ''] = wrongCodes(secret, 1);
      const guess = (client: Client) => give(world, client, wrong);
      for (const client of [await askForCode(world), await askForCode(world)]) {
        for (let guesses = 0; guesses < 5; guesses++) assert.deepEqual(await guess(client), { kind: 'refused' });
      }
      // The library counts consecutive wrong codes, for a quarter of an hour of the machine's clock.
      await world.stores.corrupt(`update auth_two_factors set "lockedUntil" = null, "failedVerificationCount" = 0`);
      const right = await give(world, await askForCode(world), freshCode(secret));
      assert.equal(right.kind, 'throttled');
      world.wait(5 * 60_000);
      const later = await give(world, await askForCode(world), freshCode(secret));
      assert.equal(later.kind, 'signed_in');
    });

    test('a reset ends sign-ins that wait for a code, and still requires one', async () => {
      await using world = await openWorldOfAda(open);
      const { secret } = await withTotp(world);
      const eve = await askForCode(world);
      await world.people.sendReset(new Client().caller, 'ada@example.com');
      const reset = { token: newestToken(world, 'ada@example.com'), password: 'a new one that is long enough' };
      assert.equal((await world.people.resetPassword(new Client().caller, reset)).kind, 'done');
      assert.deepEqual(await give(world, eve, freshCode(secret)), { kind: 'refused' });
      const claim = { email: 'ada@example.com', password: reset.password };
      assert.equal((await world.people.signIn(new Client().caller, claim)).kind, 'second_factor');
    });

    test('the password turns 2FA off, which is reported by mail', async () => {
      await using world = await openWorldOfAda(open);
      const { client } = await withTotp(world);
      const visitor = await visitorOf(world, client);
      const wrong = await world.people.endTotp(client.caller, visitor, { password: 'not the one that was chosen' });
      assert.deepEqual(wrong, { kind: 'refused' });
      const removed = await world.people.endTotp(client.caller, visitor, { password });
      assert.ok(removed.kind === 'done');
      client.keep(removed.cookies);
      assert.equal((await visitorOf(world, client)).hasSecondFactor, false);
      assert.equal(world.mails.at(-1)?.subject, 'Two-factor authentication was turned off');
      assert.equal(await signInKind(world, 'ada@example.com'), 'signed_in');
    });
  });

  describe(`${name}: People with passkeys`, () => {
    test('a passkey signs in without a password, even with 2FA on', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const passkey = await withPasskey(world, ada);
      await withTotp(world);
      const client = new Client();
      assert.equal((await prove(world, client, { passkey })).kind, 'signed_in');
      assert.equal((await visitorOf(world, client)).email, 'ada@example.com');
      assert.equal((await prove(world, client, { passkey })).kind, 'signed_in');
    });

    test('a passkey without user verification is neither accepted nor stored', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const touched = await register(world, ada, { passkey: new SoftwarePasskey(), isVerified: false });
      assert.deepEqual(touched, { kind: 'refused' });
      const passkey = await withPasskey(world, ada);
      assert.deepEqual(await prove(world, new Client(), { passkey, isVerified: false }), { kind: 'refused' });
    });

    test('a passkey of another site, of another person, and a repeated answer are refused', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      const passkey = await withPasskey(world, ada);
      const phished = await prove(world, new Client(), { passkey, origin: 'https://dragoman.example.evil.example' });
      assert.deepEqual(phished, { kind: 'refused' });
      assert.deepEqual(await prove(world, new Client(), { passkey: new SoftwarePasskey() }), { kind: 'refused' });
      const client = new Client();
      const begun = await begin(world, client);
      const answer = passkey.prove({ options: begun, origin: baseUrl });
      assert.equal((await world.people.signInWithPasskey(client.caller, answer)).kind, 'signed_in');
      assert.deepEqual(await world.people.signInWithPasskey(client.caller, answer), { kind: 'refused' });
      assert.deepEqual(await world.people.signInWithPasskey(client.caller, {}), { kind: 'refused' });
    });

    test('an invalid passkey is refused, and is not a failure of the service', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const response = { clientDataJSON: 'e30', attestationObject: 'oA' };
      for (const wrong of [{}, { id: 1 }, { id: 'a', rawId: 'a', type: 'public-key', response }]) {
        ada.keep((await world.people.beginPasskey(ada.caller, visitor)).cookies);
        const outcome = await world.people.addPasskey(ada.caller, visitor, { name: 'none', response: wrong });
        assert.deepEqual(outcome, { kind: 'refused' });
      }
      for (const id of [1, '', 'a\0b', 'not base64url', 'A'.repeat(2_000)]) {
        const client = new Client();
        const options = await begin(world, client);
        const answer = { ...new SoftwarePasskey().prove({ options, origin: baseUrl }), id, rawId: id };
        assert.deepEqual(await world.people.signInWithPasskey(client.caller, answer), { kind: 'refused' });
      }
    });

    test('a certificate in an attestation causes no request by the service', async () => {
      await using world = await openWorld();
      const asked: unknown[] = [];
      await using server = createServer((request, response) => {
        asked.push(request.url);
        response.end();
      }).listen(await freePort(), '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const certificate = Buffer.from(certificateOfPort10001.toString('latin1').replace('10001', `${port}`), 'latin1');
      const ada = await signUp(world, 'ada@example.com');
      const outcome = await register(world, ada, { passkey: new SoftwarePasskey(), certificate });
      assert.deepEqual([asked, outcome.kind], [[], 'done']);
    });

    test('a passkey needs a one-line name that is unambiguous on pages', async () => {
      await using world = await openWorld();
      const ada = await signUp(world, 'ada@example.com');
      for (const wrong of ['', ' ', 'a\0b', 'two\nlines', 'tel\u202ephone', 'x'.repeat(passkeyNameLengthMax + 1)]) {
        const outcome = await register(world, ada, { passkey: new SoftwarePasskey(), called: wrong });
        assert.deepEqual([JSON.stringify(wrong), outcome.kind], [JSON.stringify(wrong), 'unusable']);
      }
      const longest = '\u{1F511}'.repeat(passkeyNameLengthMax);
      for (const called of [' my telephone ', longest]) {
        assert.equal((await register(world, ada, { passkey: new SoftwarePasskey(), called })).kind, 'done');
      }
      const listed = await world.people.listPasskeys(ada.caller, await visitorOf(world, ada));
      assert.deepEqual(listed.map((each) => each.name).toSorted(), ['my telephone', longest]);
    });

    test('a person has at most twenty passkeys, and the refusal says how to remove one', async () => {
      await using world = await openWorldOfAda(open);
      const { ada, visitor } = world;
      const early = ada.copy();
      const { options, cookies } = await world.people.beginPasskey(early.caller, visitor);
      early.keep(cookies);
      for (let count = 0; count < 20; count++) await withPasskey(world, ada);
      assert.match(
        world.mails.at(-1)?.text ?? '',
        /remove the passkey that is not yours:\n\nhttps:.*\/security\/passkeys/,
      );
      const response = new SoftwarePasskey().register({ options, origin: baseUrl });
      const full = { reason: 'too_many_passkeys', data: { max: 20 } };
      await assert.rejects(world.people.addPasskey(early.caller, visitor, { name: 'one more', response }), full);
      await assert.rejects(world.people.beginPasskey(ada.caller, visitor), full);
      assert.equal((await world.people.listPasskeys(ada.caller, visitor)).length, 20);
    });

    test('passkeys are listed by name, and only their owner removes them', async () => {
      await using world = await openWorld();
      const [ada, eve] = [await signUp(world, 'ada@example.com'), await signUp(world, 'eve@example.com')];
      const passkey = await withPasskey(world, ada);
      const visitor = await visitorOf(world, ada);
      const [kept] = await world.people.listPasskeys(ada.caller, visitor);
      assert.equal(kept?.name, 'my telephone');
      const id = kept?.id ?? '';
      assert.equal(await world.people.removePasskey(eve.caller, await visitorOf(world, eve), id), false);
      const [thief, other] = [new Client(), await signIn(world, 'ada@example.com')];
      assert.equal((await prove(world, thief, { passkey })).kind, 'signed_in');
      assert.equal(await world.people.removePasskey(ada.caller, visitor, 'made up'), false);
      assert.notEqual(await world.people.findVisitor(thief.caller), undefined);
      assert.equal(await world.people.removePasskey(ada.caller, visitor, id), true);
      assert.equal(await world.people.findVisitor(thief.caller), undefined, 'its sessions end');
      for (const { caller } of [ada, other]) assert.notEqual(await world.people.findVisitor(caller), undefined);
      assert.deepEqual(await world.people.listPasskeys(ada.caller, visitor), []);
      assert.deepEqual(await prove(world, new Client(), { passkey }), { kind: 'refused' });
    });

    test('passkeys are offered under a host name, not under an IP address', async () => {
      await using world = await openWorld();
      assert.equal(world.people.offersPasskeys, true);
      for (const hostname of ['127.0.0.1', '[::1]']) {
        await using node = await world.openNode({ hostname });
        assert.equal(node.offersPasskeys, false);
      }
    });
  });
}

export async function withTotp(world: PeopleWorld) {
  const client = new Client();
  const signedIn = await world.people.signIn(client.caller, { email: 'ada@example.com', password });
  assert.ok(signedIn.kind === 'signed_in');
  client.keep(signedIn.cookies);
  const visitor = await visitorOf(world, client);
  const setup = await world.people.beginTotp(client.caller, visitor, { password });
  assert.ok('secret' in setup);
  const code = totpCode(setup.secret, Date.now());
  const confirmed = await world.people.confirmTotp(client.caller, visitor, code);
  assert.ok(confirmed.kind === 'done');
  client.keep(confirmed.cookies);
  return { client, code, ...setup };
}

/** Returns the code of the next half minute, which is already accepted; the current one confirmed the app. */
function freshCode(secret: string): string {
  return totpCode(secret, Date.now() + periodMs);
}

/** Returns codes that are invalid now and for some minutes; any other code could be valid by chance. */
function wrongCodes(secret: string, count: number): readonly string[] {
  const right = new Set(
    Array.from({ length: 20 }, (_, index) => totpCode(secret, Date.now() + (index - 2) * periodMs)),
  );
  const codes = Array.from({ length: count + right.size }, (_, index) => String(index).padStart(6, '0'));
  return codes.filter((code) => !right.has(code)).slice(0, count);
}

/** Returns a client who has given the password and must give a code. */
async function askForCode(world: PeopleWorld): Promise<Client> {
  const client = new Client();
  const outcome = await world.people.signIn(client.caller, { email: 'ada@example.com', password });
  assert.ok(outcome.kind === 'second_factor');
  client.keep(outcome.cookies);
  return client;
}

function give({ people }: PeopleWorld, { caller }: Client, code: string) {
  return people.giveCode(caller, { kind: 'totp', code });
}

/** A certificate whose revocation list is at http://127.0.0.1:10001/. */
const certificateOfPort10001 = Buffer.from(
  'MIIBEjCBxaADAgECAhQCawaseFNrOhegnDwQQ1liRap2gzAFBgMrZXAwDDEKMAgGA1UEAwwBeDAgFw0yNjExMjMwNjAwNTBaGA8yMTI2MTAzMDA2MDA' +
    '1MFowDDEKMAgGA1UEAwwBeDAqMAUGAytlcAMhAFm+NhL2daOmRrXBa6+r0wa2dranQvPsS/HJhUWy6wuJozcwNTAoBgNVHR8EITAfMB2gG6AZhhdo' +
    'dHRwOi8vMTI3LjAuMC4xOjEwMDAxLzAJBgNVHRMEAjAAMAUGAytlcANBAMyoHRalQN066QZ4RzTBJRQIQbizYkgRYj/URVm36fmeizuO+t8SZl62I' +
    'JQToWbF7VpIjpq6MONAdUg6xmUPXgs=',
  'base64',
);

type Use = { readonly passkey: SoftwarePasskey; readonly isVerified?: boolean; readonly origin?: string };

type Registration = Use & { readonly called?: string; readonly certificate?: Buffer };

async function register(
  world: PeopleWorld,
  client: Client,
  { passkey, called = 'my telephone', ...moment }: Registration,
) {
  const visitor = await visitorOf(world, client);
  const { options, cookies } = await world.people.beginPasskey(client.caller, visitor);
  client.keep(cookies);
  const response = passkey.register({ options, origin: baseUrl, ...moment });
  return world.people.addPasskey(client.caller, visitor, { name: called, response });
}

export async function withPasskey(world: PeopleWorld, client: Client): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  assert.equal((await register(world, client, { passkey })).kind, 'done');
  return passkey;
}

async function begin({ people }: PeopleWorld, client: Client) {
  const begun = await people.passkeySignIn(client.caller);
  assert.ok('options' in begun);
  client.keep(begun.cookies);
  return begun.options;
}

export async function prove(world: PeopleWorld, client: Client, { passkey, ...moment }: Use) {
  const options = await begin(world, client);
  const outcome = await world.people.signInWithPasskey(
    client.caller,
    passkey.prove({ options, origin: baseUrl, ...moment }),
  );
  if (outcome.kind === 'signed_in') client.keep(outcome.cookies);
  return outcome;
}

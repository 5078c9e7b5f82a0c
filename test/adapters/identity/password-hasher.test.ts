import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PasswordHasher } from '../../../src/adapters/identity/password-hasher.ts';

describe('password hasher', () => {
  test('makes argon2id hashes with the parameters of OWASP and a fresh salt each', async () => {
    const hasher = new PasswordHasher();
    const [one, other] = [await hasher.hash('correct horse'), await hasher.hash('correct horse')];
    for (const hash of [one, other]) {
      assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    }
    assert.notEqual(one, other);
    assert.equal(await hasher.verify(one, 'correct horse'), true);
    assert.equal(await hasher.verify(one, 'correct horse '), false);
  });

  test('verifies hashes of another program', async () => {
    // Source: the test of the reference implementation, github.com/P-H-C/phc-winner-argon2, src/test.c (version 0x13, id).
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const hasher = new PasswordHasher();
    assert.equal(await hasher.verify(hash, 'password'), true);
    assert.equal(await hasher.verify(hash, 'differentpassword'), false);
    assert.equal(hasher.isOutdated(hash), true);
    assert.equal(hasher.isOutdated(await hasher.hash('password')), false);
  });

  test('rejects every password for an unknown kind of hash', async () => {
    const hasher = new PasswordHasher();
    for (const stray of [
      '',
      'password',
      '$2b$10$abcdefghijklmnopqrstuv',
      '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5Q',
    ]) {
      assert.equal(await hasher.verify(stray, 'password'), false);
      assert.equal(hasher.isOutdated(stray), true);
    }
  });

  test('runs a few hashes at a time, and refuses more than it can do soon', async () => {
    const hasher = new PasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 });
    const asked = await Promise.allSettled(Array.from({ length: 150 }, () => hasher.hash('correct horse')));
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 102);
    for (const outcome of asked) if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'overloaded');
    assert.match(await hasher.hash('correct horse'), /^\$argon2id\$/);
  });
});

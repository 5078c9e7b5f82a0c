import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isGuessable } from '../../../src/adapters/identity/guessable.ts';
import { canBePassword, normalizedPassword, passwordFault } from '../../../src/shop/people/password.ts';

const email = 'ada.lovelace@example.com';
const faultOf = (password: string) => passwordFault(password, email, isGuessable);

describe('password', () => {
  test('may be any ten characters or more that are not common, in any script', () => {
    for (const fit of [
      'correct horse',
      'correcthorsebattery',
      'green kettle 94',
      'zehn Äpfel.',
      'пароль длинный',
      '一二三四五六七八九十',
      'a1!b2?c3.d',
      ' spaces count ',
    ]) {
      assert.equal(faultOf(fit), undefined, fit);
    }
  });

  test('is refused with a reason when it is short, long, common or close to the address', () => {
    const unfit = [
      'too short',
      '',
      'x'.repeat(201),
      'lone \ud800 surrogate',
      'aaaaaaaaaaaa',
      '111222111222111222111222111222111222',
      '1234567890',
      'Qwertyuiop1',
      'passwordpassword',
      'password'.repeat(25),
      'iloveyou123',
      'password1234567',
      'PASSWORD!!1',
      'P@$$w0rd2024!',
      'Summer2024!',
      'monkey2023!!',
      'hello world',
      email,
      'ada.lovelace1',
      'Lovelace2024!',
    ];
    for (const password of unfit) {
      assert.match(faultOf(password) ?? '', /^password_\w+$/, password);
    }
  });

  test('is the same however a keyboard composes its letters', () => {
    assert.equal(normalizedPassword('Zu\u0308rich \uff21'), normalizedPassword('Z\u00fcrich A'));
  });

  test('is not verified when it cannot exist', () => {
    assert.equal(canBePassword(''), false);
    assert.equal(canBePassword('x'.repeat(201)), false);
    assert.equal(canBePassword('\ufdfa'.repeat(200)), false);
    assert.equal(canBePassword('old and short'), true);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canBePassword, normalizedPassword, passwordProblem } from '../../../src/core/people/password.ts';

const email = 'ada.lovelace@example.com';

describe('a password', () => {
  test('may be anything of ten characters or more, in whatever script', () => {
    for (const fit of [
      'correct horse',
      'zehn Äpfel.',
      'пароль длинный',
      '一二三四五六七八九十',
      'a1!b2?c3.d',
      ' spaces count ',
    ]) {
      assert.equal(passwordProblem('password', fit, email), undefined, fit);
    }
  });

  test('is refused, with the field and the reason, when it is short, long, or easily guessed', () => {
    const unfit = [
      'too short',
      '',
      'x'.repeat(201),
      'aaaaaaaaaaaa',
      'abababababab',
      'Password123',
      '1234567890',
      'Qwertyuiop1',
      email,
      'ada.lovelace1',
      'lone \ud800 surrogate',
    ];
    for (const password of unfit) {
      const problem = passwordProblem('next', password, email);
      assert.equal(problem?.param, 'next', password);
      assert.match(problem?.message ?? '', /\.$/);
    }
  });

  test('is the same however a keyboard composes its letters', () => {
    assert.equal(normalizedPassword('Zu\u0308rich \uff21'), normalizedPassword('Z\u00fcrich A'));
  });

  test('is not even looked at when nobody can have it', () => {
    assert.equal(canBePassword(''), false);
    assert.equal(canBePassword('x'.repeat(201)), false);
    assert.equal(canBePassword('\ufdfa'.repeat(200)), false);
    assert.equal(canBePassword('old and short'), true);
  });
});

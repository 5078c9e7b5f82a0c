import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addressTakenMail,
  emailChangeMail,
  emailChangeNotice,
  knownAddressMail,
  passkeyNotice,
  passwordChangedNotice,
  resetMail,
  secondFactorNotice,
  signUpAnewMail,
  verificationMail,
} from '../../../src/shop/people/messages.ts';

const letter = { to: 'ada@example.com', baseUrl: 'https://dragoman.example', token: 'a_token-1' };

describe('message to a person', () => {
  test('names the service, has a link of the service, and says what to do if it was somebody else', () => {
    const mails = [
      verificationMail(letter),
      signUpAnewMail(letter),
      knownAddressMail(letter),
      resetMail(letter),
      emailChangeMail(letter),
      addressTakenMail(letter),
      emailChangeNotice(letter),
      passwordChangedNotice(letter),
      secondFactorNotice('added', letter),
      secondFactorNotice('removed', letter),
      passkeyNotice('added', letter),
      passkeyNotice('removed', letter),
    ];
    for (const { to, subject, text } of mails) {
      assert.equal(to, letter.to);
      assert.match(subject, /^[\x20-\x7e]{10,70}$/);
      assert.match(text, /dragoman\.example/);
      const links = text.match(/https?:\S+/g) ?? [];
      assert.ok(links.length > 0);
      for (const link of links) assert.equal(new URL(link).origin, letter.baseUrl);
      assert.match(text, /If this was not you|ignore this mail/);
    }
    assert.equal(new Set(mails.map(({ text }) => text)).size, mails.length);
  });

  test('contains a token only where it is to be followed', () => {
    for (const mail of [verificationMail(letter), resetMail(letter), emailChangeMail(letter)]) {
      assert.match(mail.text, /\?token=a_token-1\n/);
    }
    for (const mail of [signUpAnewMail(letter), knownAddressMail(letter), addressTakenMail(letter)]) {
      assert.doesNotMatch(mail.text, /token/);
    }
  });
});

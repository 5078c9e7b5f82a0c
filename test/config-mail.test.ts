import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../src/config.ts';

const MAIL_FROM = 'no-reply@example.com';

const serverOf = (SMTP_URL: string) => loadConfig({ SMTP_URL, MAIL_FROM }).mail?.server;

describe('mail server', () => {
  test('is set by SMTP_URL, and then MAIL_FROM is the sender', () => {
    assert.equal(loadConfig({}).mail, undefined);
    assert.equal(loadConfig({ MAIL_FROM }).mail, undefined);
    assert.throws(() => loadConfig({ SMTP_URL: 'smtp://mail.example.com' }), {
      name: 'ConfigError',
      message: 'SMTP_URL is set and MAIL_FROM is not',
    });
  });

  test('is reached by STARTTLS on port 587 or by TLS on port 465, unless the URL has another port', () => {
    const server = { host: 'mail.example.com', login: undefined };
    assert.deepEqual(serverOf('smtp://mail.example.com'), { ...server, port: 587, tls: 'required' });
    assert.deepEqual(serverOf('smtps://mail.example.com/'), { ...server, port: 465, tls: 'from_start' });
    assert.equal(serverOf('smtp://mail.example.com:2525')?.port, 2_525);
    assert.equal(serverOf('smtp://[fd00::1]:25')?.host, 'fd00::1');
  });

  test('need not encrypt on this machine, or if the operator allows it', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) assert.equal(serverOf(`smtp://${host}`)?.tls, 'optional');
    assert.equal(serverOf('smtp://127.0.0.1?tls=required')?.tls, 'required');
    assert.equal(serverOf('smtp://relay.internal:25?tls=optional')?.tls, 'optional');
  });

  test('receives user and password percent-decoded', () => {
    assert.deepEqual(serverOf('smtp://me%40example.com:p%2Fw%3A@mail.example.com')?.login, {
      user: 'me@example.com',
      password: 'p/w:',
    });
  });

  test('is refused for an invalid URL, without its password', () => {
    const endings = ['/path', '#part', ':99999', '?tls=never', '?debug=true', '?tls=optional&tls=required'];
    const wrong = [
      ...['mail.example.com:587', 'http://me:hunter2@mail.example.com', 'smtp://me:hunter2@'],
      ...['smtp://me:hunter2%zz@mail.example.com', 'smtps://me:hunter2@mail.example.com?tls=optional'],
      ...endings.map((ending) => `smtp://me:hunter2@mail.example.com${ending}`),
    ];
    for (const SMTP_URL of wrong) {
      const message = /^SMTP_URL: must be a URL such as [^\n]+$/;
      const refusal = { name: 'ConfigError', message, stack: /^(?![^]*hunter2)/ };
      assert.throws(() => serverOf(SMTP_URL), refusal, SMTP_URL);
    }
  });
});

test("messages have a sender's address, with or without a name", () => {
  const senderOf = (from: string) => loadConfig({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: from }).mail?.from;
  assert.deepEqual(senderOf('no-reply@Example.com'), { name: '', address: 'no-reply@example.com' });
  assert.deepEqual(senderOf('<a@b.example>'), { name: '', address: 'a@b.example' });
  for (const from of ['Übersetzer <a@b.example>', '"Übersetzer" <a@b.example>']) {
    assert.deepEqual(senderOf(from), { name: 'Übersetzer', address: 'a@b.example' });
  }
  const injected = 'A\r\nBcc: x@y.example <a@b.example>';
  for (const from of ['Dragoman', 'a@b@c', 'A <a@b.example', injected, `${'x'.repeat(101)} <a@b.example>`]) {
    assert.throws(() => senderOf(from), /^ConfigError: MAIL_FROM: must be an address such as/, from);
  }
});

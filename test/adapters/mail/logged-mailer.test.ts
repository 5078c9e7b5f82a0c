import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoggedMailer } from '../../../src/adapters/mail/logged-mailer.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';

function setup(print?: (text: string) => void) {
  const lines: unknown[] = [];
  const fates: string[] = [];
  const mailer = new LoggedMailer({
    log: { info: (message, fields) => void lines.push({ message, ...fields }) },
    print,
    events: { mailHandled: ({ outcome }) => void fates.push(outcome) },
  });
  return { mailer, lines, fates };
}

const mail = {
  to: 'ada@example.com',
  subject: 'Verify your address',
  text: 'Hello Ada,\n\nfollow this link:\nhttp://127.0.0.1:8080/verify?token=abc\n\nIt works for an hour.\n',
};

test('logs only the link of a message when there is no mail server', () => {
  const { mailer, lines, fates } = setup();
  mailer.send(mail);
  assert.deepEqual(lines, [
    { message: 'mail is not sent without SMTP_URL', link: 'http://127.0.0.1:8080/verify?token=abc' },
  ]);
  assert.deepEqual(fates, ['logged']);
  assert.equal(mailer.isConnected, false);
});

test('prints the link alone on a line in a demo', () => {
  const printed: string[] = [];
  const { mailer, lines } = setup((text) => void printed.push(text));
  mailer.send(mail);
  assert.match(printed.join(''), /^http:\/\/127\.0\.0\.1:8080\/verify\?token=abc$/m);
  assert.deepEqual(lines, []);
});

test('reports no message as delivered when there is no mail server', async () => {
  const { mailer, lines } = setup();
  await assert.rejects(mailer.deliver(), (error) => error instanceof ServiceError && error.code === 'mail_unavailable');
  assert.deepEqual(lines, []);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { asyncProperty, assert as check, string } from 'fast-check';
import { type MailLimits, SmtpMailer, type SmtpServer } from '../../../src/adapters/mail/smtp-mailer.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { eventually } from '../../support/eventually.ts';
import { type MailServerOptions, type ReceivedMail, startMailServer } from '../../support/mail-server.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { freePort } from '../../support/server-process.ts';

const from = { name: 'Dragoman', address: 'no-reply@dragoman.example' };
const mail = {
  to: 'ada@example.com',
  subject: 'Verify your address',
  text: 'Follow https://dragoman.example/verify?token=1',
};

type Fate = { readonly outcome: string; readonly reason?: string; readonly isServers?: boolean };

function mailerTo(server: Partial<SmtpServer> & { readonly port: number }, limits: Partial<MailLimits> = {}) {
  const fates: Fate[] = [];
  const mailer = new SmtpMailer({
    server: { host: '127.0.0.1', tls: 'optional', login: undefined, ...server },
    from,
    events: { mailHandled: (fate) => void fates.push(fate) },
    limits: { retryAfterMs: [1, 1, 1], ...limits },
  });
  return { mailer, fates, [Symbol.asyncDispose]: () => mailer[Symbol.asyncDispose]() };
}

async function setup(options: MailServerOptions = {}, limits: Partial<MailLimits> = {}) {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await startMailServer(options));
  const { mailer, fates } = opening.use(mailerTo(server, limits));
  const opened = opening.move();
  return { server, mailer, fates, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A mail server's refusal as servers word it: with the address. */
const refusal = (responseCode: number) =>
  Object.assign(new Error('5.1.1 <ada@example.com>: Recipient address rejected'), { responseCode });

const isUnavailable = (error: unknown) => error instanceof ServiceError && error.code === 'mail_unavailable';

describe('message', () => {
  test('arrives from the operator’s address, as plain text, marked as sent by a program', async () => {
    await using world = await setup();
    world.mailer.send({ ...mail, text: 'Grüße,\nfollow https://dragoman.example/verify?token=1' });
    const received = await world.server.next(mail.to);
    assert.equal(received.from, from.address);
    assert.deepEqual(received.to, [mail.to]);
    assert.equal(received.headers.get('from'), 'Dragoman <no-reply@dragoman.example>');
    assert.equal(received.headers.get('to'), mail.to);
    assert.equal(received.headers.get('subject'), mail.subject);
    assert.equal(received.headers.get('auto-submitted'), 'auto-generated');
    assert.match(received.headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/);
    assert.match(received.headers.get('message-id') ?? '', /@dragoman\.example>$/);
    assert.equal(received.text.trim(), 'Grüße,\nfollow https://dragoman.example/verify?token=1');
    await eventually(() => world.fates.length === 1);
    assert.deepEqual(world.fates, [{ outcome: 'sent', isServers: false }]);
  });

  test('arrives unchanged for any text', async () => {
    await using world = await setup();
    await check(
      asyncProperty(string({ unit: 'binary', maxLength: 300 }), async (words) => {
        const text = `${words.replaceAll(/\r\n?/g, '\n')}\n.\nQUIT\n`;
        await world.mailer.deliver({ ...mail, text });
        assert.equal(world.server.received.at(-1)?.text, text);
      }),
      { numRuns: propertyRuns('', 250) },
    );
    assert.ok(world.server.received.every(({ to }) => to.length === 1));
  });

  test('is not sent if its address or subject has a line break', async () => {
    await using world = await setup();
    for (const wrong of [
      { to: 'ada@example.com\r\nBcc: eve@example.com' },
      { to: 'ada@example.com, eve@example.com' },
      { to: 'Ada <ada@example.com>' },
      { subject: 'Hello\r\nBcc: eve@example.com' },
      { subject: 'Hello\n\nand a body' },
    ]) {
      await assert.rejects(world.mailer.deliver({ ...mail, ...wrong }), isUnavailable);
    }
    assert.deepEqual(world.server.received, []);
    assert.ok(world.fates.every(({ outcome }) => outcome === 'refused'));
  });
});

describe('mail server that refuses a message', () => {
  test('temporarily: the message is retried until it is accepted', async () => {
    let refusals = 0;
    await using world = await setup({
      onRcptTo: (_address, _session, callback) => callback(++refusals <= 2 ? refusal(450) : null),
    });
    world.mailer.send(mail);
    await world.server.next(mail.to);
    await eventually(() => world.fates.length === 3);
    assert.deepEqual(world.fates, [
      { outcome: 'retried', reason: '450', isServers: false },
      { outcome: 'retried', reason: '450', isServers: false },
      { outcome: 'sent', isServers: false },
    ]);
  });

  test('permanently: the message is not retried', async () => {
    let asked = 0;
    await using world = await setup({
      onRcptTo: (_address, _session, callback) => {
        asked++;
        callback(refusal(550));
      },
    });
    world.mailer.send(mail);
    await eventually(() => world.fates.length > 0);
    assert.deepEqual(world.fates, [{ outcome: 'refused', reason: '550', isServers: false }]);
    assert.equal(asked, 1);
  });

  test('because it is unreachable: the message is sent once it is back', async () => {
    const port = await freePort();
    await using world = mailerTo({ port }, { retryAfterMs: Array.from({ length: 1_000 }, () => 5) });
    world.mailer.send(mail);
    await eventually(() => world.fates.length > 1);
    assert.deepEqual(world.fates[0], { outcome: 'retried', reason: 'ESOCKET', isServers: true });
    await using server = await startMailServer({ port });
    await server.next(mail.to);
    await eventually(() => world.fates.at(-1)?.outcome === 'sent');
  });

  test('after all retries: the message is given up', async () => {
    await using world = mailerTo({ port: await freePort() });
    world.mailer.send(mail);
    await eventually(() => world.fates.at(-1)?.outcome === 'given_up');
    assert.equal(world.fates.length, 4);
  });

  test('fails an awaited delivery immediately, with a reason without an address', async () => {
    await using world = await setup({ onRcptTo: (_address, _session, callback) => callback(refusal(450)) });
    await assert.rejects(world.mailer.deliver(mail), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.code, error.detail], ['mail_unavailable', { reason: '450' }]);
      assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error.cause ?? '')}`, /ada@/);
      return true;
    });
    assert.deepEqual(world.fates, [{ outcome: 'given_up', reason: '450', isServers: false }]);
  });

  test('by silence: the message is given up after the time limit', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(address !== null && typeof address === 'object');
    {
      await using world = mailerTo({ port: address.port }, { attemptMs: 30 });
      await assert.rejects(world.mailer.deliver(mail), isUnavailable);
    }
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('delays no sender and causes no unbounded queue: messages beyond the limit are dropped', async () => {
    const slow = Promise.withResolvers<void>();
    await using world = await setup({ beforeTaking: () => slow.promise }, { waitingMax: 2, connectionsMax: 1 });
    for (let count = 0; count < 3; count++) world.mailer.send(mail);
    assert.deepEqual(world.fates, [{ outcome: 'dropped', reason: 'queue full' }]);
    await assert.rejects(world.mailer.deliver(mail), isUnavailable);
    slow.resolve();
    await eventually(() => world.server.received.length === 2);
  });
});

describe('connection to a mail server', () => {
  const readCertificate = async () => ({
    cert: await readFile(new URL('../../fixtures/tls/one.cert.pem', import.meta.url)),
    key: await readFile(new URL('../../fixtures/tls/one.key.pem', import.meta.url)),
  });

  test('is encrypted if the server offers it, also with a self-signed certificate', async () => {
    await using world = await setup(await readCertificate());
    await world.mailer.deliver(mail);
    assert.equal(world.server.received[0]?.wasEncrypted, true);
  });

  test('that requires encryption refuses plain connections and untrusted certificates', async () => {
    for (const options of [{}, await readCertificate()]) {
      await using server = await startMailServer(options);
      await using world = mailerTo({ port: server.port, tls: 'required' });
      await assert.rejects(world.mailer.deliver(mail), isUnavailable);
      assert.deepEqual(server.received, []);
    }
  });

  test('logs in with the user and the password', async () => {
    const onAuth: MailServerOptions['onAuth'] = ({ username, password }, _session, callback) =>
      username === 'me' && password === 'hunter2' ? callback(null, { user: username }) : callback(refusal(535));
    await using server = await startMailServer({ ...(await readCertificate()), onAuth, authOptional: false });
    await using world = mailerTo({ port: server.port, login: { user: 'me', password: 'hunter2' } });
    await world.mailer.deliver(mail);
    assert.equal(server.received[0]?.user, 'me');
    await using wrong = mailerTo({ port: server.port, login: { user: 'me', password: 'hunter3' } });
    await assert.rejects(wrong.mailer.deliver(mail), isUnavailable);
    assert.deepEqual(wrong.fates, [{ outcome: 'refused', reason: '535', isServers: true }]);
  });

  test('that is refused, or whose sender is refused, fails every message', async () => {
    await using absent = mailerTo({ port: await freePort() }, { retryAfterMs: [] });
    await assert.rejects(absent.mailer.deliver(mail), isUnavailable);
    await using refusing = await setup({ onMailFrom: (_address, _session, callback) => callback(refusal(550)) });
    await assert.rejects(refusing.mailer.deliver(mail));
    assert.deepEqual(
      [...absent.fates, ...refusing.fates].map(({ outcome, isServers }) => [outcome, isServers]),
      [
        ['given_up', true],
        ['refused', true],
      ],
    );
  });

  test('is used for more than one message', async () => {
    let connections = 0;
    await using world = await setup({
      onConnect: (_session, callback) => {
        connections++;
        callback();
      },
    });
    for (let count = 0; count < 5; count++) await world.mailer.deliver(mail);
    assert.equal(connections, 1);
  });
});

describe('stopping', () => {
  test('first sends all queued messages, also those that wait for a retry', async () => {
    let refusals = 0;
    await using server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(++refusals === 1 ? refusal(450) : null),
    });
    const world = mailerTo(server, { retryAfterMs: [3_600_000], drainMs: 60_000 });
    world.mailer.send(mail);
    await eventually(() => world.fates.length === 1);
    world.mailer.send({ ...mail, to: 'bob@example.com' });
    await world.mailer[Symbol.asyncDispose]();
    assert.deepEqual(server.received.flatMap(({ to }) => to).toSorted(), ['ada@example.com', 'bob@example.com']);
  });

  test('gives up messages that are not accepted in time, and accepts no new ones', async () => {
    const never = Promise.withResolvers<void>();
    const taken: ReceivedMail[] = [];
    await using server = await startMailServer({
      beforeTaking: (received) => {
        taken.push(received);
        return never.promise;
      },
    });
    const world = mailerTo(server, { drainMs: 20, connectionsMax: 1 });
    world.mailer.send(mail);
    world.mailer.send(mail);
    await eventually(() => taken.length === 1);
    await world.mailer[Symbol.asyncDispose]();
    world.mailer.send(mail);
    assert.deepEqual(world.fates, [
      { outcome: 'given_up', reason: 'stopping' },
      { outcome: 'given_up', reason: 'stopping' },
      { outcome: 'dropped', reason: 'stopping' },
    ]);
    never.resolve();
  });
});

import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { type ChatRequest, ChatServer, mirror, type Reaction } from '../../support/chat-server.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/server-process.ts';
import { openModel, translate } from './open-model.ts';

const hour = 3_600_000;

/** Whether it asks for a customer's sentence: the engine's own has no figure in it. */
const isCustomers = ({ sentences }: ChatRequest) => Object.values(sentences).some((sentence) => /\d/.test(sentence));

/** Reacts so to the first `count` requests for a customer's sentence, and then answers honestly. */
function failing(server: ChatServer, count: number, reaction: Reaction): void {
  let left = count;
  server.twist = (request) => (isCustomers(request) && left-- > 0 ? reaction : undefined);
}

/** The body of a reply with these translations. */
const completion = (translations: Readonly<Record<string, string>>): string =>
  JSON.stringify({ choices: [{ message: { content: JSON.stringify(translations) } }] });

/** How often a customer's sentences were asked for. */
const asked = (server: ChatServer) => server.requests.filter(isCustomers).length;

/** Resolves once `fetch` has the head of the next reply. */
async function nextHead(): Promise<void> {
  const channel = 'undici:request:headers';
  const { promise, resolve } = Promise.withResolvers<void>();
  const came = () => resolve();
  subscribe(channel, came);
  await promise;
  unsubscribe(channel, came);
}

/** The detail of the error with which a job fails. */
async function failureOf(job: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await job.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

describe('a temporary failure is repeated', () => {
  const passing: Readonly<Record<string, readonly [Reaction, reason: string]>> = {
    'the connection is broken off': [{ kind: 'close' }, 'connection'],
    'the connection is broken off in the middle of the reply': [{ kind: 'close_halfway' }, 'bad_reply'],
    'status 408': [{ kind: 'reply', status: 408 }, 'timeout'],
    'status 409': [{ kind: 'reply', status: 409 }, 'server_error'],
    'status 429': [{ kind: 'reply', status: 429, headers: { 'retry-after-ms': '2' } }, 'rate_limited'],
    'status 500': [{ kind: 'reply', status: 500, body: 'oops' }, 'server_error'],
    'status 503': [{ kind: 'reply', status: 503, headers: { 'retry-after': '0' } }, 'server_error'],
    'a page of HTML': [
      { kind: 'reply', status: 200, body: '<h1>Hi</h1>', headers: { 'content-type': 'text/html' } },
      'bad_reply',
    ],
    'what says that it is JSON and is not': [{ kind: 'reply', status: 200, body: '{"choices": [' }, 'bad_reply'],
    'an empty reply': [{ kind: 'reply', status: 200, body: '' }, 'bad_reply'],
    'JSON of another shape': [{ kind: 'reply', status: 200, body: '{"choices":[]}' }, 'bad_reply'],
    'a reply without an end': [{ kind: 'endless' }, 'bad_reply'],
    'a right answer with more around it than its question allows': [
      { kind: 'reply', status: 200, body: `${completion({ s1: 'Esarf 1', s2: 'Esarf 2' })}${' '.repeat(25_000)}` },
      'bad_reply',
    ],
  };
  for (const [name, [reaction, reason]] of Object.entries(passing)) {
    test(`${name}: ${reason}`, async () => {
      await using server = await ChatServer.start();
      await using engine = await openModel(server);
      failing(server, 2, reaction);
      assert.deepEqual(await translate(engine, ['Frase 1', 'Frase 2']), [mirror('Frase 1'), mirror('Frase 2')]);
      assert.equal(asked(server), 3);
      assert.deepEqual(engine.told.retried, [reason, reason]);
      await eventually(() => server.underWay.now === 0);
    });
  }
});

test('accepts a long answer with every character escaped', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  const translation = `${'\u{1f984}'.repeat(1_500)} 1`;
  server.twist = (request) => {
    if (!isCustomers(request)) return undefined;
    const body = completion({ s1: translation }).replaceAll(/[^ -~]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    return { kind: 'reply', status: 200, body };
  };
  assert.deepEqual(await translate(engine, [`${'luz '.repeat(375)}1`]), [translation]);
});

test('fails a request after its last repeat, so that another engine can be tried', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { retriesMax: 2 } });
  failing(server, 100, { kind: 'reply', status: 500 });
  const { code, detail } = await failureOf(translate(engine, ['Frase 1']));
  assert.deepEqual([code, detail['reason'], detail['status']], ['engine_unavailable', 'server_error', 500]);
  assert.equal(asked(server), 3);
});

test('waits for the time that the server requests, not for the default pause', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { retryPauseMs: hour, retryPauseMsMax: hour } });
  const passed = new Date(Date.now() - 1_000).toUTCString();
  for (const headers of [{ 'retry-after': '0' }, { 'retry-after-ms': '1' }, { 'retry-after': passed }]) {
    failing(server, 1, { kind: 'reply', status: 429, headers });
    assert.deepEqual(await translate(engine, ['Frase 1']), [mirror('Frase 1')]);
  }
});

test('does not wait for a disconnected caller', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { retryPauseMsMax: hour } });
  failing(server, 1, { kind: 'reply', status: 429, headers: { 'retry-after': '3000' } });
  const caller = new AbortController();
  const job = translate(engine, ['Frase 1'], { signal: caller.signal });
  await eventually(() => engine.told.retried.length === 1);
  const reason = new Error('the caller hung up');
  caller.abort(reason);
  await assert.rejects(job, reason);
  assert.equal(asked(server), 1);
});

test('stops serving while a server demands a longer pause than a request can wait', async () => {
  await using server = await ChatServer.start();
  for (const after of ['3600', new Date(Date.now() + hour).toUTCString()]) {
    await using engine = await openModel(server, { limits: { probePauseMsMax: hour } });
    assert.notDeepEqual(engine.pairs(), []);
    const before = asked(server);
    failing(server, 1, { kind: 'reply', status: 429, headers: { 'retry-after': after } });
    const { detail } = await failureOf(translate(engine, ['Frase 1']));
    assert.equal(detail['reason'], 'rate_limited');
    assert.equal(asked(server), before + 1);
    assert.deepEqual(engine.pairs(), []);
  }
});

describe('a server that hangs', () => {
  for (const kind of ['hang', 'hang_halfway'] as const) {
    test(`fails the request and closes its connection: ${kind}`, async (context) => {
      await using server = await ChatServer.start();
      await using engine = await openModel(server, { limits: { answerMsMax: hour } });
      failing(server, 1, { kind });
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const headCame = nextHead();
      const job = failureOf(translate(engine, ['Frase 1']));
      await eventually(() => asked(server) === 1);
      if (kind === 'hang_halfway') await headCame;
      context.mock.timers.tick(hour);
      const { code, detail } = await job;
      context.mock.timers.reset();
      assert.deepEqual([code, detail['reason']], ['engine_unavailable', 'timeout']);
      await eventually(() => server.abandoned === 1 && server.underWay.now === 0);
      assert.equal(asked(server), 1);
      assert.deepEqual(await translate(engine, ['Frase 2']), [mirror('Frase 2')]);
    });
  }

  test('does not block the start of the service, and is used once it answers', async () => {
    await using server = await ChatServer.start();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.gate = promise;
    await using engine = await openModel(server, { limits: { startMsMax: 1 } });
    assert.deepEqual(engine.pairs(), []);
    assert.equal((await failureOf(translate(engine, ['Frase 1']))).code, 'engine_unavailable');
    resolve();
    await eventually(() => engine.pairs().length > 0);
    assert.deepEqual(await translate(engine, ['Frase 1']), [mirror('Frase 1')]);
  });
});

describe('an endpoint that refuses all requests', () => {
  for (const [status, reason, body = ''] of [
    [401, 'wrong_key'],
    [402, 'no_credit'],
    // Not one that asks too often.
    [429, 'no_credit', '{"error":{"code":"insufficient_quota","message":""}}'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'refused'],
    [307, 'refused'],
  ] as const) {
    test(`${status} is not repeated, and no pair is served until requests are accepted: ${reason}`, async () => {
      await using server = await ChatServer.start();
      await using engine = await openModel(server);
      const pairs = engine.pairs();
      server.twist = () => ({ kind: 'reply', status, body, headers: { location: server.baseUrl } });
      const { code, detail } = await failureOf(translate(engine, ['Frase 1']));
      assert.deepEqual([code, detail['reason'], detail['status']], ['engine_unavailable', reason, status]);
      assert.equal(asked(server), 1);
      assert.deepEqual(engine.told.retried, []);
      assert.deepEqual(engine.pairs(), []);
      assert.equal(engine.isReady(pairs[0] ?? assert.fail()), false);
      await eventually(() => engine.told.found.length > 2);
      server.twist = undefined;
      await eventually(() => engine.pairs() === pairs);
      assert.deepEqual(await translate(engine, ['Frase 2']), [mirror('Frase 2')]);
    });
  }

  test('is used once it is reachable if it was unreachable at the start', async () => {
    await using server = new ChatServer();
    const port = await freePort();
    await using engine = await openModel({ baseUrl: `http://127.0.0.1:${port}/v1`, options: server.options });
    assert.deepEqual(engine.pairs(), []);
    const [unit] = engine.describeUnits();
    assert.match(unit?.reason ?? '', /is unreachable/);
    await server.listen(port);
    await eventually(() => engine.pairs().length > 0);
    assert.deepEqual(await translate(engine, ['Frase 1']), [mirror('Frase 1')]);
  });
});

describe('an endpoint that fails repeatedly', () => {
  test('is withdrawn when the probe fails as well, and waiting jobs fail immediately', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server, {
      limits: { retriesMax: 0, failuresMax: 3, probePauseMs: hour, probePauseMsMax: hour },
    });
    server.twist = () => ({ kind: 'reply', status: 500 });
    for (let time = 0; time < 3; time++) await failureOf(translate(engine, [`Frase ${time}`]));
    await eventually(() => engine.pairs().length === 0);
    const before = server.requests.length;
    assert.equal((await failureOf(translate(engine, ['Frase 4']))).detail['reason'], 'server_error');
    assert.equal(server.requests.length, before);
  });

  test('fails waiting texts when it is withdrawn', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server, { limits: { requestsMax: 1 } });
    server.twist = () => ({ kind: 'reply', status: 401 });
    const jobs = ['ana', 'eva', 'leo'].map((share) => failureOf(translate(engine, ['Frase 1'], { share })));
    for (const { code } of await Promise.all(jobs)) assert.equal(code, 'engine_unavailable');
    assert.equal(asked(server), 1);
  });

  test('stays when the probe succeeds', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server, { limits: { retriesMax: 0, failuresMax: 2 } });
    const pairs = engine.pairs();
    for (const status of [500, 400]) {
      failing(server, 100, { kind: 'reply', status });
      const before = server.requests.filter((request) => !isCustomers(request)).length;
      for (let time = 0; time < 3; time++) await translate(engine, ['Frase 1']).catch(() => undefined);
      await eventually(() => server.requests.filter((request) => !isCustomers(request)).length > before);
      assert.equal(engine.pairs(), pairs);
    }
    assert.deepEqual(engine.told.found, []);
  });
});

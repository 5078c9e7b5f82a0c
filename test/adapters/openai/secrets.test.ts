import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { describeError } from '../../../src/ops/error-description.ts';
import { ChatServer, type Reaction } from '../../support/chat-server.ts';
import { eventually } from '../../support/eventually.ts';
import { openModel, translate } from './open-model.ts';

const key = 'sk-XQZ-geheim';
const text = 'Palabra secretísima 4711';

const isOurs = (error: Error) => error instanceof ServiceError;

/** Everything of an error that may be written anywhere. */
function everythingOf(error: unknown): string {
  const own = error instanceof Error ? JSON.stringify(error, Object.getOwnPropertyNames(error)) : '';
  return `${String(error)} ${own} ${JSON.stringify(describeError(error, isOurs))}`;
}

/** Quotes back whatever it was sent, wherever a reply has room for it. */
const quotes = `${text} Bearer ${key}`;
const quoting = (status: number): Reaction => ({
  kind: 'reply',
  status,
  headers: { 'x-request-id': 'Palabra', 'retry-after': '0', 'x-key': key },
  body: JSON.stringify({ error: { message: quotes, code: quotes, param: quotes, type: quotes } }),
});

test('no error, event or log line contains the key or a text', async () => {
  const reactions: readonly Reaction[] = [
    ...[307, 400, 401, 402, 403, 404, 422, 429, 500].map(quoting),
    { kind: 'reply', status: 200, body: `${quotes} <html>` },
    { kind: 'reply', status: 500, body: quotes },
    { kind: 'content', content: quotes, finish: quotes, usage: { prompt_tokens: quotes } },
    { kind: 'close' },
    { kind: 'hang' },
    { kind: 'endless' },
  ];
  for (const reaction of reactions) {
    await using server = await ChatServer.start({ apiKey: key });
    await using engine = await openModel(server, { limits: { answerMsMax: 300, retriesMax: 1, failuresMax: 1 } });
    server.twist = () => reaction;
    const outcome: unknown = await translate(engine, [text]).catch((error: unknown) => error);
    const isGivenUp = Array.isArray(outcome);
    if (isGivenUp) assert.deepEqual(outcome, ['']);
    else assert.ok(outcome instanceof ServiceError && outcome.code === 'engine_unavailable');
    await eventually(() => engine.told.found.length > 0);
    const written = [outcome, ...engine.told.found].map(everythingOf).join('\n');
    const told = JSON.stringify([engine.told.used, engine.told.retried, engine.describeUnits()]);
    for (const secret of ['XQZ', 'geheim', 'Palabra', '4711']) {
      assert.ok(!written.includes(secret), `${JSON.stringify(reaction)}: ${written}`);
      assert.ok(!told.includes(secret), told);
    }
  }
});

test('the library logs nothing', async (t) => {
  const written: unknown[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    t.mock.method(console, method, (...args: readonly unknown[]) => written.push(args));
  }
  await using server = await ChatServer.start({ apiKey: key });
  await using engine = await openModel(server, { limits: { retriesMax: 1 } });
  server.twist = () => quoting(500);
  await assert.rejects(translate(engine, [text]));
  assert.deepEqual(written, []);
});

test('a request has only the needed headers, none from the environment or the machine', async (t) => {
  const variable = 'OPENAI_CUSTOM_HEADERS';
  const { [variable]: standing } = process.env;
  t.after(() => {
    if (standing === undefined) delete process.env[variable];
    else process.env[variable] = standing;
  });
  process.env[variable] = 'Authorization: Bearer of-somebody-else\nX-Secret: of-somebody-else';
  await using server = await ChatServer.start({ apiKey: key });
  await using engine = await openModel(server);
  await translate(engine, [text]);
  const { headers } = server.requests.at(-1) ?? assert.fail('nothing was asked');
  const { host: _, 'content-length': __, ...ours } = headers;
  assert.deepEqual(ours, {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'dragoman',
    connection: 'keep-alive',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'accept-encoding': headers['accept-encoding'],
  });
});

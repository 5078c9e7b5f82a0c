import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAnswer } from '../../../src/adapters/openai/exchange.ts';
import { writeToken } from '../../../src/text/document/token.ts';
import { ChatServer, type ChatServerOptions, mirror, type Twist } from '../../support/chat-server.ts';
import { openModel, translate } from './open-model.ts';

const sentences = ['Frase 1', 'Frase 2', 'Frase 3'];
const mirrored = sentences.map(mirror);

/** Honest but for requests that ask for several sentences at once. */
const together =
  (twist: Twist): Twist =>
  (request, honest) =>
    Object.keys(honest).length > 1 ? twist(request, honest) : undefined;

const writing = (change: (honest: Readonly<Record<string, string>>) => unknown): Twist => {
  return (_, honest) => ({ kind: 'content', content: JSON.stringify(change(honest)) });
};

/** How many sentences each request asked for. */
const sizes = (server: ChatServer) => server.requests.slice(1).map((request) => Object.keys(request.sentences).length);

describe('a sentence that is missing in a reply is requested once more, alone and with another seed', () => {
  const answers: Readonly<Record<string, readonly [Twist, repeats: number]>> = {
    'an id is missing': [writing(({ s1, s3 }) => ({ s1, s3 })), 1],
    'an id is another': [writing(({ s1, s2, s3 }) => ({ s1, s2, S3: s3, 's3 ': s3 })), 1],
    'a translation is empty': [writing((honest) => ({ ...honest, s2: ' ' })), 1],
    'a translation is no string': [writing((honest) => ({ ...honest, s1: 7, s2: null, s3: ['a'] })), 3],
    'the ids are inherited': [writing(() => ({ __proto__: { s1: 'a' }, constructor: 'b' })), 3],
    'the answer is a list': [writing((honest) => Object.values(honest)), 3],
    'the answer is no JSON': [() => ({ kind: 'content', content: 'Claro: {"s1": "Esarf' }), 3],
    'the answer is nothing': [() => ({ kind: 'content', content: '' }), 3],
    'the model refuses': [() => ({ kind: 'content', content: null, finish: 'content_filter' }), 3],
    'the answer was cut off': [
      (_, honest) => ({ kind: 'content', content: JSON.stringify(honest), finish: 'length' }),
      3,
    ],
    'the answer is much too long': [writing((honest) => ({ ...honest, s4: 'x'.repeat(20_000) })), 3],
    'the server refuses the request': [() => ({ kind: 'reply', status: 400, body: '{"error":{"message":"no"}}' }), 3],
    'a tag was invented': [writing((honest) => ({ ...honest, s2: `<x1/>${honest['s2']}` })), 1],
    'a token was invented': [writing((honest) => ({ ...honest, s2: `${writeToken('word', 0)} ${honest['s2']}` })), 1],
    'a character is broken': [writing((honest) => ({ ...honest, s2: `\uD83D${honest['s2']}` })), 1],
  };
  for (const [name, [twist, repeats]] of Object.entries(answers)) {
    test(name, async () => {
      await using server = await ChatServer.start();
      await using engine = await openModel(server);
      server.twist = together(twist);
      assert.deepEqual(await translate(engine, sentences), mirrored);
      assert.deepEqual(sizes(server), [3, ...Array.from({ length: repeats }, () => 1)]);
      assert.ok(server.requests.slice(2).every(({ seed }) => seed === 2));
      assert.deepEqual(engine.told.retried, []);
    });
  }
});

test('gives up a sentence that is left out again, and no other', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  server.twist = writing((honest) =>
    Object.fromEntries(Object.entries(honest).filter(([, sentence]) => !sentence.includes('2'))),
  );
  assert.deepEqual(await translate(engine, sentences), [mirrored[0], '', mirrored[2]]);
  assert.deepEqual(sizes(server), [3, 1]);
  assert.deepEqual(await translate(engine, ['Frase 2']), ['']);
  assert.deepEqual(sizes(server), [3, 1, 1, 1]);
});

test('ignores everything in an answer except the ids', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  server.twist = writing((honest) => ({ s0: 'a', ...honest, s4: 'b', system: 'c', s1x: { s1: 'd' } }));
  assert.deepEqual(await translate(engine, sentences), mirrored);
  assert.deepEqual(sizes(server), [3]);
});

test('reads JSON with other text around it', () => {
  const json = '{"s1": "uno", "s2": "dos"}';
  for (const content of [
    json,
    `\n${json}\n`,
    `\`\`\`json\n${json}\n\`\`\``,
    `Here you are:\n${json}\nAnything else?`,
    `<think>\nFirst {"s1": "no"}\n</think>\n${json}`,
  ]) {
    assert.deepEqual(readAnswer(content, 2), ['uno', 'dos']);
  }
  const marks = { s1: 'uno </think> {', s2: '```json' };
  for (const before of ['', '<think>{</think>', 'Here: ']) {
    assert.deepEqual(readAnswer(before + JSON.stringify(marks), 2), [marks.s1, marks.s2]);
  }
  assert.deepEqual(readAnswer('{'.repeat(100_000) + '}'.repeat(100_000), 2), [undefined, undefined]);
});

describe('finds the dialect of a server once', () => {
  const usual = { format: 'json_schema', max_tokens: true, temperature: 0, seed: 1 };
  const servers: Readonly<Record<string, readonly [ChatServerOptions, Readonly<Record<string, unknown>>]>> = {
    'one that knows everything': [{}, {}],
    'one without schemas': [{ unknown: ['json_schema'] }, { format: 'json_object' }],
    'one without any format': [{ unknown: ['response_format'] }, { format: undefined }],
    'one without any format, that does not name it': [
      { unknown: ['response_format'], wording: 'plain' },
      { format: undefined },
    ],
    'one for models that think': [
      { unknown: ['max_tokens', 'temperature'] },
      { max_tokens: false, temperature: undefined },
    ],
    'one that knows hardly anything': [
      { unknown: ['seed', 'temperature', 'json_schema', 'json_object'], wording: 'plain' },
      { format: undefined, temperature: undefined, seed: undefined },
    ],
  };
  for (const [name, [options, expected]] of Object.entries(servers)) {
    test(name, async () => {
      await using server = await ChatServer.start(options);
      await using engine = await openModel(server);
      server.requests.length = 0;
      assert.deepEqual(await translate(engine, sentences), mirrored);
      assert.equal(server.requests.length, 1);
      const { response_format: format, max_tokens: tokens, ...rest } = server.requests[0] ?? assert.fail();
      const { temperature, seed } = rest;
      const found = { format: format?.type, max_tokens: tokens !== undefined, temperature, seed };
      assert.deepEqual(found, { ...usual, ...expected });
      assert.ok((tokens ?? rest.max_completion_tokens ?? 0) > 0);
    });
  }

  const chatting: Twist = () => ({ kind: 'content', content: 'How can I help you today?' });
  for (const [name, options, twist, reason] of [
    ['one that takes no request at all', { unknown: ['messages'] }, undefined, /refuses the requests/],
    ['a model that does not answer with JSON', {}, chatting, /JSON/],
  ] as const) {
    test(`${name} is not served, and the reason is reported`, async () => {
      await using server = await ChatServer.start(options);
      server.twist = twist;
      await using engine = await openModel(server);
      assert.deepEqual(engine.pairs(), []);
      assert.match(engine.describeUnits()[0]?.reason ?? '', reason);
    });
  }

  test('no text of a customer changes how requests are written', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server);
    const message = 'temperature seed response_format max_completion_tokens';
    server.twist = () => ({ kind: 'reply', status: 400, body: JSON.stringify({ error: { message, param: 'seed' } }) });
    await translate(engine, ['Frase 1']);
    server.twist = undefined;
    await translate(engine, ['Frase 1']);
    assert.equal(server.requests.at(-1)?.response_format?.type, 'json_schema');
    assert.deepEqual([server.requests.at(-1)?.temperature, server.requests.at(-1)?.seed], [0, 1]);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguagePair, LanguageTag } from '../../../src/text/languages/language.ts';
import { describeEngine } from '../../contract/engine.ts';
import { ChatServer, mirror } from '../../support/chat-server.ts';
import { eventually } from '../../support/eventually.ts';
import { openModel, translate } from './open-model.ts';

describeEngine('an OpenAI-compatible endpoint', async () => {
  const server = await ChatServer.start({ apiKey: 'sk-test' });
  const engine = await openModel(server);
  const close = engine[Symbol.asyncDispose].bind(engine);
  return Object.assign(engine, {
    [Symbol.asyncDispose]: async () => {
      await close();
      await server.stop();
    },
  });
});

const pair = (source: string, target: string) => ({ source, target }) as LanguagePair;

/** `count` sentences that no other test uses. */
const sentencesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Frase de ${name} con el número ${index}.`);

/** A gate that is open once `open` was called. */
function closedGate(server: ChatServer): { readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  return { open: resolve };
}

test('requests the sentences of a text together, by ids, at temperature 0, with a seed and a schema', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { sentencesPerRequest: 8 } });
  const sentences = sentencesOf('ana', 20);
  server.requests.length = 0;
  assert.deepEqual(await translate(engine, sentences), sentences.map(mirror));
  const sizes = server.requests.map((request) => Object.keys(request.sentences).length);
  // They are under way at once, on connections of their own.
  const sorted = sizes.toSorted((one, other) => one - other);
  assert.deepEqual(sorted, [4, 8, 8]);
  for (const { sentences: asked, temperature, seed, max_tokens: tokens, response_format: format } of server.requests) {
    assert.deepEqual([temperature, seed], [0, 1]);
    assert.ok(tokens !== undefined && tokens < 4_096);
    assert.equal(format?.type, 'json_schema');
    assert.deepEqual(format.type === 'json_schema' && format.json_schema.schema.required, Object.keys(asked));
  }
});

test('requests few long sentences at a time, and a very long one alone', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { unitsPerRequest: 100 } });
  const sentences = [60, 40, 41, 200, 10].map((length) => 'a'.repeat(length));
  server.requests.length = 0;
  await translate(engine, sentences);
  const asked = server.requests.map((request) => Object.values(request.sentences).map(({ length }) => length));
  const sorted = asked.toSorted((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
  assert.deepEqual(sorted, [[10], [41], [60, 40], [200]]);
});

test('never puts sentences of two texts into one request', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  const names = ['ana', 'eva', 'leo', 'max', 'noa', 'pau'];
  await Promise.all(names.map((name) => translate(engine, sentencesOf(name, 11), { share: name })));
  await Promise.all(names.map((name) => translate(engine, sentencesOf(name, 3), { share: 'one account' })));
  for (const { sentences } of server.requests.slice(1)) {
    const owners = Object.values(sentences).map((sentence) => names.find((name) => sentence.includes(` ${name} `)));
    assert.equal(new Set(owners).size, 1);
  }
});

test('limits its concurrent requests', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { requestsMax: 3, sentencesPerRequest: 1 } });
  const gate = closedGate(server);
  const job = translate(engine, sentencesOf('ana', 12));
  await eventually(() => server.underWay.now === 3);
  gate.open();
  await job;
  assert.equal(server.underWay.most, 3);
});

test('refuses work beyond its limit immediately', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { queueUnitsMax: 1_000 } });
  await assert.rejects(translate(engine, sentencesOf('ana', 20)), { code: 'overloaded' });
  assert.equal((await translate(engine, sentencesOf('ana', 2))).length, 2);
});

test('serves every pair of its languages, with one version for each model', async () => {
  await using server = await ChatServer.start();
  await using other = await ChatServer.start({ model: 'larger' });
  const languages = ['es', 'en', 'pt-BR', 'es'] as LanguageTag[];
  await using engine = await openModel(server, { languages });
  await using larger = await openModel(other, { languages });
  const names = engine.pairs().map(({ source, target }) => `${source}>${target}`);
  assert.deepEqual(names.toSorted(), ['en>es', 'en>pt-BR', 'es>en', 'es>pt-BR', 'pt-BR>en', 'pt-BR>es']);
  assert.notEqual(engine.versionOf(pair('es', 'en')), larger.versionOf(pair('es', 'en')));
  assert.notEqual(engine.versionOf(pair('es', 'en')), engine.versionOf(pair('en', 'es')));
  assert.equal(engine.versionOf(pair('es', 'de')), '');
  assert.equal(engine.isDeterministic, false);
});

test('reports the cost of each completion if prices are known, otherwise only tokens', async () => {
  await using server = await ChatServer.start();
  await using priced = await openModel(server, { prices: { prompt: 2, completion: 8 } });
  await using free = await openModel(server);
  server.twist = (_, honest) => ({
    kind: 'content',
    content: JSON.stringify(honest),
    usage: { prompt_tokens: 300, completion_tokens: 50 },
  });
  for (const engine of [priced, free]) {
    engine.told.used.length = 0;
    await translate(engine, sentencesOf('ana', 1));
  }
  const tokens = { engine: 'openai', promptTokens: 300, completionTokens: 50 };
  assert.deepEqual(priced.told.used, [{ ...tokens, cost: 0.001 }]);
  assert.deepEqual(free.told.used, [{ ...tokens, cost: undefined }]);
});

test('ignores impossible usage figures', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  engine.told.used.length = 0;
  for (const usage of [{ prompt_tokens: -1, completion_tokens: 2 }, 'many', { prompt_tokens: 1.5 }]) {
    server.twist = (_, honest) => ({ kind: 'content', content: JSON.stringify(honest), usage });
    assert.deepEqual(await translate(engine, ['Hola']), ['Aloh']);
  }
  assert.deepEqual(engine.told.used, []);
});

test('sends the key if there is one, and members added by the operator', async () => {
  await using guarded = await ChatServer.start({ apiKey: 'sk-secret' });
  await using open = await ChatServer.start();
  await using withKey = await openModel(guarded);
  await using without = await openModel(open, {
    extraBody: {
      chat_template_kwargs: { enable_thinking: false },
      model: 'mine comes first',
      temperature: 1,
      stream: true,
    },
  });
  await translate(withKey, ['Hola']);
  // A stream would be no answer.
  assert.deepEqual(await translate(without, ['Hola']), ['Aloh']);
  const [sent, bare] = [guarded.requests.at(-1), open.requests.at(-1)];
  assert.equal(sent?.authorization, 'Bearer sk-secret');
  assert.equal(bare?.authorization, undefined);
  assert.deepEqual(bare?.chat_template_kwargs, { enable_thinking: false });
  assert.deepEqual([bare?.model, bare?.temperature], ['mirror', 0]);
});
test('aborts the request of a disconnected caller, and sends nothing more of the text', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { requestsMax: 1, sentencesPerRequest: 1 } });
  closedGate(server);
  const caller = new AbortController();
  const before = server.requests.length;
  const abandoned = translate(engine, sentencesOf('ana', 5), { signal: caller.signal });
  await eventually(() => server.requests.length === before + 1);
  const reason = new Error('the caller hung up');
  caller.abort(reason);
  await assert.rejects(abandoned, reason);
  await eventually(() => server.abandoned === 1 && server.underWay.now === 0);
  server.gate = undefined;
  assert.deepEqual(await translate(engine, ['Hola'], { share: 'eva' }), ['Aloh']);
  assert.equal(server.requests.length, before + 2);
});

test('describes its model, pairs and failure for operators', async () => {
  await using server = await ChatServer.start({ apiKey: 'sk-right' });
  await using engine = await openModel(server);
  await using refused = await openModel(server, { apiKey: 'sk-wrong' });
  assert.deepEqual(engine.describeUnits(), [
    { unit: 'mirror', pairs: engine.pairs(), score: undefined, state: 'ready', reason: undefined },
  ]);
  const [unit] = refused.describeUnits();
  assert.deepEqual([unit?.state, unit?.pairs.length], ['unavailable', 6]);
  assert.match(unit?.reason ?? '', /OPENAI_API_KEY/);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Language, Translation } from '../sdk/src/wire.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { silentEvents } from '../src/adapters/telemetry/events.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { openModelAdmin } from '../src/engines.ts';
import { production } from '../src/parts.ts';
import { needsApertium } from './adapters/apertium/installed-apertium.ts';
import { read, translate } from './support/call.ts';
import { ChatServer } from './support/chat-server.ts';
import { eventually } from './support/eventually.ts';
import { type Exchange, faults, ModelServer } from './support/model-server.ts';
import { publishedModel, starterContents } from './support/published-model.ts';
import { startServerChild } from './support/server-child.ts';
import { freePort } from './support/server-process.ts';
import { newCustomer } from './support/service.ts';
import { starterFolder } from './support/starter-model.ts';
import { noEvents, temporaryFolder } from './support/stores.ts';

type Env = Readonly<Record<string, string>>;

/** The whole assembled service, with only the neural engine unless `env` is set. */
async function openNeural(env: Env = {}, { withStarter = false } = {}) {
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(await temporaryFolder());
  const opsPort = String(await freePort());
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    OPS_PORT: opsPort,
    LOG_LEVEL: 'silent',
    ENGINES: 'bergamot',
    MODELS_URL: 'none',
    BERGAMOT_WORKERS: '1',
    ...env,
  });
  const importStarter = async () => {
    await using desk = await openModelAdmin(config, silentEvents);
    await desk.importFrom(starterFolder, { pair: undefined, name: undefined });
  };
  if (withStarter) await importStarter();
  const app = opening.use(await createApp(config, production));
  const stores = opening.use(await openSqlite({ file: join(dataDir, 'dragoman.db'), events: noEvents }));
  const customer = await newCustomer(stores, production.now, { count: 1_000, expiresAt: undefined });
  const opened = opening.move();
  return {
    url: app.url,
    opsUrl: app.opsUrl ?? '',
    customer,
    /** Whether any pair was served at the start. */
    servesPairs: app.servesPairs,
    importStarter,
    /** The targets of each source in `/languages`, as in `es>en`. */
    pairs: () => pairsAt(app.url),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function pairsAt(url: string): Promise<readonly string[]> {
  const { body } = await read<readonly Language[]>(`${url}/api/v1/languages`);
  return body.flatMap(({ code, targets }) => targets.map((target) => `${code}>${target}`));
}

/** A start waits two seconds for the index, which a busy machine may exceed. */
function indexIsRead({ url }: { readonly url: string }): Promise<void> {
  return eventually(async () => (await pairsAt(url)).length > 0);
}

const ask = (neural: Awaited<ReturnType<typeof openNeural>>, body: object) =>
  translate<Translation & { error?: { code: string } }>(neural.url, { key: neural.customer.key, body });

/** 49 characters. */
const blackDog = { text: 'El perro negro duerme. ¿Dónde está la biblioteca?', source_lang: 'es', target_lang: 'en' };
const blackDogInEnglish = 'The black dog is sleeping. Where is the library?';

/** Independent of the scores. */
const bergamotFirst = { ENGINES: 'bergamot,apertium', ENGINE_PER_PAIR: 'es>en=bergamot' };

describe('neural translation over HTTP', () => {
  test('by an imported model is charged by the character, with a given or a detected language', async () => {
    await using neural = await openNeural({}, { withStarter: true });
    assert.deepEqual(await neural.pairs(), ['es>en']);
    const named = await ask(neural, blackDog);
    assert.deepEqual(named.body, {
      translated_text: blackDogInEnglish,
      characters_charged: 49,
      source_lang: 'es',
      target_lang: 'en',
    });
    const found = await ask(neural, { ...blackDog, source_lang: 'auto', text: 'El archivo no existe.' });
    assert.deepEqual([found.body.translated_text, found.body.source_lang], ['The file does not exist.', 'es']);
    assert.deepEqual(await neural.customer.balance(), { balance: 1_000 - 49 - 21, used: 49 + 21, held: 0 });
    assert.equal((await read(`${neural.opsUrl}/readyz`)).status, 200);
    const metrics = await (await fetch(`${neural.opsUrl}/metrics`)).text();
    assert.match(metrics, /^dragoman_characters_charged_total\{engine="bergamot"\} 70$/m);
    assert.match(metrics, /^dragoman_models_loaded\{engine="bergamot"\} 1$/m);
  });

  test('downloads the model of a pair with the first request, and keeps it on disk', async () => {
    await using server = await ModelServer.start(publishedModel({ contents: starterContents }));
    await using neural = await openNeural({ MODELS_URL: server.recordsUrl });
    assert.ok(neural.servesPairs, 'a start with no model waits for the index');
    assert.deepEqual(await neural.pairs(), ['es>en']);
    const far = await read<{ readonly reasons: readonly string[] }>(`${neural.opsUrl}/readyz`);
    assert.equal(far.status, 503);
    assert.match(far.body.reasons.join(), /^no model is on disk: /);
    assert.deepEqual(server.fileRequests(), []);
    const replies = await Promise.all([
      ask(neural, blackDog),
      ask(neural, { ...blackDog, text: 'El archivo no existe.' }),
    ]);
    assert.deepEqual(
      replies.map(({ body }) => body.translated_text),
      [blackDogInEnglish, 'The file does not exist.'],
    );
    assert.equal(server.fileRequests().length, Object.keys(starterContents).length);
    assert.equal((await read(`${neural.opsUrl}/readyz`)).status, 200);
    assert.deepEqual(await neural.customer.balance(), { balance: 1_000 - 70, used: 70, held: 0 });
  });

  test('waits for a model up to a time limit, then fails uncharged while the download continues', async () => {
    await using server = await ModelServer.start(publishedModel({ contents: starterContents }));
    const held: Exchange[] = [];
    server.misbehave(/files/, (exchange) => void held.push(exchange));
    await using neural = await openNeural({ MODELS_URL: server.recordsUrl, MODELS_WAIT_SECONDS: '0' });
    await indexIsRead(neural);
    const failed = await ask(neural, blackDog);
    assert.deepEqual([failed.status, failed.body.error?.code], [500, 'server_error']);
    assert.deepEqual(await neural.customer.balance(), { balance: 1_000, used: 0, held: 0 });
    await eventually(() => held.length > 0);
    server.behave();
    for (const exchange of held) exchange.answer();
    await eventually(async () => (await read(`${neural.opsUrl}/readyz`)).status === 200);
    assert.equal((await ask(neural, blackDog)).status, 200);
    assert.deepEqual(await neural.customer.balance(), { balance: 1_000 - 49, used: 49, held: 0 });
  });

  test('lists no pair that it cannot download, and detects models that a command adds or removes', async () => {
    await using server = await ModelServer.start(publishedModel({ contents: starterContents }));
    server.misbehave(/./, faults.status(503));
    await using neural = await openNeural({ MODELS_URL: server.recordsUrl });
    assert.deepEqual(await neural.pairs(), []);
    assert.equal((await ask(neural, blackDog)).status, 500);
    await neural.importStarter();
    await eventually(async () => (await neural.pairs()).length > 0);
    assert.equal((await ask(neural, blackDog)).body.translated_text, blackDogInEnglish);
  });

  test(
    'that cannot fetch its model fails uncharged, and has the next engine do it where there is one',
    needsApertium,
    async () => {
      await using server = await ModelServer.start(publishedModel({ contents: starterContents }));
      server.misbehave(/files/, faults.status(404));
      await using alone = await openNeural({ MODELS_URL: server.recordsUrl });
      await indexIsRead(alone);
      const failed = await ask(alone, blackDog);
      assert.deepEqual([failed.status, failed.body.error?.code], [500, 'server_error']);
      assert.deepEqual(await alone.customer.balance(), { balance: 1_000, used: 0, held: 0 });
      await using beside = await openNeural({ MODELS_URL: server.recordsUrl, ...bergamotFirst });
      const served = await ask(beside, blackDog);
      assert.deepEqual([served.status, served.body.characters_charged], [200, 49]);
      const metrics = await (await fetch(`${beside.opsUrl}/metrics`)).text();
      assert.match(metrics, /^dragoman_characters_charged_total\{engine="apertium"\} 49$/m);
    },
  );
});

describe('translation by a configured endpoint', () => {
  test('is charged and counted with its cost, and fails uncharged when the endpoint is unreachable', async () => {
    await using endpoint = await ChatServer.start({ model: 'parrot', apiKey: 'sk-secret' });
    await using service = await openNeural({
      ENGINES: 'openai',
      OPENAI_BASE_URL: endpoint.baseUrl,
      OPENAI_API_KEY: 'sk-secret',
      OPENAI_MODEL: 'parrot',
      OPENAI_LANGUAGES: 'es,en',
      OPENAI_PROMPT_PRICE: '1000000',
      OPENAI_COMPLETION_PRICE: '1000000',
    });
    assert.deepEqual(await service.pairs(), ['en>es', 'es>en']);
    const served = await ask(service, blackDog);
    assert.deepEqual(
      [served.body.translated_text, served.body.characters_charged],
      ['Le orrep orgen emreud. Ednód átse al acetoilbib?', 49],
    );
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    const valueOf = (name: string) =>
      [...metrics.matchAll(new RegExp(`^${name}\\{engine="openai"[^}]*\\} (\\d+)$`, 'gm'))]
        .map(([, value]) => Number(value))
        .reduce((sum, value) => sum + value, 0);
    assert.ok(valueOf('dragoman_completion_tokens_total') > 0);
    assert.equal(valueOf('dragoman_completion_cost_total'), valueOf('dragoman_completion_tokens_total'));
    assert.equal(metrics.includes('sk-secret'), false);
    await endpoint.stop();
    const failed = await ask(service, { ...blackDog, text: 'El archivo no existe.' });
    assert.deepEqual([failed.status, failed.body.error?.code], [500, 'server_error']);
    assert.deepEqual(await service.customer.balance(), { balance: 1_000 - 49, used: 49, held: 0 });
  });
});

const command = [process.execPath, fileURLToPath(new URL('../src/serve.ts', import.meta.url))];

/** Runs the server's own process until it has logged every one of `messages`, and returns these lines. */
async function linesOf(
  env: Env,
  messages: readonly string[],
  whileRunning: (url: string, dataDir: string) => Promise<void>,
) {
  await using folder = await temporaryFolder();
  await using server = await startServerChild({ DATA_DIR: folder.path, ...env }, command);
  await whileRunning(server.url, folder.path);
  const lines = await Promise.all(messages.map(server.logged));
  await server.stop();
  return lines;
}

describe('log of a server with neural models', () => {
  test('reports that the index cannot be read, and what to do if nothing can be translated', async () => {
    const gone = `http://127.0.0.1:${await freePort()}/records`;
    const [index, nothing] = await linesOf(
      { ENGINES: 'bergamot', MODELS_URL: gone },
      [
        'the index of models could not be read: only models on disk are used',
        'nothing can be translated yet: see "dragoman doctor" for what is missing',
      ],
      async () => {},
    );
    assert.equal(index?.['level'], 'warn');
    assert.match(String(index?.['reason']), /connection refused/);
    assert.equal(nothing?.['level'], 'warn');
  });

  test('names pair and reason of a failed download, and nothing of the text', async () => {
    await using server = await ModelServer.start(publishedModel({ contents: starterContents }));
    server.misbehave(/files/, faults.status(404));
    const [pull, request] = await linesOf(
      { ENGINES: 'bergamot', MODELS_URL: server.recordsUrl },
      ['a model could not be downloaded', 'a request failed: engine_unavailable'],
      async (url, dataDir) => {
        await indexIsRead({ url });
        await using stores = await openSqlite({ file: join(dataDir, 'dragoman.db'), events: noEvents });
        const customer = await newCustomer(stores, production.now, { count: 100, expiresAt: undefined });
        assert.equal((await translate(url, { key: customer.key, body: blackDog })).status, 500);
        assert.deepEqual(await customer.balance(), { balance: 100, used: 0, held: 0 });
      },
    );
    assert.deepEqual([pull?.['level'], pull?.['pair']], ['error', 'es>en']);
    assert.match(String(pull?.['reason']), /404/);
    assert.doesNotMatch(JSON.stringify([pull, request]), /biblioteca/);
  });
});

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../../../support/eventually.ts';
import { faults, ModelServer } from '../../../support/model-server.ts';
import { publishedModel } from '../../../support/published-model.ts';
import { esEn, openWorld, patience, reasonOfDownload, recordEvents, type StoreWorld } from './store-world.ts';

/** Reads the index, which must fail, and returns why. */
async function reasonOfRefresh({ store }: Pick<StoreWorld, 'store'>): Promise<string> {
  const state = await store.refresh();
  assert.equal(state.kind, 'failed');
  return state.kind === 'failed' ? state.reason : '';
}

describe('the index of models', () => {
  test('is what can be downloaded, while it can be read', async () => {
    await using world = await openWorld();
    const { server, store } = world;
    assert.deepEqual(store.available(), []);
    await store.refresh();
    assert.ok(server.requests.every(({ userAgent }) => userAgent === 'dragoman'));
    const offered = store.available();
    const facts = offered.map(({ pair, name, version, bytesInstalled }) => [pair, name, version, bytesInstalled]);
    assert.deepEqual(facts, [[esEn, 'base-memory', '3.0', 360_000]]);
    await store.refresh();
    assert.equal(store.available(), offered, 'the same array as long as nothing changes');
    server.misbehave(/changeset/, faults.status(500));
    assert.match(await reasonOfRefresh(world), /\/changeset answered with status 500$/);
    assert.deepEqual(store.available(), []);
    server.behave();
    await store.refresh();
    assert.deepEqual(store.available(), offered);
  });

  test('is reported when it changes or fails, and not after every reading', async () => {
    await using world = await openWorld();
    const { server, store, reported } = world;
    for (let times = 0; times < 3; times++) await store.refresh();
    server.misbehave(/changeset/, faults.status(404));
    for (let times = 0; times < 3; times++) await store.refresh();
    server.behave();
    server.publish([...world.files, ...publishedModel({ source: 'fr' })]);
    for (let times = 0; times < 3; times++) await store.refresh();
    assert.deepEqual(reported, [
      'index 1',
      `no index: ${server.indexUrl.split('?')[0]} answered with status 404`,
      'index 2',
    ]);
  });
  test('of a plain folder on a web server has its files beside it', async () => {
    await using world = await openWorld();
    const store = await world.open({ indexUrl: `${world.server.origin}/files/mirror/records.json` });
    await store.download(esEn, { signal: patience() });
    const asked = world.server.requests.map(({ path }) => path);
    assert.ok(!asked.includes('/v1/'));
    assert.ok(asked.slice(1).every((path) => path.startsWith('/files/mirror/main-workspace/')));
  });

  test('that is no list of records is refused', async () => {
    await using world = await openWorld();
    world.server.publish([], '{"changes":[{"id":');
    assert.match(await reasonOfRefresh(world), /\/changeset is not an index of models$/);
  });

  for (const [what, path, fault, reason] of [
    ['that has no end', /changeset/, faults.endless(), /sends more than 8388608 bytes$/],
    ['that comes too slowly', /changeset/, faults.dribble(5), /\/changeset: the server is too slow$/],
    [
      'without the place of the files',
      /^\/v1\/$/,
      faults.status(200),
      /\/v1\/ does not contain the address of the files$/,
    ],
  ] as const) {
    test(`${what} is refused`, async () => {
      await using world = await openWorld({ timing: what.endsWith('slowly') ? { requestMs: 500 } : {} });
      world.server.misbehave(path, fault);
      assert.match(await reasonOfRefresh(world), reason);
    });
  }

  test('is read in the background, sooner after a failure', async () => {
    await using world = await openWorld();
    world.server.misbehave(/changeset/, faults.status(500), 3);
    const timing = { indexEveryMs: 200 };
    await using store = await world.open({ background: true, timing });
    await eventually(() => store.available().length === 1);
    world.server.misbehave(/changeset/, faults.status(500));
    await eventually(() => store.available().length === 0);
  });
  test('is not read while the folder of models cannot be written', async () => {
    await using world = await openWorld();
    const dir = join(world.dir, 'file');
    writeFileSync(dir, 'no folder');
    const store = await world.open({ dir });
    assert.equal(await reasonOfRefresh({ store }), `${dir} cannot be written: not a directory`);
    assert.deepEqual(world.server.requests, []);
  });
});

describe('the address of an index', () => {
  test('may contain a token, and a redirect too: neither leaks', async () => {
    await using world = await openWorld();
    await using mirror = await ModelServer.start(world.files);
    const { server } = world;
    const { reported, events } = recordEvents();
    const store = await world.open({ indexUrl: `${server.indexUrl}&token=hush`, events });
    server.misbehave(
      /^\/files\//,
      faults.redirect((path) => `${mirror.origin}${path}?token=hush`),
    );
    mirror.misbehave(/./, faults.status(403), 1);
    const reason = await reasonOfDownload({ store });
    await store.download(esEn, { signal: patience() });
    assert.equal(mirror.requests.length, 4);
    const manifest = readFileSync(join(store.installed()[0]?.files.model ?? '', '../manifest.json'), 'utf8');
    for (const text of [reason, ...reported, manifest]) assert.doesNotMatch(text, /hush/);
  });

  test('that is https is never exchanged for http', async () => {
    await using world = await openWorld();
    await using store = await world.open({ indexUrl: world.server.indexUrl.replace('http:', 'https:') });
    const state = await store.refresh();
    assert.equal(state.kind, 'failed');
    assert.deepEqual(world.server.requests, []);
  });
});

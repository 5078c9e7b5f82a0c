import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { eventually } from '../../../support/eventually.ts';
import { faults, ModelServer } from '../../../support/model-server.ts';
import { publishedModel } from '../../../support/published-model.ts';
import { esEn, openWorld, partBytes, patience, reasonOfPull, type StoreWorld, stillWorks } from './store-world.ts';

/** The ranges that were asked for of the model's file, and how much of it each reply brought. */
function transfers({ server }: StoreWorld): readonly (readonly [string | undefined, number, number])[] {
  return server.fileRequests(/model-/).map(({ range, status, bytesSent }) => [range, status, bytesSent]);
}

function servedBytes({ files }: StoreWorld): number {
  return files[0]?.served.byteLength ?? 0;
}

/** However hasty the store is: what is to be too slow for it is the model. */
function indexIsRead({ store }: StoreWorld): Promise<void> {
  return eventually(async () => (await store.refresh()).kind === 'read');
}

describe('a connection', () => {
  test('that is cut is taken up where it was, and no byte is fetched twice', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.cutAfter(100_000), 2);
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(transfers(world), [
      [undefined, 200, 100_000],
      ['bytes=100000-', 206, 100_000],
      ['bytes=200000-', 206, servedBytes(world) - 200_000],
    ]);
    await stillWorks(world);
  });

  test('that is always cut after something came is taken up as often as it takes', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.cutAfter(30_000));
    await world.store.pull(esEn, { signal: patience() });
    assert.equal(transfers(world).length, Math.ceil(servedBytes(world) / 30_000));
    await stillWorks(world);
  });

  test('that is cut before anything came is tried a few times', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, ({ response }) => response.socket?.destroy());
    assert.match(await reasonOfPull(world), /\/files\/.*model-\d+\.zst: the connection was cut$/);
    assert.equal(transfers(world).length, 4);
    await stillWorks(world);
  });

  test('that is cut for good leaves what came, also for the next start', async () => {
    await using world = await openWorld({ timing: { retryAfterMs: [] } });
    world.server.misbehave(/model-/, faults.cutAfter(100_000));
    await reasonOfPull(world);
    await reasonOfPull(world);
    assert.deepEqual(partBytes(world), [200_000]);
    world.server.behave();
    const next = await world.open();
    await next.pull(esEn, { signal: patience() });
    assert.deepEqual(transfers(world).at(-1), ['bytes=200000-', 206, servedBytes(world) - 200_000]);
  });
});

describe('a server', () => {
  test('that knows no ranges is read from the beginning', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.cutAfter(100_000), 1);
    world.server.misbehave(/model-/, faults.ignoreRange(), 1);
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(transfers(world), [
      [undefined, 200, 100_000],
      ['bytes=100000-', 200, servedBytes(world)],
    ]);
    await stillWorks(world);
  });

  test('that refuses a range is read from the beginning', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.cutAfter(100_000), 1);
    world.server.misbehave(/model-/, faults.status(416), 1);
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(
      transfers(world).map(([range]) => range),
      [undefined, 'bytes=100000-', undefined],
    );
    await stillWorks(world);
  });

  test('that put another file in the place of one that was half fetched is read from the beginning', async () => {
    await using world = await openWorld();
    world.server.misbehave(
      /model-/,
      (exchange) => faults.cutAfter(100_000)({ ...exchange, body: Buffer.alloc(servedBytes(world), 7) }),
      1,
    );
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(
      transfers(world).map(([range, status]) => [range, status]),
      [
        [undefined, 200],
        ['bytes=100000-', 206],
        [undefined, 200],
      ],
    );
    await stillWorks(world);
  });

  test('that sends other bytes than the index says is told so, and they are thrown away', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.damaged());
    assert.match(
      await reasonOfPull(world),
      /model-\d+\.zst is damaged: its SHA-256 is not the one that the index gives$/,
    );
    assert.deepEqual([partBytes(world), transfers(world).length], [[], 1]);
    await stillWorks(world);
  });

  test('that sends less than it announced, and less than the index says, is told so', async () => {
    await using world = await openWorld({ timing: { retryAfterMs: [] } });
    world.server.misbehave(/model-/, (exchange) => {
      exchange.response.writeHead(200);
      exchange.response.end(exchange.body?.subarray(0, 50_000));
    });
    assert.match(await reasonOfPull(world), /model-\d+\.zst ended too early$/);
    await stillWorks(world);
  });

  test('that announces another length than the index is not read', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.status(200, { 'content-length': '7' }));
    assert.match(await reasonOfPull(world), /has 7 bytes instead of the \d+ that the index gives$/);
    await stillWorks(world);
  });

  test('that sends more than the index says is cut off', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.endless());
    assert.match(await reasonOfPull(world), /is longer than the \d+ bytes that the index gives$/);
    assert.ok(partBytes(world).every((bytes) => bytes === 0));
    await stillWorks(world);
  });

  test('that does not have a file is asked once', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.status(404));
    assert.match(
      await reasonOfPull(world),
      /^http:\/\/127\.0\.0\.1:\d+\/files\/.*model-\d+\.zst answered with status 404$/,
    );
    assert.equal(transfers(world).length, 1);
    await stillWorks(world);
  });

  test('that fails for a moment is asked again', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.status(500), 1);
    world.server.misbehave(/model-/, faults.status(503), 1);
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(
      transfers(world).map(([, status]) => status),
      [500, 503, 200],
    );
    await stillWorks(world);
  });

  test('that fails again and again is told so', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.status(502));
    assert.match(await reasonOfPull(world), /answered with status 502$/);
    assert.equal(transfers(world).length, 4);
    await stillWorks(world);
  });

  test('that stops sending is given up, and taken up where it was', async () => {
    await using world = await openWorld({ timing: { idleMs: 3_000 } });
    world.server.misbehave(/model-/, faults.stallAfter(100_000), 1);
    await world.store.pull(esEn, { signal: patience() });
    assert.deepEqual(
      transfers(world).map(([range]) => range),
      [undefined, 'bytes=100000-'],
    );
    await stillWorks(world);
  });

  test('that never answers is given up', async () => {
    await using world = await openWorld({ timing: { responseMs: 50 } });
    await indexIsRead(world);
    world.server.misbehave(/model-/, () => {});
    assert.match(await reasonOfPull(world), /model-\d+\.zst did not answer in time$/);
    world.server.behave();
    await using patient = await world.open({ timing: { responseMs: 20_000 } });
    await patient.pull(esEn, { signal: patience() });
  });

  test('that is too slow is given up with a word about a nearer one', async () => {
    await using world = await openWorld({ timing: { rateWindowMs: 100, bytesPerSecondMin: 100_000 } });
    await indexIsRead(world);
    world.server.misbehave(/model-/, faults.dribble(5));
    assert.match(await reasonOfPull(world), /is too slow: under 100 kB\/s over 1 s; use a nearer mirror$/);
    assert.equal(transfers(world).length, 1);
    world.server.behave();
    await using patient = await world.open({ timing: { rateWindowMs: 20_000 } });
    await patient.pull(esEn, { signal: patience() });
  });

  test('that redirects in a circle is left after a few', async () => {
    await using world = await openWorld();
    world.server.misbehave(
      /model-/,
      faults.redirect((path) => path),
    );
    assert.match(await reasonOfPull(world), /redirects more than 5 times$/);
    assert.equal(transfers(world).length, 6);
    await stillWorks(world);
  });

  test('that redirects to another one is followed', async () => {
    await using world = await openWorld();
    await using mirror = await ModelServer.start(world.files);
    world.server.misbehave(
      /model-/,
      faults.redirect((path) => `${mirror.origin}${path}`),
    );
    await world.store.pull(esEn, { signal: patience() });
    assert.equal(mirror.requests.length, 1);
    await stillWorks(world);
  });

  test('that redirects to something that is no web server is not followed', async () => {
    await using world = await openWorld();
    world.server.misbehave(
      /model-/,
      faults.redirect(() => 'file:///etc/passwd'),
    );
    assert.match(await reasonOfPull(world), /is not https, as the index's address is$/);
    await stillWorks(world);
  });

  test('that packs a file once more is told so', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.status(200, { 'content-encoding': 'br' }));
    assert.match(await reasonOfPull(world), /is sent with the encoding br$/);
    await stillWorks(world);
  });
});

describe('an index', () => {
  test('that is right about a packed file and wrong about its content is told so', async () => {
    const files = publishedModel();
    const lying = files.map((file) => ({ ...file, record: { ...file.record, decompressedHash: '0'.repeat(64) } }));
    await using world = await openWorld({ files: lying });
    assert.match(await reasonOfPull(world), /^model\.esen\.intgemm\.alphas\.bin: its content is damaged/);
    assert.deepEqual(world.store.installed(), []);
  });

  test('that announces less content than there is bounds what is unpacked', async () => {
    const bomb = { model: Buffer.alloc(50_000_000), lex: Buffer.alloc(10), vocab: Buffer.alloc(10) };
    const files = publishedModel({ contents: bomb });
    assert.ok((files[0]?.served.byteLength ?? 0) < 10_000);
    const lying = files.map((file) => ({ ...file, record: { ...file.record, decompressedSize: 1_000 } }));
    await using world = await openWorld({ files: lying });
    assert.match(await reasonOfPull(world), /: it holds more than the 1000 bytes that were announced$/);
  });

  test('of files that are not Zstandard is told so', async () => {
    const [model, ...rest] = publishedModel();
    assert.ok(model);
    const served = Buffer.from('not Zstandard');
    const attachment = { ...model.record.attachment, hash: hash('sha256', served), size: served.byteLength };
    await using world = await openWorld({
      files: [{ ...model, served, record: { ...model.record, attachment } }, ...rest],
    });
    assert.match(await reasonOfPull(world), /: it is not a whole Zstandard file$/);
  });

  test('of files that are not packed is served as well', async () => {
    const files = publishedModel().map((file) => {
      const attachment = {
        ...file.record.attachment,
        hash: hash('sha256', file.content),
        size: file.content.byteLength,
      };
      return { ...file, served: file.content, record: { ...file.record, attachment } };
    });
    await using world = await openWorld({ files });
    await stillWorks(world);
  });
});

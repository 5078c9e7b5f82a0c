import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../../../support/eventually.ts';
import { type Exchange, head, send } from '../../../support/model-server.ts';
import { amongMounts, diskOf, needsMounts } from '../../../support/mounts.ts';
import { starterFolder } from '../../../support/starter-model.ts';
import { type StoreProcess, startStore } from './store-process.ts';
import { downloadBegins, esEn, leftOvers, openWorld, patience, type StoreWorld } from './store-world.ts';

const firstBytes = 100_000;

/** Has the server send a part of the next model, and the rest when `goOn` is called. */
function holdUp({ server }: StoreWorld): { readonly goOn: () => void } {
  const gate = Promise.withResolvers<void>();
  server.misbehave(/model-/, (exchange) => void sendInTwo(exchange, gate.promise), 1);
  return { goOn: gate.resolve };
}

async function sendInTwo(exchange: Exchange, gate: Promise<void>): Promise<void> {
  const { body = Buffer.alloc(0), response } = exchange;
  head(exchange, 200, { 'content-length': `${body.byteLength}` });
  send(exchange, body.subarray(0, firstBytes));
  await gate;
  if (response.destroyed) return;
  send(exchange, body.subarray(firstBytes));
  response.end();
}

function ranges({ server }: StoreWorld): readonly (string | undefined)[] {
  return server.fileRequests().map(({ range }) => range);
}

/** Another process on the same folder. */
function startBeside({ dir, server }: StoreWorld, wrapper?: readonly string[]): Promise<StoreProcess> {
  return startStore({ dir, indexUrl: server.indexUrl }, wrapper);
}

/** Another process, which has the first bytes of the model and gets the rest when `goOn` is called. */
async function startHeld(world: StoreWorld): Promise<StoreProcess & { readonly goOn: () => void }> {
  const { goOn } = holdUp(world);
  const store = await startBeside(world);
  store.send('download');
  await downloadBegins(world);
  return { ...store, goOn };
}

describe('two processes', () => {
  test('download a model once if both need it', async () => {
    await using world = await openWorld();
    await using one = await startHeld(world);
    await using other = await startBeside(world);
    other.send('download');
    await eventually(() => world.server.requests.filter(({ path }) => path.endsWith('/changeset')).length === 2);
    one.goOn();
    const digests = [await one.waitFor(/^downloaded|^failed/), await other.waitFor(/^downloaded|^failed/)];
    assert.match(digests[0] ?? '', /^downloaded [0-9a-f]{64}$/);
    assert.equal(digests[1], digests[0]);
    assert.deepEqual(ranges(world), [undefined, undefined, undefined]);
    assert.deepEqual([one.lines.includes('fetched'), other.lines.includes('fetched')], [true, false]);
    assert.deepEqual(leftOvers(world), []);
  });

  test('do not delete the unfinished work of each other at a start', async () => {
    await using world = await openWorld();
    await using one = await startHeld(world);
    await world.open();
    one.goOn();
    await one.waitFor(/^downloaded/);
    assert.deepEqual(ranges(world), [undefined, undefined, undefined]);
  });

  test('find the models that the other adds, replaces and removes', async () => {
    await using world = await openWorld();
    await using store = await world.open({ background: true });
    await using other = await startBeside(world);
    const before = store.installed();
    other.send('download');
    await eventually(() => store.installed().length === 1);
    assert.equal(before.length, 0);
    const [downloaded] = store.installed();
    await world.store.importFrom(starterFolder, {}, patience());
    await eventually(() => store.installed()[0]?.name === 'esen-starter');
    assert.equal(downloaded?.name, 'base-memory');
    other.send('remove');
    await eventually(() => store.installed().length === 0);
  });
});

describe('a process that is killed', () => {
  test('in the middle of a download leaves no model, and the next one downloads it', async () => {
    await using world = await openWorld();
    const { server } = world;
    await using doomed = await startHeld(world);
    await doomed.kill();
    await using next = await startBeside(world);
    next.send('download');
    assert.match(await next.waitFor(/^downloaded|^failed/), /^downloaded/);
    const faults = (await world.store.verify(undefined, patience())).map(({ fault }) => fault);
    assert.deepEqual(faults, [undefined]);
    assert.equal(server.fileRequests().length, 4);
    assert.deepEqual(leftOvers(world), []);
  });

  test('releases its lock, and a waiting process downloads the model', async () => {
    await using world = await openWorld();
    await using doomed = await startHeld(world);
    const downloading = world.store.download(esEn, { signal: patience() });
    await eventually(() => world.reported.includes('index 1'));
    await doomed.kill();
    await downloading;
    assert.equal(world.server.fileRequests().length, 4);
  });

  test('before it placed its model has shown no other process an incomplete one', async () => {
    await using world = await openWorld();
    const { dir, server } = world;
    await using doomed = await startStore({ dir, indexUrl: server.indexUrl, hangsWhenTrying: true });
    doomed.send('download');
    await doomed.waitFor(/^trying$/);
    const unpacked = join(dir, '.store/unfinished/model');
    assert.ok(existsSync(unpacked));
    const beside = await world.open();
    assert.deepEqual([beside.installed(), beside.problems()], [[], []]);
    assert.ok(existsSync(unpacked));
    await doomed.kill();
    const next = await world.open();
    assert.deepEqual([next.installed(), next.problems()], [[], []]);
    await next.download(esEn, { signal: patience() });
    assert.deepEqual(leftOvers(world), []);
  });
});

describe('a disk', () => {
  test('that fills up during a download is reported, and once there is room the next download succeeds', {
    ...needsMounts,
  }, async () => {
    await using world = await openWorld();
    mkdirSync(world.dir, { recursive: true });
    const held = holdUp(world);
    await using store = await startBeside(world, diskOf('2m', world.dir));
    const inside = { ...world, dir: `/proc/${store.pid}/root${world.dir}` };
    store.send('download');
    await downloadBegins(inside);
    const ballast = join(inside.dir, 'ballast');
    fillDisk(ballast);
    held.goOn();
    assert.equal(await store.waitFor(/^downloaded|^failed/), 'failed: no space left on device');
    assert.deepEqual(leftOvers(inside), []);
    store.send('installed');
    assert.equal(await store.waitFor(/^installed/), 'installed 0');
    writeFileSync(ballast, '');
    store.send('download');
    assert.match(await store.waitFor(/^downloaded|^failed/), /^downloaded/);
    assert.deepEqual(leftOvers(inside), []);
  });

  test('on which a process may write no large files is reported, and another process succeeds', async () => {
    await using world = await openWorld();
    // In blocks of 512 bytes (POSIX). What a process may not write is an error once it takes no notice of the signal.
    const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 400; exec "$0" "$@"'];
    await using store = await startBeside(world, limited);
    store.send('download');
    const reason = 'failed: file too large';
    assert.equal(await store.waitFor(/^downloaded|^failed/), reason);
    await world.store.download(esEn, { signal: patience() });
  });

  test('that is read-only serves what is on it and takes nothing new', needsMounts, async () => {
    await using world = await openWorld();
    const { dir } = world;
    await world.store.download(esEn, { signal: patience() });
    const mounts = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"';
    await using store = await startBeside(world, amongMounts(dir, mounts));
    store.send('installed');
    assert.equal(await store.waitFor(/^installed/), 'installed 1');
    store.send('remove');
    const reason = `failed: ${dir} cannot be written: read-only file system`;
    assert.equal(await store.waitFor(/^removed|^failed/), reason);
  });
});

/** Writes until there is no room left. */
function fillDisk(file: string): void {
  for (const size of [1_000_000, 100_000, 4_096]) {
    for (let more = true; more; ) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch {
        more = false;
      }
    }
  }
}

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { StoreTiming } from '../../../../src/adapters/bergamot/store/model-store.ts';
import { eventually } from '../../../support/eventually.ts';
import { type Fault, faults, ModelServer } from '../../../support/model-server.ts';
import { publishedModel } from '../../../support/published-model.ts';
import { esEn, leftOvers, openWorld, patience, reasonOfDownload, type StoreWorld, stillWorks } from './store-world.ts';

/** The requests for the model's file as lines: the range that was asked for, the status, and what was sent. */
function transfers({ server, files }: StoreWorld): readonly string[] {
  return server.fileRequests(/model-/).map(({ range, status, bytesSent }) => {
    const rest = (files[0]?.served.byteLength ?? 0) - (status === 206 ? Number(range?.slice(6, -1)) : 0);
    return `${range ?? 'whole'} ${status} ${bytesSent === rest ? 'to the end' : bytesSent}`;
  });
}

const cut = faults.cutAfter(100_000);
const cutAtOnce: Fault = ({ response }) => response.socket?.destroy();

describe('a model is downloaded when', () => {
  const rows: readonly (readonly [
    what: string,
    happening: readonly Fault[],
    lines: readonly string[],
    timing?: Partial<StoreTiming>,
  ])[] = [
    [
      'the connection is cut: no byte is fetched twice',
      [cut, cut],
      ['whole 200 100000', 'bytes=100000- 206 100000', 'bytes=200000- 206 to the end'],
    ],
    [
      'the server fails for a moment',
      [faults.status(500), faults.status(503)],
      ['whole 500 0', 'whole 503 0', 'whole 200 to the end'],
    ],
    [
      'the server stops sending: the download continues where it stopped',
      [faults.stallAfter(100_000)],
      ['whole 200 100000', 'bytes=100000- 206 to the end'],
      { idleMs: 3_000 },
    ],
  ];
  for (const [what, happening, lines, timing = {}] of rows) {
    test(what, async () => {
      await using world = await openWorld({ timing });
      for (const fault of happening) world.server.misbehave(/model-/, fault, 1);
      await world.store.download(esEn, { signal: patience() });
      assert.deepEqual(transfers(world), lines);
      await stillWorks(world);
    });
  }

  test('every connection is cut after some bytes: the download continues as often as needed', async () => {
    await using world = await openWorld();
    world.server.misbehave(/model-/, faults.cutAfter(30_000));
    await world.store.download(esEn, { signal: patience() });
    assert.equal(transfers(world).length, Math.ceil((world.files[0]?.served.byteLength ?? 0) / 30_000));
    await stillWorks(world);
  });

  test('the server redirects to another one', async () => {
    await using world = await openWorld();
    await using mirror = await ModelServer.start(world.files);
    const redirect = faults.redirect((path) => `${mirror.origin}${path}`);
    world.server.misbehave(/model-/, redirect);
    await world.store.download(esEn, { signal: patience() });
    assert.equal(mirror.requests.length, 1);
    await stillWorks(world);
  });
});

describe('a download fails with the reason, and works again afterwards, when the server', () => {
  const rows: readonly (readonly [
    what: string,
    fault: Fault,
    reason: RegExp,
    requests?: number,
    timing?: Partial<StoreTiming>,
  ])[] = [
    ['cuts every connection at once', cutAtOnce, /\/files\/.*model-\d+\.zst: other side closed$/, 20],
    [
      'sends other bytes than the index says',
      faults.damaged(),
      /^model\.esen\.intgemm\.alphas\.bin: it(?:s content is damaged| is not a complete Zstandard file)/,
      1,
    ],
    [
      'sends less than the index says',
      ({ response, body }) => void response.writeHead(200).end(body?.subarray(0, 50_000)),
      /model-\d+\.zst cannot be continued after a cut connection$/,
      2,
    ],
    ['sends more than the index says', faults.endless(), /is longer than the \d+ bytes in the index$/],
    [
      'does not have the file',
      faults.status(404),
      /^http:\/\/127\.0\.0\.1:\d+\/files\/.*model-\d+\.zst answered with status 404$/,
      1,
    ],
    ['fails again and again', faults.status(502), /answered with status 502$/, 20],
    ['redirects in a circle', faults.redirect((path) => path), /redirect count exceeded$/],
    [
      'redirects to something that is no web server',
      faults.redirect(() => 'file:///etc/passwd'),
      /URL scheme must be a HTTP\(S\) scheme$/,
    ],
  ];
  for (const [what, fault, reason, requests, timing = {}] of rows) {
    test(what, async () => {
      await using world = await openWorld({ timing });
      world.server.misbehave(/model-/, fault);
      assert.match(await reasonOfDownload(world), reason);
      if (requests !== undefined) assert.equal(transfers(world).length, requests);
      assert.deepEqual(leftOvers(world), []);
      await stillWorks(world);
    });
  }

  for (const [what, faulty, reason] of [
    ['refuses to continue a file', faults.status(416), /answered with status 416$/],
    ['knows no ranges', faults.ignoreRange(), /cannot be continued after a cut connection$/],
    [
      'replaces a file between two connections',
      ({ body, ...exchange }) => cut({ ...exchange, body: Buffer.alloc(body?.byteLength ?? 0, 7) }),
      /: it(?:s content is damaged| is not a complete Zstandard file)/,
    ],
  ] as const satisfies readonly (readonly [string, Fault, RegExp])[]) {
    test(what, async () => {
      await using world = await openWorld();
      const isRefusal = !what.startsWith('replaces');
      world.server.misbehave(/model-/, isRefusal ? cut : faulty, 1);
      if (isRefusal) world.server.misbehave(/model-/, faulty, 1);
      assert.match(await reasonOfDownload(world), reason);
      await stillWorks(world);
    });
  }

  for (const [what, fault, reason, timing] of [
    ['never answers', () => {}, /model-\d+\.zst: the server sends nothing$/, { idleMs: 50 }],
    ['is too slow', faults.dribble(5), /: the server is too slow$/, { requestMs: 100 }],
  ] as const) {
    test(what, async () => {
      await using world = await openWorld({ timing });
      // The model must be too slow, not the index.
      await eventually(async () => (await world.store.refresh()).kind === 'read');
      world.server.misbehave(/model-/, fault);
      assert.match(await reasonOfDownload(world), reason);
      world.server.behave();
      await using patient = await world.open({ timing: { idleMs: 20_000, requestMs: 20_000 } });
      await patient.download(esEn, { signal: patience() });
    });
  }
});

describe('an index', () => {
  test('with a wrong hash of the content is reported', async () => {
    const files = publishedModel();
    const lying = files.map((file) => ({ ...file, record: { ...file.record, decompressedHash: '0'.repeat(64) } }));
    await using world = await openWorld({ files: lying });
    assert.match(await reasonOfDownload(world), /^model\.esen\.intgemm\.alphas\.bin: its content is damaged/);
    assert.deepEqual(world.store.installed(), []);
  });

  test('with a wrong size limits the unpacked bytes', async () => {
    const bomb = { model: Buffer.alloc(50_000_000), lex: Buffer.alloc(10), vocab: Buffer.alloc(10) };
    const files = publishedModel({ contents: bomb });
    assert.ok((files[0]?.served.byteLength ?? 0) < 10_000);
    const lying = files.map((file) => ({ ...file, record: { ...file.record, decompressedSize: 1_000 } }));
    await using world = await openWorld({ files: lying });
    assert.match(await reasonOfDownload(world), /: it has more than the announced 1000 bytes$/);
  });

  test('of files that are not Zstandard is reported', async () => {
    const [model, ...rest] = publishedModel();
    assert.ok(model);
    const served = Buffer.from('not Zstandard');
    const attachment = { ...model.record.attachment, hash: hash('sha256', served), size: served.byteLength };
    await using world = await openWorld({
      files: [{ ...model, served, record: { ...model.record, attachment } }, ...rest],
    });
    assert.match(await reasonOfDownload(world), /: it is not a complete Zstandard file$/);
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

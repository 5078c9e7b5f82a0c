import assert from 'node:assert/strict';
import { test } from 'node:test';
import { later, unixMs } from '../../../src/ground/units.ts';
import { Canary } from '../../../src/text/engine/canary.ts';
import type { Engine, Job } from '../../../src/text/engine/engine.ts';
import { AskedEngine } from '../attempts/asked-engine.ts';

const unsung = 'no engine has translated the canary sentence';

function setup(...engines: readonly Engine[]) {
  let time = unixMs(1_000_000);
  return {
    canary: new Canary(engines, () => time),
    advance: (byMs: number) => {
      time = later(time, byMs);
    },
  };
}

test('passes only after an engine has translated its sample sentence', async () => {
  const engine = new AskedEngine();
  const { canary } = setup(engine);
  engine.serve('');
  assert.equal(await canary.failureReason(), unsung);
  engine.serve('hi-ur');
  assert.equal(await canary.failureReason(), undefined);
  assert.deepEqual(engine.asked, ['hi-ur']);
});

test('keeps a success for half a minute, and a failure not at all', async () => {
  const engine = new AskedEngine();
  const { canary, advance } = setup(engine);
  assert.equal(await canary.failureReason(), undefined);
  engine.serve('');
  advance(29_999);
  assert.equal(await canary.failureReason(), undefined);
  advance(1);
  assert.equal(await canary.failureReason(), unsung);
  engine.serve('es-en');
  assert.equal(await canary.failureReason(), undefined);
});

test('an engine that fails, or returns nothing, is skipped for the next', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const mute = ({ segments }: Job) => Promise.resolve(segments.map(() => ' '));
  assert.equal(await setup(new AskedEngine(broken), new AskedEngine(mute)).canary.failureReason(), unsung);
  assert.equal(await setup(new AskedEngine(broken), new AskedEngine()).canary.failureReason(), undefined);
});

test('one failed pair is no failure of the engine, three are', async () => {
  const without = (...broken: readonly string[]) => {
    const engine = new AskedEngine(async ({ pair, segments }) => {
      if (broken.includes(`${pair.source}-${pair.target}`)) throw new Error('broken');
      return segments;
    });
    engine.serve('ca-es en-es es-en fr-es hi-ur ur-hi sv-da');
    return engine;
  };
  for (const [broken, silence, pairs] of [
    [[], undefined, ['es-en']],
    [['es-en'], undefined, ['es-en', 'hi-ur']],
    [['es-en', 'hi-ur'], undefined, ['es-en', 'hi-ur', 'sv-da']],
    [['es-en', 'hi-ur', 'sv-da'], unsung, ['es-en', 'hi-ur', 'sv-da']],
  ] as const) {
    const engine = without(...broken);
    assert.equal(await setup(engine).canary.failureReason(), silence, String(broken));
    assert.deepEqual(engine.asked, pairs);
  }
});

test('downloads nothing: without an installed pair it fails, and reports what would help', async () => {
  const far = new AskedEngine();
  far.isReady = () => false;
  const { canary } = setup(far);
  assert.match((await canary.failureReason()) ?? '', /^no model is on disk: .*"dragoman model pull"/);
  assert.deepEqual(far.asked, []);
  far.isReady = ({ source }) => source === 'fr';
  assert.equal(await canary.failureReason(), undefined);
  assert.deepEqual(far.asked, ['fr-en']);
  assert.equal(await setup(far, new AskedEngine()).canary.failureReason(), undefined);
});

test('concurrent checks send one engine request', async () => {
  const engine = new AskedEngine();
  const { canary } = setup(engine);
  assert.deepEqual(await Promise.all([canary.failureReason(), canary.failureReason(), canary.failureReason()]), [
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(engine.asked, ['es-en']);
});

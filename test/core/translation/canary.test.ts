import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Job } from '../../../src/core/engine/engine.ts';
import { Canary } from '../../../src/core/translation/canary.ts';
import { later, unixMs } from '../../../src/core/units.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

class CountedEngine extends ReversingEngine {
  readonly pairsAsked: string[] = [];
  readonly #answer: Engine['translate'] | undefined;

  constructor(answer?: Engine['translate']) {
    super();
    this.#answer = answer;
  }

  override translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    this.pairsAsked.push(`${job.pair.source}-${job.pair.target}`);
    return this.#answer?.(job, signal) ?? super.translate(job, signal);
  }
}

function setup(...engines: readonly Engine[]) {
  let time = unixMs(1_000_000);
  return {
    canary: new Canary(engines, () => time),
    advance: (byMs: number) => {
      time = later(time, byMs);
    },
  };
}

test('it sings once an engine has translated a sentence of its own languages, and not before', async () => {
  const engine = new CountedEngine();
  const { canary } = setup(engine);
  engine.serve('');
  assert.equal(await canary.sings(), false);
  engine.serve('hi-ur');
  assert.equal(await canary.sings(), true);
  assert.deepEqual(engine.pairsAsked, ['hi-ur']);
});

test('a success is believed for half a minute, a failure not at all', async () => {
  const engine = new CountedEngine();
  const { canary, advance } = setup(engine);
  assert.equal(await canary.sings(), true);
  engine.serve('');
  advance(29_999);
  assert.equal(await canary.sings(), true);
  advance(1);
  assert.equal(await canary.sings(), false);
  engine.serve('es-en');
  assert.equal(await canary.sings(), true);
});

test('an engine that fails, or answers nothing, is passed over for the next', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const mute = ({ segments }: Job) => Promise.resolve(segments.map(() => ' '));
  assert.equal(await setup(new CountedEngine(broken), new CountedEngine(mute)).canary.sings(), false);
  assert.equal(await setup(new CountedEngine(broken), new CountedEngine()).canary.sings(), true);
});

test('one pair that fails is no failure of the engine, three are', async () => {
  const without = (...broken: readonly string[]) => {
    const engine = new CountedEngine(async ({ pair, segments }) => {
      if (broken.includes(`${pair.source}-${pair.target}`)) throw new Error('broken');
      return segments;
    });
    engine.serve('ca-es en-es es-en fr-es hi-ur ur-hi sv-da');
    return engine;
  };
  for (const [broken, sings, asked] of [
    [[], true, ['es-en']],
    [['es-en'], true, ['es-en', 'hi-ur']],
    [['es-en', 'hi-ur'], true, ['es-en', 'hi-ur', 'sv-da']],
    [['es-en', 'hi-ur', 'sv-da'], false, ['es-en', 'hi-ur', 'sv-da']],
  ] as const) {
    const engine = without(...broken);
    assert.equal(await setup(engine).canary.sings(), sings, String(broken));
    assert.deepEqual(engine.pairsAsked, asked);
  }
});

test('however many ask at once, the engine is asked once', async () => {
  const engine = new CountedEngine();
  const { canary } = setup(engine);
  assert.deepEqual(await Promise.all([canary.sings(), canary.sings(), canary.sings()]), [true, true, true]);
  assert.deepEqual(engine.pairsAsked, ['es-en']);
});

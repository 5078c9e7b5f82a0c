import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { needsApertium, openInstalled, readSentences, translate } from './installed-apertium.ts';
import { pipelinePrograms, stillRunning } from './process-table.ts';

describe('independence of earlier sentences', needsApertium, () => {
  for (const pair of ['en>es', 'ca>en', 'gl>en', 'es>it', 'it>es', 'it>ca', 'sv>nb', 'en>ca']) {
    test(`${pair}: translates the same in any order, twice, and with a new pipeline per sentence`, async () => {
      const sentences = await readSentences(pair.slice(0, 2));
      // Without the classes that are known beforehand, so that the taggers meet classes that they lack.
      await using engine = await openInstalled({ knownClasses: {} });
      const expected = await translate(engine, pair, sentences);
      assert.deepEqual((await translate(engine, pair, sentences.toReversed())).toReversed(), expected);
      assert.deepEqual(await Promise.all(sentences.map(async (one) => (await translate(engine, pair, [one]))[0])), [
        ...expected,
      ]);
      for (let index = 0; index < sentences.length; index += 12) {
        await using fresh = await openInstalled({ knownClasses: {} });
        assert.deepEqual(await translate(fresh, pair, [sentences[index] ?? '']), [expected[index]]);
      }
    });
  }

  test('learns a missing class once, and keeps it for the next start', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
    const sentences = await readSentences('ca');
    const restarts: number[] = [];
    for (let start = 0; start < 2; start++) {
      await using engine = await openInstalled({ knownClasses: {}, cacheDir });
      await translate(engine, 'ca>en', sentences);
      await translate(engine, 'ca>en', sentences);
      assert.ok(engine.restarts.every((reason) => reason === 'new_class'));
      restarts.push(engine.restarts.length);
    }
    assert.ok((restarts[0] ?? 0) > 0, 'the tagger lacked nothing');
    assert.equal(restarts[1], 0);
    assert.deepEqual(await readdir(cacheDir), ['cat-eng.classes.json']);
    await rm(cacheDir, { recursive: true });
  });

  test('deletes the data copy of a tagger that was reading it when the engine closed', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
    const engine = await openInstalled({ cacheDir });
    const waiting = Promise.allSettled([translate(engine, 'ca>en', ['sol'])]);
    await eventually(() => pipelinePrograms(process.pid).length > 0);
    await engine[Symbol.asyncDispose]();
    await waiting;
    assert.deepEqual(await readdir(cacheDir), []);
    await rm(cacheDir, { recursive: true });
  });

  test('a folder that cannot be written is named, with the reason', async () => {
    const file = fileURLToPath(import.meta.url);
    await using engine = await openInstalled({ cacheDir: join(file, 'below') });
    await assert.rejects(translate(engine, 'ca>en', ['sol']), { code: 'engine_unavailable' });
    assert.match(engine.restarts[0] ?? '', /^no_tagger_data: E[A-Z]+: .*\.test\.ts/);
  });

  test('needs no restart for the classes of the project', async () => {
    await using engine = await openInstalled();
    for (const pair of ['en>es', 'ca>en']) await translate(engine, pair, await readSentences(pair.slice(0, 2)));
    assert.deepEqual(engine.restarts, []);
  });
});

describe('programs that exit or stop', needsApertium, () => {
  test('exit when the service is killed', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
    const script = fileURLToPath(new URL('doomed-process.ts', import.meta.url));
    const service = spawn(process.execPath, [script, cacheDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(service.stdout, 'data');
    const programs = pipelinePrograms(service.pid ?? 0);
    assert.ok(programs.length > 1);
    service.kill('SIGKILL');
    await once(service, 'exit');
    await eventually(() => stillRunning(programs).length === 0);
    await rm(cacheDir, { recursive: true });
  });
});

describe('memory', needsApertium, () => {
  test('is freed from the least recently used pipelines for a new pair', async () => {
    // By the engine's guess: how much of their memory pipelines share, and with whom, is never looked at.
    const limits = { memoryBytesMax: 500_000_000, pipelinesPerPairMax: 1, surveyMs: 3_600_000 };
    await using engine = await openInstalled({ limits });
    for (const pair of ['es>en', 'en>es', 'es>ca', 'ca>es']) {
      const [translation = ''] = await translate(engine, pair, ['sol']);
      assert.notEqual(translation, '');
    }
    const running = engine.describeUnits().filter(({ state }) => state === 'running');
    assert.ok(running.length < 4, 'all four fit');
    assert.ok(running.some(({ unit }) => unit === 'cat-spa'));
    assert.ok(!running.some(({ unit }) => unit === 'spa-eng'));
  });
});

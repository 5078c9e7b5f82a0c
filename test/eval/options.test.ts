import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../../eval/options.ts';

test('without options everything is measured, on all lines directly and on fewer through pivots', () => {
  const { only, pairs, engines, lines, isQuickLook } = readOptions([], {});
  assert.deepEqual(only, ['speed', 'quality', 'terms', 'detection']);
  assert.deepEqual([pairs, engines], [undefined, ['apertium', 'bergamot', 'openai']]);
  assert.deepEqual([lines, isQuickLook], [{ direct: 997, pivots: 300 }, false]);
});

test('parts, pairs, engines and lines can be chosen, and few lines are a quick run', () => {
  const chosen = readOptions(['--only=quality', '--pairs=es-en,es>pt-BR', '--engines=bergamot', '--lines=50'], {});
  assert.deepEqual(chosen.only, ['quality']);
  assert.deepEqual([...(chosen.pairs ?? [])], ['es>en', 'es>pt-BR']);
  assert.deepEqual(chosen.engines, ['bergamot']);
  assert.deepEqual([chosen.lines, chosen.isQuickLook], [{ direct: 50, pivots: 50 }, true]);
});

test('parts are measured in a fixed order, speed before any engine has started', () => {
  assert.deepEqual(readOptions(['--only=detection,speed'], {}).only, ['speed', 'detection']);
});

test('the test texts are next to the project unless the environment names a folder', () => {
  assert.match(readOptions([], {}).floresDir, /\/shared\/eval\/flores-dev$/);
  assert.match(readOptions([], { FLORES_DIR: '' }).peersDir, /\/shared\/eval\/peers$/);
  const { floresDir, peersDir } = readOptions([], { FLORES_DIR: '/texts', PEERS_DIR: '/others' });
  assert.deepEqual([floresDir, peersDir], ['/texts', '/others']);
});

test('an invalid option is refused with the valid ones', () => {
  for (const wrong of ['--only=size', '--pairs=es', '--pairs=es-pt-BR', '--pairs=es-', '--lines=0', '--lines=x']) {
    assert.throws(() => readOptions([wrong], {}), /npm run eval/, wrong);
  }
  assert.throws(() => readOptions(['--nonsense'], {}), /nonsense/);
});

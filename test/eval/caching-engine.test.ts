import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCache } from '../../eval/caching-engine.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { engineOf, tag } from '../text/languages/engine.ts';

const signal = new AbortController().signal;

test('each segment of a pair is translated once, and those of a job keep their order', async () => {
  const asked: string[][] = [];
  const engine = withCache(recording(asked));
  const translate = (target: string, segments: readonly string[]) =>
    engine.translate({ pair: { source: tag('es'), target: tag(target) }, segments, share: 'one' }, signal);
  assert.deepEqual(await translate('en', ['uno', 'dos', 'uno']), ['en:uno', 'en:dos', 'en:uno']);
  assert.deepEqual(await translate('en', ['tres', 'dos']), ['en:tres', 'en:dos']);
  assert.deepEqual(await translate('fr', ['dos']), ['fr:dos']);
  assert.deepEqual(await translate('en', ['uno']), ['en:uno']);
  assert.deepEqual(asked, [['uno', 'dos'], ['tres'], ['dos']]);
});

test('a nondeterministic engine is called each time', () => {
  const engine = { ...recording([]), isDeterministic: false };
  assert.equal(withCache(engine), engine);
});

function recording(asked: string[][]): Engine {
  return {
    ...engineOf({ pairs: 'es-en es-fr' }),
    translate: ({ pair, segments }) => {
      asked.push([...segments]);
      return Promise.resolve(segments.map((segment) => `${pair.target}:${segment}`));
    },
  };
}

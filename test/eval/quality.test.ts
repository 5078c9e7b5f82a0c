import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureDetection } from '../../eval/detection.ts';
import { measureEngine, pairsWithoutText, type QualityWork, scorePeers, worthTheirLength } from '../../eval/quality.ts';
import type { Score } from '../../eval/results.ts';
import { translateLines } from '../../eval/translation.ts';
import { openDetector } from '../../src/adapters/detection/detector.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { engineOf, tag } from '../text/languages/engine.ts';

const detector = await openDetector();

const texts = new Map([
  ['es', ['El gato negro duerme en la cocina. La puerta está abierta.', 'Mañana iremos juntos a la playa.']],
  ['en', ['The black cat sleeps in the kitchen. The door is open.', 'Tomorrow we go together to the beach.']],
  ['fr', ['Le chat noir dort dans la cuisine. La porte est ouverte.', 'Demain nous irons ensemble à la plage.']],
]);

const work: QualityWork = {
  options: { pairs: undefined, lines: { direct: 2, pivots: 1 } },
  detector,
  texts,
  progress: () => undefined,
};

/** Returns the reference sentences of the texts, with long words replaced for the pairs in `bad`. */
function parrot({ pairs, bad = [] }: { pairs: string; bad?: readonly string[] }): Engine {
  const sentences = new Map([...texts].map(([language, lines]) => [language, lines.flatMap((line) => cut(line))]));
  return {
    ...engineOf({ name: 'apertium', pairs }),
    translate: ({ pair: { source, target }, segments }) =>
      Promise.resolve(
        segments.map((segment) => {
          const right = sentences.get(target)?.[sentences.get(source)?.indexOf(segment) ?? -1] ?? '';
          return bad.includes(`${source}>${target}`) ? right.replace(/\w{4,}/g, 'bof') : right;
        }),
      ),
  };
}

function cut(line: string): readonly string[] {
  return line.split(/(?<=\.) /);
}

const measure = (engine: Engine, over: Partial<QualityWork> = {}) =>
  measureEngine({ engine, modelOf: () => '' }, { ...work, ...over });

test('each pair with a text is measured, sentence by sentence, and so are promising pivot paths', async () => {
  const scores = await measure(parrot({ pairs: 'es-en en-fr en-ca' }));
  assert.deepEqual(
    scores.map(({ path, chrF2, lines, refused }) => [path, Math.round(chrF2), lines, refused]),
    [
      ['es>en', 100, 2, 0],
      ['en>fr', 100, 2, 0],
      ['es>en>fr', 100, 1, 0],
    ],
  );
  assert.deepEqual(pairsWithoutText(parrot({ pairs: 'es-en ca-en en-an' }), texts), ['ca>en', 'en>an']);
});

test('a pivot path is kept beside the direct one only if it is better, and then on all lines', async () => {
  const pairs = 'es-en en-fr es-fr';
  const better = await measure(parrot({ pairs, bad: ['es>fr'] }));
  const through = better.find(({ path }) => path === 'es>en>fr');
  assert.deepEqual([through?.lines, through && Math.round(through.chrF2)], [2, 100]);
  const worse = await measure(parrot({ pairs, bad: ['en>fr'] }));
  const paths = worse.map(({ path }) => path);
  assert.deepEqual(paths, ['es>en', 'en>fr', 'es>fr']);
});

test('a longer path is kept only if it is better by a point than every shorter one of the same pair', () => {
  const chrF2 = {
    'es>fr': 50,
    'es>ca>fr': 51,
    'es>it>fr': 50.9,
    'es>ca>it>fr': 51.9,
    'es>it>ca>fr': 52,
    'ca>it>fr': 1,
  };
  const scores = Object.entries(chrF2).map(([path, score]) => ({ path, chrF2: score }) as Score);
  const paths = worthTheirLength(scores).map(({ path }) => path);
  assert.deepEqual(paths, ['es>fr', 'es>ca>fr', 'es>it>ca>fr', 'ca>it>fr']);
});

test('only the requested pairs are measured', async () => {
  const options = { ...work.options, pairs: new Set(['es>en']) };
  const scores = await measure(parrot({ pairs: 'es-en en-fr' }), { options });
  const paths = scores.map(({ path }) => path);
  assert.deepEqual(paths, ['es>en']);
});

test('a line that the service would refuse counts as empty', async () => {
  const engine: Engine = {
    ...engineOf({ pairs: 'es-en' }),
    translate: ({ segments }) => Promise.resolve(segments.map((one) => (one.startsWith('Mañana') ? '' : 'The cat.'))),
  };
  const found = await translateLines({ engine, detector }, [tag('es'), tag('en')], texts.get('es') ?? []);
  assert.deepEqual([found.refused, found.lines[1]], [1, '']);
  assert.notEqual(found.lines[0], '');
});

test("stored outputs of the service's models are scored under the models' names, others under their own", () => {
  const lines = texts.get('en') ?? [];
  const scores = scorePeers(
    [
      { path: 'es>en', who: 'bergamot-base-memory', lines },
      { path: 'es>en', who: 'google', lines: ['', ''] },
    ],
    work,
  );
  assert.deepEqual(
    scores.map(({ engine, model, chrF2, from }) => [engine, model, chrF2, from]),
    [
      ['bergamot', 'base-memory', 100, 'stored'],
      ['google', '', 0, 'stored'],
    ],
  );
});

test('detection is measured on every other line, as a whole, by three words and by one', () => {
  const lines = ['?', 'Mañana iremos todos juntos a la playa', '?', 'xkcd xkcd xkcd La puerta de la casa está abierta'];
  const among = new Set(['es', 'en', 'hi'].map(tag));
  const found = measureDetection(
    detector,
    new Map([
      ['es', lines],
      ['fr', lines],
    ]),
    { name: 'some', among },
  );
  assert.deepEqual(found.byLanguage, { es: { sentence: 100, threeWords: 50, oneWord: 50 } });
  assert.deepEqual(found.all, { sentence: 100, threeWords: 50, oneWord: 50 });
  assert.equal(found.languages, 3);
});

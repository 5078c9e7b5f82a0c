import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { languagesGuide } from '../../../src/web/site/languages-guide.ts';
import { qualityTables } from '../../../src/web/site/quality-table.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

function setup(pairs: string) {
  const engine = new ReversingEngine();
  engine.scores.set('es>en', 50).set('es>ca', 61.26).set('fr>en>ca', 40);
  engine.serve(pairs);
  const catalogue = new LanguageCatalogue([engine]);
  const tables = qualityTables(catalogue);
  const guide = (query: string) => {
    const piece: unknown = languagesGuide(catalogue, tables(), new URLSearchParams(query));
    return String(piece);
  };
  return { engine, tables, guide };
}

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const itemsOf = (list: unknown): readonly string[] =>
  [...String(list).matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => textOf(item));

/** Each row as its source, then target, grade and figure of each pair. */
function pairsIn(table: unknown): Readonly<Record<string, readonly string[]>> {
  const [head = '', ...rows] = String(table).split('<tr>').slice(1);
  const targets = [...head.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, cell = '']) => textOf(cell));
  return Object.fromEntries(
    rows.map((row) => {
      const cells = [...row.matchAll(/<td(.*?)>(.*?)<\/td>/g)].map(
        ([, attributes = '', word = ''], index) =>
          word && `${targets[index]}: ${word} ${/title="(.*?)"/.exec(attributes)?.[1] ?? ''}`.trim(),
      );
      return [/<th scope="row">(.*?)<\/th>/.exec(row)?.[1]?.replace(/ <code>.*/, '') ?? '', cells.filter(Boolean)];
    }),
  );
}

test('each language has the grade of its best measured pair', () => {
  const { tables } = setup('es-en es-ca en-ca fr-en');
  assert.deepEqual(itemsOf(tables().summary), [
    'Catalan target only',
    'English 1 target language',
    'French 2 target languages, best Catalan Basic',
    'Spanish 2 target languages, best Catalan Good',
  ]);
});

test('the heat map has a row for each source, a column for each target, and the grade and figure of each pair', () => {
  const { tables } = setup('es-en es-ca en-ca fr-en');
  const rows = pairsIn(tables().heatMap);
  assert.deepEqual(
    Object.entries(rows).map(([name, pairs]) => [textOf(name), ...pairs]),
    [
      ['English', 'Catalan: Not measured'],
      ['French', 'Catalan: Basic 40.0', 'English: Not measured'],
      ['Spanish', 'Catalan: Good 61.3', 'English: Fair 50.0'],
    ],
  );
});

test('grades follow when pairs or their models change', () => {
  const { engine, tables, guide } = setup('es-en es-ca');
  assert.match(guide('?source=es&target=en'), /Fair<\/span>, chrF2 50\.0/);
  engine.scores.set('es>en', 66);
  engine.serve('es-en');
  assert.deepEqual(Object.values(pairsIn(tables().heatMap)), [['English: Good 66.0']]);
  assert.match(guide('?source=es&target=en'), /Good<\/span>, chrF2 66\.0/);
  assert.match(guide('?source=es&target=ca'), /to ca <code>ca<\/code><\/strong> is not translated at the moment/);
});

test('a source, a target or a pair can be picked by code or name, unmeasured pairs last', () => {
  const { guide } = setup('es-en es-ca en-ca fr-en');
  const listed = (query: string) => {
    const page = guide(query);
    return itemsOf(page.slice(page.indexOf('<h2>')));
  };
  assert.deepEqual(listed('?source=es'), ['Catalan ca, 61.3', 'English en, 50.0']);
  assert.deepEqual(listed('?source=FRENCH&target='), ['Catalan ca, 40.0', 'English en']);
  assert.deepEqual(listed('?target=català'), ['Spanish es, 61.3', 'French fr, 40.0', 'English en']);
  const text = textOf(guide('?source=fr&target=Catalan'));
  assert.match(text, /French fr to Catalan ca : Basic , chrF2 40\.0\. Engine reversing , through en\./);
  assert.match(guide('?source=%3Cb%3E'), /value="&lt;b&gt;"[^]*Unknown language &quot;&lt;b&gt;&quot;/);
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderPage } from '../../eval/page.ts';
import { mergeScores, readResults, type Score } from '../../eval/results.ts';
import { byModel, byPath } from '../../eval/tables.ts';

const results = await readResults();
const docs = new URL('../../docs/', import.meta.url);

test('the page and its pictures match the results', async () => {
  const { page, pictures } = renderPage(results);
  assert.equal(await readFile(new URL('quality.md', docs), 'utf8'), page);
  assert.deepEqual((await readdir(new URL('quality/', docs))).toSorted(), [...pictures.keys()].toSorted());
  for (const [name, svg] of pictures) {
    assert.equal(await readFile(new URL(`quality/${name}`, docs), 'utf8'), svg, name);
    assert.ok(page.includes(`](quality/${name})`), name);
  }
});

test('the tables that choose routes match the results', async () => {
  const of = (engine: string) => (results.quality?.scores ?? []).filter((score) => score.engine === engine);
  const table = async (engine: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../src/adapters/${engine}/quality.json`, docs), 'utf8'));
  assert.ok(of('apertium').length > 0 && of('bergamot').length > 0);
  assert.deepEqual(await table('apertium'), byPath(of('apertium')));
  assert.deepEqual(await table('bergamot'), byModel(of('bergamot')));
  assert.deepEqual(await table('openai'), byModel(of('openai')));
});

test('new results replace earlier ones of the same measurement', () => {
  const one = { engine: 'a', model: '', path: 'es>en', lines: 1, bleu: 1, refused: 0, date: '2026-11-21' } as const;
  const score = (over: Partial<Score>): Score => ({ ...one, chrF2: 10, tokenizer: '13a', from: 'run', ...over });
  const merged = mergeScores(
    [score({ from: 'stored' }), score({ model: 'tiny' })],
    [score({ chrF2: 20 }), score({ path: 'en>es' })],
  );
  assert.deepEqual(
    merged.map(({ model, path, chrF2, from }) => [model, path, chrF2, from]),
    [
      ['', 'en>es', 10, 'run'],
      ['', 'es>en', 20, 'run'],
      ['tiny', 'es>en', 10, 'run'],
    ],
  );
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Engine } from '../../src/core/engine/engine.ts';
import type { LanguagePair } from '../../src/core/languages/language.ts';

/** Opens an engine that serves `es` > `en`, and that nobody else uses. */
export type OpenEngine = () => Promise<Engine>;

const pair = { source: 'es', target: 'en' } as LanguagePair;

const sentences = [
  'La puerta está abierta.',
  'No sé silbar',
  '¿Quién ha llamado?',
  'El tren de las 7:45 llega tarde.',
  'Hoy comemos sopa; mañana, arroz.',
  'Mi hermana vive en Gante.',
];

/** Segments that no engine can do much about, and that must harm none. */
const oddSegments = [
  '😀',
  '👩‍👩‍👧 ❤️',
  'نص عربي',
  'עברית 123',
  '日本語',
  ...'[ ] { } ^ $ / \\ @ < > ~ * # + | & %'.split(' '),
  '[ ] { } ^ $ / \\ @ < >',
  '[[t:b:1]]hola[[/]]',
  '^hola/hola<ij>$',
  '<b>hola</b>',
  '.[7]',
  '...',
  '?!',
  '2026',
  '1.234,56',
  'http://example.com/a?b=c&d=e#f',
  'x'.repeat(2_000),
  'hola '.repeat(400).trim(),
  'e\u0301\u0301\u0301',
];

/** What every engine promises. */
export function describeEngine(name: string, open: OpenEngine): void {
  describe(`engine: ${name}`, () => {
    describePairs(open);
    describeTranslations(open);
    describeAborts(open);
    test('leaves no process behind when it is closed', async () => {
      const before = await childProcesses();
      const engine = await open();
      await translate(engine, sentences);
      await engine[Symbol.asyncDispose]();
      assert.deepEqual(await childProcesses(), before);
    });
  });
}

function describePairs(open: OpenEngine): void {
  test('names the same pairs by the same array as long as nothing changes', async () => {
    await using engine = await open();
    assert.equal(engine.pairs(), engine.pairs());
    assert.ok(engine.pairs().some(({ source, target }) => source === 'es' && target === 'en'));
  });

  test('names each pair once, by canonical tags, and never a language with itself', async () => {
    await using engine = await open();
    const names = engine.pairs().map(({ source, target }) => `${source}>${target}`);
    assert.deepEqual([...new Set(names)], names);
    for (const { source, target } of engine.pairs()) {
      assert.notEqual(source, target);
      assert.deepEqual(Intl.getCanonicalLocales([source, target]), [source, target]);
    }
  });

  test('scores are between 0 and 100 where there are any', async () => {
    await using engine = await open();
    for (const { source, target } of engine.pairs()) {
      const score = engine.measuredScore([source, target]);
      assert.ok(score === undefined || (score > 0 && score <= 100), `${source}>${target}: ${score}`);
    }
  });

  test('refuses a pair that it does not serve as one that may be served elsewhere', async () => {
    await using engine = await open();
    const unknown = { source: 'tlh', target: 'qya' } as LanguagePair;
    await assert.rejects(engine.translate({ pair: unknown, segments: ['nuqneH'], share: 'one' }, never()), {
      code: 'engine_unavailable',
    });
  });
}

function describeTranslations(open: OpenEngine): void {
  test('gives exactly one translation for each segment, in order', async () => {
    await using engine = await open();
    const together = await translate(engine, sentences);
    const alone: string[] = [];
    for (const sentence of sentences) alone.push(...(await translate(engine, [sentence])));
    assert.deepEqual(together, alone);
    assert.equal(new Set(together).size, sentences.length);
    for (const translation of together) assert.notEqual(translation, '');
  });

  test('gives an empty job an empty answer', async () => {
    await using engine = await open();
    assert.deepEqual(await translate(engine, []), []);
  });

  test('gives a segment the same translation in whatever company', async () => {
    await using engine = await open();
    const expected = await translate(engine, sentences);
    const backwards = await translate(engine, sentences.toReversed());
    assert.deepEqual(backwards.toReversed(), expected);
    const amongOddOnes = await translate(
      engine,
      sentences.flatMap((sentence, index) => [oddSegments[index] ?? '', sentence]),
    );
    assert.deepEqual(
      amongOddOnes.filter((_, index) => index % 2 === 1),
      expected,
    );
  });

  test('never gives one of many callers what belongs to another', async () => {
    await using engine = await open();
    const jobs = Array.from({ length: 40 }, (_, job) => sentences.map((sentence) => `${sentence} ${job}`));
    const expected: (readonly string[])[] = [];
    for (const job of jobs) expected.push(await translate(engine, job));
    assert.deepEqual(await Promise.all(jobs.map((job) => translate(engine, job))), expected);
  });

  test('lets odd segments come back, and goes on as before', async () => {
    await using engine = await open();
    const expected = await translate(engine, sentences);
    const translations = await translate(engine, oddSegments);
    assert.equal(translations.length, oddSegments.length);
    assert.ok(translations.every((translation) => typeof translation === 'string'));
    assert.deepEqual(await translate(engine, sentences), expected);
  });
}

function describeAborts(open: OpenEngine): void {
  test('rejects an aborted job with the reason that was given, and goes on', async () => {
    await using engine = await open();
    const caller = new AbortController();
    const abandoned = engine.translate({ pair, segments: sentences, share: 'one' }, caller.signal);
    const other = translate(engine, sentences);
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    await assert.rejects(abandoned, reason);
    assert.deepEqual(await other, await translate(engine, sentences));
  });

  test('does not begin a job that is aborted already', async () => {
    await using engine = await open();
    const reason = new Error('too late');
    await assert.rejects(
      engine.translate({ pair, segments: sentences, share: 'one' }, AbortSignal.abort(reason)),
      reason,
    );
  });
}

const never = (): AbortSignal => new AbortController().signal;

function translate(engine: Engine, segments: readonly string[]): Promise<readonly string[]> {
  return engine.translate({ pair, segments, share: 'one' }, never());
}

/** The ids of this process's children; none where there is no /proc. Source: proc(5). */
async function childProcesses(): Promise<readonly string[]> {
  const children: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : '';
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent === String(process.pid)) children.push(name);
  }
  return children;
}

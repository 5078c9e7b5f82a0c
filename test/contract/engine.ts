import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { hasTokens, readToken, tokenPattern, tokensMax } from '../../src/text/document/token.ts';
import type { Engine, Job, SegmentEntry } from '../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../src/text/languages/language.ts';
import { propertyRuns, sampled } from '../support/property-runs.ts';
import { assertKeepsTokens, tokensOf, withUnnumberedTokens } from '../text/checks/written-tokens.ts';

/** Opens an engine that serves `es` > `en`, used by this test only. */
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

/** Segments that are hard to translate, and must not cause failures. */
const oddSegments = [
  '😀',
  '👩‍👩‍👧 ❤️',
  'نص عربي',
  'עברית 123',
  '日本語',
  ...'[ ] { } ^ $ / \\ @ < > ~ * # + | & %'.split(' '),
  ...['[ ] { } ^ $ / \\ @ < >', 'http://example.com/a?b=c&d=e#f'],
  ...'[[t:b:1]]hola[[/]] ^hola/hola<ij>$ <b>hola</b> .[7] ... ?! 2026 1.234,56'.split(' '),
  'x'.repeat(2_000),
  'hola '.repeat(400).trim(),
  'e\u0301\u0301\u0301',
];

/** Typical words and tags: `<b>` and `</b>` are a pair, `{w}` is a word, `{p}` a point, `{s}` a space. */
const markedSentences = [
  '{w}',
  'Hola {w}',
  '{w} abre la puerta.',
  'La puerta de ({w}) es azul.',
  'Tengo un perro, {w}, y un gato.',
  'Mi perro se llama «{w}»: es negro.',
  '{w} {w} {w} y {w}{w}',
  'Tengo una <b>casa azul</b>.',
  '<b>Tengo</b> una <b>casa <b>azul</b> y un perro</b>.',
  'El <b>tren de {w}</b> llega tarde.',
  'Hoy comemos sopa; {p} mañana, arroz. {p}',
  'Mi hermana{s}vive en Gante.',
  'Pulsa <b>{p}</b> y luego <b></b> espera.',
];

/** A glossary entry: its token is `{w}` or `<b>` in the sentence. `name` is not translated. */
const entries: Readonly<Record<string, Omit<SegmentEntry, 'number'>>> = {
  house: { words: 'casa', wanted: 'dwelling', isPlural: false, isNoun: true },
  houses: { words: 'casas', wanted: 'dwellings', isPlural: true, isNoun: true },
  contract: { words: 'contrato', wanted: 'service agreement' },
  name: { words: 'Cielo Azul', wanted: 'Cielo Azul', isNoun: false },
  quickly: { words: 'rápidamente', wanted: 'in no time', isNoun: false },
  opened: { words: 'abre', wanted: 'unlocks', isNoun: false },
};

/** Sentences with glossary entries, as words that the engine is given, and as pairs around them. */
const sentencesWithEntries: readonly (readonly [sentence: string, ...names: (keyof typeof entries)[]])[] = [
  ['La {w} azul es bonita.', 'house'],
  ['Las {w} azules son bonitas.', 'houses'],
  ['El dueño de la {w} firma el {w} mañana.', 'house', 'contract'],
  ['{w} abre la puerta de las {w}.', 'name', 'houses'],
  ['La {w} y la {w} son de la casa {w}.', 'house', 'house', 'name'],
  ['{w}', 'contract'],
  ['¿Quién {w} la puerta de la {w} tan {w}?', 'opened', 'house', 'quickly'],
  ['La <b>casa</b> azul es bonita.', 'house'],
  ['Las <b>casas</b> de <b>Cielo Azul</b> son azules.', 'houses', 'name'],
  ['El <b>contrato</b> de la {w} es nuevo.', 'contract', 'house'],
];

/** The contract of every engine. */
export function describeEngine(name: string, open: OpenEngine): void {
  describe(`engine: ${name}`, () => {
    describePairs(open);
    describeTranslations(open);
    describeMarks(open);
    describeEntries(open);
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
  test('returns the same array of pairs while nothing changes', async () => {
    await using engine = await open();
    assert.equal(engine.pairs(), engine.pairs());
    assert.ok(engine.pairs().some(({ source, target }) => source === 'es' && target === 'en'));
  });

  test('has no pair installed that it does not list', async () => {
    await using engine = await open();
    assert.ok(engine.isReady(pair));
    assert.equal(engine.isReady({ source: 'tlh', target: 'qya' } as LanguagePair), false);
    assert.equal(engine.isReady({ source: 'es', target: 'es' } as LanguagePair), false);
  });

  test('lists each pair once, with canonical tags, and never a language with itself', async () => {
    await using engine = await open();
    const names = engine.pairs().map(({ source, target }) => `${source}>${target}`);
    assert.deepEqual([...new Set(names)], names);
    for (const { source, target } of engine.pairs()) {
      assert.notEqual(source, target);
      assert.deepEqual(Intl.getCanonicalLocales([source, target]), [source, target]);
    }
  });

  test('scores are between 0 and 100 or absent', async () => {
    await using engine = await open();
    for (const { source, target } of engine.pairs()) {
      const score = engine.measuredScore([source, target]);
      assert.ok(score === undefined || (score > 0 && score <= 100), `${source}>${target}: ${score}`);
    }
  });

  test('refuses a pair that it does not serve as one that another engine may serve', async () => {
    await using engine = await open();
    const unknown = { source: 'tlh', target: 'qya' } as LanguagePair;
    await assert.rejects(engine.translate({ pair: unknown, segments: ['nuqneH'], share: 'one' }, never()), {
      code: 'engine_unavailable',
    });
  });
}

function describeTranslations(open: OpenEngine): void {
  test('returns exactly one translation for each segment, in order', async () => {
    await using engine = await open();
    const together = await translate(engine, sentences);
    const alone: string[] = [];
    for (const sentence of sentences) alone.push(...(await translate(engine, [sentence])));
    assert.deepEqual(together, alone);
    assert.equal(new Set(together).size, sentences.length);
    for (const translation of together) assert.notEqual(translation, '');
  });

  test('returns an empty answer for an empty job', async () => {
    await using engine = await open();
    assert.deepEqual(await translate(engine, []), []);
  });

  test('translates a segment in the same way in every batch', async () => {
    await using engine = await open();
    const expected = await translate(engine, sentences);
    const backwards = await translate(engine, sentences.toReversed());
    assert.deepEqual(backwards.toReversed(), expected);
    const amongOddOnes = await translate(
      engine,
      sentences.flatMap((sentence, index) => [oddSegments[index] ?? '', sentence]),
    );
    const usual = amongOddOnes.filter((_, index) => index % 2 === 1);
    assert.deepEqual(usual, expected);
  });

  test('never returns a segment of another caller', async () => {
    await using engine = await open();
    const jobs = Array.from({ length: propertyRuns('', 40) }, (_, job) =>
      sentences.map((sentence) => `${sentence} ${job}`),
    );
    const expected: (readonly string[])[] = [];
    for (const job of jobs) expected.push(await translate(engine, job));
    assert.deepEqual(await Promise.all(jobs.map((job) => translate(engine, job))), expected);
  });

  test('returns a result for unusual segments, and works as before', async () => {
    await using engine = await open();
    const expected = await translate(engine, sentences);
    const translations = await translate(engine, oddSegments);
    assert.equal(translations.length, oddSegments.length);
    assert.ok(translations.every((translation) => typeof translation === 'string'));
    assert.deepEqual(await translate(engine, sentences), expected);
  });
}

function describeMarks(open: OpenEngine): void {
  test('returns each token of a simple sentence once, with pairs nested', async () => {
    await using engine = await open();
    const segments = markedSentences.map((sentence) => withUnnumberedTokens(sentence));
    const translations = await translate(engine, segments);
    segments.forEach((segment, index) => assertKeepsTokens(segment, translations[index] ?? ''));
  });

  test('translates a segment in the same way for any numbers of its tokens', async () => {
    await using engine = await open();
    const numberings = [
      (index: number) => index,
      (index: number) => 30 - index,
      (index: number) => tokensMax - 1 - index * 37,
    ];
    const [expected, ...others] = await Promise.all(
      numberings.map(async (numbers) => {
        const segments = markedSentences.map((sentence) => withUnnumberedTokens(sentence, numbers));
        const translations = await translate(engine, segments);
        return translations.map((translation, index) => readable(translation, segments[index]));
      }),
    );
    for (const other of others) assert.deepEqual(other, expected);
  });

  test('adds no token to any input', async () => {
    await using engine = await open();
    const marks = [...'{w} {p} {s} <b> </b>'.split(' '), ''];
    const tried = sampled(oddSegments);
    const segments = tried.flatMap((odd) => marks.map((mark) => withUnnumberedTokens(`${mark}${odd}${mark} sol`)));
    const translations = await translate(engine, [...segments, ...tried]);
    assertInventsNoToken(segments, translations);
  });

  test('translates words in the same way with any other tokens', async () => {
    await using engine = await open();
    const sentence = withUnnumberedTokens('La puerta de {w} está abierta.');
    const [expected] = await translate(engine, [sentence]);
    const crowded = Array.from({ length: 50 }, () => '{w}').join(' ');
    const [, between] = await translate(engine, [
      withUnnumberedTokens(crowded),
      sentence,
      withUnnumberedTokens(crowded),
    ]);
    assert.equal(between, expected);
  });
}

function describeEntries(open: OpenEngine): void {
  const jobOf = (numberOf = (index: number) => index): Pick<Job, 'segments' | 'entries'> => ({
    segments: sentencesWithEntries.map(([sentence]) => withUnnumberedTokens(sentence, numberOf)),
    entries: sentencesWithEntries.map(([, ...names]) =>
      names.map((name, index) => storedEntryOf(name, numberOf(index))),
    ),
  });

  test('returns the token of each glossary entry once, for any data about the entry', async () => {
    await using engine = await open();
    const job = jobOf();
    const translations = await translateJob(engine, job);
    job.segments.forEach((segment, index) => assertKeepsTokens(segment, translations[index] ?? ''));
  });

  test('translates a segment with glossary entries in the same way in every batch, for any numbers', async () => {
    await using engine = await open();
    const job = jobOf();
    const readableOf = (translations: readonly string[], segments: readonly string[]): readonly string[] =>
      translations.map((translation, index) => readable(translation, segments[index]));
    const expected = readableOf(await translateJob(engine, job), job.segments);
    const backwards = { segments: job.segments.toReversed(), entries: job.entries?.toReversed() };
    const reversed = readableOf(await translateJob(engine, backwards), backwards.segments);
    assert.deepEqual(reversed.toReversed(), expected);
    const others = jobOf((index) => tokensMax - 1 - index * 37);
    assert.deepEqual(readableOf(await translateJob(engine, others), others.segments), expected);
    for (const [index, segment] of job.segments.entries()) {
      const alone = { segments: [segment], entries: [job.entries?.[index] ?? []] };
      assert.deepEqual(readableOf(await translateJob(engine, alone), alone.segments), [expected[index]]);
    }
  });

  test('translates segments without glossary entries in the same way beside segments with some', async () => {
    await using engine = await open();
    const expected = await translate(engine, sentences);
    const job = jobOf();
    const mixed = await translateJob(engine, {
      segments: [...sentences, ...job.segments],
      entries: [...sentences.map(() => []), ...(job.entries ?? [])],
    });
    assert.deepEqual(mixed.slice(0, sentences.length), expected);
  });

  test('adds no token for glossary entries, for any data about them', async () => {
    await using engine = await open();
    const segments = oddSegments.map((odd) => withUnnumberedTokens(`{w}${odd}{w} sol`));
    const told = Object.keys(entries);
    const translations = await translateJob(engine, {
      segments,
      // The last two are not in the segment.
      entries: segments.map((_, index) =>
        [0, 1, 2, 7].map((number) => storedEntryOf(told[(index + number) % told.length], number)),
      ),
    });
    assertInventsNoToken(segments, translations);
  });
}

function assertInventsNoToken(segments: readonly string[], translations: readonly string[]): void {
  translations.forEach((translation, index) => {
    const given = tokensOf(segments[index] ?? '');
    const isGiven = tokensOf(translation).every((token) => given.includes(token));
    assert.ok(isGiven && !hasTokens(translation.replace(tokenPattern, '')), readable(translation));
  });
}

function storedEntryOf(name: string | undefined, number: number): SegmentEntry {
  const entry = entries[name ?? ''];
  assert.ok(entry !== undefined, name);
  return { ...entry, number };
}

/** Returns a translation with its tokens numbered in the order of `segment`. */
function readable(translation: string, segment = ''): string {
  const numbers = [...new Set(tokensOf(segment).map((token) => readToken(token).number))];
  return translation.replace(tokenPattern, (token) => {
    const { role, number } = readToken(token);
    return `{${role} ${numbers.indexOf(number)}}`;
  });
}

function describeAborts(open: OpenEngine): void {
  test('rejects an aborted job with the given reason, and works as before', async () => {
    await using engine = await open();
    const caller = new AbortController();
    const abandoned = engine.translate({ pair, segments: sentences, share: 'one' }, caller.signal);
    const other = translate(engine, sentences);
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    await assert.rejects(abandoned, reason);
    assert.deepEqual(await other, await translate(engine, sentences));
  });

  test('does not start a job that is already aborted', async () => {
    await using engine = await open();
    const reason = new Error('too late');
    const aborted = engine.translate({ pair, segments: sentences, share: 'one' }, AbortSignal.abort(reason));
    await assert.rejects(aborted, reason);
  });
}

const never = (): AbortSignal => new AbortController().signal;

function translate(engine: Engine, segments: readonly string[]): Promise<readonly string[]> {
  return translateJob(engine, { segments });
}

function translateJob(engine: Engine, job: Pick<Job, 'segments' | 'entries'>): Promise<readonly string[]> {
  return engine.translate({ pair, share: 'one', ...job }, never());
}

/** Returns the ids of this process's children; empty without /proc. Source: proc(5). */
async function childProcesses(): Promise<readonly string[]> {
  const children: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : '';
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent === String(process.pid)) children.push(name);
  }
  return children;
}

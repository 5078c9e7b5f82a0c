import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { MorphologyLimits } from '../../../src/adapters/apertium/dictionary-pools.ts';
import { openMorphology } from '../../../src/adapters/apertium/morphology.ts';
import type { Morphology, WordReading } from '../../../src/text/glossary/morphology.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { eventually } from '../../support/eventually.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { needsApertium } from './installed-apertium.ts';
import { pipelinePrograms, stillRunning } from './process-table.ts';

const [en, es, de, nb] = ['en', 'es', 'de', 'nb'] as LanguageTag[] as [
  LanguageTag,
  LanguageTag,
  LanguageTag,
  LanguageTag,
];

type Opened = Morphology & AsyncDisposable & { readonly restarts: readonly string[] };

/** Far longer than a busy machine takes: what is not known in time is another matter than what is not known. */
const patient = { answerMsMax: 120_000, startMsMax: 120_000, callMsMax: 120_000 };

async function setup(limits: Partial<MorphologyLimits> = {}, modesDir?: string): Promise<Opened> {
  const restarts: string[] = [];
  const events = { engineRestarted: ({ reason }: { readonly reason: string }) => restarts.push(reason) };
  const folder = modesDir === undefined ? {} : { modesDir };
  return Object.assign(openMorphology({ events, limits: { ...patient, ...limits }, ...folder }), { restarts });
}

async function readOne(morphology: Morphology, language: LanguageTag, word: string): Promise<readonly WordReading[]> {
  const { readings } = await morphology.read(language, [word]);
  return readings.get(word) ?? [];
}

/** A busy machine may take longer than the call under test may wait, which then says that it does not know. */
function untilRead(morphology: Morphology, words: readonly string[]): Promise<void> {
  return eventually(async () => (await morphology.read(es, words)).known);
}

const mice: WordReading = { lemma: 'ratón', partOfSpeech: 'noun', number: 'plural', gender: 'masculine' };

describe('the words of a language with a dictionary', needsApertium, () => {
  test('have lemma, part of speech, number and gender', async () => {
    await using morphology = await setup();
    assert.deepEqual(await readOne(morphology, es, 'ratones'), [mice]);
    assert.deepEqual(await readOne(morphology, es, 'RATONES'), [mice]);
    const overdue = { lemma: 'vencer', partOfSpeech: 'adjective', number: 'plural', gender: 'feminine' };
    assert.deepEqual(await readOne(morphology, es, 'vencidas'), [overdue]);
    const network = { lemma: 'red', partOfSpeech: 'noun', number: 'singular', gender: 'feminine' };
    assert.deepEqual(await readOne(morphology, es, 'Red'), [network]);
    const madrid = { lemma: 'Madrid', partOfSpeech: 'name', number: undefined, gender: undefined };
    assert.deepEqual(await readOne(morphology, es, 'Madrid'), [madrid]);
    const english = (await readOne(morphology, en, 'mice')).map(({ lemma, number }) => [lemma, number]);
    assert.deepEqual(english, [['mouse', 'plural']]);
  });

  test('are one word if the dictionary analyses them as a compound', async () => {
    await using morphology = await setup();
    const [reading] = await readOne(morphology, nb, 'programvareutviklingen');
    assert.equal(reading?.lemma, 'programvareutvikling');
    assert.equal(reading.number, 'singular');
  });

  test('have no reading if they are joined words, unknown or no words', async () => {
    await using morphology = await setup();
    const odd = [...'dáselo|xyzzyx|sin embargo||.|^red<n><f><sg>$|red\0red|[red]|\\'.split('|'), 'a'.repeat(500)];
    const { known, readings } = await morphology.read(es, [...odd, 'ratones']);
    assert.ok(known);
    assert.deepEqual([...readings.keys()], ['ratones']);
  });

  test('have the same readings in a region, and none in another language', async () => {
    await using morphology = await setup();
    assert.deepEqual(await readOne(morphology, 'es-MX' as LanguageTag, 'ratones'), [mice]);
    const german = await morphology.read(de, ['Mäuse']);
    assert.deepEqual(german, { known: false, readings: new Map() });
  });

  test('have the same readings in a call with thousands of words', async () => {
    await using morphology = await setup();
    const stems = ['ratones', 'redes', 'casas', 'niños', 'verdes'];
    const words = Array.from({ length: 5_000 }, (_, index) =>
      index % 10 === 0 ? stems[(index % 50) / 10] : `qz${index}`,
    );
    const { known, readings } = await morphology.read(
      es,
      words.filter((word) => word !== undefined),
    );
    assert.ok(known);
    assert.deepEqual([...readings.keys()].toSorted(), stems.toSorted());
    for (const [word, read] of readings) assert.deepEqual(await readOne(morphology, es, word), read);
  });

  test('are looked up with limited concurrency', async () => {
    await using morphology = await setup({ wordsUnderWayMax: 2 });
    assert.equal((await morphology.read(es, ['ratones', 'redes', 'casas'])).known, false);
    assert.ok((await morphology.read(es, ['ratones', 'redes'])).known);
  });

  test('are found whatever other words are looked up or evicted', async () => {
    await using morphology = await setup({ wordsKeptMax: 3 });
    const anything = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('^', '$', '[0]', '\0')),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.nat(), async (words, at) => {
        const place = at % (words.length + 1);
        const { known, readings } = await morphology.read(es, words.toSpliced(place, 0, 'ratones'));
        assert.ok(known);
        assert.deepEqual(readings.get('ratones'), [mice]);
        assert.ok([...readings.keys()].every((word) => word === 'ratones' || words.includes(word)));
      }),
      { numRuns: propertyRuns('', 200) },
    );
    assert.deepEqual(morphology.restarts, []);
  });
});

describe('the other number of a noun', needsApertium, () => {
  for (const { title, rows } of readCases(import.meta.url, 'numbers-of-nouns.txt')) {
    test(`follows the dictionary of ${title} or its endings, in both directions`, async () => {
      await using morphology = await setup();
      const [plurals, singulars] = [
        new Map(rows.map(([singular = '', plural = '']) => [singular, plural])),
        new Map(rows.map(([singular = '', plural = '']) => [plural, singular])),
      ];
      const language = title as LanguageTag;
      assert.deepEqual(await morphology.numbersOf(language, [...plurals.keys()], 'plural'), plurals);
      assert.deepEqual(await morphology.numbersOf(language, [...singulars.keys()], 'singular'), singulars);
    });
  }

  test('is unknown for words without one, in that number already, or that are no nouns', async () => {
    await using morphology = await setup();
    const unknown = await morphology.numbersOf(en, ['software', 'information', 'mice', 'of', '', '^$'], 'plural');
    assert.deepEqual(unknown, new Map());
    assert.deepEqual(await morphology.numbersOf(es, ['ratón', 'lunes', 'xyzzy'], 'singular'), new Map());
  });
});

describe('the forms of a noun', needsApertium, () => {
  const known: readonly [language: LanguageTag, noun: string, some: readonly string[]][] = [
    ['ru' as LanguageTag, 'общество', ['общество', 'обществу', 'обществами']],
    ['da' as LanguageTag, 'hus', ['hus', 'huset', 'husets', 'husene']],
    ['hr' as LanguageTag, 'kuća', ['kuća', 'kuću', 'kućama']],
    ['mk' as LanguageTag, 'книга', ['книга', 'книгата', 'книгите']],
  ];
  for (const [language, noun, some] of known) {
    test(`are those of its cases and definiteness in ${language}`, async () => {
      await using morphology = await setup();
      const forms = new Set((await morphology.formsOf(language, [noun])).get(noun));
      const missing = some.filter((form) => !forms.has(form));
      assert.deepEqual(missing, []);
      assert.deepEqual(await morphology.formsOf(language, [noun]), new Map([[noun, [...forms]]]));
    });
  }

  test('are unknown for languages with number alone, for several words, and for words that are no nouns', async () => {
    await using morphology = await setup();
    assert.deepEqual(await morphology.formsOf(es, ['casa']), new Map());
    assert.deepEqual(await morphology.formsOf('ru' as LanguageTag, ['нейронная сеть', 'быстро', '^$', '']), new Map());
  });
});

describe('programs that read dictionaries', needsApertium, () => {
  test('start for the first word, and exit with the morphology', async () => {
    const morphology = await setup();
    await eventually(() => pipelinePrograms(process.pid).length === 0);
    await untilRead(morphology, ['ratones']);
    const running = pipelinePrograms(process.pid);
    const names = running.map(({ name }) => name);
    assert.deepEqual(names, ['lt-proc']);
    await morphology[Symbol.asyncDispose]();
    // A program that was killed is gone once the kernel has seen to it.
    await eventually(() => stillRunning(running).length === 0);
    assert.equal((await morphology.read(es, ['redes'])).known, false);
  });

  test('are restarted when they are killed', async () => {
    await using morphology = await setup();
    await untilRead(morphology, ['ratones']);
    for (const { id } of pipelinePrograms(process.pid)) process.kill(id, 'SIGKILL');
    assert.equal((await readOne(morphology, es, 'redes'))[0]?.lemma, 'red');
    assert.deepEqual(morphology.restarts, ['exited']);
  });

  test('are killed and restarted when they hang', async () => {
    await using morphology = await setup({ answerMsMax: 3_000 });
    await untilRead(morphology, ['ratones']);
    const running = pipelinePrograms(process.pid);
    for (const { id } of running) process.kill(id, 'SIGSTOP');
    assert.equal((await readOne(morphology, es, 'redes'))[0]?.lemma, 'red');
    assert.deepEqual(morphology.restarts, ['hung']);
    await eventually(() => stillRunning(running).length === 0);
  });

  test('leave a word unknown after a timeout, and the next call looks it up again', async () => {
    await using morphology = await setup({ callMsMax: 300 });
    await untilRead(morphology, ['ratones']);
    const running = pipelinePrograms(process.pid);
    for (const { id } of running) process.kill(id, 'SIGSTOP');
    const { known, readings } = await morphology.read(es, ['redes', 'ratones']);
    assert.equal(known, false);
    assert.deepEqual([...readings.keys()], ['ratones']);
    assert.deepEqual(await morphology.numbersOf(es, ['ordenador'], 'plural'), new Map([['ordenador', 'ordenadores']]));
    for (const { id } of running) process.kill(id, 'SIGCONT');
    await untilRead(morphology, ['redes']);
    assert.equal((await readOne(morphology, es, 'redes'))[0]?.lemma, 'red');
  });
});

test('knows only endings if no language pair is installed', async () => {
  await using morphology = await setup({}, '/nonexistent');
  assert.deepEqual(await morphology.read(es, ['ratones']), { known: false, readings: new Map() });
  const nouns = ['red neuronal', 'ratón', 'lunes'];
  const plurals = new Map([
    ['red neuronal', 'redes neuronales'],
    ['ratón', 'ratones'],
  ]);
  assert.deepEqual(await morphology.numbersOf(es, nouns, 'plural'), plurals);
  const singular = await morphology.numbersOf(es, ['redes neuronales'], 'singular');
  assert.deepEqual(singular, new Map([['redes neuronales', 'red neuronal']]));
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import { needsApertium } from '../../adapters/apertium/installed-apertium.ts';
import { lightMorphology } from '../../support/light-morphology.ts';
import { openPatientMorphology } from '../../support/patient-morphology.ts';
import { assertMatches, baseOf, type MadeEntry, markMatches, readCases, readMarked } from './marked-matches.ts';

const sections = {
  words: 'in scripts with spaces',
  capitals: 'in any capitals',
  withSpaces: 'in other scripts with spaces',
  withoutSpaces: 'in scripts without spaces',
  byEndings: 'in inflected forms, by their endings',
};
for (const [section, title] of Object.entries(sections)) {
  describe(`entries ${title}`, () => {
    for (const one of readCases(section))
      test(`${one.title} (${one.language})`, () => assertMatches(one, lightMorphology));
  });
}

describe('entries in inflected forms, by dictionaries', needsApertium, () => {
  for (const one of readCases('byDictionary')) {
    test(`${one.title} (${one.language})`, async () => {
      await using morphology = openPatientMorphology();
      await assertMatches(one, morphology);
    });
  }
});

test('the longest of very many entries that begin alike matches', async () => {
  const entries = Array.from({ length: 60 }, (_, index) => '大'.repeat(index + 1));
  const sentences = [`[${'大'.repeat(60)}]`, `[${'大'.repeat(45)}]。[${'大'.repeat(50)}]`];
  await assertMatches({ title: '', language: 'zh-Hans', entries, sentences }, lightMorphology);
});

describe('entries at the same position', () => {
  const matched = async (sentence: string, entries: readonly MadeEntry[]): Promise<string | undefined> => {
    const matches = await baseOf('en', entries).match([sentence], lightMorphology);
    return matches.get(sentence)?.map(({ entry }) => entry.translation)[0];
  };
  const older: MadeEntry = { term: 'Bank', translation: 'older', addedIn: 1 };

  test('the newest wins', async () => {
    const newer: MadeEntry = { term: 'bank', translation: 'newer', addedIn: 2 };
    assert.equal(await matched('The Bank', [older, newer]), 'newer');
    assert.equal(await matched('The Bank', [newer, older]), 'newer');
  });

  test('an entry with an exact match wins over others that were added together with it', async () => {
    const exact: MadeEntry = { term: 'Bank', translation: 'exact', caseRule: 'exact', addedIn: 1 };
    assert.equal(await matched('The Bank', [exact, older]), 'exact');
    assert.equal(await matched('The Bank', [older, exact]), 'exact');
    assert.equal(await matched('The BANK', [older, exact]), 'older');
  });

  test('of those, the entry for a specific language wins, then the one with the later id', async () => {
    const any: MadeEntry = { term: 'BANK', translation: 'any', source: '*', target: '*', addedIn: 1 };
    assert.equal(await matched('The Bank', [older, any]), 'older');
    const [one, two] = ['term-1', 'term-2'].map((id) => ({ ...older, id: id as EntryId, translation: id }));
    assert.equal(await matched('The Bank', [two ?? older, one ?? older]), 'term-2');
  });

  test('an exact form wins over a newer entry in an inflected form', async () => {
    const plural: MadeEntry = { term: 'banks', translation: 'plural', addedIn: 1 };
    assert.equal(await matched('The banks', [plural, { ...older, addedIn: 9 }]), 'plural');
  });
});

test('sentences without matches are not in the result, and repeated sentences are once', async () => {
  const base = baseOf('en', ['pear']);
  const matches = await base.match(['A pear.', 'An apple.', 'A pear.', ''], lightMorphology);
  assert.deepEqual([...matches.keys()], ['A pear.']);
  assert.deepEqual(await baseOf('en', []).match(['A pear.'], lightMorphology), new Map());
});

test('offsets are those of the sentence, also where composing it makes it shorter or longer', async () => {
  const base = baseOf('en', ['pear']);
  const before = `${'e\u0301'.repeat(5)} \u1100\u1161\u11A8 \u0958\uFB2C 👩‍💻 `;
  const marked = `${before}[pear] ◁x▷ [PEARS/plural] e\u0301.`;
  const sentence = readMarked(marked);
  const matches = await base.match([sentence], lightMorphology);
  assert.equal(markMatches(sentence, matches.get(sentence) ?? []), marked);
});

test('a long sentence is matched with pauses for other texts', async () => {
  const base = baseOf(
    'zh-Hans',
    Array.from({ length: 190 }, (_, index) => '一'.repeat(index + 1)),
  );
  const [long, short] = ['一'.repeat(2_000), '一 一一'];
  const match = (sentence: string, pause?: () => Promise<void>) => base.match([sentence], lightMorphology, pause);
  const [alone, shortAlone] = [await match(long), await match(short)];
  const others: unknown[] = [];
  const matched = await match(long, async () => void others.push(await match(short)));
  assert.deepEqual(matched, alone);
  assert.ok(others.length >= 10, String(others.length));
  for (const other of others) assert.deepEqual(other, shortAlone);
});

describe('dictionary lookups', () => {
  /** What a dictionary was asked; one that knows nothing unless given. */
  const listen = (dictionary: Pick<Morphology, 'read'> = lightMorphology) => {
    const asked: string[][] = [];
    const read: Morphology['read'] = (language, words) => {
      asked.push([...words]);
      return dictionary.read(language, words);
    };
    return { asked, read };
  };

  test('look up all relevant words of a request at once', async () => {
    const base = baseOf('es', ['red neuronal', 'casa']);
    const { asked, read } = listen();
    await base.match(['Las redes neuronales.', 'Las redes sociales y los perros.', 'Otras redes neuronales'], { read });
    const lookups = asked.map((words) => words.toSorted());
    assert.deepEqual(lookups, [['neuronal', 'neuronales', 'red', 'redes']]);
  });

  test('do not look up a word twice', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('es', ['red neuronal', 'casa']);
    const { asked, read } = listen(morphology);
    const sentence = 'Las redes neuronales de las casas, de las casadas y de los cases.';
    const first = await base.match([sentence], { read });
    const marked = markMatches(sentence, first.get(sentence) ?? []);
    assert.equal(marked, 'Las [redes neuronales/plural] de las [casas/plural], de las casadas y de los cases.');
    const both = [sentence, 'Otras redes neuronales.'];
    assert.deepEqual(await base.match(both, { read }), await base.match(both, { read }));
    assert.deepEqual((await base.match([sentence], { read })).get(sentence), first.get(sentence));
    assert.equal(asked.length, 1);
  });

  test('repeat a lookup that was evicted, but never for the same text', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('es', ['casa']);
    const { asked, read } = listen(morphology);
    const others = Array.from({ length: 600 }, (_, index) => `Palabra${String.fromCodePoint(0x4e00 + index)} allí.`);
    await base.match(['Las casas.', ...others, 'Dos casas.'], { read });
    assert.equal(asked.length, 1);
    await base.match(['Las casas.'], { read });
    assert.equal(asked.length, 2);
    await base.match(['Las casas.'], { read });
    assert.equal(asked.length, 2);
  });

  test('are not needed if no entry can be inflected', async () => {
    const base = baseOf('es', ['red', { term: 'Casa', caseRule: 'exact' }, { term: 'gato', translation: undefined }]);
    const { asked, read } = listen();
    await base.match(['La red y el perro en Casas y gatos.'], { read });
    assert.deepEqual(asked, []);
  });

  test('find the part of speech of a lower-case word that has a capital in an entry', needsApertium, async () => {
    await using morphology = openPatientMorphology();
    const base = baseOf('en', [
      { term: 'Apple', partOfSpeech: 'name' },
      { term: 'Run', partOfSpeech: 'noun' },
    ]);
    const sentence = 'The Apple and the apple, a run.';
    const matches = await base.match([sentence], morphology);
    assert.equal(markMatches(sentence, matches.get(sentence) ?? []), 'The [Apple] and the apple, a [run].');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { lightMorphology } from '../../support/light-morphology.ts';
import { type MarkedCase, testMarked } from './marked-cases.ts';
import { baseOf, type MadeEntry, markMatches, readMarked } from './marked-matches.ts';

const words: readonly MarkedCase[] = [
  {
    title: 'a term matches as a word, never as a part of one',
    language: 'es',
    entries: ['casa', 'art', 'el'],
    sentences: ['La [casa] es de un hombre casado.', 'casamiento, encasar y fracasan', 'Un artículo party [art] él.'],
  },
  {
    title: 'a letter with an accent is another one, however it is written',
    language: 'es',
    entries: ['café', 'cana'],
    sentences: ['Un [café] y un [cafe\u0301] y un cafe.', 'La [cana] y la caña y la can\u0303a.'],
  },
  {
    title: 'what shows nothing inside a word is no part of it',
    language: 'en',
    entries: ['database', 'network'],
    sentences: ['A [data\u00ADbase] and a [net\u2060work].', 'A data\u200Bbase is two words.'],
  },
  {
    title: 'a hyphen joins words, unless the term has it itself',
    language: 'es',
    entries: ['casa', 'e-mail', 'Wi-Fi'],
    sentences: [
      'La casa-museo y el museo-casa y la [casa].',
      'Mi [e-mail] por [Wi-Fi], un [e\u2011mail] y un email o e mail.',
      '-[Casa] —dijo—. -[Casa]- y otra (-[casa]-), [casa]--[casa].',
      '[casa]—[casa]/[casa]…',
    ],
  },
  {
    title: 'a hyphen at the end of a word that is cut short joins it to what follows',
    language: 'de',
    entries: ['Haus', 'Pflege'],
    sentences: ['Die Haus- und Gartenarbeit im [Haus].', 'Anbau und -pflege, Haus-Tür, [Pflege] – ja.'],
  },
  {
    title: 'the text after an elided article is a separate word',
    language: 'fr',
    entries: ['ordinateur', 'hui', 'un'],
    sentences: [
      "L'[ordinateur] d’[ordinateur] [ordinateur]-là aujourd'hui.",
      "quelqu'un et jusqu'[un]",
      'ordinateur-clé',
    ],
  },
  {
    title: 'elided articles',
    language: 'it',
    entries: ['albero'],
    sentences: ["dell'[albero], quell’[albero], x'albero"],
  },
  {
    title: 'articles before a hyphen',
    language: 'mt',
    entries: ['kompjuter'],
    sentences: ['il-[kompjuter], b-kompjuter'],
  },
  {
    title: 'an ending of possession stays outside',
    language: 'en',
    entries: ['Dragoman', 'world', { term: 'Don', caseRule: 'exact' }, "McDonald's"],
    sentences: [
      "[Dragoman]'s API is the [world]’s.",
      "Don't ask [Don]. The [worlds/plural]' [world].",
      "[McDonald’s] is [McDonald's].",
    ],
  },
  {
    title: 'an apostrophe divides a name from its endings',
    language: 'tr',
    entries: ['Ankara', 'API'],
    sentences: ["[Ankara]'da [API]’nin Ankara'X"],
  },
  { title: 'endings behind a hyphen', language: 'hu', entries: ['API'], sentences: ['Az [API]-t és API-kulcs.'] },
  { title: 'endings behind a hyphen', language: 'ro', entries: ['site'], sentences: ['[site]-ul și site-map'] },
  {
    title: 'an apostrophe is a letter',
    language: 'uk',
    entries: ["комп'ютер", 'ютер'],
    sentences: ['[Комп’ютер] та ютера'],
  },
  {
    title: 'signs that belong to a term must stand there, and tie it to nothing else',
    language: 'en',
    entries: ['C++', 'C', 'C#', '.NET', 'net', 'AT&T', 'R&D', 'R', '3D', '3', 'N.º', 'Node', 'Yahoo!'],
    sentences: [
      '[C++] and [C#] and [C], not C+++ or C++x or C## or C#m.',
      'ASP.NET, [.NET], ([.NET]) and ...[net] are not Internet nor .NETx, [net].',
      '[AT&T] does [R&D] in [R], not AT&TX.',
      '[3D], [3] or 3.5 or 3,5 or 3a or 12:3.',
      'The [N.º] 5, N.ºs.',
      'Node.js is no [Node]. @node and #node neither, nor my_node.',
      '[Yahoo!] is not Yahoo?',
    ],
  },
  {
    title: 'terms stand across line wraps and inline tags, which stay outside at their ends',
    language: 'es',
    entries: ['red neuronal', 'casa', 'e-mail'],
    sentences: [
      'Una ◁[red▷⏎neuronal] y ◁[red neuronal]▷ y ◁◁[casa]▷▷.',
      'Una [red ◁neuronal]▷ y [red•  neuronal] y [red ⏎ neuronal] y [red\u00A0neuronal].',
      'Una red▣neuronal o red ▣ neuronal o ▣[casa] o [casa]▣.',
      '[casa]◁1▷, ◁[casa]▷s, [e◁-▷mail].',
      'Una redneuronal, red-neuronal, red, neuronal.',
    ],
  },
  {
    title: 'the longest match wins, and none overlaps another',
    language: 'en',
    entries: ['machine', 'machine learning', 'learning rate schedule', 'learning rate', 'rate limit of the day'],
    sentences: [
      'The [machine] [learning rate schedule].',
      '[machine learning] and a [learning rate].',
      'machine-learning [machine learning] [machine].',
      'A [learning rate] limit.',
    ],
  },
  {
    title: 'of two overlapping matches as long as each other the first wins',
    language: 'en',
    entries: ['dark sea', 'wine dark'],
    sentences: ['The [wine dark] sea.'],
  },
  {
    title: 'the same words stand alone and in longer terms',
    language: 'en',
    entries: ['a', 'a a', 'a a a'],
    sentences: ['[a a a] [a a a] [a a].', '[a a a], [a], [a a]!'],
  },
  {
    title: 'a term that matches exactly is not found in other capitals or forms',
    language: 'en',
    entries: [{ term: 'Apple', caseRule: 'exact' }, { term: 'IT', caseRule: 'exact' }, 'pear'],
    sentences: ['[Apple] and apple and APPLE and Apples.', 'It is [IT].', '[PEAR], [Pears/plural], [pear].'],
  },
  {
    title: 'a term that is copied, or is a name, a verb or something else is not found in the plural',
    language: 'en',
    entries: [
      { term: 'Surface', translation: undefined },
      { term: 'Windows', partOfSpeech: 'name' },
      { term: 'Outlook', partOfSpeech: 'name' },
      { term: 'run', partOfSpeech: 'verb' },
      { term: 'Teapot', translation: undefined, partOfSpeech: 'noun' },
    ],
    sentences: ['[Surface], surfaces, [windows], window, outlooks, [run], runs, [teapots/plural].'],
  },
  {
    title: 'a term in the plural matches as it was entered',
    language: 'es',
    entries: ['gafas', 'tijeras'],
    sentences: ['Las [gafas] y la gafa, [TIJERAS] y tijera.'],
  },
];

describe('entries in sentences of scripts with spaces', () => testMarked(words, async () => lightMorphology));

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

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeToken } from '../../../src/text/document/token.ts';
import type { EntryId, EntryMatch, PartOfSpeech } from '../../../src/text/glossary/glossary-entry.ts';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import { usesOf } from '../../../src/text/glossary/target-form.ts';
import type { LanguagePair, LanguageTag } from '../../../src/text/languages/language.ts';
import { lightMorphology } from '../../support/light-morphology.ts';

const pair: LanguagePair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };

type Found = {
  readonly words: string;
  /** As the term is written; the words unless given. */
  readonly term?: string;
  readonly translation?: string | undefined;
  readonly number?: 'plural';
  readonly partOfSpeech?: PartOfSpeech;
};

function matchOf({ words, term = words, translation, number, partOfSpeech }: Found, sentence: string): EntryMatch {
  const start = sentence.indexOf(words);
  return {
    entry: {
      id: 'term_1' as EntryId,
      source: pair.source,
      target: pair.target,
      term,
      translation,
      caseRule: 'follow',
      partOfSpeech,
      addedIn: 1,
    },
    start,
    end: start + words.length,
    number,
  };
}

/** What is wanted, and accepted, for one term in a sentence of its words. */
async function formsOf(found: Found): Promise<readonly [wanted: string, ...accepted: readonly string[]]> {
  const sentence = `Ver ${found.words}.`;
  const matches = new Map([[sentence, [matchOf(found, sentence)]]]);
  const [use] = (await usesOf({ pair, morphology: lightMorphology, matches })).get(sentence) ?? [];
  assert.ok(use !== undefined);
  return [use.wanted, ...use.accepted];
}

describe('the wanted form of an entry', () => {
  const adjective = 'adjective';
  const plural = 'plural';
  const cases: readonly (readonly [title: string, Found, ...forms: readonly string[]])[] = [
    ['is as written if the term is as written', { words: 'ratón', translation: 'mouse' }, 'mouse', 'mouse', 'mice'],
    ['is as written if it has one number', { words: 'tijeras', translation: 'scissors' }, 'scissors', 'scissors'],
    ['is plural as in the text', { words: 'ratones', translation: 'mouse', number: plural }, 'mice', 'mice', 'mouse'],
    ['stays plural', { words: 'ratones', translation: 'mice', number: plural }, 'mice', 'mice', 'mouse'],
    [
      'is the same in the plural for an English adjective',
      { words: 'vinculantes', translation: 'legally binding', number: plural, partOfSpeech: adjective },
      'legally binding',
      'legally binding',
    ],
    [
      'is as written if no plural is known',
      { words: 'programas', translation: 'software', number: plural },
      'software',
      'software',
    ],
    ['is the source words of a do-not-translate entry', { words: 'Kubelets', number: plural }, 'Kubelets', 'Kubelets'],
    ['is so in any number', { words: 'Kubelets', term: 'kubelet', number: plural }, 'Kubelets', 'Kubelets'],
  ];
  for (const [title, found, ...forms] of cases) test(title, async () => assert.deepEqual(await formsOf(found), forms));

  test('may have any case that the dictionary knows, unless the entry is exact', async () => {
    const anyCase = ['общество', 'обществу'];
    const morphology: Morphology = { ...lightMorphology, formsOf: async () => new Map([['общество', anyCase]]) };
    const match = matchOf({ words: 'sociedad', translation: 'общество' }, 'sociedad');
    const acceptedOf = async (caseRule: 'exact' | 'follow') => {
      const matches = new Map([['sociedad', [{ ...match, entry: { ...match.entry, caseRule } }]]]);
      return (await usesOf({ pair, morphology, matches })).get('sociedad')?.[0]?.accepted;
    };
    assert.deepEqual(await acceptedOf('follow'), anyCase);
    assert.deepEqual(await acceptedOf('exact'), ['общество']);
  });

  test('has the source words without tokens, with single spaces', async () => {
    const words = `red${writeToken('space', 1)}${writeToken('open', 0)}neu${writeToken('point', 2)}ronal${writeToken('close', 0)}`;
    const matches = new Map([[words, [matchOf({ words, translation: 'neural network' }, words)]]]);
    const [use] = (await usesOf({ pair, morphology: lightMorphology, matches })).get(words) ?? [];
    assert.equal(use?.words, 'red neuronal');
  });

  test('is looked up once for all sentences, and only where needed', async () => {
    const asked: (readonly string[])[] = [];
    const numbersOf: Morphology['numbersOf'] = (language, nouns, number) => {
      if (number === 'plural') asked.push(nouns);
      return lightMorphology.numbersOf(language, nouns, number);
    };
    const wantedIn = async (sentences: Readonly<Record<string, readonly Found[]>>) => {
      const matches = new Map(
        Object.entries(sentences).map(([sentence, all]) => [sentence, all.map((found) => matchOf(found, sentence))]),
      );
      const uses = await usesOf({ pair, morphology: { ...lightMorphology, numbersOf }, matches });
      return [...uses].map(([sentence, found]) => [sentence, ...found.map(({ wanted }) => wanted)]);
    };
    const [mouse, network] = [
      { words: 'ratón', translation: 'mouse' },
      { words: 'red', translation: 'network' },
    ];
    const kept = { 'Nada de kubectl.': [{ words: 'kubectl' }] };
    assert.deepEqual(await wantedIn({ 'Un ratón.': [mouse], 'El ratón y la red.': [mouse, network], ...kept }), [
      ['Un ratón.', 'mouse'],
      ['El ratón y la red.', 'mouse', 'network'],
      ['Nada de kubectl.', 'kubectl'],
    ]);
    await wantedIn(kept);
    assert.deepEqual(asked, [['mouse', 'network']]);
  });
});

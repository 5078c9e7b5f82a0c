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
  test('is the translation as written if the term occurs as written', async () => {
    assert.deepEqual(await formsOf({ words: 'ratón', translation: 'mouse' }), ['mouse', 'mouse', 'mice']);
    assert.deepEqual(await formsOf({ words: 'tijeras', translation: 'scissors' }), ['scissors', 'scissors']);
  });

  test('may have any case that the dictionary knows, unless the entry is exact', async () => {
    const cases = ['общество', 'обществу'];
    const morphology: Morphology = { ...lightMorphology, formsOf: async () => new Map([['общество', cases]]) };
    const match = matchOf({ words: 'sociedad', translation: 'общество' }, 'sociedad');
    const acceptedOf = async (caseRule: 'exact' | 'follow') => {
      const matches = new Map([['sociedad', [{ ...match, entry: { ...match.entry, caseRule } }]]]);
      return (await usesOf({ pair, morphology, matches })).get('sociedad')?.[0]?.accepted;
    };
    assert.deepEqual(await acceptedOf('follow'), cases);
    assert.deepEqual(await acceptedOf('exact'), ['общество']);
  });

  test('is plural if the term is plural in the text, and the other number is accepted too', async () => {
    const plural = await formsOf({ words: 'ratones', translation: 'mouse', number: 'plural' });
    assert.deepEqual(plural, ['mice', 'mice', 'mouse']);
    const singular = await formsOf({ words: 'ratones', translation: 'mice', number: 'plural' });
    assert.deepEqual(singular, ['mice', 'mice', 'mouse']);
  });

  test('is not changed in the plural for an English adjective', async () => {
    const found = { words: 'vinculantes', translation: 'legally binding', number: 'plural' } as const;
    assert.deepEqual(await formsOf({ ...found, partOfSpeech: 'adjective' }), ['legally binding', 'legally binding']);
  });

  test('is the translation as written if no other number is known', async () => {
    const found = { words: 'programas', translation: 'software', number: 'plural' } as const;
    assert.deepEqual(await formsOf(found), ['software', 'software']);
  });

  test('is the source words for a do-not-translate entry, in any number', async () => {
    const found = { words: 'Kubelets', number: 'plural' } as const;
    assert.deepEqual(await formsOf(found), ['Kubelets', 'Kubelets']);
    assert.deepEqual(await formsOf({ ...found, term: 'kubelet' }), ['Kubelets', 'Kubelets']);
  });

  test('has the source words without tokens, with single spaces', async () => {
    const words = `red${writeToken('space', 1)}${writeToken('open', 0)}neu${writeToken('point', 2)}ronal${writeToken('close', 0)}`;
    const matches = new Map([[words, [matchOf({ words, translation: 'neural network' }, words)]]]);
    const [use] = (await usesOf({ pair, morphology: lightMorphology, matches })).get(words) ?? [];
    assert.equal(use?.words, 'red neuronal');
  });

  test('is looked up once for all sentences, and only where needed', async () => {
    const asked: (readonly string[])[] = [];
    const morphology: Morphology = {
      ...lightMorphology,
      pluralsOf: (language, nouns) => {
        asked.push(nouns);
        return lightMorphology.pluralsOf(language, nouns);
      },
    };
    const sentences = ['Un ratón.', 'El ratón y la red.', 'Nada de kubectl.'];
    const matches = new Map([
      [sentences[0] ?? '', [matchOf({ words: 'ratón', translation: 'mouse' }, sentences[0] ?? '')]],
      [
        sentences[1] ?? '',
        [
          matchOf({ words: 'ratón', translation: 'mouse' }, sentences[1] ?? ''),
          matchOf({ words: 'red', translation: 'network' }, sentences[1] ?? ''),
        ],
      ],
      [sentences[2] ?? '', [matchOf({ words: 'kubectl' }, sentences[2] ?? '')]],
    ]);
    const uses = await usesOf({ pair, morphology, matches });
    assert.deepEqual([...uses.keys()], sentences);
    assert.deepEqual(
      [...uses.values()].map((found) => found.map(({ wanted }) => wanted)),
      [['mouse'], ['mouse', 'network'], ['kubectl']],
    );
    assert.deepEqual(asked, [['mouse', 'network']]);
    await usesOf({ pair, morphology, matches: new Map([[sentences[2] ?? '', matches.get(sentences[2] ?? '') ?? []]]) });
    assert.equal(asked.length, 1);
  });
});

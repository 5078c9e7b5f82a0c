import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lightMorphology } from '../../../src/core/terms/light-morphology.ts';
import { baseOf, type MadeTerm, markMatches, readMarked } from './marked-matches.ts';

/**
 * Terms, and sentences in which they stand between brackets. Tokens are shown as ◁ (open), ▷ (close), • (point),
 * ⏎ (white space) and ▣ (a word).
 */
type Case = {
  readonly title: string;
  readonly language: string;
  readonly terms: readonly (string | MadeTerm)[];
  readonly sentences: readonly string[];
};

const cases: readonly Case[] = [
  {
    title: 'a term matches as a word, never as a part of one',
    language: 'es',
    terms: ['casa', 'art'],
    sentences: ['La [casa] es de un hombre casado.', 'casamiento, encasar y fracasan', 'Un art‌ículo party [art].'],
  },
  {
    title: 'a hyphen joins words, unless the term has it itself',
    language: 'es',
    terms: ['casa', 'e-mail', 'Wi-Fi'],
    sentences: [
      'La casa-museo y el museo-casa y la [casa].',
      'Mi [e-mail] por [Wi-Fi], un [e‑mail] y un email.',
      '-[Casa] —dijo—. -[Casa]- y otra (-[casa]-).',
    ],
  },
  {
    title: 'a hyphen at the end of a word that is cut short joins it to what follows',
    language: 'de',
    terms: ['Haus', 'Pflege'],
    sentences: ['Die Haus- und Gartenarbeit im [Haus].', 'Anbau und -pflege, Haus-Tür, [Pflege].'],
  },
  {
    title: 'what stands behind an elided article is a word of its own',
    language: 'fr',
    terms: ['ordinateur', 'hui', 'un'],
    sentences: ["L'[ordinateur] d’[ordinateur] aujourd'hui.", "quelqu'un et jusqu'[un]"],
  },
  {
    title: 'an ending of possession stays outside',
    language: 'en',
    terms: ['Dragoman', 'world', { term: 'Don', caseRule: 'exact' }],
    sentences: ["[Dragoman]'s API is the [world]’s.", "Don't ask [Don]. The [worlds/plural]' [world]."],
  },
  {
    title: 'signs that belong to a term must stand there, and tie it to nothing else',
    language: 'en',
    terms: ['C++', 'C', 'C#', '.NET', 'net', 'AT&T', 'R&D', 'R', '3D', '3', 'N.º'],
    sentences: [
      '[C++] and [C#] and [C], not C+++ or C++x or C##.',
      'ASP.NET, [.NET] and ...[net] are not Internet nor .NETx.',
      '[AT&T] does [R&D] in [R], not AT&TX.',
      '[3D], [3] or 3.5 or 3,5 or 3a or 12:3.',
      'The [N.º] 5, N.ºs.',
    ],
  },
  {
    title: 'terms stand across line wraps and inline tags, which stay outside at their ends',
    language: 'es',
    terms: ['red neuronal', 'casa'],
    sentences: [
      'Una ◁[red▷⏎neuronal] y ◁[red neuronal]▷ y ◁◁[casa]▷▷.',
      'Una [red ◁neuronal]▷ y [red•  neuronal].',
      'Una red▣neuronal o red ▣ neuronal o ▣[casa].',
    ],
  },
  {
    title: 'the longest match wins, and none overlaps another',
    language: 'en',
    terms: ['machine', 'machine learning', 'learning rate schedule', 'learning rate'],
    sentences: ['The [machine] [learning rate schedule].', '[machine learning] and a [learning rate].'],
  },
];

describe('terms in sentences', () => {
  for (const { title, language, terms, sentences } of cases) {
    test(title, async () => {
      const base = baseOf(language, terms);
      for (const marked of sentences) {
        const sentence = readMarked(marked);
        const matches = await base.match([sentence], lightMorphology);
        assert.equal(markMatches(sentence, matches.get(sentence) ?? []), marked);
      }
    });
  }
});

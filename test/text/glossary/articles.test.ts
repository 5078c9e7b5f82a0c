import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeToken } from '../../../src/text/document/token.ts';
import { articleAtStart, fittingArticle } from '../../../src/text/glossary/articles.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** By language: what stands before a term, the term, and what should stand before it. */
const fitting: Readonly<Record<string, readonly (readonly [before: string, wanted: string, fit: string])[]>> = {
  en: [
    ['This is a ', 'interface', 'This is an '],
    ['This is an ', 'mouse', 'This is a '],
    ['A ', 'interface', 'An '],
    ['An ', 'user', 'A '],
    ['THIS IS A ', 'ERROR', 'THIS IS AN '],
    ['an ', 'European team', 'a '],
    ['an ', 'one-off job', 'a '],
    ['a ', 'hour', 'an '],
    ['a ', 'honest broker', 'an '],
    ['an ', 'hotel', 'a '],
    ['a ', 'API', 'an '],
    ['an ', 'URL', 'a '],
    ['a ', 'SQL database', 'an '],
    ['an ', 'NATO base', 'a '],
    ['an ', 'unit test', 'a '],
    ['a ', 'unimportant thing', 'an '],
    ['a ', 'umbrella', 'an '],
    ['a ', '8-bit number', 'an '],
    ['a ', '11th hour', 'an '],
    ['an ', '100 metres', 'a '],
    ['a ', 'X-ray', 'an '],
    ['an ', 'ubiquitous computer', 'a '],
  ],
  fr: [
    ['le ', 'ordinateur', "l'"],
    ['Le ', 'ordinateur', "L'"],
    ['une image de ', 'erreur', "une image d'"],
    ["une image d'", 'base', 'une image de '],
    ['d’', 'base', 'de '],
    ['nom du ', 'utilisateur', "nom de l'"],
    ['accès au ', 'hôte', "accès à l'"],
    ['ce ', 'utilisateur', 'cet '],
    ['cet ', 'réseau', 'ce '],
    ['ma ', 'adresse', 'mon '],
    ['le nouveau ', 'ordinateur', 'le nouvel '],
  ],
  it: [
    ['il ', 'scanner', 'lo '],
    ['lo ', 'mouse', 'il '],
    ['il ', 'indirizzo', "l'"],
    ['un ', 'schermo', 'uno '],
    ['uno ', 'utente', 'un '],
    ['una ', 'interfaccia', "un'"],
    ["un'", 'rete', 'una '],
    ['del ', 'server', 'del '],
    ['del ', 'zaino', 'dello '],
    ['i ', 'utenti', 'gli '],
    ['nella ', 'area', "nell'"],
  ],
  ca: [
    ['el ', 'ordinador', "l'"],
    ['del ', 'usuari', "de l'"],
    ["d'", 'xarxa', 'de '],
    ['de ', 'error', "d'"],
    ['la ', 'adreça', "l'"],
  ],
};

/** What stays: it fits, or only the gender would tell, or it is no article. */
const staying: Readonly<Record<string, readonly (readonly [before: string, wanted: string])[]>> = {
  en: [
    ['This is a ', 'mouse'],
    ['vitamin A ', 'interface'],
    ['the ', 'interface'],
    ['extra', 'interface'],
    ['a', 'interface'],
    ['', 'interface'],
    ['a\n', 'interface'],
    ['a ', '网络'],
  ],
  fr: [
    ["l'", 'réseau'],
    ['le ', 'héros'],
    ['le ', 'yaourt'],
    ['le ', 'onzième'],
    ['la ', 'hiérarchie'],
    ['le ', 'HTTP'],
    ['mon ', 'réseau'],
    ['là ', 'ordinateur'],
  ],
  it: [
    ["l'", 'mouse'],
    ["dell'", 'rete'],
    ['la ', 'rete'],
  ],
  ca: [
    ['la ', 'universitat'],
    ['la ', 'imatge'],
    ['el ', 'iode'],
    ["l'", 'xarxa'],
  ],
  es: [['la ', 'agua']],
  pt: [['o ', 'utilizador']],
  de: [['ein ', 'Fehler']],
  zh: [['一', '网络']],
};

describe('the article before an entry', () => {
  for (const [language, cases] of Object.entries(fitting)) {
    test(`is made to fit its first sound in ${language}`, () => {
      for (const [before, wanted, fit] of cases) {
        const expected = fit === before ? undefined : fit;
        assert.equal(fittingArticle(language as LanguageTag, before, wanted), expected, before + wanted);
        assert.equal(fittingArticle(language as LanguageTag, fit, wanted), undefined, 'a second time changes nothing');
      }
    });
  }

  for (const [language, cases] of Object.entries(staying)) {
    test(`stays in ${language} where it fits, or the right form is unknown`, () => {
      for (const [before, wanted] of cases) {
        assert.equal(fittingArticle(language as LanguageTag, before, wanted), undefined, before + wanted);
      }
    });
  }

  test('is corrected before tokens, which stay', () => {
    const open = writeToken('open', 3);
    const [en, fr] = ['en', 'fr'] as [LanguageTag, LanguageTag];
    assert.equal(fittingArticle(en, `This is a ${open}`, 'interface'), `This is an ${open}`);
    assert.equal(fittingArticle(fr, `le ${open}`, 'ordinateur'), `l'${open}`);
    assert.equal(fittingArticle(en, `a ${writeToken('word', 1)}`, 'interface'), undefined);
  });

  test('is corrected without an error in any text, and a corrected one is not changed again', () => {
    const languages = fc.constantFrom('en', 'fr', 'it', 'ca', 'es') as fc.Arbitrary<LanguageTag>;
    const articles = fc.constantFrom('a ', 'an ', 'A ', 'le ', "l'", "d'", 'un ', "un'", 'del ', 'du ', 'la ', '');
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('hour', 'API', 'ordinateur', 'constructor'));
    fc.assert(
      fc.property(languages, fc.tuple(text, articles), text, (language, [lead, article], wanted) => {
        const fit = fittingArticle(language, `${lead} ${article}`, wanted);
        if (fit !== undefined) assert.equal(fittingArticle(language, fit, wanted), undefined);
      }),
      { numRuns: propertyRuns('', 3_000) },
    );
  });
});

describe('an article at the start of what an engine wrote', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['en', 'the house', 4],
    ['en', 'An hour', 3],
    ['en', 'theory', 0],
    ['en', 'the', 0],
    ['es', 'las casas', 4],
    ['es', 'del ratón', 0],
    ['fr', "l'eau", 2],
    ['fr', 'l’eau', 2],
    ['fr', 'le réseau', 3],
    ['it', "un'area", 3],
    ['ca', 'els ratolins', 4],
    ['pt-BR', 'o rato', 2],
    ['de', 'dem Netz', 4],
    ['ja', 'ネット', 0],
    ['en', '', 0],
  ];
  for (const [language, text, length] of cases) {
    test(`takes ${length} of "${text}" in ${language}`, () => {
      assert.equal(articleAtStart(language as LanguageTag, text), length);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeToken } from '../../../src/text/document/token.ts';
import { articleAtStart, fittingArticle } from '../../../src/text/glossary/articles.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** By language: what stands before an entry, with its right form, and the entry. */
const corrected: Readonly<Record<string, string>> = {
  en: `This is [a>an] interface; This is [an>a] mouse; [A>An] interface; [An>A] user; THIS IS [A>AN] ERROR
    [an>a] European team; [an>a] one-off job; [a>an] hour; [a>an] honest broker; [an>a] hotel; [a>an] API; [an>a] URL
    [a>an] SQL database; [an>a] NATO base; [an>a] unit test; [a>an] unimportant thing; [a>an] umbrella
    [a>an] 8-bit number; [a>an] 11th hour; [an>a] 100 metres; [a>an] X-ray; [an>a] ubiquitous computer`,
  fr: `[le>l'] ordinateur; [Le>L'] ordinateur; une image [de>d'] erreur; une image [d'>de] base; [d’>de] base
    nom [du>de l'] utilisateur; accès [au>à l'] hôte; [ce>cet] utilisateur; [cet>ce] réseau; [ma>mon] adresse
    le [nouveau>nouvel] ordinateur`,
  it: `[il>lo] scanner; [lo>il] mouse; [il>l'] indirizzo; [un>uno] schermo; [uno>un] utente; [una>un'] interfaccia
    [un'>una] rete; [del>dello] zaino; [i>gli] utenti; [nella>nell'] area`,
  ca: "[el>l'] ordinador; [del>de l'] usuari; [d'>de] xarxa; [de>d'] error; [la>l'] adreça",
};

/** What stays: it fits, or only the gender decides, or it is no article. The entry follows the bar. */
const staying: Readonly<Record<string, string>> = {
  en: 'This is a |mouse; vitamin A |interface; the |interface; extra|interface; a|interface; |interface; a\t|interface; a |网络',
  fr: "l'|réseau; le |héros; le |yaourt; le |onzième; la |hiérarchie; le |HTTP; mon |réseau; là |ordinateur",
  it: "l'|mouse; dell'|rete; la |rete; del |server",
  ca: "la |universitat; la |imatge; el |iode; l'|xarxa",
  es: 'la |agua',
  pt: 'o |utilizador',
  de: 'ein |Fehler',
  zh: '一|网络',
};

/** An article, and a space unless it is elided. */
const spaced = (article: string): string => (/['’]$/.test(article) ? article : `${article} `);

describe('the article before an entry', () => {
  for (const [language, list] of Object.entries(corrected)) {
    test(`is corrected to fit its first sound in ${language}`, () => {
      for (const written of list.split(/; |\n\s*/)) {
        const [, lead = '', own = '', fit = '', wanted = ''] =
          /^(.*)\[(.*)>(.*)\] (.*)$/.exec(written) ?? assert.fail(written);
        const right = lead + spaced(fit);
        assert.equal(fittingArticle(language as LanguageTag, lead + spaced(own), wanted), right, written);
        assert.equal(
          fittingArticle(language as LanguageTag, right, wanted),
          undefined,
          'a second time changes nothing',
        );
      }
    });
  }

  for (const [language, list] of Object.entries(staying)) {
    test(`stays in ${language} where it fits, or the right form is unknown`, () => {
      for (const written of list.split('; ')) {
        const [before = '', wanted = ''] = written.split('|');
        assert.equal(fittingArticle(language as LanguageTag, before, wanted), undefined, written);
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

test('an article at the start of what an engine wrote is found in its language', () => {
  const cases: Readonly<Record<string, string>> = {
    en: 'the |house; An |hour; |theory; |the',
    es: 'las |casas; |del ratón',
    fr: "l'|eau; l’|eau; le |réseau",
    it: "un'|area",
    ca: 'els |ratolins',
    'pt-BR': 'o |rato',
    de: 'dem |Netz',
    ja: '|ネット',
  };
  for (const [language, list] of Object.entries(cases)) {
    for (const written of list.split('; ')) {
      const length = articleAtStart(language as LanguageTag, written.replace('|', ''));
      assert.equal(length, written.indexOf('|'), written);
    }
  }
});

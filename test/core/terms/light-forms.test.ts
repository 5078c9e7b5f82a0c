import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { pluralOf, singularsOf } from '../../../src/core/terms/light-forms.ts';
import { lightMorphology } from '../../../src/core/terms/light-morphology.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Singular and plural, which the endings of the language tell both ways. */
const bothWays: Readonly<Record<string, string>> = {
  en: `mouse/mice network/networks city/cities movie/movies box/boxes boss/bosses bus/buses house/houses virus/viruses
    use/uses database/databases cache/caches headache/headaches match/matches key/keys leaf/leaves index/indices
    analysis/analyses woman/women fireman/firemen potato/potatoes API/APIs GPU/GPUs Mouse/Mice CITY/CITIES user/users`,
  es: `ratón/ratones red/redes luz/luces índice/índices lápiz/lápices raíz/raíces conexión/conexiones canal/canales
    usuario/usuarios base/bases interés/intereses clave/claves nombre/nombres ordenador/ordenadores móvil/móviles
    ley/leyes informe/informes ciudad/ciudades país/países RED/RED`,
  pt: `rede/redes ligação/ligações animal/animais computador/computadores homem/homens usuário/usuários cruz/cruzes`,
  gl: `conexión/conexións usuario/usuarios man/mans canal/canais ordenador/ordenadores`,
  ca: `xarxa/xarxes connexió/connexions usuari/usuaris imatge/imatges document/documents`,
  fr: `réseau/réseaux cheval/chevaux base/bases utilisateur/utilisateurs bijou/bijoux clé/clés`,
  it: `connessione/connessioni processore/processori banca/banche tecnologia/tecnologie`,
  de: `Rechnung/Rechnungen Sicherheit/Sicherheiten Transaktion/Transaktionen Nutzerin/Nutzerinnen`,
  nl: `rekening/rekeningen mogelijkheid/mogelijkheden organisatie/organisaties`,
  sv: `tidning/tidningar funktion/funktioner`,
  nb: `regning/regninger funksjon/funksjoner`,
  da: `regning/regninger mulighed/muligheder`,
  eo: `reto/retoj`,
};

/** They look like plurals and are none, or may be of several singulars. */
const noPlurals: Readonly<Record<string, string>> = {
  en: 'news series always status analysis class this DNS AWS bus lens physics is as James',
  es: 'lunes crisis virus además paraguas entonces nos DNS',
  pt: 'lápis ônibus simples mais vírus português',
  fr: 'temps corps souris prix fois mois dans toujours',
  ca: 'dilluns temps procés país virus',
  it: 'libri gatti re',
  de: 'Mäuse Häuser Computer Daten',
  nl: 'muizen les was',
  xx: 'words of some language',
  zh: '网络',
};

describe('the singular of a word by its ending', () => {
  for (const [language, pairs] of Object.entries(bothWays)) {
    test(`is recognised by its ending in ${language}, and the plural as well`, () => {
      for (const pair of pairs.split(/\s+/)) {
        const [singular = '', plural = ''] = pair.split('/');
        if (singular === plural) continue;
        assert.deepEqual(singularsOf(language as LanguageTag, plural), [singular]);
        assert.equal(pluralOf(language as LanguageTag, singular), plural);
      }
    });
  }

  for (const [language, words] of Object.entries(noPlurals)) {
    test(`is not told in ${language} of a word that is no plural, or of any of several`, () => {
      for (const word of words.split(' ')) assert.deepEqual(singularsOf(language as LanguageTag, word), [], word);
    });
  }

  test('is that of the language, whatever its region', () => {
    assert.deepEqual(singularsOf('es-MX' as LanguageTag, 'redes'), ['red']);
    assert.equal(pluralOf('pt-BR' as LanguageTag, 'rede'), 'redes');
  });

  test('never fails, is never the word itself, and takes no longer for a long word', () => {
    const languages = fc.constantFrom(...Object.keys(bothWays), 'ro', 'ja') as fc.Arbitrary<LanguageTag>;
    const words = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'aeiouánsrz'), maxLength: 70 }),
      fc.constantFrom('s'.repeat(100_000), `${'a'.repeat(50)}s`),
    );
    fc.assert(
      fc.property(languages, words, (language, word) => {
        const singulars = singularsOf(language, word);
        assert.ok(singulars.length <= 2 && !singulars.includes(word) && !singulars.includes(''));
        assert.notEqual(pluralOf(language, word), '');
      }),
      { numRuns: propertyRuns('', 3_000) },
    );
  });
});

describe('a noun of several words by its endings', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['es', 'red neuronal', 'redes neuronales'],
    ['es', 'base de datos', 'bases de datos'],
    ['es', 'contrato digital de compra', 'contratos digitales de compra'],
    ['es', 'pantalla OLED', 'pantallas OLED'],
    ['en', 'neural network', 'neural networks'],
    ['en', 'point of sale', 'points of sale'],
    ['fr', 'réseau neuronal', 'réseaux neuronaux'],
    ['pt', 'rede neural', 'redes neurais'],
  ];
  for (const [language, singular, plural] of pairs) {
    test(`has its plural where it shows it: ${plural}`, async () => {
      const tag = language as LanguageTag;
      assert.deepEqual(await lightMorphology.pluralsOf(tag, [singular]), new Map([[singular, plural]]));
      assert.deepEqual(await lightMorphology.singularsOf(tag, [plural]), new Map([[plural, singular]]));
    });
  }

  test('has none where its words may agree in another way, or are of no known language', async () => {
    assert.deepEqual(
      await lightMorphology.pluralsOf('es' as LanguageTag, ['software libre', 'llave en mano x']),
      new Map([['llave en mano x', 'llaves en mano x']]),
    );
    assert.deepEqual(await lightMorphology.pluralsOf('de' as LanguageTag, ['neuronales Netz']), new Map());
    assert.deepEqual(await lightMorphology.pluralsOf('ja' as LanguageTag, ['網']), new Map());
  });
});

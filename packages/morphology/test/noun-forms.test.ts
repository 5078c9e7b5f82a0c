import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { pluralOf, singularsOf } from '../src/index.ts';

/** Singulars and plurals that endings show in both directions. */
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

/** Words that look like plurals and are not, or have several possible singulars. */
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

describe('the forms of a noun', () => {
  for (const [language, pairs] of Object.entries(bothWays)) {
    test(`are returned in ${language} if the ending shows them`, () => {
      for (const pair of pairs.split(/\s+/)) {
        const [singular = '', plural = ''] = pair.split('/');
        if (singular === plural) continue;
        assert.deepEqual(singularsOf(language, plural), [singular]);
        assert.equal(pluralOf(language, singular), plural);
      }
    });
  }

  for (const [language, words] of Object.entries(noPlurals)) {
    test(`are empty in ${language} for a word that is not a plural, or has several possible singulars`, () => {
      for (const word of words.split(' ')) assert.deepEqual(singularsOf(language, word), [], word);
    });
  }

  test('are the same in all regions of a language', () => {
    assert.deepEqual(singularsOf('es-MX', 'redes'), ['red']);
    assert.equal(pluralOf('pt-BR', 'rede'), 'redes');
  });

  test('are never an empty word, and at most two singulars for any word', () => {
    const languages = fc.constantFrom(...Object.keys(bothWays), 'ro', 'ja');
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
      { numRuns: 1_000 },
    );
  });
});

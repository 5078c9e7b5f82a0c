import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageNamed, nameLanguage } from '../../../src/text/languages/language-name.ts';
import { tag } from './engine.ts';

/** Everything that Apertium's pairs in Debian and the neural models serve. */
const served =
  'af am an ar ast az be bg bn br bs ca ca-valencia cs cy da de el en en-US eo es et eu fa fi fr frp ga gl gu ha he hi ' +
  'hr hu hy id ig is it ja jv ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn oc oc-aranese ' +
  'oc-gascon or pa pl ps pt pt-BR ro ru sc sd si sk sl sm sn so sq sr sr-Latn st su sv sw szl ta te tg th tr ug uk ur ' +
  'uz vi xh yi yo zh-Hans zh-Hant zu';

/** Languages whose native name is the English one. */
const sameNameInBoth = 'af en en-US eo ha ig mg mi';

test('every language has an English name and a native one', () => {
  for (const code of served.split(' ')) {
    const { name, nativeName } = nameLanguage(tag(code));
    assert.match(name, /^\p{Lu}[\p{L} ()]+$/u, code);
    assert.match(nativeName, /\p{L}/u, code);
    assert.equal(nativeName === name, sameNameInBoth.split(' ').includes(code), `${code}: ${nativeName}`);
  }
});

test('names that Unicode lacks or shortens are complete', () => {
  const names = 'an oc-aranese oc-gascon frp id ms ca-valencia'.split(' ').map((code) => nameLanguage(tag(code)));
  assert.deepEqual(
    names.map(({ name, nativeName }) => `${name} / ${nativeName}`),
    [
      'Aragonese / aragonés',
      'Occitan (Aranese) / occitan (aranés)',
      'Occitan (Gascon) / occitan (gascon)',
      'Arpitan / arpetan',
      'Indonesian / Bahasa Indonesia',
      'Malay / Bahasa Melayu',
      'Catalan (Valencian) / català (valencià)',
    ],
  );
});

test('only languages in Arabic and Hebrew letters are written from right to left', () => {
  const rightToLeft = served.split(' ').filter((code) => nameLanguage(tag(code)).direction === 'rtl');
  assert.deepEqual(rightToLeft, ['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);
});

test('an unknown language is named by its tag', () => {
  assert.deepEqual(nameLanguage(tag('qaa')), { name: 'qaa', nativeName: 'qaa', direction: 'ltr' });
});

test('an English or own name is found in any case, and nothing else is', () => {
  assert.deepEqual(['Deutsch', 'FRANÇAIS', '日本語'].map(languageNamed), ['de', 'fr', 'ja']);
  const named = ['Spanish', 'english ', 'NORWEGIAN', 'Chinese', 'Khakas', 'klingon', 'es', ''].map(languageNamed);
  assert.deepEqual(named, ['es', 'en', 'nb', 'zh-Hans', 'kjh', undefined, undefined, undefined]);
});

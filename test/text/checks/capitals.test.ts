import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLikeCapitals } from '../../../src/text/checks/capitals.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readable, withTokens } from './written-tokens.ts';

/** By what they show: a sentence, what an engine makes of it, and how that is written. */
const cases: Readonly<Record<string, readonly (readonly [sentence: string, given: string, written: string])[]>> = {
  'a sentence in capitals stays in capitals': [
    ['AVISO IMPORTANTE', 'IMPORTANT notice', 'IMPORTANT NOTICE'],
    ['CLÁUSULAS {o0}A{c0}', 'Clauses {o0}A{c0}', 'CLAUSES {o0}A{c0}'],
    ['2.ª DURACIÓN', '2nd LENGTH', '2nd LENGTH'],
  ],
  'one letter, or capitals among letters that have none, are no sentence in capitals': [
    ['Y', 'And', 'And'],
    ['यह PDF है', 'This is a PDF', 'This is a PDF'],
  ],
  'a copied word in capitals keeps them': [
    ['El XXI y el XXI', 'The XXI and the Xxi', 'The XXI and the XXI'],
    ['Tu OMS, nuestra OMS', 'Your OMS, our oms and OMS', 'Your OMS, our oms and OMS'],
    ['El s. XXI, cap. IV', 'The s. Xxi, cap. Iv', 'The s. XXI, cap. IV'],
    ['iPhone, eBay', 'IPHONE, eBay', 'iPhone, eBay'],
    ['The UN is here', 'La ONU es un', 'La ONU es un'],
  ],
  'the first word of a heading stays in capitals': [
    ['AVISO: Tu casa', 'Notice: Your house', 'NOTICE: Your house'],
    ['ÚLTIMA HORA | La casa', 'Last HOUR | The house', 'LAST HOUR | The house'],
    ['OTAN y la casa', 'Nato and the house', 'Nato and the house'],
  ],
  'the first letter is small where the sentence begins with a small one': [
    ['number of items', 'Número de elementos', 'número de elementos'],
    ['{w0} items', '{w0} Elementos', '{w0} elementos'],
    ['gracias por todo', 'Thank you By everything', 'thank you By everything'],
  ],
  'the first letter is a capital where the sentence begins with one': [
    ['Do {o0}not{c0} eat', '{o0}no{c0} comas', '{o0}No{c0} comas'],
    ['Él', 'he', 'He'],
    ['2 Casas', '2 houses', '2 Houses'],
  ],
  'a word behind a figure stays where the sentence has none there': [
    ['Veinte personas', '20 people', '20 people'],
    ['Quinientas personas', 'Some 500 people', 'Some 500 people'],
  ],
  'names, what English writes with a capital, and words as the sentence has them stay': [
    ['lunes', 'Monday', 'Monday'],
    ['español', 'Spanish', 'Spanish'],
    ['creo que sí', 'I think so', 'I think so'],
    ['de Juan el coche', 'Juan the car of', 'Juan the car of'],
    ['El iPhone', 'iPhone', 'iPhone'],
    ['ue', 'EU', 'EU'],
  ],
  'what changes places with a mark is left alone': [
    ['Here is {w0}', '{w0} está aquí', '{w0} está aquí'],
    ['{w0} is here', 'Aquí está {w0}', 'Aquí está {w0}'],
  ],
};

for (const [what, examples] of Object.entries(cases)) {
  test(what, () => {
    for (const [sentence, given, written] of examples) {
      assert.equal(readable(likeCapitals(sentence, given, 'en')), written, sentence);
    }
  });
}

test('German keeps the capital of a noun that begins the sentence', () => {
  for (const [sentence, given] of [
    ['proton beam', 'Protonenstrahl'],
    ['house', 'Haus'],
    ['el perro y el gato', 'Der Hund und die Katze'],
    ['{w0} items', '{w0} Elemente'],
  ] as const) {
    for (const target of ['de', 'de-CH', 'lb']) assert.equal(readable(likeCapitals(sentence, given, target)), given);
    assert.equal(readable(likeCapitals('Open', 'öffnen', 'de')), 'Öffnen');
  }
});

function likeCapitals(sentence: string, given: string, target: string): string {
  return withLikeCapitals(withTokens(sentence), withTokens(given), target as LanguageTag);
}

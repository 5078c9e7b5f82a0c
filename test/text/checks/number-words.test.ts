import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readNumberWords, writeNumberWords } from '../../../src/text/checks/number-words.ts';
import { keepsNumbers } from '../../../src/text/checks/numbers.ts';

const numbersIn = (language: string, text: string) =>
  readNumberWords(text, language).map(({ value, start, end }) => `${text.slice(start, end)}=${value}`);

describe('A number in words', () => {
  test('is read in its spelling, and 21 to 91 in Spanish depend on the noun', () => {
    for (const language of ['en', 'es']) {
      for (let value = 1; value < 100; value++) {
        const written = writeNumberWords(value, language);
        if (language === 'es' && value > 20 && value % 10 === 1) assert.equal(written, undefined);
        else assert.deepEqual(numbersIn(language, `${written}`), [`${written}=${value}`]);
      }
    }
    assert.equal(writeNumberWords(11, 'fr'), undefined);
  });

  for (const [language, text, ...numbers] of [
    ['es', 'Treinta y una de ciento cuarenta y tres', 'Treinta y una=31', 'ciento cuarenta y tres=143'],
    ['es', 'entre veinte y treinta, dos mil quinientas', 'veinte=20', 'treinta=30', 'dos mil quinientas=2500'],
    ['es', 'mil novecientos ochenta y cuatro', 'mil novecientos ochenta y cuatro=1984'],
    ['es', 'quince mil, veinte por ciento, veintiún', 'quince=15', 'veinte=20', 'ciento=100', 'veintiún=21'],
    [
      'es',
      'mil, doceavo, treinta y tantos, ciento un, veinte dos',
      'treinta=30',
      'ciento un=101',
      'veinte=20',
      'dos=2',
    ],
    ['es', 'treinta\u00a0y\u00a0cinco, veintidós mil', 'treinta\u00a0y\u00a0cinco=35', 'veintidós=22'],
    ['en', 'Twenty-five of a hundred and twenty', 'Twenty-five=25', 'a hundred and twenty=120'],
    ['en', 'one thousand, two hundred and one', 'one thousand, two hundred and one=1201'],
    ['en', 'two thousand five hundred, fifty-year-old', 'two thousand five hundred=2500', 'fifty=50'],
    ['en', 'twenty‑five thousand; five hundred and fifty-year-old', 'twenty‑five=25', 'five hundred and fifty=550'],
    ['en', 'nineteen eighty-four, the twenty-first, fifty-fifty, eleven thirty, ten-four, someone, twenty-ſix'],
    ['en', 'between five thousand and ten thousand, one thousand, two thousand, five hundred and fifty-metre'],
    ['en', 'between one hundred and two thousand'],
  ] as const) {
    test(`is found in: ${text}`, () => assert.deepEqual(numbersIn(language, text), numbers));
  }

  test('may become a figure, which may not become words', () => {
    assert.ok(keepsNumbers('Twenty-four prizes, a hundred and forty-three letters.', '24 premios y 143 cartas.'));
    assert.ok(keepsNumbers('Tiene veintiún años.', 'She is 21.'));
    assert.ok(keepsNumbers('His fiftieth birthday, the twenty-fourth.', 'Su cumpleaños 50, el 24.'));
    assert.ok(!keepsNumbers('Tiene veintiún años.', 'She is 22.'));
    assert.ok(!keepsNumbers('She is 21.', 'Tiene veintiún años.'));
    assert.ok(!keepsNumbers('Una y una y una y una son cuatro.', '1 and 1 and 1 and 1 are four.'));
  });
});

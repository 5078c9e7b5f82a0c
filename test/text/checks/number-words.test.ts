import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readNumberWords, writeNumberWords } from '../../../src/text/checks/number-words.ts';
import { keepsNumbers } from '../../../src/text/checks/numbers.ts';
import { readCases } from '../../support/case-file.ts';

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

  test('is found in a text', () => {
    const rows = readCases(import.meta.url, 'number-words.txt').flatMap((group) => group.rows);
    for (const [language = '', text = '', ...numbers] of rows)
      assert.deepEqual(numbersIn(language, text), numbers, text);
  });

  test('may become a figure, which may not become words', () => {
    assert.ok(keepsNumbers('Twenty-four prizes, a hundred and forty-three letters.', '24 premios y 143 cartas.'));
    assert.ok(keepsNumbers('Tiene veintiún años.', 'She is 21.'));
    assert.ok(keepsNumbers('His fiftieth birthday, the twenty-fourth.', 'Su cumpleaños 50, el 24.'));
    assert.ok(!keepsNumbers('Tiene veintiún años.', 'She is 22.'));
    assert.ok(!keepsNumbers('She is 21.', 'Tiene veintiún años.'));
    assert.ok(!keepsNumbers('Una y una y una y una son cuatro.', '1 and 1 and 1 and 1 are four.'));
  });
});

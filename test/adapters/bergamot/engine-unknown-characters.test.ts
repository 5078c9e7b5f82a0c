import assert from 'node:assert/strict';
import { test } from 'node:test';
import { never, openStarter, pairOf } from './opened-engine.ts';

/** The model alone invents words and emoji for these. */
const expected = {
  'La palabra 水 es agua.': /水.* water/,
  'El libro 한국어 está en la mesa.': /한국어 is on the table/,
  'La casa # la puerta.': /^The house # the door\.$/,
  'La casa | la puerta.': /^The house \| the door\.$/,
  'La mujer dijo «Привет, мир».': /Привет, мир/,
  'Tengo 3 ½ panes.': /3 ½/,
  'El señor Cioloş tiene razón.': /Cioloş/,
};

test('a translation keeps characters that the model does not have, and nothing is invented for them', async () => {
  await using engine = await openStarter();
  const segments = Object.keys(expected);
  const translations = await engine.translate({ pair: pairOf('es>en'), segments, share: 'one' }, never());
  for (const [index, wanted] of Object.values(expected).entries()) {
    const translation = translations[index] ?? '';
    assert.match(translation, wanted);
    assert.doesNotMatch(translation, /[\uFFFD\p{Extended_Pictographic}]|rapid|journey/u);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, sentencesOf } from './parsed.ts';

/** By what they show: a text, and its sentences. */
const texts: Readonly<Record<string, readonly (readonly [text: string, ...sentences: string[]])[]>> = {
  'speech and narration are separate sentences': [
    ['—No —respondió él—. Tengo que irme.', 'No', 'respondió él', 'Tengo que irme.'],
    ['—¿Vienes? —preguntó ella.', '¿Vienes?', 'preguntó ella.'],
    ['–No puedo –dijo Ana–, tengo prisa.', 'No puedo', 'dijo Ana', 'tengo prisa.'],
  ],
  'a dash with a space on both sides, and one outside a dialogue, end no sentence': [
    ['— Привет, — сказал он.', 'Привет, — сказал он.'],
    ['El hombre —que era alto— vino.', 'El hombre —que era alto— vino.'],
  ],
};

for (const [what, examples] of Object.entries(texts)) {
  test(what, () => {
    for (const [text, ...sentences] of examples) assert.deepEqual(sentencesOf(text), sentences, text);
  });
}

test('a dialogue rendered with its own sentences is unchanged', () => {
  const text = '—No —respondió él—. Tengo\u00a0que irme —y se fue—.\n\n— —Ya—, —a';
  const document = parse(text);
  assert.equal(document.render(document.sentences), text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, sentencesOf } from './parsed.ts';

/** By what they show: the lines of a text, and its sentences if they are not the lines; `↵` is a line break inside one. */
const texts: Readonly<
  Record<string, readonly { language?: string; lines: readonly string[]; sentences?: readonly string[] }[]>
> = {
  'lines that keep a paragraph narrow are one sentence': [
    {
      lines: [
        'La mujer abrió la puerta de la casa y vio que en la mesa de la cocina',
        'había un libro viejo. El libro era de su hermano mayor, que vive en',
        'Madrid desde hace años.',
      ],
      sentences: [
        'La mujer abrió la puerta de la casa y vio que en la mesa de la cocina↵había un libro viejo.',
        'El libro era de su hermano mayor, que vive en↵Madrid desde hace años.',
      ],
    },
    {
      language: 'de',
      lines: [
        'Der Präsident der Republik kam gestern mit seiner Frau und den',
        'Kindern in die Hauptstadt, um dort mit dem König über die',
        'wichtigsten Fragen zu sprechen.',
      ],
      sentences: [
        'Der Präsident der Republik kam gestern mit seiner Frau und den↵Kindern in die Hauptstadt, um dort mit dem König über die↵wichtigsten Fragen zu sprechen.',
      ],
    },
    {
      language: 'ja',
      lines: [
        '吾輩は猫である名前はまだ無いどこで生れたかと',
        '頓と見当がつかぬ何でも薄暗いじめじめした所で',
        'ニャーニャー泣いていた事だけは記憶している。',
      ],
      sentences: [
        '吾輩は猫である名前はまだ無いどこで生れたかと↵頓と見当がつかぬ何でも薄暗いじめじめした所で↵ニャーニャー泣いていた事だけは記憶している。',
      ],
    },
  ],
  'a line in small letters goes on with a sentence that no stop has ended': [
    { lines: ['Hola, ¿cómo', 'estás?'], sentences: ['Hola, ¿cómo↵estás?'] },
    {
      lines: ['1', '00:00:01,000 --> 00:00:03,000', 'El gato', 'bebe leche.', '', '2'],
      sentences: ['El gato↵bebe leche.'],
    },
    { lines: ['Han sa at man', 'f. eks. kan spise'], sentences: ['Han sa at man↵f. eks. kan spise'], language: 'nb' },
    { lines: ['Luego cerró la puerta.', 'y se fue'] },
    {
      lines: ['- El hombre', '  cerró la ventana.', '- La mujer'],
      sentences: ['El hombre↵cerró la ventana.', 'La mujer'],
    },
  ],
  'quoted mail is unwrapped like any other, its signs inside the break': [
    {
      lines: ['> Dejó la llave encima de', '> la mesa y salió.', '> No volvió.'],
      sentences: ['Dejó la llave encima de↵la mesa y salió.', 'No volvió.'],
    },
    { lines: ['> Hola a', '>> todos'], sentences: ['Hola a', 'todos'] },
  ],
  'in HTML a line break is white space': [
    {
      lines: ['<p>', '  El presidente de', '  Francia llegó.', '</p>'],
      sentences: ['El presidente de↵Francia llegó.'],
    },
  ],
  'a blank line, a list, a form and a heading keep lines apart': [
    { lines: ['La casa', '', 'de mi madre'], sentences: ['La casa', 'de mi madre'] },
    { lines: ['La casa de mi abuela', 'La puerta era roja.'] },
    { lines: ['Lista:', 'pan', 'agua'] },
    { lines: ['Ingredientes', 'harina de trigo', 'azúcar moreno'] },
    {
      lines: ['a. Luego esto', 'c. a. de 3', 'LA CASA', 'de ayer'],
      sentences: ['Luego esto', 'c. a. de 3', 'LA CASA', 'de ayer'],
    },
    {
      lines: ['1. Introducción', '3.2. Método', 'a) uno; b) dos', 'IV. Fin'],
      sentences: ['Introducción', 'Método', 'uno; b) dos', 'Fin'],
    },
    { lines: ['a. la casa', 'b. el perro'], sentences: ['la casa', 'el perro'] },
    { lines: ['Nombre: Ana', 'edad: joven'] },
    { lines: ['Calle Mayor, 5', '28013 Madrid', 'España'] },
    { lines: ['— Hola.', '— Adiós.'], sentences: ['Hola.', 'Adiós.'] },
    { lines: ['perro', 'gato', 'casa'] },
  ],
  'verses stay apart that begin with capitals or are set in': [
    { lines: ['Caminante, son tus huellas', 'El camino y nada más'] },
    { lines: ['La luna blanca', '    en el cielo negro'], sentences: ['La luna blanca', 'en el cielo negro'] },
  ],
  'headings as long as each other are no paragraph': [
    {
      lines: [
        'El gobierno aprueba una ley sobre el agua de los ríos del país',
        'La ciudad abre una biblioteca nueva en el barrio de la estación',
        'Los vecinos piden una escuela mejor para los niños del pueblo',
      ],
    },
  ],
  'tabs and many spaces divide cells': [
    { lines: ['Casa\tPuerta\tVentana', 'pan\tagua'], sentences: ['Casa', 'Puerta', 'Ventana', 'pan', 'agua'] },
    { lines: ['Libro      Mesa'], sentences: ['Libro', 'Mesa'] },
  ],
};

for (const [what, cases] of Object.entries(texts)) {
  test(what, () => {
    for (const { language, lines, sentences = lines } of cases) {
      for (const lineBreak of ['\n', '\r\n']) {
        const text = lines.join(lineBreak);
        const found = sentencesOf(text, language).map((sentence) => sentence.replaceAll(/\{[sp]\d+\}/g, '↵'));
        assert.deepEqual(found, sentences);
        assert.equal(parse(text, language).render(parse(text, language).sentences), text);
      }
    }
  });
}

test('a line break with its quotation sign is rendered completely, at any position in the translation', () => {
  const { sentences, render } = parse('> La llave de\n> la casa.');
  const [wrap] = sentences[0]?.match(/[\uFDD4]./u) ?? [];
  assert.ok(wrap);
  assert.equal(render([`The house${wrap}key.`]), '> The house\n> key.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLine } from './split-line.ts';

/** By language: each sentence of a line, divided by `|`. */
const lines: readonly (readonly [what: string, language: string, ...lines: string[]])[] = [
  [
    'a point, a question and a call',
    'es',
    'Hola. |¿Qué tal? |¡Muy bien! |Adiós.',
    'No sé... |Quizá. |¿De verdad?! |Sí.',
  ],
  [
    'titles before names',
    'en',
    'Dr. Smith met Mrs. Jones. |They left.',
    'Gen. Lee and Sgt. Day came. |Prof. Ray did not.',
  ],
  [
    'titles before names',
    'es',
    'El Sr. García y la Sra. Pérez vinieron. |La Dra. Ruiz no.',
    'Uds. son D. Juan y Dña. Ana. |Bien.',
  ],
  ['titles before names', 'fr', 'M. Dupont et Mme. Durand sont là. |Mgr. Roy aussi.'],
  ['titles before names', 'pt', 'O Sr. Silva chegou. |A Exma. Dra. Costa não.'],
  ['titles before names', 'it', 'Il Sig. Rossi è qui. |La Dott.ssa Bianchi no.'],
  ['titles before names', 'ca', 'El Sr. Puig i la Dra. Vila són aquí. |Sí.'],
  ['titles before names', 'ru', 'Проф. Иванов пришёл. |Он живёт на ул. Ленина. |Да.'],
  [
    'abbreviations inside a sentence',
    'es',
    'Hay frutas, p. ej. Manzanas de Asturias. |Y más.',
    'Vive en EE. UU. Desde ayer.',
  ],
  [
    'abbreviations inside a sentence',
    'de',
    'Das ist z. B. Berlin oder z.B. Wien. |Ende.',
    'Vgl. Kapitel drei bzw. Anhang B der Arbeit. |Gut.',
  ],
  [
    'abbreviations inside a sentence',
    'en',
    'He read e.g. Dickens, i.e. Novels. |He slept.',
    'The U.S. President spoke. |All listened.',
  ],
  ['initials', 'en', 'J. R. R. Tolkien wrote it. |We read it.', 'It was J.K. Rowling. |Yes.'],
  [
    'numbers with a point',
    'en',
    'Pi is 3.14 or so. |It grew by 2.5 percent.',
    'See p. 5 and fig. 12 there. |No. 7 is missing.',
  ],
  ['numbers with a point', 'es', 'Véase la pág. 15 y el art. 3 de la ley. |Cuesta 1.250,50 euros. |Caro.'],
  ['ordinals', 'de', 'Am 3. Mai kam er. |Am 21. Juni ging er.'],
  ['hours', 'en', 'It began at 3 p.m. |Everybody came.', 'It began at 3 p.m. on Monday.'],
  ['quotations', 'en', '"Stop." |She stopped. |(He did not.) |Why?'],
  ['quotations', 'fr', 'Il a dit : « Non. » |Puis rien.'],
  ['what is written together', 'en', 'Version 2.0.1 of node.js is on example.org/index.html now. |Good.'],
  ['quotations', 'es', '«¿Qué?» dijo. |Nadie habló.', '¡Hola! —dijo Ana—. |Ya. |"¿Sí?" |Claro.', '(Véase 3.) |Sí.'],
  ['quotations', 'de', '„Komm her.“ |Er kam. |»Gut.« |Ja.'],
  ['quotations', 'ja', '「行け。」と言った。|彼は行った。', '「はい。」|彼は笑った。'],
  ['notes behind a point', 'es', 'La casa es vieja.[1] |La puerta no.[12] |Fin.'],
  ['ellipses', 'es', 'Abrió... y salió. |No sé… |Quizá… mañana. |Bien.', 'Uno. . . dos. |Tres.'],
  ['a number at the start of a sentence', 'es', 'La fiesta terminó. |15 personas se fueron.'],
  ['a number behind an unlisted abbreviation', 'es', 'Según el cpto. 15 de la ley. |Bien.'],
  ['no space behind a point', 'es', 'La casa es vieja.|La puerta no. |¿Sí?|¡No! |Ya.'],
  [
    'no space behind a point',
    'es',
    'Vino en 2020.|El Sr.Ruiz no…|Se fue (ayer). |FIN TOTAL.|ADIÓS.',
    'Es roja.es azul.',
  ],
  [
    'no space behind a point',
    'en',
    'Use System.Windows.Forms, ASP.NET, Node.js, U.S.A. or Math.PI too.|I like it. |Dr.Jones left.',
  ],
  ['no space behind a point', 'de', 'Am 3.Mai kam er.|Sie nicht.'],
  ['marks of other scripts', 'el', 'Τι κάνεις; |Καλά είμαι. |Εσύ;'],
  ['marks of other scripts', 'ar', 'ما اسمك؟ |أنا محمد. |أهلا.'],
  ['marks of other scripts', 'hy', 'Սա տուն է։ |Սա դուռ է։'],
  ['marks of other scripts', 'am', 'ይህ ቤት ነው። |ይህ በር ነው።'],
  ['marks of other scripts', 'km', 'នេះជាផ្ទះ។ |នេះជាទ្វារ។'],
  ['marks of other scripts', 'zh', '这是书。|真的？！|对！|好。', '圆周率是3.14。|是。'],
  ['marks of other scripts', 'hi', 'यह एक वाक्य है। |यह दूसरा है।'],
  ['marks of other scripts', 'ja', 'これは文です。|次の文です。'],
  ['marks of other scripts', 'ur', 'یہ ایک جملہ ہے۔ |یہ دوسرا ہے۔'],
  ['a line without a mark', 'en', 'Chapter one', ''],
];

for (const [what, language, ...expected] of lines) {
  test(`knows where sentences end: ${what} (${language})`, () => {
    for (const line of expected) {
      assert.deepEqual(splitLine(line.replaceAll('|', ''), language), line.split('|'));
    }
  });
}

test('a variant abbreviates as its language does, and a language without a list as all do', () => {
  assert.deepEqual(splitLine('El Sr. Puig. Sí.', 'ca-valencia'), ['El Sr. Puig. ', 'Sí.']);
  assert.deepEqual(splitLine('Dr. Kim. Ja.', 'fy'), ['Dr. Kim. ', 'Ja.']);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import type { Detector } from '../../../src/text/languages/detector.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { documentWorld } from '../../support/document-world.ts';
import { backwards, LettersEngine, type Twist } from '../../support/letters-engine.ts';

/** Writes every word backwards and leaves everything else, as an engine that carries marks does. */
const honest = () => new LettersEngine();

const withTwist = (twist: Twist, name = 'letters') => new LettersEngine({ name, twist });

const down = () => new ServiceError('engine_unavailable');

/** Spanish is whatever was never translated. */
const spanish: Detector = { detect: () => ({ kind: 'detected', language: 'es' as LanguageTag }) };

const detector = await openDetector();

const marked = 'Hola <b>amigo</b>, tienes {count} mensajes nuevos de la tienda.';
const markedBackwards = 'Aloh <b>ogima</b>, seneit {count} sejasnem soveun ed al adneit.';

describe('a text', () => {
  test('keeps everything between its sentences unchanged', async () => {
    const { translate } = documentWorld([honest()]);
    const text =
      '  # Uno dos\r\n\r\n\t- Tres cuatro.  Cinco seis.\n\u00a0\n<p>Siete &amp; ocho</p>\n```\ncode here\n```\n';
    const { engine, translatedText } = await translate(text);
    assert.equal(engine, 'letters');
    assert.equal(
      translatedText,
      '  # Onu sod\r\n\r\n\t- Sert ortauc.  Ocnic sies.\n\u00a0\n<p>Eteis &amp; ohco</p>\n```\ncode here\n```\n',
    );
  });

  test('has each repeated sentence translated once, also without a cache', async () => {
    const engine = honest();
    const { translate } = documentWorld([engine]);
    const { translatedText } = await translate('Una frase.\nOtra frase.\nUna frase.\n'.repeat(50));
    assert.deepEqual(engine.segments, ['Una frase.', 'Otra frase.']);
    assert.equal(translatedText, 'Anu esarf.\nArto esarf.\nAnu esarf.\n'.repeat(50));
  });

  test('uses the next route if the first engine is unavailable, and reports that engine', async () => {
    const first = withTwist(() => {
      throw down();
    });
    const { translate, repairs } = documentWorld([first, new LettersEngine({ name: 'second' })]);
    assert.deepEqual(await translate('Una frase.'), { engine: 'second', translatedText: 'Anu esarf.' });
    assert.deepEqual(repairs, []);
  });

  test('fails as unavailable if the engines of all routes are unavailable', async () => {
    const dead = (name: string) =>
      withTwist(() => {
        throw down();
      }, name);
    const { translate } = documentWorld([dead('first'), dead('second')]);
    await assert.rejects(translate('Una frase.'), { code: 'engine_unavailable' });
  });

  test('is checked after each hop of a pivot route', async () => {
    const engine = new LettersEngine({ pairs: 'es-ca ca-en', pivotsMax: 1 });
    const copying: Twist = ({ pair, segments }, answer) => (pair.source === 'es' ? segments.map(() => '') : answer);
    const { translate } = documentWorld([engine]);
    assert.equal((await translate(marked)).translatedText, marked);
    engine.twist = copying;
    await assert.rejects(translate(marked), {
      code: 'unfaithful_translation',
      detail: { engine: 'letters', pair: 'es>en', issue: 'empty', sentences: 1 },
    });
    assert.ok(engine.jobs.every(({ pair }, index) => index < 2 || pair.source === 'es'));
  });
});

describe('a sentence with an invalid translation', () => {
  test('is translated with its protected spans cut out if the engine loses them', async () => {
    const { translate, repairs } = documentWorld([
      withTwist((_, answer) => answer.map((one) => one.replaceAll(tokenPattern, ''))),
    ]);
    assert.equal((await translate(marked)).translatedText, markedBackwards);
    assert.deepEqual(repairs.at(-1), { issue: 'tokens', repair: 'cut_out', succeeded: true });
  });

  test('is split at an entity or emoji if the words on one side of it are lost', async () => {
    const isWhole = /^\S+ \S{2} \S+$/;
    const { translate, repairs } = documentWorld([
      withTwist((_, answer) =>
        answer.map((one) => (isWhole.test(one) ? one.replace(/^\S+ (\S+) (\S+)$/, '$2 $1') : one)),
      ),
    ]);
    for (const point of ['&hearts;', '&#9731;', '&nbsp;', '😀']) {
      assert.equal((await translate(`hola ${point} amigo`)).translatedText, `aloh ${point} ogima`);
      assert.deepEqual(repairs.at(-1), { issue: 'empty', repair: 'split', succeeded: true });
    }
  });

  test('keeps a translation that may lack words if no repair helps', async () => {
    const { translate } = documentWorld([
      withTwist((_, answer) => answer.map((one) => one.replace(/^\S+ (\S+) (\S+)$|^aloh$/, '$2 $1'))),
    ]);
    assert.equal((await translate('hola &hearts; amigo')).translatedText, 'ogima &hearts;');
  });

  test('is split at clauses if the engine fails on the whole', async () => {
    const { translate, repairs } = documentWorld([
      withTwist(({ segments }, answer) => answer.map((one, at) => (segments[at]?.includes(', ') ? '' : one))),
    ]);
    const text = 'Cuando llegamos a la playa, los niños estaban jugando en la arena.';
    assert.equal((await translate(text)).translatedText, backwards(text));
    assert.deepEqual(repairs, [{ issue: 'empty', repair: 'split', succeeded: true }]);
  });

  test('is translated on the next route if no repair helps; the text still reports the first engine', async () => {
    const first = withTwist(({ segments }, answer) =>
      answer.map((one, at) => (segments[at]?.includes('mala') ? '' : one)),
    );
    const second = new LettersEngine({ name: 'second' });
    const { translate, repairs } = documentWorld([first, second]);
    const { engine, translatedText } = await translate('Una frase buena.\nUna frase mala.\nOtra buena.');
    assert.equal(engine, 'letters');
    assert.equal(translatedText, 'Anu esarf aneub.\nAnu esarf alam.\nArto aneub.');
    assert.deepEqual(second.segments, ['Una frase mala.']);
    assert.deepEqual(repairs.at(-1), { issue: 'empty', repair: 'route', succeeded: true });
  });

  test('fails the text if all attempts fail, and reports engine, pair and issue, but no text', async () => {
    const copying = (name: string) => withTwist(({ segments }) => segments, name);
    const { translate, failures } = documentWorld([copying('first'), copying('second')], { detector: spanish });
    const secret = 'La contraseña de la caja fuerte está debajo del felpudo.';
    await assert.rejects(translate(`Hola.\n${secret}`), (error: ServiceError) => {
      assert.equal(error.code, 'unfaithful_translation');
      assert.deepEqual(error.detail, { engine: 'first', pair: 'es>en', issue: 'copy', sentences: 1 });
      assert.doesNotMatch(JSON.stringify([error.message, error.stack, error.detail]), /contraseña|felpudo/);
      return true;
    });
    assert.deepEqual(failures, [{ engine: 'first', issue: 'copy' }]);
  });

  test('shares one engine call per step and route with all other such sentences', async () => {
    const engines = ['first', 'second'].map((name) => withTwist((_, answer) => answer.map(() => ''), name));
    const sentences = Array.from({ length: 40 }, (_, at) => `La frase ${at}, que dice {algo}, no sale bien nunca.`);
    const { translate } = documentWorld(engines);
    await assert.rejects(translate(sentences.join('\n')), { code: 'unfaithful_translation' });
    for (const { jobs } of engines) assert.ok(jobs.length === 3, `${jobs.length} calls`);
  });
});

describe('an engine with an invalid translation', () => {
  const house = 'La casa de mi abuela tiene un jardín muy grande.';
  const beach = 'Mañana iremos todos juntos a la playa con los niños de mi hermana pequeña.';
  const each =
    (write: (one: string) => string): Twist =>
    (_, answer) =>
      answer.map(write);
  const words = Array.from({ length: 400 }, (_, at) => `w${'abcdefghij'[at % 10]}`.repeat(1 + (at % 4))).join(' ');
  const inLettersOf = (alphabet: string) =>
    each((one) => one.replaceAll(/\p{L}/gu, (letter) => alphabet.charAt(letter.charCodeAt(0) % 5)));
  const cases: readonly (readonly [issue: string, how: string, text: string, Twist, source?: string])[] = [
    ['loop', 'a few words again and again', house, each((one) => `${one} ${'and then '.repeat(20)}`)],
    ['loop', 'a single word three times', 'Puerta', each((one) => `${one}, ${one}, ${one}`)],
    ['empty', 'nothing at all', house, each(() => '')],
    ['length', 'much too much', house, each(() => words)],
    [
      'length',
      'a sentence for a word',
      'Puerta',
      each((one) => `The ${one} of the house in which my brother lives now`),
    ],
    ['copy', 'what it was given', house, ({ segments }) => segments],
    [
      'copy',
      'what it was given, except for one word',
      beach,
      ({ segments }) => segments.map((one) => one.replace('playa', 'beach')),
    ],
    ['script', 'letters of another script', 'يقع البيت الكبير خلف الحديقة القديمة.', inLettersOf('жизнь'), 'ar'],
  ];
  for (const [issue, how, text, twist, source = 'es'] of cases) {
    test(`has its place taken by the next one, and fails the text where there is none: ${issue}, ${how}`, async () => {
      const pairs = `${source}-en`;
      const wrong = new LettersEngine({ name: 'wrong', pairs, twist });
      const right = new LettersEngine({
        name: 'right',
        pairs,
        ...(source === 'ar' && { twist: inLettersOf('wordy') }),
      });
      const { translate, repairs } = documentWorld([wrong, right], { detector });
      assert.equal((await translate(text, { source })).engine, 'right');
      assert.deepEqual(repairs.at(-1), { issue, repair: 'route', succeeded: true });
      await assert.rejects(documentWorld([wrong], { detector }).translate(text, { source }), {
        code: 'unfaithful_translation',
        detail: { engine: 'wrong', pair: `${source}>en`, issue, sentences: 1 },
      });
    });
  }
});

describe('an engine that keeps unknown words', () => {
  const text = 'Slatko smokvi kruti dendra, lorpa viksen tarno i mopsa.';
  /** Copies sentences, and words alone unless `knows` holds for them. */
  const copying = (knows: (word: string) => boolean) =>
    new LettersEngine({
      keepsUnknownWords: true,
      twist: ({ segments }, answer) => segments.map((one, at) => (knows(one) ? (answer[at] ?? '') : one)),
    });

  test('copies a sentence without a word that it knows', async () => {
    const { translate } = documentWorld([copying(() => false)], { detector: spanish });
    assert.equal((await translate(text)).translatedText, text);
  });

  test('fails with a copy of words that it knows alone', async () => {
    const { translate } = documentWorld([copying((one) => !one.includes(' '))], { detector: spanish });
    await assert.rejects(translate(text), { code: 'unfaithful_translation' });
  });
});

describe('an engine that copies words in fragments', () => {
  /** Copies the words of `copied` in segments without a full stop. */
  const copying = (copied: readonly string[]) => {
    const twist: Twist = ({ segments }) =>
      segments.map((one) =>
        one.endsWith('.')
          ? backwards(one)
          : one.replace(/\S+/g, (word) => (copied.includes(word) ? word : backwards(word))),
      );
    return Object.assign(withTwist(twist), { copiesInFragments: true });
  };

  test('is asked for a sentence, whose capital and full stop are left out', async () => {
    const engine = copying(['hola', 'Hola']);
    const { translate } = documentWorld([engine]);
    const { translatedText } = await translate('hola mundo\n\nHola casa\n\nuna casa');
    assert.equal(translatedText, 'aloh odnum\n\nAloh asac\n\nanu asac');
    assert.deepEqual(engine.segments, ['hola mundo', 'Hola casa', 'una casa', 'Hola mundo.', 'Hola casa.']);
  });

  test('keeps a translation that copies as many words, has more words or is the only valid one', async () => {
    for (const [text, given, ofSentence] of [
      ['el ana', 'le ana', 'Ana otro.'],
      ['hola amigo', 'hola friend', 'Friend.'],
      ['hola a 7', 'hola ot 7', 'Olleh ot 8.'],
    ] as const) {
      const twist: Twist = ({ segments }) => segments.map((one) => (one.endsWith('.') ? ofSentence : given));
      const engine = Object.assign(withTwist(twist), { copiesInFragments: true });
      assert.equal((await documentWorld([engine]).translate(text)).translatedText, given);
      assert.equal(engine.segments.length, 2);
    }
  });

  test('is asked for a sentence if it copies everything', async () => {
    const text = 'la casa grande sigue tan vacía';
    const { translate } = documentWorld([copying(text.split(' '))], { detector: spanish });
    assert.equal((await translate(text)).translatedText, backwards(text));
  });
});

describe('an engine that', () => {
  test('swaps two sentences with different numbers or protected spans is detected', async () => {
    const text = 'Tengo 7 perros.\nHola {name}.\nHay 12 gatos.\nAdiós <b>amigo</b>.';
    const once = withTwist((_, answer) => (once.jobs.length > 1 ? answer : answer.toReversed()));
    const { translate, repairs } = documentWorld([once]);
    const { translatedText } = await translate(text);
    assert.equal(translatedText, 'Ognet 7 sorrep.\nAloh {name}.\nYah 12 sotag.\nSóida <b>ogima</b>.');
    assert.equal(repairs.length, 4);
  });

  test('loses a sentence altogether fails the text', async () => {
    const { translate } = documentWorld([withTwist((_, answer) => answer.slice(1))]);
    await assert.rejects(translate('Una frase.\nOtra frase.'), { name: 'ImpossibleError' });
  });
  test('fails in a repair: the next route translates the sentence', async () => {
    const first = withTwist((_, answer) => {
      if (first.jobs.length > 1) throw down();
      return answer.map((one) => one.replaceAll(tokenPattern, ''));
    });
    const { translate } = documentWorld([first, new LettersEngine({ name: 'second' })]);
    assert.deepEqual(await translate(`Una frase.\n${marked}`), {
      engine: 'letters',
      translatedText: `Anu esarf.\n${markedBackwards}`,
    });
  });
});

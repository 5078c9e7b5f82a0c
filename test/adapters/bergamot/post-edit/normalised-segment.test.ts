import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isMoreConfident, normaliseSegment } from '../../../../src/adapters/bergamot/post-edit/normalised-segment.ts';
import { tokenPattern } from '../../../../src/text/document/token.ts';
import type { LanguageTag } from '../../../../src/text/languages/language.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from '../../../text/checks/arbitraries.ts';
import { readable, withTokens } from '../../../text/checks/written-tokens.ts';

/**
 * The model's input for a segment, and the repaired output. Without `given` the input is the segment, and without
 * `restored` the output stays.
 */
type Row =
  | readonly [pair: string, segment: string, given: string, answer: string, restored: string]
  | readonly [pair: string, segment: string, answer: string, restored?: string];

function normalises(rows: readonly Row[]): void {
  for (const row of rows) {
    const [name, segment] = row;
    const [given, answer, restored = answer] = row.length === 5 ? row.slice(2) : [segment, ...row.slice(2)];
    const normalised = normalise(name, withTokens(segment));
    assert.equal(readable(normalised.text), given, `${name} ${segment}`);
    assert.equal(readable(normalised.restore(withTokens(answer ?? ''))), restored, `${name} ${segment} > ${answer}`);
  }
}

function normalise(name: string, segment: string) {
  const [source, target] = name.split('>') as [LanguageTag, LanguageTag];
  return normaliseSegment(segment, { source, target });
}

describe('Text in capitals', () => {
  test('is translated as a sentence and set in capitals again', () =>
    normalises([
      [
        'es>en',
        'EL PERRO NEGRO DUERME EN LA CALLE.',
        'El perro negro duerme en la calle.',
        'The black dog sleeps.',
        'THE BLACK DOG SLEEPS.',
      ],
      [
        'es>en',
        '{o0}EL PERRO{c0} DUERME {w1} {p2}',
        '{o0}El perro{c0} duerme {w1} {p2}',
        '{o0}the dog{c0} sleeps {w1} {p2}',
        '{o0}THE DOG{c0} SLEEPS {w1} {p2}',
      ],
      [
        'ru>en',
        'НЕ КУРИТЬ В ЭТОМ ДОМЕ',
        'Не курить в этом доме',
        'No smoking in the 2nd house',
        'NO SMOKING IN THE 2nd HOUSE',
      ],
      ['de>en', 'DIE STRASSE IST LEER.', 'Die strasse ist leer.', 'The street is empty.', 'THE STREET IS EMPTY.'],
      [
        'en>de',
        'THE STREET IS NOW EMPTY.',
        'The street is now empty.',
        'Die Straße ist leer.',
        'DIE STRASSE IST LEER.',
      ],
    ]));

  test('follows the rules of its language: the dotted i, the last sigma', () =>
    normalises([
      [
        'tr>en',
        'ILIK BİR GÜN İSTANBUL İÇİN.',
        'Ilık bir gün istanbul için.',
        'A warm day in istanbul.',
        'A WARM DAY IN ISTANBUL.',
      ],
      [
        'en>tr',
        'A WARM DAY IN ISTANBUL.',
        'A warm day in istanbul.',
        'istanbulda ılık bir gün.',
        'İSTANBULDA ILIK BİR GÜN.',
      ],
      ['el>en', 'Ο ΔΡΟΜΟΣ ΕΙΝΑΙ ΑΔΕΙΟΣ.', 'Ο δρομος ειναι αδειος.', 'The road is empty.', 'THE ROAD IS EMPTY.'],
      ['hy>en', 'ԴՈՒՌԸ ԲԱՑ Է ՀԻՄԱ։', 'Դուռը բաց է հիմա։', 'The door is open now.', 'THE DOOR IS OPEN NOW.'],
      ['kk>en', 'КҮН ӨТЕ ЖАҚСЫ.', 'Күн өте жақсы.', 'A very good day.', 'A VERY GOOD DAY.'],
    ]));

  test('keeps abbreviations and numerals as they are', () =>
    normalises([
      [
        'es>en',
        'LA TV DE EE.UU. EN EL SIGLO XXI',
        'La TV de EE.UU. en el siglo XIX',
        'U.S. TV in the 19th century',
        'U.S. TV IN THE 21st CENTURY',
      ],
      ['en>es', 'SEND A PDF BY SMS TO ALL', 'Send a PDF by SMS to all', 'Envíe un PDF por SMS', 'ENVÍE UN PDF POR SMS'],
    ]));

  test('stays where only some of its words are in capitals, and where a script has none', () =>
    normalises([
      ['es>en', 'La ONU no dijo nada.', 'The UN said nothing.'],
      ['en>es', 'It is VERY big', 'Es MUY grande'],
      ['ka>en', 'ᲓᲘᲓᲘ ᲥᲐᲠᲗᲣᲚᲘ ᲔᲜᲐ ᲐᲠᲘᲡ.', 'It is big.'],
      ['ja>en', 'これはペンです。', 'This is a pen.'],
    ]));
});

describe('A century', () => {
  test('is sent as the nineteenth, in any spelling, and put back', () =>
    normalises([
      [
        'es>en',
        'Nació en el siglo XV.',
        'Nació en el siglo XIX.',
        'Born in the nineteenth century.',
        'Born in the 15th century.',
      ],
      ['es>en', 'Siglo II', 'siglo XIX', 'nineteenth century', '2nd century'],
      ['es>en', 'Un arte del siglo XI', 'Un arte del siglo XIX', 'A 19th century art', 'An 11th century art'],
      [
        'es>en',
        'El siglo V o el siglo V.',
        'El siglo XIX o el siglo XIX.',
        'XIX or 19th century.',
        '5th or 5th century.',
      ],
      [
        'es>en',
        'Del siglo XI al siglo XV.',
        'Del siglo XIX al siglo XIX.',
        'From a 19th to the nineteenth century.',
        'From an 11th to the 15th century.',
      ],
      [
        'en>es',
        'A 12th-century church',
        'A XIX century church',
        'Una iglesia del siglo XIX',
        'Una iglesia del siglo XII',
      ],
      ['en>es', 'It is the twenty-first century', 'It is the XIX century', 'Es el siglo XIX', 'Es el siglo XXI'],
    ]));

  test('stays if the translation has another number of them, is plural or a name, and between other languages', () =>
    normalises([
      ['es>en', 'El siglo XV.', 'El siglo XIX.', 'The 19th century, the XIX.', 'The 19th century, the XIX.'],
      ['es>en', 'Los siglos XV y XVI', 'The centuries XV and XVI'],
      ['es>en', 'Siglo XXI Editores publicó el libro.', 'Siglo XXI Editores published the book.'],
      ['es>fr', 'El siglo XV.', 'Le XVe siècle.'],
      ['en>es', 'He scored his first century for England.', 'Anotó su primer siglo para Inglaterra.'],
      [
        'en>es',
        'A 20th Century Fox film of the thirty-fifth century',
        'Una película de 20th Century Fox del siglo XXXV',
      ],
    ]));
});

describe('A number in words', () => {
  test('is sent as a figure and put back in words', () =>
    normalises([
      ['es>en', 'Veinte soldados salieron.', '20 soldados salieron.', '20 soldiers left.', 'Twenty soldiers left.'],
      ['es>en', '{o0}treinta y cinco{c0} casas', '{o0}35{c0} casas', '{o0}35{c0} houses', '{o0}thirty-five{c0} houses'],
      [
        'es>en',
        'De veinte a treinta, no veinte.',
        'De 20 a 30, no 20.',
        '30 to 20, not 20.',
        'Thirty to twenty, not twenty.',
      ],
      ['es>en', 'catorce', '14', '14', 'fourteen'],
      ['es>en', 'VEINTE SOLDADOS SALIERON.', '20 soldados salieron.', '20 soldiers left.', 'TWENTY SOLDIERS LEFT.'],
      ['en>es', 'The Twelve Apostles came.', 'The 12 Apostles came.', 'Vinieron los 12.', 'Vinieron los Doce.'],
      ['en>es', 'A fifty-year-old man', 'A 50-year-old man', 'Un hombre de 50 años', 'Un hombre de cincuenta años'],
      ['es>en', 'En el siglo veintiuno.', 'En el siglo XIX.', 'In the nineteenth century.', 'In the 21st century.'],
    ]));

  test('stays a figure where words are unusual, or where the translation has another number of them', () =>
    normalises([
      ['es>en', 'Es el quince de mayo.', 'Es el 15 de mayo.', 'It is May 15.', 'It is May 15.'],
      ['es>en', 'En los años ochenta.', 'En los años 80.', 'In the 80s.', 'In the 80s.'],
      ['es>en', 'veinte euros', '20 euros', '€20', '€20'],
      ['es>en', 'veinte por ciento de veinte', '20 por ciento de 20', '20% of 20', '20% of 20'],
      ['es>en', 'Cuesta veinte euros.', 'Cuesta 20 euros.', 'It costs EUR 20.', 'It costs EUR 20.'],
      ['en>es', 'She is twenty-one.', 'She is 21.', 'Tiene 21.', 'Tiene 21.'],
      ['en>es', 'A hundred and fifty men', '150 men', '150 hombres', '150 hombres'],
      ['en>es', 'Seven hundred men', '700 men', '700 hombres', '700 hombres'],
    ]));

  test('is sent in words if the model translates them well, in capitals, and between other languages', () =>
    normalises([
      ['es>en', 'Las diez o las doce, mil y trescientos', 'Ten or twelve, a thousand and three hundred'],
      ['en>es', 'At twelve o’clock, half past eleven', 'A las doce, a las once y media'],
      ['es>en', 'La ONCE vende cupones', 'ONCE sells coupons'],
      ['es>en', 'Son treinta (30) días y 12 de los doce.', 'It is thirty (30) days and 12 of the twelve.'],
      [
        'en>es',
        'Two hundred of the twenty first, from eleven to twelve.',
        'Doscientos de los veinte primeros, de once a doce.',
      ],
      ['es>fr', 'Veinte soldados salieron.', 'Vingt soldats sortirent.'],
      ['fr>en', 'Trente soldats sortirent.', 'Thirty soldiers left.'],
    ]));
});

test('A translation without one of the figures is known', () => {
  const { hasFigures } = normalise('es>en', 'Pagó mil doscientos o veinte dólares del siglo quince.');
  assert.ok(hasFigures('He paid $1,200 or 20.'));
  assert.ok(!hasFigures('He paid $12.00 or 20.'));
  assert.ok(!hasFigures('He paid 1200 or 2 0.'));
  assert.ok(hasFigures('He paid 1 200 or twenty.'));
  assert.ok(normalise('en>es', 'The twenty-first century.').hasFigures('El siglo XIX.'));
});

describe('The name of a country or language', () => {
  test('alone is that of Unicode CLDR', () =>
    normalises([
      ['en>es', 'Germany', '', '', 'Alemania'],
      ['es>en', '¡Canadá!', '', '', 'Canada!'],
      ['en>es', 'Spain?', '', '', '¿España?'],
      ['en>es', 'Turkey.', '', '', 'Turquía.'],
      ['es>en', 'PAÍSES BAJOS:', '', '', 'NETHERLANDS:'],
      ['en>es', 'United Kingdom', '', '', 'Reino Unido'],
      ['es>en', 'inglés', '', '', 'English'],
      ['en>es', 'Polish', '', '', 'Polaco'],
      ['en>es', 'Nauru', '', '', 'Nauru'],
      ['fr>de', 'Pays-Bas', 'pays-Bas', 'niederlande', 'Niederlande'],
      ['en>es', 'polish', 'pulir'],
      ['es>en', 'Reunión', 'reunión', 'meeting', 'Meeting'],
      ['es>en', 'granada', 'pomegranate'],
    ]));

  test('is translated where the model copies it, but not in a longer name', () =>
    normalises([
      ['es>en', 'Vive en Marruecos.', 'He lives in Marruecos.', 'He lives in Morocco.'],
      ['en>es', 'Send it to Croatia or Peru', 'Envíelo a Croatia o Peru', 'Envíelo a Croacia o Perú'],
      ['en>es', 'It is Iceland Airwaves.', 'Es Iceland Airwaves.'],
      ['en>es', 'It is Kathy Ireland.', 'Es Kathy Ireland.'],
      ['es>en', 'Gracias, Mauricio y Guadalupe.', 'Thank you, Mauricio and Guadalupe.'],
      ['en>es', 'Germany.txt or www.Kenya.org in Ireland-1', 'Germany.txt o www.Kenya.org en Ireland-1'],
      ['es>en', 'Es {o0}Marruecos{c0}.', 'It is {o0}Marruecos{c0}.'],
      ['es>en', 'El {o0}reino de Marruecos{c0}.', 'The {o0}kingdom of Marruecos{c0}.'],
      ['es>en', 'El alto.', 'Dinamarca is tall.'],
    ]));
});

describe('A word or two', () => {
  test('are sent in small letters without punctuation, and restored', () =>
    normalises([
      ['es>en', 'Puerta', 'puerta', 'door.', 'Door'],
      ['es>en', '¡Socorro!', 'socorro', 'help', 'Help!'],
      ['es>en', 'PUERTA:', 'puerta', 'door', 'DOOR:'],
      ['es>en', 'puerta.', 'puerta', 'door', 'door.'],
      ['es>en', '{o0}Mi cuenta{c0}', '{o0}mi cuenta{c0}', '{o0}my account{c0}.', '{o0}My account{c0}'],
      ['en>tr', 'Inside', 'inside', 'içeride', 'İçeride'],
    ]));

  test('with a capital have a second variant with it, because they may be names', () => {
    const other = (name: string, segment: string) => normalise(name, withTokens(segment)).other;
    assert.equal(other('es>en', 'Madrid.'), 'Madrid');
    assert.equal(other('es>en', 'Casa Blanca'), 'Casa Blanca');
    assert.equal(other('es>en', 'PEDRO'), 'Pedro');
    assert.equal(other('es>en', 'ONU'), 'ONU', 'what is as short may be an acronym');
    for (const rest of ['puerta', 'iPhone', 'Ven aquí.', 'Mi {w0}', 'La casa de mi padre']) {
      assert.equal(other('es>en', rest), undefined, rest);
    }
    assert.equal(normalise('de>en', 'Haus').text, 'Haus', 'German nouns have one wherever they stand');
    assert.equal(other('de>en', 'Haus'), undefined);
  });

  test('the variant of higher confidence is used: with a capital only if it is clearly better', () => {
    assert.equal(isMoreConfident(0.9, 0.1), true);
    assert.equal(isMoreConfident(0.9, 0.8), false);
    assert.equal(isMoreConfident(undefined, undefined), false);
  });

  test('stay as they are in a sentence', () =>
    normalises([
      ['es>en', 'Lo siento.', "I'm sorry."],
      ['es>en', 'Ver {w0}', 'See {w0}.', 'See {w0}'],
    ]));
});

describe('The end', () => {
  test('has the same kind of punctuation, or none', () =>
    normalises([
      ['es>en', 'una lista de cosas buenas', 'a list of good things.', 'a list of good things'],
      ['es>en', 'No quiero ir a la escuela.', "I don't want to go to school", "I don't want to go to school."],
      ['es>en', '¡No quiero ir a casa!', "I don't want to go home.", "I don't want to go home!"],
      ['es>en', '¿No quieres ir a casa?', "You don't want to go home.", "You don't want to go home?"],
      ['es>en', 'No sé qué hacer…', "I don't know what to do.", "I don't know what to do…"],
      ['es>en', 'No sé qué hacer...', "I don't know what to do..."],
      ['es>en', 'Lo que hay que hacer:', 'What you have to do.', 'What you have to do:'],
      ['es>en', 'Si no vienes mañana,', "If you don't come tomorrow.", "If you don't come tomorrow,"],
    ]));

  test('is found before quotation marks, brackets and tokens, and placed as in the segment', () =>
    normalises([
      ['es>en', '«No quiero ir a casa.»', '"I don\'t want to go home"', '"I don\'t want to go home."'],
      ['es>en', '{o0}No quiero ir a casa{c0}.', '{o0}I am not going{c0}', '{o0}I am not going{c0}.'],
      ['es>en', 'No quiero ir a casa. {p0}', "I don't want to go home {p0}", "I don't want to go home. {p0}"],
      ['es>en', 'una casa {o0}muy{c0} grande', 'a very big {o0}house.{c0}', 'a very big {o0}house{c0}'],
    ]));

  test('has the form of the target language', () =>
    normalises([
      ['en>zh-Hans', 'Where are you now?', '你现在在哪里', '你现在在哪里？'],
      ['en>ja', 'I am here now.', '今ここにいます', '今ここにいます。'],
      ['en>hi', 'I am here now.', 'मैं अब यहाँ हूँ', 'मैं अब यहाँ हूँ।'],
      ['en>hi', 'I am here now.', 'मैं अब यहाँ हूँ.'],
      ['en>ar', 'Where are you now?', 'أين أنت الآن.', 'أين أنت الآن؟'],
      ['en>el', 'Where are you now?', 'Πού είσαι τώρα.', 'Πού είσαι τώρα;'],
      ['el>en', 'Πού είσαι τώρα;', 'Where are you now', 'Where are you now?'],
      ['en>fr', 'Come here right now!', 'Viens ici.', 'Viens ici\u202F!'],
      ['en>th', 'I am here now.', 'ตอนนี้ฉันอยู่ที่นี่'],
    ]));

  test('has an opening mark in Spanish, and in no other language', () =>
    normalises([
      ['en>es', 'Where are you now?', 'Dónde estás ahora.', '¿Dónde estás ahora?'],
      ['en>es', 'Come here right now!', '{o0}Ven aquí{c0}!', '¡{o0}Ven aquí{c0}!'],
      ['es>en', '¡Ven aquí ahora mismo!', '¡Come here!', 'Come here!'],
      ['es>en', 'Hola, dónde estás ahora?', 'Hola, ¿dónde estás ahora?', 'Hi, where are you?', 'Hi, where are you?'],
      ['es>en', 'Estás en casa ahora?', '¿Estás en casa ahora?', 'Are you home?', 'Are you home?'],
    ]));

  test('keeps the point of an abbreviation, and a question mark that the source language does not write', () =>
    normalises([
      ['es>en', 'Vive desde siempre en EE. UU.', 'He lives in America'],
      ['es>en', 'la historia de los Estados Unidos', 'the history of the U.S.'],
      ['es>en', '¡Vive en los Estados Unidos!', 'He lives in the U.S.', 'He lives in the U.S.!'],
      ['ja>en', '今どこにいますか。', 'Where are you now?'],
      ['es>en', 'qué hora es en Madrid', 'what time is it in Madrid?'],
    ]));
});

describe('Text in a script of another language', () => {
  test('is never sent to a model and is returned unchanged', () =>
    normalises([
      ['ru>en', 'Hello there, my friend.', '', '', 'Hello there, my friend.'],
      ['en>es', 'Дети играют {w0}', '', '', 'Дети играют {w0}'],
      ['zh-Hans>en', 'iPhone', '', '', 'iPhone'],
    ]));

  test('is translated if some of it is in the right script', () => {
    for (const [name, segment] of [
      ['ru>en', 'Это iPhone моего брата.'],
      ['ja>en', '東京大学の歴史について'],
      ['ja>en', 'コーヒーを飲みたいです'],
      ['ko>en', '大韓民國'],
      ['sr>en', 'Gde si bio sinoć, brate?'],
      ['zh-Hant>en', '你好世界你好世界'],
      ['tlh>en', 'nuqneH tlhIngan maH je'],
    ] as const) {
      assert.equal(normalise(name, segment).text, segment);
    }
  });
});

test('a segment that the engine gave up stays given up', () => {
  for (const segment of ['Puerta', 'EL PERRO NEGRO', '¿Dónde está mi perro?']) {
    assert.equal(normalise('es>en', segment).restore(''), '');
    assert.equal(normalise('es>en', segment).restore(' '), '');
  }
});

describe('Whatever the segment and its translation', () => {
  const pairs = fc.constantFrom('es>en', 'en>es', 'en>zh-Hans', 'ru>fr', 'tr>de', 'de>tr', 'el>ar', 'ja>en', 'qaa>qab');
  const sentencesInAnyCase = fc
    .tuple(sentenceWithTokens, fc.boolean())
    .map(([sentence, isUpper]) => (isUpper ? sentence.toUpperCase() : sentence));
  const numRuns = propertyRuns('SQLite', 500);
  const tokens = (text: string) => text.match(tokenPattern) ?? [];

  test('tokens stay where they are', () =>
    fc.assert(
      fc.property(pairs, sentencesInAnyCase, translationOf, (name, segment, translate) => {
        const normalised = normalise(name, segment);
        if (normalised.text === '') return assert.equal(normalised.restore(''), segment);
        assert.deepEqual(tokens(normalised.text), tokens(segment));
        const translation = translate(normalised.text);
        assert.deepEqual(tokens(normalised.restore(translation)), tokens(translation));
      }),
      { numRuns },
    ));

  test('an answer comes, the same each time, and restoring it again changes nothing', () =>
    fc.assert(
      fc.property(pairs, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, segment, translation) => {
        const [normalised, again] = [normalise(name, segment), normalise(name, segment)];
        assert.equal(normalised.text, again.text);
        const restored = normalised.restore(translation);
        assert.equal(again.restore(translation), restored);
        assert.equal(normalised.restore(restored), restored);
      }),
      { numRuns },
    ));
});

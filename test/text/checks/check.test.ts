import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { findIssue, type Issue, losesWordsAtPoint } from '../../../src/text/checks/check.ts';
import { tokenPattern } from '../../../src/text/document/token.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sentenceWithTokens, translationOf } from './arbitraries.ts';
import { withTokens } from './written-tokens.ts';

const detector = await openDetector();

function faultOf(pair: string, sentence: string, translation: string): Issue | undefined {
  const [source, target] = pair.split('>') as [LanguageTag, LanguageTag];
  return findIssue({
    pair: { source, target },
    sentence: withTokens(sentence),
    translation: withTokens(translation),
    detector,
  });
}

type Row = readonly [pair: string, sentence: string, translation: string];

function finds(fault: Issue | undefined, rows: readonly Row[]): void {
  for (const row of rows) assert.equal(faultOf(...row), fault, row.join(' | '));
}

test('a translation without a word is empty', () => {
  finds('empty', [
    ['en>es', 'Hello', ''],
    ['en>es', 'Hello {w0}.', ' {w0}.'],
    ['en>ja', 'Stop!', '!'],
    ['es>en', 'Cuesta 35', '35'],
  ]);
});

test('a translation without words beside a separator is empty, and another Roman numeral is an issue', () => {
  finds('empty', [
    ['es>en', 'La casa|Mi tienda', 'The house|'],
    ['es>en', 'Casa/Perro', '/Dog'],
    ['es>en', 'Casa ★ Perro ● Gato', 'House ★ ● Cat'],
  ]);
  finds('numbers', [
    ['es>en', 'El siglo XIX', 'The 21st century'],
    ['es>en', 'El siglo XV', 'The nineteenth century'],
    ['en>es', 'The 15th century', 'El siglo XX'],
    ['en>es', 'The twelfth century', 'El siglo XX'],
    ['es>en', 'Luis XIV come.', 'Luis XIVE eats.'],
  ]);
  finds(undefined, [
    ['es>en', 'Casa|Perro', 'House|Dog'],
    ['es>en', 'El siglo XIX', 'The 19th century'],
    ['es>en', 'El siglo XIX', 'The nineteenth century'],
    ['en>es', 'The third king of the twelfth century', 'El tercer rey del siglo XII'],
    ['en>es', 'From the mid-nineteenth century, her third son', 'Desde mediados del siglo XIX, su tercer hijo'],
    ['en>es', 'The second half of the 1800s', 'La segunda mitad del siglo XIX'],
    ['es>fr', 'El Segundo Imperio del siglo XIX', 'Le Second Empire du XIXe siècle'],
    ['es>en', 'En la II Guerra Mundial murió su tercer hijo', 'His third son died in World War Two'],
    ['en>pl', 'The 1830s', 'Lata 30. XIX wieku'],
  ]);
});

test('a translation may lack the words on one side of a point, if it has fewer words', () => {
  const loses = (sentence: string, translation: string) =>
    losesWordsAtPoint(withTokens(sentence), withTokens(translation));
  const [lost, kept] = [
    [
      ['hola {p0} adiós', 'goodbye {p0}'],
      ['Términos {p0} condiciones', '{p0} Conditions'],
      ['Ayer {p0} hoy.', 'Yesterday {p0}.'],
      ['Casa {p0} perro {p1} gato', 'House {p0} {p1} cat'],
    ],
    [
      ['hola {p0} adiós', 'hello {p0} goodbye'],
      ['hello {p0} goodbye', '你好 {p0} 再见'],
      ['coche{p0} rojo', 'red car{p0}'],
      ['La mujer abre la puerta {p0} de la iglesia.', 'The woman opens the church door {p0}.'],
      ['casa {p0}', 'house {p0}'],
    ],
  ] as const;
  for (const [sentence, translation] of lost) assert.ok(loses(sentence, translation), translation);
  for (const [sentence, translation] of kept) assert.ok(!loses(sentence, translation), translation);
});

test('a translation may keep only the figure of a short sentence', () => {
  finds(undefined, [
    ['es>en', '3º', '3.'],
    ['es>en', 'El 21', '21'],
    ['en>zh-Hans', 'No. 5', '5'],
  ]);
});

describe('tokens', () => {
  test('must be there once each, at any position, with nested pairs', () => {
    finds(undefined, [
      ['en>es', 'The {o0}red {w1}{c0}{s2}house', 'La casa{s2}{o0}{w1} roja{c0}'],
      ['en>es', '{o0}a {o1}cat{c1}{c0}', '{o1}un {o0}gato{c0}{c1}'],
    ]);
    finds('tokens', [
      ['en>es', 'See {w0} now', 'Ver ahora'],
      ['en>es', 'See {w0} now', 'Ver {w0} {w0} ahora'],
      ['en>es', 'See {w0} now', 'Ver {w1} ahora'],
      ['en>es', 'See now', 'Ver {p0} ahora'],
      ['en>es', '{o0}a{c0} b', '{o0}un b{c1}'],
      ['en>es', '{o0}a{c0} b', '{c0}un{o0} b'],
      ['en>es', '{o0}one{c0} {o1}two{c1}', '{o0}uno {o1}dos{c0}{c1}'],
      ['en>es', 'See {w0} now', 'Ver {w0}\uFDD0 ahora'],
    ]);
  });

  test('may not be added, though a unit may be written with its sign', () => {
    finds('tokens', [
      ['en>es', 'Read the manual today', 'Lee el **manual** hoy'],
      ['en>es', 'He said "yes" to her', 'Él le dijo &quot;sí&quot;'],
      ['en>es', 'Hello my friend', 'Hola {nombre} amigo'],
      ['en>es', 'Hello my friend', 'Hola <b>mi</b> amigo'],
    ]);
    finds(undefined, [
      ['en>es', 'a < b and b > a', 'a < b y b > a'],
      ['es>en', 'Cuesta 30 dólares', 'It costs $30'],
      ['en>tr', 'It covers 3 percent of the land', "Ülkenin %3'ünü kaplıyor"],
      ['en>es', 'Use either and/or both', 'Usa uno y/o ambos'],
      ['es>en', '@¿Quién', '@Who'],
      ['en>es', 'R&D is dear', 'La I+D es cara'],
    ]);
  });
});

describe('numbers', () => {
  test('are kept in any notation', () => {
    finds(undefined, [
      ['es>en', 'Son 1.000,5 metros', 'It is 1,000.5 metres'],
      ['fr>en', 'Il y a 1 000,5 mètres', 'There are 1000.5 metres'],
      ['en>da', 'At 9:30 we eat', 'Klokken 9.30 spiser vi'],
      ['en>es', 'In 2010 500 people came', 'Vinieron 500 personas en 2010'],
      ['ar>en', 'طوله ٣٫٥ أمتار', 'It is 3.5 metres long'],
      ['hi>en', 'यहाँ १२ लोग हैं', 'There are 12 people here'],
      ['ja>en', '１２人がいます', 'There are 12 people'],
      ['de>en', 'Um 11.00 Uhr essen wir', 'We eat at 11 a.m.'],
      ['en>fr', 'It begins at 09:30 today', "Ça commence à 9 h 30 aujourd'hui"],
    ]);
  });

  test('may use the counting units of the target language', () => {
    finds(undefined, [
      ['en>zh-Hans', 'It has 2.5 million inhabitants', '它有250万居民'],
      ['es>en', 'Vinieron 15 mil personas', '15,000 people came'],
      ['es>en', 'Costó 2.500 millones', 'It cost 2.5 billion'],
    ]);
  });

  test('may change their kind: ordinals, centuries and decades', () => {
    finds(undefined, [
      ['es>en', 'Es su 1º libro', 'It is her 1st book'],
      ['en>es', 'It is her 1st book', 'Es su primer libro'],
      ['en>es', 'A house of the 16th century', 'Una casa del siglo XVI'],
      ['fr>en', 'Une maison du XVIIIe siècle', 'A house of the 18th century'],
      ['es>en', 'En los años 60 volvió', 'In the 1960s he returned'],
      ['en>es', 'In the 1960s he returned', 'En los sesenta volvió'],
      ['ja>en', '二十一人が来ました', '21 people came'],
    ]);
  });

  test('written as words may become small or round figures', () => {
    finds(undefined, [
      ['en>es', 'Twenty people came', 'Vinieron 20 personas'],
      ['en>es', 'About three thousand years ago', 'Hace unos 3000 años'],
    ]);
  });

  test('may not be lost, changed, doubled, added or written as words', () => {
    finds('numbers', [
      ['en>es', 'It costs 35 coins', 'Cuesta monedas'],
      ['en>es', 'It costs 35 coins', 'Cuesta 53 monedas'],
      ['en>es', 'It costs 35 coins', 'Cuesta 35 35 monedas'],
      ['en>es', 'It costs 1.5 coins', 'Cuesta 15 monedas'],
      ['en>es', 'It costs 3 coins', 'Cuesta 3000 monedas'],
      ['en>es', 'It costs a coin', 'Cuesta 347 monedas'],
      ['en>es', 'He saw 2 cats', 'Vio dos gatos'],
      ['en>es', 'From 1418 to 1450', 'De 14181450'],
    ]);
  });
});

describe('a copy of the whole sentence', () => {
  test('is an issue if its language can be detected', () =>
    finds('copy', [
      ['en>es', 'The children are playing in the garden.', 'The children are playing in the garden.'],
      ['en>es', 'The children are playing in the garden.', 'the children are playing in the garden'],
      ['es>en', 'Mañana iremos todos juntos a la playa.', 'Mañana iremos todos juntos a la playa.'],
      ['ru>en', 'Завтра мы все вместе пойдём на пляж.', 'Завтра мы все вместе пойдём на пляж.'],
      ['zh-Hans>en', '明天我们大家一起去海边玩。', '明天我们大家一起去海边玩。'],
    ]));

  test('is no issue for names, titles, single words and text already in the target language', () =>
    finds(undefined, [
      ['en>es', 'Real Madrid', 'Real Madrid'],
      ['en>es', 'Hotel', 'Hotel'],
      ['en>de', 'The Lord of the Rings', 'The Lord of the Rings'],
      ['en>es', 'NATO, UNESCO and OPEC', 'NATO, UNESCO and OPEC'],
      [
        'en>es',
        'Harvard University Press, Cambridge, Massachusetts',
        'Harvard University Press, Cambridge, Massachusetts',
      ],
      ['es>en', 'The children are playing in the garden.', 'The children are playing in the garden.'],
      ['nb>da', 'Det er en god dag for oss alle.', 'Det er en god dag for oss alle.'],
      ['id>ms', 'Saya pergi ke pasar dengan ibu.', 'Saya pergi ke pasar dengan ibu.'],
      ['es>gl', 'A casa de Ana é grande e bonita.', 'A casa de Ana é grande e bonita.'],
      ['ca>ca-valencia', 'Els nens juguen tots junts al jardí gran.', 'Els nens juguen tots junts al jardí gran.'],
      ['en>es', 'Gallia est omnis divisa in partes tres', 'Gallia est omnis divisa in partes tres'],
    ]));

  test('is also an issue if one or two words were changed', () => {
    finds('copy', [
      [
        'en>es',
        'The children are playing with a ball in the garden behind the house.',
        'The children are playing with a ball in the garden behind the casa.',
      ],
    ]);
    finds(undefined, [
      [
        'nb>da',
        'Barna leker med en ball i hagen bak huset til bestemor.',
        'Børnene leger med en ball i hagen bak huset til bestemor.',
      ],
    ]);
  });

  test('is no issue if a part was translated', () =>
    finds(undefined, [['en>es', 'The children are playing in the garden.', 'Los niños are playing in the garden.']]));
});

describe('a loop', () => {
  test('is a phrase many times in a row', () =>
    finds('loop', [
      ['en>es', 'She went to the sea and came back late', 'Fue al al al al al al mar'],
      ['en>es', 'She went to the sea and came back late', 'al mar y al mar y al mar y al mar y'],
      [
        'en>zh-Hans',
        'She went to the sea and came back late',
        '她去了海边海边海边海边海边海边海边海边海边海边海边海边',
      ],
      ['en>es', 'She went to the sea and came back late', `Fue al ma${'lala'.repeat(20)}`],
    ]));

  test('is detected in few words, also with punctuation between', () =>
    finds('loop', [
      ['es>en', 'No obstante, se', 'However, however, however'],
      ['es>en', 'El canal', 'The Canal canal canal'],
      ['es>en', 'De la casa', 'Of the house of the house of the house'],
      ['en>zh-Hans', 'The sea side', '海边海边海边海边'],
      ['es>en', 'Leche', 'Fooooooood'],
      ['es>en', 'Cereza', 'Cheresesesesesese'],
      ['es>en', 'La calle {w0}', 'The street street street {w0}'],
    ]));

  test('is no issue if tokens or figures separate the repetitions', () =>
    finds(undefined, [
      ['es>en', 'Entre {w0}, {w1} o {w2}', 'Page {w0}, page {w1}, page {w2}'],
      ['es>en', 'Páginas 1, 2, 3', 'Page 1, page 2, page 3'],
      ['en>de', 'Shrove Tuesday at midnight', 'Die die die'],
    ]));

  test('is no issue if the sentence repeats too, or for signs', () =>
    finds(undefined, [
      ['es>en', '¡No, no, no, no, no, no!', 'No, no, no, no, no, no!'],
      ['zh-Hans>en', '哈哈哈哈哈哈哈', 'Ha ha ha ha ha ha ha'],
      ['en>es', 'hahahahahahahahahahahahaha', 'jajajajajajajajajajajajaja'],
      ['en>es', 'Wait ........................................', 'Espera ........................................'],
      ['en>es', 'Chapter one - - - - - - - - - -', 'Capítulo uno - - - - - - - - - -'],
      ['en>es', 'It was very, very, very big', 'Era muy, muy, muy grande'],
      ['en>nb', 'Well, yes', 'Ja ja ja, ja'],
    ]));
});

describe('the length', () => {
  const long = 'The quick brown fox jumps over the lazy dog and runs away into the dark forest behind the hill. ';

  test('must be plausible for a translation', () =>
    finds('length', [
      ['en>es', long, 'Comentario'],
      [
        'en>es',
        'Yes',
        `Sí, ${'el zorro veloz come cada noche una gallina que encuentra en casa del vecino, y '.repeat(3)}`,
      ],
    ]));

  test('is checked in single words too', () =>
    finds('length', [
      ['es>en', 'Puerta', 'The door of the house in which my older brother lives'],
      ['de>en', 'Bitte nehmen Sie doch noch einen Augenblick Platz', 'Hm'],
    ]));

  test('may differ much in short sentences and between scripts', () =>
    finds(undefined, [
      ['de>en', 'Auf Wiedersehen', 'Bye'],
      ['en>es', 'WHO', 'Organización Mundial de la Salud'],
      ['zh-Hans>de', '英国', 'Vereinigtes Königreich'],
      ['en>de', 'Hi', 'Herzlich willkommen bei uns'],
      ['zh-Hans>en', '活到老学到老', 'It is never too late to learn, so keep on learning as long as you live'],
      ['en>zh-Hans', long, '敏捷的棕色狐狸跳过懒狗跑进山后黑暗的森林'],
    ]));
});

test('a translation has spaces between its words, where the target has', () => {
  const long = 'Моя старая собака спит в саду за большим домом';
  finds('spaces', [
    ['ru>uk', long, 'Моястарасобакаспитьвсаду за великимбудинком'],
    ['ru>en', long, 'Myolddogsleepsinthegardenbehindthebighouse'],
  ]);
  finds(undefined, [
    ['ru>uk', long, 'Моя старасобака спить в саду за великим будинком'],
    ['en>zh-Hans', 'My old dog sleeps in the garden behind the house', '我的老狗睡在房子后面的花园里'],
    ['en>tr', 'Could you not have brought it?', 'Getiremeyebilirmiydiniz?'],
  ]);
});

describe('the script', () => {
  test('must mostly be one of the target language', () =>
    finds('script', [
      ['ru>en', 'Дети играют в саду', 'Діти грають у саду біля дому'],
      ['en>ja', 'The children play here', 'Дети играют здесь в саду'],
      ['zh-Hans>ru', '孩子们今天都在花园里玩', 'the children are playing in the garden today'],
    ]));

  test('may differ for names, unknown words and single words', () =>
    finds(undefined, [
      ['en>ja', 'She uses Microsoft Word', '彼女はMicrosoft Wordを使います'],
      ['en>ja', 'I like coffee here', 'ここのコーヒーが好き'],
      ['en>ru', 'Apple Inc. and Google LLC', 'Apple Inc. и Google LLC'],
      ['en>ja', 'Дети играют здесь в саду', 'Дети играют здесь в саду'],
      ['hi>ur', 'बच्चे बगीचे में खेल रहे हैं', 'बच्चे بाغ میں کھیل رہے ہیں'],
      ['ru>en', 'Слово «мир»', 'The word «мир»'],
      ['sr>sr-Latn', 'Деца се играју у башти', 'Deca se igraju u bašti'],
      ['zh-Hans>zh-Hant', '孩子们在花园里玩', '孩子們在花園裡玩'],
      ['en>ko', 'The children play here', '아이들이 여기서 논다'],
    ]));
});

describe('any sentence and translation', () => {
  const languages = fc.constantFrom('en>es', 'ru>en', 'en>ja', 'nb>da', 'zh-Hans>zh-Hant', 'hi>ur', 'en>qya');
  const numRuns = propertyRuns('SQLite', 300);

  test('can be checked without an error', () =>
    fc.assert(
      fc.property(languages, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pair, one, other) => {
        faultOf(pair, one, other);
        faultOf(pair, one, one);
      }),
      { numRuns },
    ));

  test('pass the check of tokens exactly if each is there once and pairs are nested', () =>
    fc.assert(
      fc.property(sentenceWithTokens, translationOf, (sentence, translate) => {
        const translation = translate(sentence);
        const fault = faultOf('en>es', sentence, `Hola ${translation}`);
        const isRight =
          tokensOf(sentence).toSorted().join() === tokensOf(translation).toSorted().join() && nests(translation);
        assert.equal(fault === 'tokens', !isRight);
      }),
      { numRuns },
    ));
});

function tokensOf(segment: string): string[] {
  return segment.match(tokenPattern) ?? [];
}

/** By taking out pairs without a pair inside, until none is left. */
function nests(segment: string): boolean {
  let halves = (segment.match(/[\uFDD1\uFDD2][\uE000-\uE3E7]/g) ?? []).join('');
  for (let before = ''; before !== halves; ) {
    before = halves;
    halves = halves.replace(/\uFDD1(.)\uFDD2\1/g, '');
  }
  return halves === '';
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { eld } from 'eld/extrasmall';
import * as fc from 'fast-check';
import { type Identification, LanguageIdentifier } from '../src/index.ts';
import { measureAccuracy } from './accuracy.ts';
import { sentences } from './sentences.ts';

const identifier = new LanguageIdentifier(eld);

/** Source and target languages of Apertium's pairs in Debian, which contain the most close languages. */
const served = tags(
  'af an ast be bg br bs ca ca-valencia da en en-US eo es eu fr frp gl hi hr id is it mk ms nb nl nn oc oc-aranese ' +
    'oc-gascon pl pt pt-BR ro ru sc sl sr sr-Latn sv szl uk ur',
);

const cases = Object.entries(sentences).map(([language, text]) => [language, text.trim().split('\n')] as const);

const missedOf = (language: string, all: readonly string[]): readonly string[] =>
  all.filter((line) => show(identifier.identify(line, served)) !== language);

for (const [language, all] of cases) {
  test(`identifies ${language} among all served languages`, () => {
    const missed = missedOf(language, all);
    assert.ok(all.length >= 15 && missed.length <= 5, missed.join('\n'));
  });
}

test('identifies more than 90% of all these sentences', () => {
  const count = cases.flatMap(([, all]) => all).length;
  const missed = cases.flatMap(([language, all]) => missedOf(language, all)).length;
  assert.ok(count - missed > count * 0.9, `${missed} of ${count} are not identified`);
});

const messages: readonly (readonly [language: string, ...texts: string[]])[] = [
  ['en', 'Hello', 'Save changes', 'Cancel', 'Thanks', 'Hello world', 'Good morning', 'The cat sat on the mat.'],
  ['es', 'Hola', 'Añadir', 'Gracias', 'Buenos días', 'Hola, ¿qué tal estás?', 'El gato duerme.'],
  ['ca', 'Gràcies', 'Bon dia', 'Com estàs avui?', "M'agrada molt aquest llibre."],
  ['fr', 'Bonjour', 'Enregistrer', 'Merci', 'Bonjour le monde', 'Où est la gare ?'],
  ['pt', 'Olá', 'Obrigado', 'Bom dia', 'Onde fica a estação?'],
  ['es', 'gracias', 'hola amigo', 'nino', 'manana', 'cuanto cuesta', 'buenos dias', 'perro'],
  ['pt', 'ola', 'muito obrigado', 'voce', 'amanha', 'ate logo', 'nao'],
  ['fr', 'comment ca va', 'combien ca coute', 's il vous plait', 'a demain'],
  ['gl', 'Grazas', 'Onde está a miña casa?'],
  ['it', 'Ciao', 'Grazie', "Dov'è la stazione?"],
  ['sv', 'Tack så mycket', 'Jag heter Anna och bor i Sverige.'],
  ['nb', 'Hei', 'Jeg heter Anna og bor i Norge.'],
  ['da', 'Jeg hedder Anna og bor i Danmark.'],
  ['ro', 'Mulțumesc', 'Unde este gara?'],
  ['ru', 'Привет', 'Где находится вокзал?'],
  ['bg', 'Здравейте', 'Къде е гарата?'],
  ['hi', 'नमस्ते', 'स्टेशन कहाँ है?'],
];

for (const [language, ...texts] of messages) {
  test(`identifies short messages in ${language}`, () => {
    for (const text of texts) assert.equal(show(identifier.identify(text, served)), language, text);
  });
}

test('returns the bare tag, not one with a region or variant', () => {
  assert.equal(show(identifier.identify('O ônibus chegou atrasado e eu perdi o trem.', served)), 'pt');
  assert.equal(show(identifier.identify('The color of the theater was gray.', served)), 'en');
  assert.equal(show(identifier.identify('Esta vesprada anirem a la platja amb els xiquets.', served)), 'ca');
});

test('returns a tag with a region if the bare tag is not served, and never one with a variant', () => {
  assert.equal(show(identifier.identify('Onde fica a estação de trem?', tags('pt-BR en es'))), 'pt-BR');
  assert.notEqual(
    show(identifier.identify('Esta vesprada anirem a la platja.', tags('ca-valencia en'))),
    'ca-valencia',
  );
});

test('returns the tag of the script for Serbian', () => {
  assert.equal(show(identifier.identify('Где си био синоћ?', served)), 'sr');
  assert.equal(show(identifier.identify('Gde si bio sinoć i šta se desilo posle toga?', served)), 'sr-Latn');
  assert.equal(
    show(identifier.identify('Gde si bio sinoć i šta se desilo posle toga?', tags('sr hr en'))),
    'hr',
    'it reads alike',
  );
});

test('distinguishes simplified and traditional Chinese, Japanese and Korean by their characters', () => {
  const east = tags('zh-Hans zh-Hant ja ko en');
  assert.equal(show(identifier.identify('这是一个简单的句子。', east)), 'zh-Hans');
  assert.equal(show(identifier.identify('這是一個簡單的句子。', east)), 'zh-Hant');
  assert.equal(show(identifier.identify('你好', east)), 'zh-Hans');
  assert.equal(show(identifier.identify('你好', tags('zh-Hant en'))), 'zh-Hant');
  assert.equal(show(identifier.identify('これは簡単な文です。', east)), 'ja');
  assert.equal(show(identifier.identify('간단한 문장입니다.', east)), 'ko');
});

/** The languages of Mozilla's models and of Apertium's pairs. */
const servedByModels = new Set([
  ...served,
  ...tags(
    'ar az be bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml ms nb nl nn pl pt ro ru ' +
      'sk sl sq sr sv ta te tr uk vi zh-Hans',
  ),
]);

const withModels: Readonly<Record<string, string>> = {
  ar: 'ذهبنا أمس مع الأطفال إلى السينما ثم تناولنا العشاء.',
  az: 'Dünən uşaqlarla kinoya getdik, sonra isə şam yeməyi yedik.',
  bg: 'Вчера бяхме с децата на кино, а после отидохме да вечеряме.',
  bn: 'গতকাল আমরা বাচ্চাদের সঙ্গে সিনেমা দেখতে গিয়েছিলাম।',
  cs: 'Včera jsme byli s dětmi v kině a potom jsme šli na večeři.',
  de: 'Gestern waren wir mit den Kindern im Kino und dann beim Abendessen.',
  el: 'Χθες πήγαμε με τα παιδιά στον κινηματογράφο.',
  et: 'Eile käisime lastega kinos ja siis läksime õhtust sööma.',
  fa: 'دیروز با بچه‌ها به سینما رفتیم و بعد شام خوردیم.',
  fi: 'Eilen kävimme lasten kanssa elokuvissa ja sitten menimme syömään.',
  gu: 'ગઈકાલે અમે બાળકો સાથે ફિલ્મ જોવા ગયા હતા.',
  he: 'אתמול הלכנו עם הילדים לקולנוע ואחר כך אכלנו ארוחת ערב.',
  hi: 'कल हम बच्चों के साथ फ़िल्म देखने गए थे।',
  hu: 'Tegnap moziban voltunk a gyerekekkel, aztán vacsorázni mentünk.',
  ja: '昨日は子供たちと映画を見に行きました。',
  kn: 'ನಿನ್ನೆ ನಾವು ಮಕ್ಕಳೊಂದಿಗೆ ಚಿತ್ರಮಂದಿರಕ್ಕೆ ಹೋಗಿದ್ದೆವು.',
  ko: '어제 우리는 아이들과 함께 영화를 보러 갔다.',
  lt: 'Vakar su vaikais buvome kine, o paskui nuėjome vakarieniauti.',
  lv: 'Vakar ar bērniem bijām kino un pēc tam gājām vakariņās.',
  ml: 'ഇന്നലെ ഞങ്ങൾ കുട്ടികളോടൊപ്പം സിനിമ കാണാൻ പോയി.',
  pl: 'Wczoraj byliśmy z dziećmi w kinie, a potem poszliśmy na kolację.',
  sk: 'Včera sme boli s deťmi v kine a potom sme išli na večeru.',
  sl: 'Včeraj smo bili z otroki v kinu, potem pa smo šli na večerjo.',
  sq: 'Dje shkuam me fëmijët në kinema dhe pastaj hëngrëm darkë.',
  ta: 'நேற்று நாங்கள் குழந்தைகளுடன் திரைப்படம் பார்க்கச் சென்றோம்.',
  te: 'నిన్న మేము పిల్లలతో కలిసి సినిమా చూడటానికి వెళ్ళాము.',
  tr: 'Dün çocuklarla sinemaya gittik ve sonra akşam yemeği yedik.',
  uk: 'Вчора ми були з дітьми в кіно, а потім пішли вечеряти.',
  vi: 'Hôm qua chúng tôi đi xem phim với bọn trẻ rồi đi ăn tối.',
  'zh-Hans': '昨天我们和孩子们去看电影，然后去吃晚饭。',
};

test('identifies every language of the models, in a sentence and in capitals', () => {
  for (const [language, text] of Object.entries(withModels)) {
    assert.equal(show(identifier.identify(text, servedByModels)), language, text);
    assert.equal(show(identifier.identify(text.toUpperCase(), servedByModels)), language, text.toUpperCase());
  }
  for (const language of servedByModels) {
    const bare = new Intl.Locale(language).language;
    const isKnown =
      language in withModels || bare in sentences || 'ca da en es fr gl is it nb nl pt ro ru sv'.includes(bare);
    assert.ok(isKnown, `${language} is in no test`);
  }
});

test('distinguishes close languages in program messages', () => {
  const lines: Readonly<Record<string, string>> = {
    id: 'Tidak bisa membuka berkas karena kata sandi pengguna salah.',
    ms: 'Tidak dapat membuka fail kerana kata laluan pengguna salah.',
    hr: 'Nije moguće otvoriti datoteku jer je zaporka korisnika neispravna.',
    'sr-Latn': 'Nije moguće otvoriti datoteku pre nego što unesete ispravnu lozinku ovde.',
    nb: 'Kan ikke åpne filen fordi brukerens passord er feil.',
    nn: 'Kan ikkje opna fila fordi passordet til brukaren er feil.',
    da: 'Kan ikke åbne filen, fordi brugerens adgangskode er forkert.',
    gl: 'Non se pode abrir o ficheiro porque o contrasinal do usuario é incorrecto.',
    ast: "Nun puede abrise'l ficheru porque la contraseña del usuariu ye incorreuta.",
    mk: 'Не може да се отвори датотеката бидејќи лозинката на корисникот е погрешна.',
    bg: 'Файлът не може да бъде отворен, защото паролата на потребителя е грешна.',
    sl: 'Datoteke ni mogoče odpreti, ker je geslo uporabnika napačno.',
  };
  for (const [language, text] of Object.entries(lines)) {
    assert.equal(show(identifier.identify(text, servedByModels)), language, text);
  }
});

for (const language of ['de', 'cs', 'fi', 'hu', 'tr', 'el', 'ar', 'ja']) {
  test(`identifies a text in ${language} only if that is served`, () => {
    const text = withModels[language] ?? '';
    assert.equal(identifier.identify(text, served).kind, 'undecided');
    assert.equal(show(identifier.identify(text, new Set([...served, ...tags(language)]))), language);
  });
}

test('returns undecided for texts without evidence of a language', () => {
  const nothing = ['', '^ $ [ ] /', ...'12345 💬 ana@example.org https://example.org xkcd zzzzz {} \0'.split(' ')];
  for (const text of nothing) {
    assert.deepEqual(identifier.identify(text, served), { kind: 'undecided', candidates: [] }, text);
  }
});

test('returns undecided for a word of several languages, likeliest candidates first', () => {
  const detection = identifier.identify('casa', tags('es it pt ca en hi'));
  assert.equal(detection.kind, 'undecided');
  assert.ok(detection.kind === 'undecided' && detection.candidates.length >= 2 && detection.candidates.length <= 5);
  assert.ok(detection.candidates.every((candidate) => ['es', 'it', 'pt', 'ca'].includes(candidate)));
});

test('ranks languages by their probability among all known ones', () => {
  const ofHouse = identifier.rank('casa', tags('es it pt ca en hi'));
  assert.ok((ofHouse[0]?.confidence ?? 1) < 0.9 && ofHouse.length >= 4);
  const [sure] = identifier.rank('La casa es muy grande.', served);
  assert.ok(sure?.language === 'es' && sure.confidence > 0.95);
  const [foreign] = identifier.rank('Das Haus ist sehr groß und alt.', tags('es en'));
  assert.ok((foreign?.confidence ?? 1) < 0.05);
  assert.deepEqual(identifier.rank('καλημέρα', tags('es el')), [{ language: 'el', confidence: 1 }]);
  assert.deepEqual(identifier.rank('123', served), []);
});

test('prefers the more frequent language in a close call, and follows clear evidence', () => {
  const choices: readonly (readonly [among: string, close: string, common: string, clear: string, rare: string])[] = [
    ['gl pt es', 'Na casa do pai', 'pt', 'Unha casa', 'gl'],
    ['oc fr ca', 'La ville de', 'fr', 'Lo gat dormís sus la fenèstra', 'oc'],
    ['eo es it', 'por la persona', 'es', 'La hundo estas granda', 'eo'],
    ['ms id en', 'Saya makan nasi', 'id', 'Saya mahu makan kerana lapar', 'ms'],
  ];
  for (const [among, close, common, clear, rare] of choices) {
    assert.equal(show(identifier.identify(close, tags(among))), common, close);
    assert.equal(show(identifier.identify(clear, tags(among))), rare, clear);
  }
});

test('decides a word that only mutually readable languages share', () => {
  assert.equal(show(identifier.identify('rumah', tags('id ms en'))), 'id');
  assert.equal(show(identifier.identify('prijatelj', tags('hr bs sr-Latn en'))), 'hr');
  assert.equal(identifier.identify('de paz', tags('es gl pt')).kind, 'undecided');
});

test('prefers recent languages in close calls only', () => {
  const among = tags('gl pt es');
  assert.equal(show(identifier.identify('O mesmo home', among)), 'pt');
  assert.equal(show(identifier.identify('O mesmo home', among, tags('gl'))), 'gl');
  assert.equal(show(identifier.identify('Onde fica a estação?', among, tags('gl en'))), 'pt');
});

test('ignores addresses, numbers, emoji, markup and odd characters', () => {
  const plain = 'Mañana iremos a la playa con los niños.';
  const noisy = [
    `https://www.the-weather-in-england.example.org/today ${plain}`,
    `${plain} someone.with.a.long.name@example.org 12,345.67 😀😀😀`,
    `<p class="warning"><strong>${plain}</strong></p>`,
    plain.replaceAll(' ', '\0 \u0007'),
    `\u202e${plain}\u202c`,
    plain.normalize('NFD'),
    plain.toUpperCase(),
    plain.split(' ').join(' [ ] ^ $ / '),
  ];
  for (const text of noisy) assert.equal(show(identifier.identify(text, served)), 'es', text);
});

test('ignores a title or signature in another language in a long text', () => {
  const body = 'Mañana iremos a la playa con los niños y volveremos por la noche. '.repeat(100);
  assert.equal(show(identifier.identify(`The Weather And All That Comes With It\n\n${body}`, served)), 'es');
  assert.equal(show(identifier.identify(`${body}\n\nSent from my phone with best regards`, served)), 'es');
});

test('returns an accepted language or accepted candidates for any text, the same each time', () => {
  const codes = [...served, ...tags('de zh-Hans ja ar cs fil qaa')];
  const texts = fc.oneof(
    fc.string({ unit: 'binary', size: 'max', maxLength: 400 }),
    fc.constantFrom(...Object.values(sentences)),
    fc.constantFrom('ñ '.repeat(50_000), ...[...'a<@\n'].map((sign) => sign.repeat(100_000))),
  );
  fc.assert(
    fc.property(texts, fc.uniqueArray(fc.constantFrom(...codes)), (text, list) => {
      const among = new Set(list);
      const detection = identifier.identify(text, among);
      const named = detection.kind === 'detected' ? [detection.language] : detection.candidates;
      assert.ok(named.length <= 5 && named.every((tag) => among.has(tag)));
      assert.deepEqual(identifier.identify(text, new Set(list)), detection);
      const ranked = identifier.rank(text, among);
      assert.ok(ranked.length <= 5 && ranked.every(({ language }) => among.has(language)));
      const confidences = ranked.map(({ confidence }) => confidence);
      assert.ok(confidences.every((one) => one >= 0) && confidences.reduce((sum, one) => sum + one, 0) < 1 + 1e-9);
      assert.deepEqual(
        confidences,
        confidences.toSorted((one, other) => other - one),
      );
      if (detection.kind === 'detected')
        assert.equal(confidences[0], ranked.find(({ language }) => language === detection.language)?.confidence);
      else assert.ok(detection.candidates.every((tag) => ranked.some(({ language }) => language === tag)));
    }),
  );
});

const folder = process.env['FLORES_DIR'] ?? '';

for (const [engines, among] of [
  ['Apertium', served],
  ["Apertium and Mozilla's models", servedByModels],
] as const) {
  test(`identifies 98% of whole sentences and 85% of texts of three words among the languages of ${engines}`, {
    skip: !existsSync(folder) && 'FLORES_DIR',
  }, (t) => {
    const measure = (cut: (sentence: string) => string) => {
      const accuracy = measureAccuracy({ identifier, among, folder }, cut);
      t.diagnostic(JSON.stringify(accuracy));
      return accuracy.mean;
    };
    assert.ok(measure((sentence) => sentence) >= 0.98);
    assert.ok(measure((sentence) => sentence.split(/\s+/).slice(0, 3).join(' ')) >= 0.85);
  });
}

function show(detection: Identification<string>): string {
  return detection.kind === 'detected' ? detection.language : `? ${detection.candidates.join(' ')}`;
}

function tags(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, rendered, sentencesOf } from './parsed.ts';

/** By what they show: a text, and its sentences as an engine gets them. */
const documents: Readonly<Record<string, readonly (readonly [text: string, ...sentences: string[]])[]>> = {
  'tokens do not hide where a sentence ends': [
    ['**Hola.** Adiós.', 'Hola.', 'Adiós.'],
    ['Hola.<b> Adiós</b>', 'Hola.', 'Adiós'],
    ['Visita {url}. Gracias.', 'Visita {w0}.', 'Gracias.'],
    ['Ven. {name} espera.', 'Ven.', '{w0} espera.'],
    ['<b>Hola</b>. <i>Adiós</i> ya.', '{o0}Hola{c0}.', '{o0}Adiós{c0} ya.'],
    ['El plan B. Tenemos pan. ¿Y?', 'El plan {w0}.', 'Tenemos pan.', '¿Y?'],
    ['El Sr. {name} vino. Bien.', 'El Sr. {w0} vino.', 'Bien.'],
    ['<b>¡Hola!</b> dijo.', '{o0}¡Hola!{c0} dijo.'],
  ],
  'marks are numbered in the order of their first appearance, equal ones too': [
    ['De {a} a {a} por {b}.', 'De {w0} a {w1} por {w2}.'],
    ['La <b>casa</b> de {a} y el <i>gato</i>.', 'La {o0}casa{c0} de {w1} y el {o2}gato{c2}.'],
    ['El <b>gato <i>gris</i></b> duerme.', 'El {o0}gato {o1}gris{c1}{c0} duerme.'],
  ],
  'pairs around a whole sentence stay outside': [
    ['<b>Hola mundo</b>', 'Hola mundo'],
    ['<b><i>Hola</i> mundo</b>', '{o0}Hola{c0} mundo'],
    ['<i><b>Hola mundo.</b></i> Adiós.', 'Hola mundo.', 'Adiós.'],
    ['{\\an8}La luna blanca.', 'La luna blanca.'],
  ],
  'half a pair is completed where the sentence lacks the other': [
    ['Di <b>hola. Adiós</b> ya.', 'Di {o0}hola.{c0}', '{o0}Adiós{c0} ya.'],
    ['Di <b>hola. No. Adiós</b> ya.', 'Di {o0}hola.{c0}', 'No.', '{o0}Adiós{c0} ya.'],
    ['A <b>una <i>casa. Y</i> una</b> más.', 'A {o0}una {o1}casa.{c1}{c0}', '{o0}{o1}Y{c1} una{c0} más.'],
  ],
  'what says nothing at the ends of a sentence stays outside': [
    ['😀 Hola 😀 amigo. 😀', 'Hola {p0} amigo.'],
    ['La casa es vieja. 🎉🎉 El agua está fría.', 'La casa es vieja.', 'El agua está fría.'],
    ['Vale.😀Adiós.', 'Vale.', 'Adiós.'],
    ['&nbsp;Hola&nbsp;', 'Hola'],
    ['Nombre: ________', 'Nombre:'],
    ['1 La casa ........', '1 La casa'],
  ],
  'a placeholder for a word stays inside, and a sentence has a letter outside its placeholders': [
    ['{user} abrió {thing}', '{w0} abrió {w1}'],
    ['{0} {1}: %s'],
    ['<b>{name}</b> https://example.org'],
    ['123 — 456.'],
  ],
  'white space that is not one plain space is a token': [
    ['Hola  mundo', 'Hola{s0}mundo'],
    ['«\u00a0Bonjour\u202f»', '«{s0}Bonjour{s1}»'],
    ['mot\u00a0!', 'mot{s0}!'],
    ['Hola\tmundo', 'Hola{s0}mundo'],
    ['uno　dos', 'uno{s0}dos'],
    ['uno&nbsp;dos&#160;3', 'uno{s0}dos{s1}3'],
    ['uno &nbsp;dos&nbsp;&nbsp;tres', 'uno {p0}dos{p1}{p2}tres'],
  ],
  'control characters are points': [
    ['ho\0la\u0007 mundo', 'ho{p0}la{p1} mundo'],
    ['\u001bHola\u0000', 'Hola'],
    ['Uno.\0Dos.', 'Uno.', 'Dos.'],
  ],
  'a word with tags inside goes to the engine whole, with the tags at its ends': [
    ['<b>H</b>ola mundo', '{o0}Hola{c0} mundo'],
    ['super**man** vuela', '{o0}superman{c0} vuela'],
    ['un<b>believ</b>able cosa', '{o0}unbelievable{c0} cosa'],
    ['un <b>gran hom</b>bre', 'un {o0}gran hombre{c0}'],
    ['<b>H</b><i>o</i>la ya', '{o0}Hola{c0}{o1}{c1} ya'],
    ['ven\u00adta\u00adna abierta', 'ventana abierta'],
    ['casa<b>[1]</b> vieja', 'casa{o0}{p1}{c0} vieja'],
    ['漢<b>字</b>は難しい', '漢{o0}字{c0}は難しい'],
  ],
  'letters written together with a placeholder belong to it': [
    ['los {name}s viejos', 'los {w0} viejos'],
    ['pre{a}{b}fijo largo', '{w0} largo'],
    ['欢迎{name}光临', '欢迎{w0}光临'],
  ],
  'letters spelled as entities are letters': [
    ['El caf&eacute; est&aacute; aqu&iacute;.', 'El café está aquí.'],
    ['L&#39;aigua &eacute;s freda', "L'aigua és freda"],
  ],
  'texts inside marks are sentences of their own': [
    ['{n, plural, one {Un gato} other {Gatos de {x}}}', 'Un gato', 'Gatos de {w0}'],
    ['Hay {n, plural, one {un gato} other {# gatos}} aquí', 'un gato', 'gatos', 'Hay {w0} aquí'],
  ],
};

for (const [what, cases] of Object.entries(documents)) {
  test(what, () => {
    for (const [text, ...sentences] of cases) {
      assert.deepEqual(sentencesOf(text), sentences);
      assert.equal(parse(text).render(parse(text).sentences), text);
    }
  });
}

test('translations replace the sentences, and everything else stays byte for byte', () => {
  const text = '\r\n  Uno. \t Dos.\n\n\n> Tres {x}\u2028\0';
  assert.equal(rendered(text, ['One.', 'Two.', '{w0} three']), '\r\n  One. \t Two.\n\n\n> {x} three\u2028\0');
});

test('white space that an engine adds at the ends of a sentence is removed', () => {
  assert.equal(rendered('Uno. Dos.', [' One. ', 'Two.\n']), 'One. Two.');
});

test('protected spans move with the words of a translation', () => {
  const text = 'La <b>casa</b> blanca de {name}.';
  assert.equal(rendered(text, ["{w1}'s white {o0}house{c0}."]), "{name}'s white <b>house</b>.");
});

test('the missing half of a pair is rendered as nothing', () => {
  const text = 'Di <b>hola. Adiós</b> ya.';
  assert.equal(rendered(text, ['Say {o0}hello.{c0}', '{o0}Goodbye{c0} now.']), 'Say <b>hello. Goodbye</b> now.');
});

test('tags inside a word keep their place if the word is unchanged, otherwise they enclose it', () => {
  const text = 'El a<i>gu</i>a es H<b>2</b>O pura';
  const sentence = sentencesOf(text).join('');
  assert.ok(sentence.includes('{o0}agua{c0}'));
  const unchanged = sentence.replace('El', 'The').replace('pura', 'pure');
  assert.equal(rendered(text, [unchanged]), text.replace('El', 'The').replace('pura', 'pure'));
  assert.equal(rendered(text, [sentence.replace('agua', 'water')]), text.replace('a<i>gu</i>a', '<i>water</i>'));
});

test('a word with tags inside that became part of a longer word counts as changed', () => {
  assert.equal(rendered('<b>H</b>ola a ti', ['{o0}Hola{c0}s to you']), '<b>Hola</b>s to you');
});

test('a sentence with letters as entities is translated into one with entities', () => {
  const text = 'El caf&eacute; est&aacute; aqu&iacute;.';
  assert.equal(
    rendered(text, ['Le café œuf ż déjà là']),
    'Le caf&eacute; &oelig;uf &zdot; d&eacute;j&agrave; l&agrave;',
  );
  assert.equal(rendered('El caf&#233;', ['Déjà ¿qué?']), 'D&#233;j&#224; ¿qu&#233;?');
  assert.equal(rendered('El caf&#xE9;', ['Śnieg']), '&#x15A;nieg');
  assert.equal(rendered('El café', ['Déjà']), 'Déjà');
});

test('an apostrophe between letters is an entity if the sentence writes it so', () => {
  assert.equal(rendered('L&#39;aigua ve', ["L'eau 'vient' d'ici"]), "L&#39;eau 'vient' d&#39;ici");
  assert.equal(rendered("L'aigua ve", ["L'eau vient"]), "L'eau vient");
});

test('a translation does not end the case of the ICU message around it', () => {
  const text = '{n, plural, one {Casa de {x}} other {Casas}}';
  assert.equal(rendered(text, ["L'{w0} d'or'", "a {b} l'"]), "{n, plural, one {L''{x} d'or''} other {a '{'b'}' l''}}");
});

test('a translation does not end the quotation marks of the data around it', () => {
  assert.equal(rendered('{"a": "La «casa»"}', ['The "house"']), '{"a": "The ”house”"}');
  const yaml = 'es:\n  door: \'La casa\'\n  wall: "El muro"\n';
  assert.equal(rendered(yaml, ["L'eau", "L'eau"]), "es:\n  door: 'L’eau'\n  wall: \"L'eau\"\n");
  assert.equal(
    rendered('1,"El ""libro"" rojo",5\n2,"x y",6\n', ['The ""red"" book', 'x y']),
    '1,"The ""red"" book",5\n2,"x y",6\n',
  );
  assert.equal(rendered('Dijo «ven» y "no".', ['"Come", he said, "no".']), '"Come", he said, "no".');
});

test('a translation escapes its new quotation marks as Android’s strings and modules do', () => {
  const android = '<resources><string name="a">Agua</string><string name="b">"Agua"</string></resources>';
  assert.equal(
    rendered(android, ["L'eau", '"l\'eau"']),
    '<resources><string name="a">L\\\'eau</string><string name="b">"l\\\'eau"</string></resources>',
  );
  assert.equal(rendered('<string name="a">Agua</string>', ['"x"']), '<string name="a">\\"x\\"</string>');
  assert.equal(rendered('<a><string name="a">Agua</string></a>', ["L'eau"]), '<a><string name="a">L\'eau</string></a>');
  const code = (value: string) => `export default {\n  a: '${value}',\n};`;
  assert.equal(rendered(code("L\\'aigua"), ["The dogs' l'eau"]), code("The dogs’ l\\'eau"));
});

test('an apostrophe does not begin literal text in a message of Java', () => {
  assert.equal(rendered('a.b=Agua de {0}\na.c=Agua', ["L'eau \uFDD0\uE000", "L'eau"]), "a.b=L’eau {0}\na.c=L'eau");
});

test('apostrophes that an ICU message writes twice are written twice again', () => {
  const text = "{n, plural, one {l''aigua} other {les aig&uuml;es}}";
  assert.deepEqual(sentencesOf(text), ["l'aigua", 'les aigües']);
  assert.equal(rendered(text, ["d'or", 'x']), "{n, plural, one {d''or} other {x}}");
});

test('literal text and `#` of an ICU message are protected', () => {
  const text = "{n, plural, other {Hay '{a}' y # gatos}}";
  assert.deepEqual(sentencesOf(text), ['Hay {w0} y {w1} gatos']);
  assert.equal(rendered(text, ['{w1} cats and {w0}']), "{n, plural, other {# cats and '{a}'}}");
});

test('a wrong number of translations, or one with missing tokens, fails an assertion', () => {
  const { render } = parse('Uno. Dos.');
  assert.throws(() => render(['One.']), { name: 'ImpossibleError' });
  assert.throws(() => render(['One.', 'Two.', 'Three.']), { name: 'ImpossibleError' });
  assert.throws(() => rendered('Un {x} más', ['One more']), { name: 'ImpossibleError' });
});

test('unknown tokens and noncharacters are removed from a translation', () => {
  assert.equal(rendered('Un {x} más', ['One {w0} more{p7}\uFDD5']), 'One {x} more');
});

test('parsing pauses for other work after a few sentences, also within one long line', () => {
  assert.ok(parse('Una frase. '.repeat(1_000)).turns >= 20);
  assert.ok(parse('Una frase\n'.repeat(1_000)).turns >= 20);
  assert.ok(parse('\n'.repeat(100_000)).turns >= 100);
  assert.ok(parse('a'.repeat(100_000)).turns >= 50);
});

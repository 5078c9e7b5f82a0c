import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from '../../support/case-file.ts';
import { parse, rendered, sentencesOf } from './parsed.ts';

/** By what they show: a text, and its sentences as an engine gets them. */
for (const { title, rows } of readCases(import.meta.url, 'document.txt')) {
  test(title, () => {
    for (const [text = '', ...sentences] of rows) {
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
  const translated = rendered(text, ['Le café œuf ż déjà là']);
  assert.equal(translated, 'Le caf&eacute; &oelig;uf &zdot; d&eacute;j&agrave; l&agrave;');
  assert.equal(rendered('El caf&#233;', ['Déjà ¿qué?']), 'D&#233;j&#224; ¿qu&#233;?');
  assert.equal(rendered('El caf&#xE9;', ['Śnieg']), '&#x15A;nieg');
  assert.equal(rendered('El caf\\u00E9', ['déjà 𐐀']), 'd\\u00E9j\\u00e0 \\ud801\\udc00');
  assert.equal(rendered('El café', ['Déjà']), 'Déjà');
});

test('escaped quotation marks are spelling, unless the text has others', () => {
  assert.equal(rendered('Di \\"hola\\" ya', ['Say "hello" now']), 'Say \\"hello\\" now');
  assert.equal(rendered('{"a": "Di \\"hola\\" ya"}', ['Say "hello" now']), '{"a": "Say \\"hello\\" now"}');
  assert.equal(rendered('Di \\"hola\\" "ya"', ['Say {p0}hello{p1} "now"']), 'Say \\"hello\\" "now"');
});

test('a sign that the sentence writes as an entity is one everywhere in its translation', () => {
  assert.equal(rendered('L&#39;aigua ve', ["L'eau 'vient' d'ici"]), 'L&#39;eau &#39;vient&#39; d&#39;ici');
  const translated = rendered('&quot;Pan&quot; &amp; sal &lt; agua&hellip;', ['Salt & "bread" < water…']);
  assert.equal(translated, 'Salt &amp; &quot;bread&quot; &lt; water&hellip;');
  assert.equal(rendered('&#34;Pan&#34;&mdash;y', ['"Bread" and—']), '&#34;Bread&#34; and&mdash;');
  const html = parse('Caf&eacute; &amp; 2 &lt; 3', 'es', { markup: 'html' });
  assert.equal(html.render(['é & <b> "x"']), '&eacute; &amp; &lt;b&gt; "x"');
  assert.equal(parse('&amp;Guardar', 'es', { markup: 'html' }).render(['Save & x']), '&amp;Save &amp; x');
});

test('an apostrophe between letters is escaped if the sentence writes it so', () => {
  assert.equal(rendered("L''aigua ve", ["L'eau 'vient'"]), "L''eau 'vient'");
  assert.equal(rendered("L\\'aigua ve", ["L'eau 'vient'"]), "L\\'eau 'vient'");
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
  const translated = rendered('1,"El ""libro"" rojo",5\n2,"x y",6\n', ['The ""red"" book', 'x y']);
  assert.equal(translated, '1,"The ""red"" book",5\n2,"x y",6\n');
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
  assert.deepEqual(sentencesOf(text), ['Hay {w0} y {n1} gatos']);
  assert.equal(rendered(text, ['{n1} cats and {w0}']), "{n, plural, other {# cats and '{a}'}}");
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownMarks } from '../../support/shown-marks.ts';

const cases: readonly (readonly [what: string, text: string, ...marks: string[]])[] = [
  [
    'JSON',
    '{"a": "Hola <b>tú</b>", "b": ["Uno", 2, true], "c": {"d": "tres\\n\\"x\\""}}',
    'bound:{"a": "',
    'open2:<b>',
    'close2:</b>',
    'bound:", "b": ["',
    'bound:", 2, true], "c": {"d": "',
    'bound:\\n',
    'point:\\"',
    'point:\\"',
    'bound:"}}',
  ],
  ['a list in JSON', '["Uno", "dos"]', 'bound:["', 'bound:", "', 'bound:"]'],
  ['lines cut from JSON', '"saludo": "Hola",\n"fin": "Adiós"', 'bound:"saludo": "', 'bound:",\n"fin": "', 'bound:"'],
  ['what is no JSON', '{"a": hola} y "uno", "dos"'],
  ['quoted words', '"Hola", dijo: "adiós"'],
  ['JSON by lines', '{"t":"Uno"}\n{"t":"Dos"}', 'bound:{"t":"', 'bound:"}\n{"t":"', 'bound:"}'],
  [
    'properties',
    '# nota\nhome.title=La casa\ndoor.open = La puerta {0} \\\n    y más',
    'bound:# nota\nhome.title=',
    'bound:\ndoor.open = ',
    'word:{0}',
    'bound:\\\n    ',
  ],
  ['INI', '[window]\ntitle="La casa"\ntext=Uno', 'bound:[window]\ntitle="', 'bound:"\ntext='],
  ['a single property', 'home.title=La casa', 'bound:home.title='],
  ['an equation in a letter', 'Ana,\nla suma es x=5\ny el resto no importa.'],
  [
    'YAML',
    'es:\n  title: "La casa"\n  door_text: La puerta\n  list:\n    - uno\n  long: |\n    Dos tres\n  no: ~',
    'bound:es:\n  title: "',
    'bound:"\n  door_text: ',
    'bound:\n  list:\n    - ',
    'bound:\n  long: |\n    ',
    'bound:\n  no: ~',
  ],
  ['lines that look like YAML and are none', 'nombre: Juan\nciudad: Madrid\nnota: nada'],
  [
    'strings of Apple',
    '/* nota */\n"home_title" = "La \\"casa\\"";\n"b" = "Hay %@";',
    'bound:/* nota */\n"home_title" = "',
    'point:\\"',
    'point:\\"',
    'bound:";\n"b" = "',
    'word:%@',
    'bound:";',
  ],
  [
    'a catalogue that is translated',
    'msgid ""\nmsgstr ""\n"Language: es\\n"\n\n#: a.c:1\nmsgid "Hello"\nmsgstr "Hola "\n"mundo"',
    'bound:msgid ""\nmsgstr ""\n"Language: es\\n"\n\n#: a.c:1\nmsgid "Hello"\nmsgstr "',
    'bound:"\n"',
    'bound:"',
  ],
  [
    'a catalogue that is not translated yet',
    'msgctxt "menu"\nmsgid "%d libro"\nmsgid_plural "%d libros"\nmsgstr[0] ""',
    'bound:msgctxt "menu"\nmsgid "',
    'word:%d',
    'bound:"\nmsgid_plural "',
    'word:%d',
    'bound:"\nmsgstr[0] ""',
  ],
  ['cells by semicolons', 'ref;name\n1;la casa\n2;', 'bound:;', 'bound:\n', 'bound:;', 'bound:\n', 'bound:;'],
  [
    'cells in quotation marks',
    '1,"La ""casa"", roja",5\n2,agua,6',
    'bound:,"',
    'bound:",',
    'bound:\n',
    'bound:,',
    'bound:,',
  ],
  [
    'YAML with an equals sign in a value',
    'pt:\n  zero: "Nada"\n  link: "<a href=\\"%{url}\\">aqui</a>"',
    'bound:pt:\n  zero: "',
    'bound:"\n  link: "',
    'open3:<a href=\\"%{url}\\">',
    'close3:</a>',
    'bound:"',
  ],
  ['commas of prose', 'Ana, Pedro y yo\nUno, dos y tres'],
  [
    'a calendar',
    'BEGIN:VEVENT\nUID:1@x\nSUMMARY:La noche\nEND:VEVENT',
    'bound:BEGIN:VEVENT\nUID:1@x\nSUMMARY:',
    'bound:\nEND:VEVENT',
  ],
];

for (const [what, text, ...expected] of cases) {
  test(`the marks of files of data: ${what}`, () => {
    assert.deepEqual(shownMarks(text), expected);
  });
}

import { testSpansOf } from './tested-spans.ts';

testSpansOf('files of data', [
  [
    'JSON',
    '⟦b:{"a": "⟧Hola ⟦o2:<b>⟧tú⟦c2:</b>⟧⟦b:", "b": ["⟧Uno⟦b:", 2, true], "c": {"d": "⟧tres⟦b:\\n⟧⟦p:\\"⟧x⟦p:\\"⟧⟦b:"}}⟧',
  ],
  ['a list in JSON', '⟦b:["⟧Uno⟦b:", "⟧dos⟦b:"]⟧'],
  ['lines cut from JSON', '⟦b:"saludo": "⟧Hola⟦b:",\n"fin": "⟧Adiós⟦b:"⟧'],
  ['invalid JSON', '{"a": hola} y "uno", "dos"'],
  ['quoted words', '"Hola", dijo: "adiós"'],
  ['JSON by lines', '⟦b:{"t":"⟧Uno⟦b:"}\n{"t":"⟧Dos⟦b:"}⟧'],
  ['properties', '⟦b:# nota\nhome.title=⟧La casa⟦b:\ndoor.open = ⟧La puerta ⟦w:{0}⟧ ⟦b:\\\n    ⟧y más'],
  ['INI', '⟦b:[window]\ntitle="⟧La casa⟦b:"\ntext=⟧Uno'],
  ['a single property', '⟦b:home.title=⟧La casa'],
  ['an equation in a letter', 'Ana,\nla suma es x=5\ny el resto no importa.'],
  [
    'YAML',
    '⟦b:es:\n  title: "⟧La casa⟦b:"\n  door_text: ⟧La puerta⟦b:\n  list:\n    - ⟧uno⟦b:\n  long: |\n    ⟧Dos tres⟦b:\n  no: ~⟧',
  ],
  ['lines that look like YAML and are none', 'nombre: Juan\nciudad: Madrid\nnota: nada'],
  ['strings of Apple', '⟦b:/* nota */\n"home_title" = "⟧La ⟦p:\\"⟧casa⟦p:\\"⟧⟦b:";\n"b" = "⟧Hay ⟦w:%@⟧⟦b:";⟧'],
  [
    'a catalogue that is translated',
    '⟦b:msgid ""\nmsgstr ""\n"Language: es\\n"\n\n#: a.c:1\nmsgid "Hello"\nmsgstr "⟧Hola ⟦b:"\n"⟧mundo⟦b:"⟧',
  ],
  [
    'a catalogue that is not translated yet',
    '⟦b:msgctxt "menu"\nmsgid "⟧⟦w:%d⟧ libro⟦b:"\nmsgid_plural "⟧⟦w:%d⟧ libros⟦b:"\nmsgstr[0] ""⟧',
  ],
  ['cells by semicolons', 'ref⟦b:;⟧name⟦b:\n⟧1⟦b:;⟧la casa⟦b:\n⟧2⟦b:;⟧'],
  ['lines with entities, which are no cells', 'Ana&#39;s\ncaf&eacute;'],
  ['cells with an ampersand', 'ref⟦b:;⟧nombre⟦b:\n⟧AT&T⟦b:;⟧la casa'],
  ['cells in quotation marks', '1⟦b:,"⟧La ""casa"", roja⟦b:",⟧5⟦b:\n⟧2⟦b:,⟧agua⟦b:,⟧6'],
  [
    'YAML with an equals sign in a value',
    '⟦b:pt:\n  zero: "⟧Nada⟦b:"\n  link: "⟧⟦o3:<a href=\\"%{url}\\">⟧aqui⟦c3:</a>⟧⟦b:"⟧',
  ],
  [
    'a module of JavaScript',
    "⟦b:export default {\n  // nota\n  'a.b': '⟧La casa⟦b:',\n  c: (n) => `⟧Hola ⟦w:${n}⟧⟦b:`,\n  d: [t('x'), \"⟧Uno⟦b:\"],\n};⟧",
  ],
  ['assignments of PHP', "⟦b:$lang['a']['b'] = '⟧La casa⟦b:';\ndefine('X', '⟧Uno⟦b:');⟧"],
  ['arrays of PHP', "⟦b:<?php\nreturn [\n  'a' => ['b' => '⟧La casa⟦b:'], # nota\n];⟧"],
  ['prose that begins like a module', 'return (casa) y vuelve; export la casa;'],
  [
    'metadata of ARB and JSON-LD',
    '⟦b:{"@@locale": "es", "a": "⟧La casa⟦b:", "@a": {"description": "No", "b": {"c": "}"}}, "d": {"@value": "⟧Uno⟦b:"}}⟧',
  ],
  ['a desktop entry', '⟦b:[Desktop Entry]\nName=⟧La casa⟦b:\nIcon=casa⟧⟦b:\nExec=casa %U⟧'],
  ['the modules of MDX', "⟦b:import Casa, {A as B} from '@x/casa';⟧\n\n⟦b:# ⟧La casa"],
  ['commas of prose', 'Ana, Pedro y yo\nUno, dos y tres'],
  ['a calendar', '⟦b:BEGIN:VEVENT\nUID:1@x\nSUMMARY:⟧La noche⟦b:\nEND:VEVENT⟧'],
]);

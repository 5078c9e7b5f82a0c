import { testSpansOf } from './tested-spans.ts';

testSpansOf('subtitles and chats', [
  [
    'SubRip',
    '⟦b:1⟧\n⟦b:00:00:01,000 --> 00:00:02,000⟧\nHola\n⟦b:- ⟧⟦o1:<i>⟧Sí⟦c1:</i>⟧\n\n⟦b:2⟧\n⟦b:00:00:03,000 --> 00:00:04,000 X1:1⟧\n⟦p:{\\an8}⟧Adiós',
  ],
  [
    'WebVTT',
    '⟦b:WEBVTT - Título⟧\n\n⟦b:NOTE\nnota⟧\n\n⟦b:intro⟧\n⟦b:00:01.000 --> 00:02.000 line:0⟧\n⟦p:<v Ana María>⟧Hola ⟦p:<00:01.500>⟧⟦o1:<c.red>⟧mundo⟦c1:</c>⟧',
  ],
  ['SubStation', '⟦b:Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,⟧La ⟦p:{\\i1}⟧casa⟦p:{\\i0}⟧, roja⟦b:\\N⟧y fin'],
  [
    'a script of SubStation',
    '⟦b:[Script Info]\nTitle: Uno\n\n[Events]\nFormat: Layer, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,⟧Hola, tú⟦b:\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no⟧',
  ],
  ['songs', '⟦b:[ar:Ana]⟧\n⟦b:[00:12.00][00:15.30]⟧La casa\n⟦p:<00:16.00>⟧ roja'],
  ['chats', '⟦b:12/5/24, 10:30 - ⟧Ana: Hola\n⟦b:[12.05.2024, 10:31:00] ⟧Pedro: Sí'],
  ['times in a sentence', '⟦w:10:30⟧ --> es tarde\n1\nDos'],
]);

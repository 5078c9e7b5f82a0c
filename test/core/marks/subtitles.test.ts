import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownMarks } from '../../support/shown-marks.ts';

const cases: readonly (readonly [what: string, text: string, ...marks: string[]])[] = [
  [
    'SubRip',
    '1\n00:00:01,000 --> 00:00:02,000\nHola\n- <i>Sí</i>\n\n2\n00:00:03,000 --> 00:00:04,000 X1:1\n{\\an8}Adiós',
    'bound:1',
    'bound:00:00:01,000 --> 00:00:02,000',
    'bound:- ',
    'open1:<i>',
    'close1:</i>',
    'bound:2',
    'bound:00:00:03,000 --> 00:00:04,000 X1:1',
    'point:{\\an8}',
  ],
  [
    'WebVTT',
    'WEBVTT - Título\n\nNOTE\nnota\n\nintro\n00:01.000 --> 00:02.000 line:0\n<v Ana María>Hola <00:01.500><c.red>mundo</c>',
    'bound:WEBVTT - Título',
    'bound:NOTE\nnota',
    'bound:intro',
    'bound:00:01.000 --> 00:02.000 line:0',
    'point:<v Ana María>',
    'point:<00:01.500>',
    'open1:<c.red>',
    'close1:</c>',
  ],
  [
    'SubStation',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,La {\\i1}casa{\\i0}, roja\\Ny fin',
    'bound:Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,',
    'point:{\\i1}',
    'point:{\\i0}',
    'bound:\\N',
  ],
  [
    'a script of SubStation',
    '[Script Info]\nTitle: Uno\n\n[Events]\nFormat: Layer, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hola, tú\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no',
    'bound:[Script Info]\nTitle: Uno\n\n[Events]\nFormat: Layer, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,',
    'bound:\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no',
  ],
  [
    'songs',
    '[ar:Ana]\n[00:12.00][00:15.30]La casa\n<00:16.00> roja',
    'bound:[ar:Ana]',
    'bound:[00:12.00][00:15.30]',
    'point:<00:16.00>',
  ],
  [
    'chats',
    '12/5/24, 10:30 - Ana: Hola\n[12.05.2024, 10:31:00] Pedro: Sí',
    'bound:12/5/24, 10:30 - ',
    'bound:[12.05.2024, 10:31:00] ',
  ],
  ['times in a sentence', '10:30 --> es tarde\n1\nDos', 'word:10:30'],
];

for (const [what, text, ...expected] of cases) {
  test(`the marks of subtitles and chats: ${what}`, () => {
    assert.deepEqual(shownMarks(text), expected);
  });
}

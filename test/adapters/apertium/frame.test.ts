import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { frameSentence, opaquePattern, readReply, withOneForm } from '../../../src/adapters/apertium/frame.ts';
import { writeToken } from '../../../src/text/document/token.ts';
import { withTokens } from '../../text/checks/written-tokens.ts';
import { carrying } from './plain-carrying.ts';

const frame = (text: string, number: number): string => frameSentence({ text, number }, carrying);
const echo = (text: string, number: number): string => frame(text, number).slice(0, -1);
const read = (reply: string, number: number, text: string): string | undefined =>
  readReply(reply, { text, number }, carrying);

/** Sentences as the engine is given them, and anything else. */
const sentence = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'ab .[]{}^$/\\@<>~*#\n\t\u0000\u0007\u00a0'), { maxLength: 30 })
    .map((all) => all.join('')),
);

test('frames a sentence with one NUL, at the end, and returns a copy without control characters and outer space', () => {
  fc.assert(
    fc.property(sentence, fc.nat(), (text, number) => {
      const printable = text.replace(/[^\P{Cc}\s]/gu, '').trim();
      assert.equal(read(echo(text, number), number, text), printable);
      const framed = frame(text, number);
      assert.equal(framed.indexOf('\0'), framed.length - 1);
    }),
    {
      examples: [
        ['a \u0000.', 0],
        ['a .\n', 0],
      ],
    },
  );
});

test('escapes text that looks like the end of a frame', () => {
  fc.assert(
    fc.property(sentence, fc.nat(), fc.nat(), (text, number, other) => {
      fc.pre(number !== other);
      assert.equal(read(echo(text, number), other, text), undefined);
    }),
  );
  const forged = echo('see you.[.].[7]', 6);
  assert.equal(read(forged, 7, 'see you.[.].[7]'), undefined);
});

test('rejects an answer that is truncated or too long', () => {
  const reply = echo('hello', 7);
  for (const wrong of ['', 'hello', reply.slice(0, -1), `${reply} `, `${reply}[8]`, reply.slice(reply.length - 2)]) {
    assert.equal(read(wrong, 7, 'hello'), undefined, wrong);
  }
});

test('removes only the added full stop, wherever a mode moved it', () => {
  const cases: readonly (readonly [sentence: string, reply: string, translation: string])[] = [
    ['Sí.', 'Yes.[.].[7]', 'Yes.'],
    ['Sí', 'Yes[.].[7]', 'Yes'],
    ['Espera...', 'Wait...[.].[7]', 'Wait...'],
    // Blanks moved to the end.
    ['7', '7 . [.][7]', '7'],
    ['in 2009.', 'in 2009. . [.][7]', 'in 2009.'],
    // Our stop absorbed, with the sentence's own still there, and without one.
    ['Sat.', 'Sjedi.[.][7]', 'Sjedi.'],
    ['No', 'No[.][7]', 'No'],
    ['34', '34.[.][7]', '34'],
    ['Ah !', 'Ah ![.].[7]', 'Ah !'],
    // An abbreviation that took the sentence's stop with it.
    ['Vivo en EE. UU.', 'Visc als EUA[.].[7]', 'Visc als EUA.'],
    ['EE.UU.', 'EUA[.].[7]', 'EUA'],
    // Space at either end.
    ['Hola', ' Hello [.].[7]', 'Hello'],
  ];
  for (const [text, reply, translation] of cases) assert.equal(read(reply, 7, text), translation, reply);
});

test('removes marks of unknown words, and keeps those of the sentence', () => {
  assert.equal(read('vart #halde[.].[7]', 7, 'blev holdt'), 'vart halde');
  assert.equal(read('*Zorblatt[.].[7]', 7, 'Zorblatt'), 'Zorblatt');
  assert.equal(read('C# #halde *x[.].[7]', 7, 'C# holdt *x'), 'C# #halde *x');
});

test('sends a sentence in small letters as a continuation to a mode that adds capitals', () => {
  const capitalizing = { ...carrying, capitalizesStart: true };
  const named = `${writeToken('word', 0)} abre`;
  for (const text of ['perro', '(perro', '¿y?', named]) {
    const framed = frameSentence({ text, number: 1 }, capitalizing);
    assert.ok(framed.startsWith(', '), framed);
    assert.equal(readReply(framed.slice(0, -1), { text, number: 1 }, capitalizing), text);
    assert.doesNotMatch(frame(text, 1), /^, /);
  }
  for (const text of ['Perro', '3 perros', '«Perro»', ', Perro', '?']) {
    const framed = frameSentence({ text, number: 1 }, capitalizing);
    assert.equal(framed, frame(text, 1));
    assert.equal(readReply(framed.slice(0, -1), { text, number: 1 }, capitalizing), text);
  }
  assert.equal(readReply('[m0] , dog[.].[1]', { text: 'perro', number: 1 }, capitalizing), 'm0 dog');
});

test('restores the space between words that a mode joins', () => {
  const gluing = { ...carrying, gluesWords: true };
  const text = 'Моя собака, 5';
  assert.equal(frameSentence({ text, number: 1 }, gluing), '[[g]]Моя собака, 5[[/]][.].[1]\0');
  for (const [reply, translation] of [
    ['[[g]]Моя[[/]][[g]]собака[[/]][[g]],[[/]] [[g]]5[[/]]', 'Моя собака, 5'],
    ['la[[g]]foto[[/]]de X[[g]]-a[[/]]', 'la foto de X-a'],
    ['[[g]]el[[/]][[g]]iris[[/]]', 'eliris'],
  ] as const) {
    assert.equal(readReply(`${reply}[.].[1]`, { text, number: 1 }, gluing), translation);
  }
  const tagged = withTokens('{o0}Моя собака{c0}');
  const framed = '[o0][[p0]][[g]]Моя собака[[/]][[/]][c0]';
  assert.equal(frameSentence({ text: tagged, number: 1 }, gluing), `${framed}[.].[1]\0`);
  const reply = '[o0][[p0; g]]Моя[[/]][[p0; g]]собака[[/]][c0][.].[1]';
  assert.equal(readReply(reply, { text: tagged, number: 1 }, gluing), tagged);
});

test('sends runs of white space, and characters that a mode damages, as blanks', () => {
  assert.equal(frame('a  b\u00a0c d', 1), 'a[  ]b[\u00a0]c d[.].[1]\0');
  assert.equal(
    frameSentence({ text: '12% "x"', number: 1 }, { ...carrying, opaque: opaquePattern('%"') }),
    '12[%] ["]x["][.].[1]\0',
  );
  assert.equal(
    frameSentence({ text: 'a @ b', number: 1 }, { ...carrying, opaque: opaquePattern('@') }),
    'a [\\@] b[.].[1]\0',
  );
  assert.equal(frame('a\u0000b\u0007 c', 1), 'a[]b[ ]c[.].[1]\0');
});

test('keeps the longest form of a word, or the first of equally long ones', () => {
  const cases: readonly (readonly [written: string, kept: string])[] = [
    ['«prominenta landa/landmärken» i', '«prominenta landmärken» i'],
    ['a rimokatolik Cerkev/Cerkva ima', 'a rimokatolik Cerkev ima'],
    ['[[p0]]kloar/klor[[/]], [m1]och', '[[p0]]kloar[[/]], [m1]och'],
    ['una/unas/un.[.].', 'unas.[.].'],
    ['hann lagt til/lagða til löggjöfina', 'hann lagt til löggjöfina'],
  ];
  for (const [written, kept] of cases) assert.equal(withOneForm(written), kept);
});

test('keeps a slash of the sentence', () => {
  for (const written of ['km\\/h', '[[w0]]Zubrowka[[/]]', 'a \\/ b', '\\\\\\/', '/', 'a / b', 'http:\\/\\/a\\/b']) {
    assert.equal(withOneForm(written), written);
  }
});

test('handles any text in linear time', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'ab/\\[] é.'), { maxLength: 60 }), (all) => {
      assert.ok(withOneForm(all.join('')).length <= all.length);
    }),
  );
  for (const text of ['a'.repeat(100_000), '/'.repeat(100_000), 'a/'.repeat(50_000), 'a '.repeat(50_000)]) {
    assert.ok(withOneForm(`x${text}`).length <= 100_001);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScored } from '../../../src/adapters/bergamot/scored-html.ts';

const word = (index: number, score: number, text: string): string =>
  `<font x-bergamot-word-index="${index}" x-bergamot-word-score="${score}">${text}</font>`;
const sentence = (index: number, content: string): string =>
  `<font x-bergamot-sentence-index="${index}" x-bergamot-sentence-score="-0.5">${content}</font>`;

test('scores are taken out, and what is said is the mean of the words', () => {
  const { html, confidence } = readScored(sentence(0, `${word(0, -0.5, 'Hello')} ${word(1, -1.5, 'you &amp; me')}`));
  assert.equal(html, 'Hello you &amp; me');
  assert.equal(confidence, Math.exp(-1));
});

test("elements of the text stay where they are, also if they are called as the library's", () => {
  const scored = `<font color="red">${sentence(0, word(0, -1, 'Hello'))}</font> <i id="1">${sentence(1, word(0, -3, 'friend'))}</i>`;
  const { html, confidence } = readScored(scored);
  assert.equal(html, '<font color="red">Hello</font> <i id="1">friend</i>');
  assert.equal(confidence, Math.exp(-2));
});

test('a word that an element divides counts once', () => {
  const { html, confidence } = readScored(
    `${sentence(0, word(0, -1, 'under'))}<i id="1">${sentence(0, word(0, -1, 'line'))}</i>${sentence(0, word(1, -3, '.'))}`,
  );
  assert.equal(html, 'under<i id="1">line</i>.');
  assert.equal(confidence, Math.exp(-2));
});

test('without a word nothing is claimed', () => {
  assert.deepEqual(readScored(' '), { html: ' ', confidence: undefined });
  assert.deepEqual(readScored('</font><font>'), { html: '</font><font>', confidence: undefined });
});

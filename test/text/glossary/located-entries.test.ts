import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Turns } from '../../../src/ground/steps.ts';
import { countCharacters } from '../../../src/ground/units.ts';
import type { GlossaryCache } from '../../../src/shop/glossaries/glossary-cache.ts';
import { parseTexts } from '../../../src/text/attempts/translate-text.ts';
import { render } from '../../../src/text/document/render.ts';
import { segmentCharactersMax } from '../../../src/text/document/sentence.ts';
import { accountEntries, ana, spanishToEnglish } from '../../support/account-entries.ts';
import { corpusFolders, readCorpus } from '../../support/corpus.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readable } from '../checks/written-tokens.ts';
import { parse, sentencesOf } from '../document/parsed.ts';

const never = new AbortController().signal;

/** Entries that are protected spans without a glossary, wholly or in part, and one that is not. */
const entries = {
  CO2: 'carbon dioxide',
  'vitamina B12': 'vitamin B12',
  'C++': 'C++ language',
  'Node.js Foundation': undefined,
  macOS: undefined,
  'maratón de 5 km': '5 km race',
  'Booking.com': 'Booking',
  gas: 'gas',
};

async function find(text: string, own: GlossaryCache = accountEntries(entries)) {
  const glossary = await own.find({ ...ana, pair: spanishToEnglish });
  const texts = { texts: [text], language: spanishToEnglish.source, glossary };
  const { documents, entries: found } = await parseTexts({ turns: new Turns() }, texts, never);
  const document = documents[0] ?? assert.fail('one document for each text');
  const uses = document.sentences.flatMap((sentence) => found.get(sentence) ?? []);
  return { document, uses, words: uses.map((use) => use.words), sentences: document.sentences.map(readable) };
}

describe('a protected span', () => {
  test('becomes words of an entry: whole, in part, at the ends of a sentence, in a heading, in a nested text', async () => {
    const text = [
      '# CO2\n\nEl CO2 es un gas.',
      'La vitamina B12 y el CO2; <b>CO2</b> y vitamina <i>B12</i>.',
      'Usa C++. La Node.js Foundation usa macOS (y Booking.com) en un maratón\nde 5\u00a0km.',
      '{n, plural, one {El CO2 sube} other {Los gases suben}}',
    ].join('\n\n');
    const { words, sentences, document } = await find(text);
    assert.deepEqual(words, [
      // Texts inside marks come first.
      ...['CO2', 'gases', 'CO2', 'CO2', 'gas', 'vitamina B12', 'CO2', 'CO2', 'vitamina B12'],
      ...['C++', 'Node.js Foundation', 'macOS', 'Booking.com', 'maratón de 5 km'],
    ]);
    assert.deepEqual(sentences.slice(2, 4), ['CO2', 'El CO2 es un gas.']);
    assert.equal(render(document, document.sentences).text, text);
  });

  test('without an entry stays protected, also next to one with an entry', async () => {
    const text = 'La B12 y la vitamina B12.\n\nB12\n\nNode.js corre en Node.js 5 km.\n\nLa B12 sola.';
    const { words, sentences } = await find(text);
    assert.deepEqual(words, ['vitamina B12']);
    assert.equal(sentences[0], 'La {w0} y la vitamina B12.');
    assert.deepEqual(sentences.slice(1), sentencesOf(text).slice(1));
    assert.equal(sentences.length, sentencesOf(text).length);
  });

  test('inside a larger protected span does not match an entry', async () => {
    const text = 'Ve `CO2`, {CO2}, ${CO2}, https://x.org/CO2, CO2@x.org, a/CO2.md, CO2_x, <code>CO2</code> y #CO2 hoy.';
    const { words, sentences } = await find(text);
    assert.deepEqual(words, []);
    assert.deepEqual(sentences, sentencesOf(text));
  });

  test('is matched by the case rule of the entry', async () => {
    const shouted = 'NODE.JS FOUNDATION y Node.js Foundation.';
    assert.equal((await find(shouted)).uses.length, 2);
    const exact = accountEntries({ 'Node.js Foundation': undefined }, { caseRule: 'exact' });
    const { words, sentences } = await find(shouted, exact);
    assert.deepEqual([words, sentences], [['Node.js Foundation'], ['{w0} FOUNDATION y Node.js Foundation.']]);
  });

  test('does not match an entry that overlaps only a part of it', async () => {
    const own = accountEntries({ 'km lisos': 'flat km', '5 km lisos y llanos': '5 flat km' });
    const text = 'Son 5 km lisos.';
    const { words, sentences } = await find(text, own);
    assert.deepEqual([words, sentences], [[], sentencesOf(text)]);
  });
});

test('a span stays protected if the entry that matched it overlaps another span that stays protected', async () => {
  const own = accountEntries({ '5 km': '5 km', 'km gas': 'gas km', 'vitamina B12': 'vitamin B12' });
  const text = 'Son 5 km gas&B12.\n\nSon 5 km.';
  const { words, sentences } = await find(text, own);
  assert.deepEqual([words, sentences], [['5 km'], [...sentencesOf(text).slice(0, 1), 'Son 5 km.']]);
});

test('texts without a match are parsed as without a glossary, for any glossary', async () => {
  const names = ['XK77', 'Nada.js', 'qwX++', 'noHay', '77 km', 'B12', 'C++', 'Node.js'];
  const unmatched = accountEntries(Object.fromEntries(names.map((name) => [`qwertz ${name}`, undefined])));
  const plain = accountEntries({ gas: 'gas', 'casa grande': 'big house', 'AT&T': undefined, '5G': undefined });
  assert.equal((await plain.find({ ...ana, pair: spanishToEnglish }))?.unprotected, undefined);
  for (const { text } of corpusFolders().flatMap(readCorpus)) {
    for (const own of [plain, unmatched]) {
      const { document, words } = await find(text, own);
      assert.deepEqual(document.sentences, parse(text).sentences);
      assert.ok(own === plain || words.length === 0);
    }
  }
});

/** Spans of a text, and the entries in them after the sign. */
const stretches = `CO2 ¦ CO2|el <b>CO2</b> ¦ CO2|(CO2) ¦ CO2|vitamina B12 ¦ vitamina B12|C++ ¦ C++
la Node.js Foundation ¦ Node.js Foundation|macOS ¦ macOS|un maratón de 5 km ¦ maratón de 5 km|un gas ¦ gas
B12|Node.js|5 km|\`CO2\`|{CO2}|https://x.org/CO2?C++|CO2@x.org|CO2_macOS|NoEsCO2|C++11|macOSX|src/macOS/Node.js
una casa|😀`
  .split(/[|\n]/)
  .map((written) => written.split(' ¦ '));
const joints = fc.constantFrom(', ', ' y ', '. La ', '.\n\n', '; ', '\n\n- ');

test('entries are found exactly where they are separate words, and every other span stays protected', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...stretches), joints), { maxLength: 30 }), async (drawn) => {
      const text = drawn.map(([[written = ''], joint]) => written + joint).join('');
      const { document, words, uses } = await find(text);
      const expected = drawn.flatMap(([[, ...own]]) => own);
      assert.deepEqual(words, expected);
      assert.equal(render(document, document.sentences).text, text);
      assert.ok(document.segments.flatMap(({ writtenOut }) => writtenOut).length <= uses.length);
      const others = document.segments.filter(({ writtenOut }) => writtenOut.length === 0).map(({ text: own }) => own);
      const without = parse(text).sentences;
      let from = 0;
      for (const sentence of others) from = without.indexOf(sentence, from) + 1 || assert.fail(readable(sentence));
    }),
    { numRuns: propertyRuns('', 500) },
  ));

test('sentences with many such entries stay within the limit of a segment, and every entry is found', async () => {
  const name = `${'Z'.repeat(6)}-12345678ABC-${'A'.repeat(8)}-${'B'.repeat(8)}`;
  const own = accountEntries({ [name]: 'code', CO2: 'carbon dioxide' });
  for (const text of [`El ${`${name}, `.repeat(300)}fin.`, `El ${`CO2 ${name} y `.repeat(3_000)}fin.`]) {
    const { document, uses } = await find(text, own);
    for (const sentence of document.sentences) assert.ok(countCharacters(sentence) <= segmentCharactersMax);
    assert.equal(uses.length, text.split(name).length - 1 + text.split('CO2').length - 1);
    assert.equal(render(document, document.sentences).text, text);
  }
});

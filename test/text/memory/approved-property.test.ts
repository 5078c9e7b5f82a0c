import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Turns } from '../../../src/ground/steps.ts';
import { parseTexts } from '../../../src/text/attempts/translate-text.ts';
import { render } from '../../../src/text/document/render.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { checkEntry, type Memory, storedText } from '../../../src/text/memory/memory-entry.ts';
import { readParts } from '../../support/case-file.ts';
import { ListedMemory } from '../../support/listed-memory.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const never = new AbortController().signal;
const fragments = readParts(import.meta.url, '../document/fragments.txt');
const [es, en] = ['es' as LanguageTag, 'en' as LanguageTag];
const parameters = { numRuns: propertyRuns('', 1_000) };

async function parse(text: string, memory?: Memory) {
  const asked = { texts: [text], language: es, glossary: undefined, memory };
  const { documents } = await parseTexts({ turns: new Turns() }, asked, never);
  return documents[0] ?? assert.fail('one document for each text');
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', size: 'max', maxLength: 100 }),
  fc.array(fc.constantFrom(...fragments), { size: 'max', maxLength: 20 }).map((parts) => parts.join('')),
);

const codes = [
  '{a}',
  '{b}',
  '%s',
  '%1$s',
  '<b>uno</b>',
  '<1/>',
  '<i>dos <0>tres</0></i>',
  '**cuatro**',
  '[cinco](x.html)',
];
const words = [
  'uno',
  'Dos',
  '3',
  '15',
  '1.5',
  '’',
  '. ',
  '\n',
  '\r\n',
  ' ',
  '\u00A0',
  '\u00AD',
  'https://a.b',
  '5 km',
  '&amp;',
  "''",
];
const parts = fc.array(fc.constantFrom(...codes, ...words), { minLength: 1, maxLength: 12 });

test('an entry rendered for its source is its target', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        parts,
        anyText.map((text) => [text]),
      ),
      parts,
      async (own, others) => {
        const source = storedText(own.join(' '));
        // The same codes in another order, among other words.
        const targets = [
          ...own.filter((part) => codes.includes(part)).toReversed(),
          ...others.filter((part) => words.includes(part)),
          'x',
        ];
        for (const target of [targets.join(' '), `x${source}`].map(storedText)) {
          const entry = { sourceLanguage: es, targetLanguage: en, source, target };
          if (checkEntry(entry).length > 0) continue;
          const document = await parse(source, new ListedMemory([entry]));
          assert.equal(document.approved[0]?.match, 'exact');
          const { length } = document.approved[0]?.text ?? '';
          if (document.segments.length === 0) assert.equal(render(document, []).text.length, length);
          assert.equal(render(document, document.sentences).text, target);
        }
      },
    ),
    parameters,
  ));

test('approvals change no other text, and memories without a match change nothing', () =>
  fc.assert(
    fc.asyncProperty(anyText, fc.nat(), fc.nat(), async (text, first, count) => {
      const plain = await parse(text);
      const segments =
        plain.segments.length === 0 ? [] : plain.segments.toSorted((one, other) => one.start - other.start);
      const [from, to] = [segments[first % segments.length], segments[(first % segments.length) + (count % 3)]];
      const source = storedText(text.slice(from?.start ?? 0, (to ?? from)?.end ?? 0));
      const entry = { source, target: 'Approved' };
      const document = await parse(text, new ListedMemory([entry], { mayHaveAll: count % 2 === 0 }));
      const mark = (sentence: string) => `[x]${sentence}`;
      const { text: rendered } = render(document, document.sentences.map(mark));
      // Segments outside approved spans are as they were, and so is the text between them.
      const left = plain.segments.filter(
        ({ start }) => !document.approved.some((span) => span.start <= start && start < span.end),
      );
      assert.deepEqual(document.segments, left);
      let expected = '';
      let at = 0;
      for (const span of document.approved) {
        assert.ok(span.start >= at && span.end > span.start);
        expected += text.slice(at, span.start) + span.text;
        at = span.end;
      }
      assert.equal(render(document, document.sentences).text, expected + text.slice(at));
      assert.equal(rendered.includes('[x]'), document.sentences.length > 0);
      const other = await parse(
        text,
        new ListedMemory([{ source: 'Ninguno.', target: 'None.' }], { mayHaveAll: true }),
      );
      assert.deepEqual({ ...other, blocks: [] }, { ...plain, blocks: [] });
    }),
    parameters,
  ));

test('twice the text takes about twice as long, with every second sentence approved', async () => {
  const kinds = ['El perro come en la casa $', 'El <b>perro</b> {a} come <i>en la casa $</i>', 'Son 3 perros de $'];
  for (const kind of kinds) {
    for (const end of ['. ', '.\n']) {
      const sentences = Array.from(
        { length: 3_000 },
        (_, index) => kind.replace('$', index.toString(26).replaceAll(/\d/g, 'z')) + end,
      );
      const listed = sentences
        .filter((_, index) => index % 2 === 0)
        .map((source) => ({ source, target: source.replace('de', 'of') }));
      const memory = new ListedMemory(listed);
      const msFor = async (count: number) => {
        const text = sentences.slice(0, count).join('');
        const before = process.threadCpuUsage();
        const { approved } = await parse(text, memory);
        const { user, system } = process.threadCpuUsage(before);
        assert.ok(approved.length >= count / 2 - 1, `${approved.length} of ${count}`);
        return (user + system) / 1_000;
      };
      let isLinear = false;
      for (let round = 0; round < 5 && !isLinear; round++)
        isLinear = (await msFor(3_000)) < 16 * ((await msFor(375)) + 1);
      assert.ok(isLinear, kind);
    }
  }
});

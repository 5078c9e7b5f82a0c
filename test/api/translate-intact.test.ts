import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Translation } from '../../sdk/src/wire.ts';
import { needsApertium, openInstalled } from '../adapters/apertium/installed-apertium.ts';
import { translate } from '../support/call.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { type Customer, startService, type TestService } from '../support/service.ts';

/** The service on the real engine, with a customer who may ask and pay for everything. */
async function withApertium(): Promise<{ readonly service: TestService; readonly customer: Customer }> {
  const service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' }, [await openInstalled()]);
  return { service, customer: await service.customer(1_000_000_000) };
}

const words = fc.constantFrom(
  ...'La casa está cerrada y el perro duerme en jardín Mañana vamos a playa con los niños Ana compró tres libros'.split(
    ' ',
  ),
  ...'porque no había nadie que supiera cantar ¿Quién llamó? ¡Qué frío! Señor niño café inconstitucionalidad'.split(
    ' ',
  ),
);

/** Every mark has a unique number, or its occurrences are counted. */
const marks = fc
  .tuple(
    fc.constantFrom(
      ...'{name#} {{item#}} ${value#} %(field#)s %#$s <br/> &nbsp; &amp; https://example.com/p/#?a=b&c=d'.split(' '),
      ...'ana#@example.com `code#()` 😀 👩‍👩‍👧 @@key#@@ $t(key#)'.split(' '),
      ...['<img src="a#.png" alt="">', '<!-- note # -->'],
    ),
    fc.integer({ min: 1, max: 99 }),
  )
  .map(([mark, number]) => mark.replace('#', String(number)));

const separators = fc.oneof(
  { weight: 12, arbitrary: fc.constant(' ') },
  { weight: 4, arbitrary: fc.constantFrom(', ', '. ', '; ', ': ', '? ', ' - ') },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\n\n', '  ', '\t', '\u00a0', '\n\n\n', ' \n') },
);

const piece = fc.oneof(
  { weight: 6, arbitrary: words.map((text) => ({ text, marks: [] as string[] })) },
  { weight: 2, arbitrary: marks.map((mark) => ({ text: mark, marks: [mark] })) },
  {
    weight: 1,
    arbitrary: fc.tuple(words, words, fc.constantFrom('b', 'i', 'span', 'a')).map(([one, other, tag]) => ({
      text: `<${tag}>${one} ${other}</${tag}>`,
      marks: [`<${tag}>`, `</${tag}>`],
    })),
  },
);

const texts = fc
  .tuple(separators, fc.array(fc.tuple(piece, separators), { minLength: 1, maxLength: 60 }))
  .map(([before, parts]) => ({
    text: before + parts.map(([{ text }, separator]) => text + separator).join(''),
    marks: parts.flatMap(([{ marks: own }]) => own),
  }));

const count = (text: string, part: string) => text.split(part).length - 1;

/** White space that is not one plain space, at the text's ends and between its paragraphs in order, elsewhere sorted. */
function whiteSpace(text: string) {
  return {
    before: /^\s*/.exec(text)?.[0],
    after: /\s*$/.exec(text)?.[0],
    paragraphs: text.match(/\s*\n\s*\n\s*/g),
    others: (text.match(/(?! (?=\S))\s+/g) ?? [])
      .join('')
      .replaceAll(/[^\n\t\u00a0]/g, '')
      .split('')
      .toSorted(),
  };
}

test(
  'any text of words, marks and separators comes back with its marks and separators, and is charged by its characters',
  needsApertium,
  async () => {
    const { service, customer } = await withApertium();
    await using _ = service;
    let used = 0;
    const property = fc.asyncProperty(texts, async ({ text, marks: own }) => {
      const { status, body } = await translate<Translation>(service.url, {
        key: customer.key,
        body: { text, source_lang: 'es', target_lang: 'en' },
      });
      assert.equal(status, 200);
      for (const mark of new Set(own)) assert.equal(count(body.translated_text, mark), count(text, mark), mark);
      assert.deepEqual(whiteSpace(body.translated_text), whiteSpace(text));
      const isCharged = body.characters_charged > 0;
      assert.equal(body.characters_charged, isCharged ? [...text].length : 0);
      if (!isCharged) assert.equal(body.translated_text, text);
      used += body.characters_charged;
    });
    await fc.assert(property, { numRuns: propertyRuns('Apertium', 60) });
    assert.equal((await customer.balance()).used, used);
  },
);

const syntax = fc.constantFrom(
  ...'< > </ /> <b </b> <p> </p> <!-- --> <![CDATA[ ]]> <script> </script> <td <a\u0020href=" " \' = &amp; &lt; &#x41; & ; # ## * ** _ __ ~~ ` ``` [ ] ( ) ![ ]( | |---| > - 1. --- { } {{ }} ${ % %s %1$s :x $t( @ @@ \\ ^ / $ ~ ='.split(
    ' ',
  ),
  ...['\n', '\n\n', '\r\n', '\t', '    ', '\u0000', '\ufeff', '\ufdd0\ue000', '\ufffe', '\u202e', '😀'],
  '{n, plural, one {# gato} other {# gatos}}',
);

test(
  'whatever is built from pieces of HTML and Markdown comes back, and never as an error',
  needsApertium,
  async () => {
    const { service, customer } = await withApertium();
    await using _ = service;
    const space = fc.constantFrom('', ' ');
    const fuzz = fc.array(fc.tuple(fc.oneof(syntax, words), space), { minLength: 1, maxLength: 80 });
    const property = fc.asyncProperty(fuzz, async (parts) => {
      const text = parts.flat().join('');
      const { status, body } = await translate<Translation>(service.url, {
        key: customer.key,
        body: { text, source_lang: 'es', target_lang: 'en' },
      });
      assert.equal(status, 200);
      assert.ok([0, [...text].length].includes(body.characters_charged));
    });
    await fc.assert(property, { numRuns: propertyRuns('Apertium', 80) });
  },
);

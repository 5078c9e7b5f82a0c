import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { entriesMax } from '../../../src/adapters/term-files/entry-list.ts';
import { readTermFile, type TermFile } from '../../../src/adapters/term-files/read-term-file.ts';
import { writeTermFile } from '../../../src/adapters/term-files/write-term-file.ts';
import { planImport } from '../../../src/core/terms/import-plan.ts';
import type { TermContent } from '../../../src/core/terms/term.ts';
import { readTermContent } from '../../../src/core/terms/term-content.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { de, en, readFault } from './reading.ts';

const languages = { source: en, target: de };
const runs = { numRuns: propertyRuns('', 400) };

const terms: readonly TermContent[] = Array.from({ length: 12 }, (_, index) => ({
  source: en,
  target: de,
  term: `nut "${index}", Ñ`,
  translation: `Mutter <${index}> & 😀`,
  caseRule: index % 2 === 0 ? 'exact' : 'follow',
  partOfSpeech: 'noun',
  note: index % 3 === 0 ? '=note' : '',
}));

const tmx = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>${terms
  .map(
    (_, index) =>
      `<tu><tuv xml:lang="en"><seg>n${index}</seg></tuv>\n<tuv xml:lang="de"><seg>m${index}</seg></tuv></tu>`,
  )
  .join('\n')}</body></tmx>`;

const texts = [tmx, ...(['csv', 'tsv', 'tbx'] as const).map((format) => [...writeTermFile(terms, format)].join(''))];

const anyFile = fc
  .tuple(fc.constantFrom(...texts), fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const))
  .map(([text, encoding]) => Buffer.from(text, encoding));

/** Positions and lengths as shares of the file. */
const share = fc.double({ min: 0, max: 1, noNaN: true });

const spoiledFile = fc
  .tuple(anyFile, fc.constantFrom('cut', 'flip', 'move', 'repeat', 'insert'), share, share, fc.nat())
  .map(([file, how, one, other, number]) => {
    const [from = 0, to = 0] = [one, other].map((at) => Math.floor(at * file.length)).toSorted((a, b) => a - b);
    const [before, part, after] = [file.subarray(0, from), file.subarray(from, to), file.subarray(to)];
    switch (how) {
      case 'cut':
        return before;
      case 'flip': {
        const flipped = Buffer.from(file);
        flipped[from] = (flipped[from] ?? 0) ^ (1 << (number % 8));
        return flipped;
      }
      case 'move':
        return Buffer.concat([before, after, part]);
      case 'repeat':
        return Buffer.concat([before, part, part, after]);
      case 'insert':
        return Buffer.concat([before, Buffer.from([number % 256, (number >> 8) % 256]), after]);
    }
  });

test('a spoiled file is read or refused with a line, and what is planned of it is whole', () =>
  fc.assert(
    fc.asyncProperty(spoiledFile, fc.boolean(), async (file, isGiven) => examine(file, isGiven)),
    runs,
  ));

test('so are bytes that are no file at all', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`<tbx>${text}`)),
        fc
          .string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\t', "'"), maxLength: 60 })
          .map((text) => Buffer.from(text)),
        fc
          .array(
            fc.constantFrom(
              '<tuv xml:lang="en">',
              ...'<tu> </tu> </tuv> <seg> </seg> <tmx> <!DOCTYPE <? ]]> &#0; a'.split(' '),
            ),
          )
          .map((parts) => Buffer.from(`<tmx>${parts.join('')}`)),
      ),
      fc.boolean(),
      async (file, isGiven) => examine(file, isGiven),
    ),
    runs,
  ));

test('XML that ends early is refused as a whole', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts.filter((text) => text.startsWith('<'))), share, async (text, at) => {
      const whole = text.trimEnd();
      const read = await readTermFile(Buffer.from(whole.slice(0, Math.floor(at * (whole.length - 1)))), {
        format: 'tbx',
      });
      assert.equal(read.kind, 'unreadable');
    }),
    runs,
  ));

async function examine(file: Uint8Array, isGiven: boolean): Promise<void> {
  const read: TermFile = await readTermFile(file, isGiven ? { languages } : {});
  if (read.kind === 'unreadable') {
    assert.ok(read.message.length > 0 && (read.line ?? 1) >= 1);
    return;
  }
  const linesMax = file.length + 1;
  for (const entry of read.entries) {
    assert.ok(entry.line >= 1 && entry.line <= linesMax);
    if (entry.kind !== 'content') continue;
    const { translation } = entry.content;
    const again = readTermContent({ ...entry.content, doNotTranslate: translation === undefined ? 'yes' : 'no' });
    assert.deepEqual(again, { kind: 'content', content: entry.content });
  }
  const { change, counts } = planImport({ entries: read.entries, skipped: read.skipped, live: [], options: {} });
  const isUnfit = counts.invalid + counts.empty_side + counts.never_matches + counts.conflict > 0;
  assert.equal(change === undefined, isUnfit);
}

test('huge cells, attributes, comments and declarations are read through or refused', async () => {
  const long = 'x'.repeat(4_000_000);
  assert.match(await readFault(`${long},b`, { languages }), /^1 /);
  const many = Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ');
  const tags = [`<a b="${long}"/>`, `<a ${many}/>`, `<${long}/>`];
  for (const odd of [...tags, `<!--${long}-->`, `<?${long}?>`, `<![CDATA[${long}]]>`]) {
    const read = await readTermFile(Buffer.from(`<tbx>${odd}</tbx>`));
    assert.equal(read.kind, 'read', odd.slice(0, 10));
  }
  assert.match(await readFault(`<tbx>${'&'.repeat(1_000_000)}</tbx>`), /^1 /);
  assert.match(await readFault(`<!DOCTYPE tbx [${'<!ELEMENT a ANY>'.repeat(100_000)}`), /^1 /);
});

test('an entry with far too many languages, terms or notes costs no more than it is long', async () => {
  const tag = (index: number): string =>
    `a${(index % 676).toString(26).padStart(2, 'a').replace(/\d/g, 'z')}-x${index}`;
  const unit = Array.from({ length: 50_000 }, (_, index) => `<tuv xml:lang="${tag(index)}"><seg>a</seg></tuv>`);
  await isRead(`<tmx><body><tu>${unit.join('')}</tu></body></tmx>`);
  const section = (language: string): string =>
    `<langSec xml:lang="${language}"><termSec><term>a</term></termSec></langSec>`;
  await isRead(`<tbx><conceptEntry>${unit.map((_, index) => section(tag(index))).join('')}</conceptEntry></tbx>`);
  const noted = `${'<note>n</note>'.repeat(100_000)}${section('en').repeat(50_000)}${section('de').repeat(50_000)}`;
  await isRead(`<tbx><conceptEntry>${noted}</conceptEntry></tbx>`);
  assert.match(await readFault(`${'en,de,'.repeat(5_000)}\n${'a\n'.repeat(1_000_000)}`), /^1 .*columns/);
});

async function isRead(text: string): Promise<void> {
  const read = await readTermFile(Buffer.from(text));
  assert.equal(read.kind, 'read');
}

test('quotation marks without end or sense are read through or refused', async () => {
  for (const odd of ['"', '""', '"a"b', '"\n', '","', '"a"\r', "'"]) {
    const read = await readTermFile(Buffer.from(odd.repeat(1_000_000)), { languages });
    assert.ok(read.kind === 'unreadable' || read.entries.length > 0 || read.skipped.count === 0, odd);
  }
});

test('more terms than an account could ever take are refused', async () => {
  const file = 'a,b\n'.repeat(entriesMax + 1);
  assert.match(await readFault(file, { languages }), new RegExp(`^${entriesMax + 1} .*${entriesMax} terms`));
});

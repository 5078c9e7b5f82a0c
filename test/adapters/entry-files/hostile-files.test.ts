import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import * as fc from 'fast-check';
import { entriesMax } from '../../../src/adapters/entry-files/delimited-file.ts';
import { chunkBytes } from '../../../src/adapters/entry-files/file-text.ts';
import { readGlossaryFile } from '../../../src/adapters/entry-files/read-glossary-file.ts';
import { writeGlossaryFile } from '../../../src/adapters/entry-files/write-glossary-file.ts';
import { finish } from '../../../src/ground/steps.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import { type GlossaryFile, glossaryFileFormats } from '../../../src/shop/glossaries/glossary-files.ts';
import { planImport } from '../../../src/shop/glossaries/import-plan.ts';
import type { EntryContent } from '../../../src/shop/glossaries/stored-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { de, en, readFault } from './reading.ts';

const languages = { source: en, target: de };
const runs = { numRuns: propertyRuns('', 400) };

const entries: readonly EntryContent[] = Array.from({ length: 12 }, (_, index) => ({
  source: en,
  target: de,
  term: `nut "${index}", Ñ`,
  translation: `Mutter <${index}> & 😀`,
  caseRule: index % 2 === 0 ? 'exact' : 'follow',
  partOfSpeech: 'noun',
  note: index % 3 === 0 ? '=note' : '',
}));

const texts = glossaryFileFormats.map((format) => [...writeGlossaryFile(entries, format)].join(''));

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
        fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
        fc
          .string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\t', "'"), maxLength: 60 })
          .map((text) => Buffer.from(text)),
      ),
      fc.boolean(),
      async (file, isGiven) => examine(file, isGiven),
    ),
    runs,
  ));

async function examine(file: Uint8Array, isGiven: boolean): Promise<void> {
  const read: GlossaryFile = await readGlossaryFile(file, isGiven ? { languages } : {});
  if (read.kind === 'unreadable') {
    assert.ok(read.message.length > 0 && (read.line ?? 1) >= 1);
    return;
  }
  const linesMax = file.length + 1;
  for (const entry of read.entries) {
    assert.ok(entry.line >= 1 && entry.line <= linesMax);
    if (entry.kind !== 'content') continue;
    const { translation } = entry.content;
    const again = readEntryContent({ ...entry.content, doNotTranslate: translation === undefined ? 'yes' : 'no' });
    assert.deepEqual(again, { kind: 'content', content: entry.content });
  }
  const { change, counts } = finish(
    planImport({ entries: read.entries, skipped: read.skipped, live: [], options: {} }),
  );
  const isUnfit = counts.invalid + counts.empty_side + counts.never_matches + counts.conflict > 0;
  assert.equal(change === undefined, isUnfit);
}

const rows = (cell: string): string =>
  `term,translation,note\n${`${cell},b,${cell}\n`.repeat(1_000_000 / cell.length)}`;

const longRow = /^2 .* no end within 64 KB/;

/** Refused before half of them is read, with the line. */
const refused: readonly (readonly [file: string, fault: RegExp])[] = [
  ...['x', ',', '"', '","', '"a"b', "'", '\u{FEFF}'].map((row) => [`a,b\n${row.repeat(1_000_000)}`, longRow] as const),
  [`a,b\n"${'c,d\n'.repeat(500_000)}`, longRow],
  [`${'en,de,'.repeat(5_000)}\n${'a\n'.repeat(1_000_000)}`, /^1 .* more than 100 columns/],
  ...['\n', '\r\n', ',\n'].map((row) => [`a,b\n${row.repeat(2_500_000)}`, /^1000001 .* 1000000 rows/] as const),
];

/** Read, with so many terms and problems. */
const read: readonly (readonly [file: string, count: number])[] = [
  [`a,b\n${'\n'.repeat(900_000)}`, 1],
  [`a,b\n${`${','.repeat(60_000)}\n`.repeat(50)}`, 1],
  [`a,b\n${`${'c,'.repeat(30_000)}\n`.repeat(50)}`, 51],
  ...[' ', '\u{200B}', '\u{301}\u{316}'].map((run) => [rows(`a${run.repeat(10_000 / run.length)}a`), 99] as const),
];

describe('hostile files', () => {
  /** Makes each step a separate turn. @returns how often other work could run */
  const countTurns = (t: TestContext, stepMs: number): (() => number) => {
    let now = 0;
    t.mock.method(performance, 'now', () => (now += stepMs));
    const { mock } = t.mock.method(globalThis, 'setImmediate');
    return () => mock.callCount();
  };

  test('are refused with the line and the limit before half of them is read', async (t) => {
    const turns = countTurns(t, 2);
    for (const [file, fault] of refused) {
      const before = turns();
      assert.match(await readFault(file, { languages }), fault, file.slice(0, 20));
      assert.ok((turns() - before) * chunkBytes < file.length / 2, file.slice(0, 20));
    }
  });

  test('are read in steps of 8 KB and one term', async (t) => {
    const turns = countTurns(t, 2);
    for (const [file, count] of read) {
      const before = turns();
      const found = await readGlossaryFile(Buffer.from(file), { languages });
      assert.ok(found.kind === 'read', `${file.slice(0, 20)} ${JSON.stringify(found).slice(0, 200)}`);
      assert.equal(found.entries.length, count, file.slice(0, 20));
      assert.ok(turns() - before >= file.length / chunkBytes + count, file.slice(0, 20));
    }
  });

  test('are refused with the line after 30 seconds of work', async (t) => {
    const turns = countTurns(t, 1_000);
    assert.match(await readFault('a,b\n'.repeat(100), { languages }), /^100 .* over 30 seconds/);
    assert.equal(turns(), 30);
  });

  test('have no more terms than an account could ever take', async () => {
    const fault = await readFault('a,b\n'.repeat(entriesMax + 1), { languages });
    assert.match(fault, new RegExp(`^${entriesMax + 1} .*${entriesMax} entries`));
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { finish } from '../../../src/ground/steps.ts';
import { unixMs } from '../../../src/ground/units.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import {
  entryKey,
  type ImportEntry,
  type ImportOptions,
  planImport,
  problemsMax,
} from '../../../src/shop/glossaries/import-plan.ts';
import type { EntryContent, StoredEntry } from '../../../src/shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Row = string;

/** `source>target term=translation`, with `!` behind the term for the exact case rule. */
function contentOf(row: Row): EntryContent {
  const [, source, target, term, exact, translation, note] =
    /^(\S+?)>(\S+) ([^=!#]+)(!?)=([^#]*)#?(.*)$/.exec(row) ?? [];
  const doNotTranslate = translation === '' ? 'yes' : '';
  const read = readEntryContent({
    source,
    target,
    term,
    translation,
    doNotTranslate,
    note,
    caseRule: exact && 'exact',
  });
  assert.ok(read.kind === 'content', row);
  return read.content;
}

function entriesOf(rows: readonly Row[]): ImportEntry[] {
  return rows.map((row, index) => ({ kind: 'content', line: index + 1, content: contentOf(row) }));
}

function liveOf(rows: readonly Row[]): StoredEntry[] {
  return rows.map((row, index) => ({
    ...contentOf(row),
    id: `live${index + 1}` as EntryId,
    createdAt: unixMs(0),
    createdBy: 'operator',
  }));
}

function plan(rows: readonly Row[], live: readonly Row[] = [], options: ImportOptions = {}) {
  return finish(planImport({ entries: entriesOf(rows), live: liveOf(live), options }));
}

function words(contents: readonly EntryContent[] | undefined): string[] | undefined {
  return contents?.map(({ term, translation }) => `${term}=${translation ?? ''}`);
}

describe('a plan of an import', () => {
  test('adds new entries, replaces different ones and leaves equal ones, and reports each by its line', () => {
    const planned = plan(
      ['en>de nut=Mutter', 'en>de bolt=Bolzen', 'en>de screw=Schraube'],
      ['en>de bolt=Riegel', 'en>de screw=Schraube'],
    );
    assert.deepEqual(words(planned.change?.add), ['nut=Mutter', 'bolt=Bolzen']);
    assert.deepEqual(
      planned.planned.map(({ line, content, instead }) => [line, words([content]), words(instead)]),
      [
        [1, ['nut=Mutter'], []],
        [2, ['bolt=Bolzen'], ['bolt=Riegel']],
      ],
    );
    assert.deepEqual(planned.change?.remove, ['live1']);
    assert.deepEqual([planned.replaced, planned.unchanged], [1, 1]);
    assert.deepEqual(
      planned.problems.map(({ line, kind }) => [line, kind]),
      [
        [2, 'replaced'],
        [3, 'duplicate'],
      ],
    );
  });

  test('replaces an entry if its note changed', () => {
    const planned = plan(['en>de nut=Mutter#metal'], ['en>de nut=Mutter']);
    assert.deepEqual([words(planned.change?.add), planned.change?.remove], [['nut=Mutter'], ['live1']]);
    assert.equal(planned.counts.replaced, 0);
  });

  test('reports duplicates in the file, and adds one of them', () => {
    const planned = plan(['en>de nut=Mutter', 'en>de Nut=Mutter']);
    assert.deepEqual(words(planned.change?.add), ['nut=Mutter']);
    assert.deepEqual(planned.problems, [{ line: 2, kind: 'duplicate', message: 'Line 1 has the same entry.' }]);
  });

  test('is refused for one term with two translations, unless the caller chooses one', () => {
    const rows = ['en>de nut=Mutter', 'en>de NUT=Nuss'];
    const refused = plan(rows);
    assert.equal(refused.change, undefined);
    const problems = refused.problems.map(({ line, kind }) => [line, kind]);
    assert.deepEqual(problems, [[2, 'conflict']]);
    assert.deepEqual(words(plan(rows, [], { onConflict: 'first' }).change?.add), ['nut=Mutter']);
    assert.deepEqual(words(plan(rows, [], { onConflict: 'last' }).change?.add), ['NUT=Nuss']);
  });

  test('finds no conflict between different languages, case rules, or terms that differ in capitals under `exact`', () => {
    const rows = ['en>de nut=Mutter', 'en>fr nut=écrou', 'en>de nut!=Nuss', 'en>de NUT!=NUSS', 'en>de nuts=Nüsse'];
    assert.equal(plan(rows).change?.add.length, rows.length);
  });

  test('treats terms as equal that differ only in capitals, by the rules of the language', () => {
    assert.equal(plan(['de>en Straße=street', 'de>en STRASSE=road']).counts.conflict, 1);
    assert.equal(plan(['el>en λόγος=word', 'el>en ΛΌΓΟΣ=reason']).counts.conflict, 1);
    assert.equal(plan(['tr>en ısı=heat', 'tr>en isi=his soot']).counts.conflict, 0);
  });

  test('is refused for an invalid entry, unless invalid entries are to be skipped', () => {
    const entries: ImportEntry[] = [
      { kind: 'problem', line: 7, problem: 'empty_side', message: 'The term is missing.' },
      ...entriesOf(['en>de nut=Mutter']),
    ];
    const query = { entries, live: [] };
    assert.equal(finish(planImport({ ...query, options: {} })).change, undefined);
    const planned = finish(planImport({ ...query, options: { skipProblems: true } }));
    assert.deepEqual(words(planned.change?.add), ['nut=Mutter']);
    assert.deepEqual([planned.counts.empty_side, planned.problems[0]?.line], [1, 7]);
  });

  test('replaces all entries of the language pairs in the file on request', () => {
    const live = ['en>de old=alt', 'en>fr old=vieux', 'en>de nut=Mutter', 'en>de BOLT=Riegel'];
    const planned = plan(['en>de nut=Mutter', 'en>de bolt=Bolzen'], live, { replaceAll: true });
    assert.deepEqual(words(planned.change?.add), ['bolt=Bolzen']);
    assert.deepEqual(planned.change?.remove.toSorted(), ['live1', 'live4']);
    assert.deepEqual(words(planned.leaving), ['old=alt']);
    assert.deepEqual([planned.replaced, planned.unchanged], [1, 1]);
    assert.deepEqual(plan([], live, { replaceAll: true }).change, { add: [], remove: [] });
  });

  test('counts all problems, and always lists the first ones that refuse the import', () => {
    const rows = Array.from({ length: problemsMax + 5 }, () => 'en>de nut=Mutter');
    const planned = plan([...rows, 'en>de nut=Nuss']);
    assert.deepEqual([planned.counts.duplicate, planned.counts.conflict], [problemsMax + 4, 1]);
    assert.equal(planned.problems.length, problemsMax + 1);
    assert.equal(planned.problems.at(-1)?.kind, 'conflict');
  });

  test('pauses after every 1,000 entries of the file and of the glossary', () => {
    const rows = (word: string) => Array.from({ length: 5_000 }, (_, index) => `en>de ${word}${index}=x`);
    const query = { entries: entriesOf(rows('nut')), live: liveOf(rows('bolt')) };
    const stops = [...planImport({ ...query, options: { replaceAll: true } })].length;
    assert.ok(stops >= 5 * 5, String(stops));
  });

  const anyRow = fc
    .tuple(
      fc.constantFrom('en>de', 'en>fr', 'tr>en'),
      fc.constantFrom('a', 'A', 'b!', 'B!', 'ß', 'SS'),
      fc.constantFrom('', 'x', 'y'),
    )
    .map(([languages, term, translation]) => `${languages} ${term}=${translation}`);
  const rows = fc.array(anyRow, { maxLength: 12 });
  const anyOptions = fc.record({
    onConflict: fc.constantFrom('first' as const, 'last' as const, undefined),
    replaceAll: fc.boolean(),
  });

  test('results in a glossary with each entry of the file once, which the same import does not change', () =>
    fc.assert(
      fc.property(rows, rows, anyOptions, (file, before, options) => {
        const live = liveOf(before);
        const planned = finish(planImport({ entries: entriesOf(file), live, options }));
        if (planned.change === undefined) {
          assert.ok(options.onConflict === undefined && planned.counts.conflict > 0);
          return;
        }
        const after = applied(live, planned.change);
        for (const row of file)
          assert.equal(after.filter((entry) => entryKey(entry) === entryKey(contentOf(row))).length, 1);
        const again = finish(planImport({ entries: entriesOf(file), live: after, options }));
        assert.deepEqual(again.change, { add: [], remove: [] });
      }),
      { numRuns: propertyRuns('', 500) },
    ));
});

function applied(
  live: readonly StoredEntry[],
  { add, remove }: { add: readonly EntryContent[]; remove: readonly EntryId[] },
): StoredEntry[] {
  const kept = live.filter(({ id }) => !remove.includes(id));
  const added = add.map((content, index) => ({
    ...content,
    id: `new${index}` as EntryId,
    createdAt: unixMs(1),
    createdBy: 'operator',
  }));
  return [...kept, ...added];
}

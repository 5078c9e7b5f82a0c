import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGlossaryFile } from '../../../src/adapters/entry-files/read-glossary-file.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readCases } from '../../support/case-file.ts';
import { de, en, readFault, readLines } from './reading.ts';

const languages = { source: en, target: de };

test('columns may come in any order under their names', async () => {
  const file = 'Note,translation,CASE,target_lang,part-of-speech,Term,source lang\nx,Schraube,exact,de,noun,screw,en\n';
  const read = await readGlossaryFile(Buffer.from(file));
  assert.deepEqual(read.kind === 'read' && read.entries[0], {
    kind: 'content',
    line: 2,
    content: {
      source: 'en',
      target: 'de',
      term: 'screw',
      translation: 'Schraube',
      caseRule: 'exact',
      partOfSpeech: 'noun',
      note: 'x',
    },
  });
});

test('the third column without a name is a note', async () => {
  const noted = await readGlossaryFile(Buffer.from('nut;Mutter;for bolts\n'), { languages });
  const [entry] = noted.kind === 'read' ? noted.entries : [];
  assert.equal(entry?.kind === 'content' && entry.content.note, 'for bolts');
});

test('a first row of titles in another language is no entry, unless the caller says so', async () => {
  const [titlesOf, entriesOf] = readCases(import.meta.url, 'first-rows.txt').map(({ rows }) => rows.flat());
  for (const titles of titlesOf ?? []) {
    const row = titles.includes('sprache') ? 'nut;Mutter;en;de' : 'nut;Mutter';
    assert.deepEqual(
      await readLines(`${titles}\n${row}\n`, { languages }),
      ['2 en>de nut=Mutter', '1 skipped'],
      titles,
    );
  }
  for (const entry of entriesOf ?? []) assert.equal((await readLines(entry, { languages })).length, 1, entry);
  assert.deepEqual(await readLines('Begriff;Übersetzung', { languages, hasHeader: false }), [
    '1 en>de Begriff=Übersetzung',
  ]);
  assert.deepEqual(await readLines('Fachwort;Erklärung\nnut;Mutter', { languages, hasHeader: true }), [
    '2 en>de nut=Mutter',
    '1 skipped',
  ]);
});

test('a given format decides always, except for XML', async () => {
  const given = { languages, format: 'tsv', name: 'terms.csv' } as const;
  assert.deepEqual(await readLines('"a,b"\tc\n', given), ['1 en>de a,b=c']);
  assert.match(await readFault('<martif/>', { languages, format: 'csv' }), /TBX or TMX is not supported/);
});

for (const { title, rows } of readCases(import.meta.url, 'delimited-files.txt')) {
  test(title, async () => {
    for (const [file = '', pair = '', expected = '', name] of rows) {
      const [source, target] = pair.split('>') as LanguageTag[];
      const options = { name, languages: pair === '' ? {} : { source, target } };
      if (expected.startsWith('! ')) assert.match(await readFault(file, options), new RegExp(expected.slice(2)), file);
      else assert.equal((await readLines(file, options)).join(' | '), expected, file);
    }
  });
}

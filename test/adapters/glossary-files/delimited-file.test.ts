import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGlossaryFile } from '../../../src/adapters/glossary-files/read-glossary-file.ts';
import { readCases } from '../../support/case-file.ts';
import { de, en, fr, readFault, readLines } from './reading.ts';

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

test('names of columns that others use mean the same', async () => {
  assert.deepEqual(await readLines('source,target,source_lang,target_lang\nnut,Mutter,en,de'), ['2 en>de nut=Mutter']);
  assert.deepEqual(await readLines('source,target,term,translation\nen,de,nut,Mutter'), ['2 en>de nut=Mutter']);
  assert.deepEqual(await readLines('Source Term,Target Term\nnut,Mutter', { languages }), ['2 en>de nut=Mutter']);
  assert.deepEqual(await readLines('term,do not translate\nDragoman,yes', { languages }), ['2 en>de Dragoman=']);
});

test('columns may be named by their languages', async () => {
  const file = 'en-GB,de,fr,note\nnut,Mutter,écrou,n\nbolt,,boulon,\n,Keil,,\nwedge,,,';
  assert.deepEqual(await readLines(file), [
    '2 en-GB>de nut=Mutter',
    '2 en-GB>fr nut=écrou',
    '3 en-GB>fr bolt=boulon',
    '4 empty_side',
    '5 empty_side',
  ]);
  assert.deepEqual(await readLines('English;Spanish;Notes\nnut;tuerca;n'), ['2 en>es nut=tuerca']);
  assert.deepEqual(await readLines('Deutsch\tfrançais\nMutter\técrou'), ['2 de>fr Mutter=écrou']);
  assert.deepEqual(await readLines('en-GB,de\nnut,Mutter', { languages }), ['2 en>de nut=Mutter']);
  assert.deepEqual(await readLines('de,fr,en\nMutter,écrou,nut', { languages: { source: en, target: fr } }), [
    '2 en>fr nut=écrou',
  ]);
});

test('without names there are two columns, three with a note, or four in the order of DeepL', async () => {
  assert.deepEqual(await readLines('nut,Mutter\nbolt,Bolzen', { languages }), [
    '1 en>de nut=Mutter',
    '2 en>de bolt=Bolzen',
  ]);
  assert.deepEqual(await readLines('nut,écrou,en,fr'), ['1 en>fr nut=écrou']);
  assert.match(await readFault('nut,Mutter'), /^1 .*languages/);
  const noted = await readGlossaryFile(Buffer.from('nut;Mutter;for bolts\n'), { languages });
  assert.equal(
    noted.kind === 'read' && noted.entries[0]?.kind === 'content' && noted.entries[0].content.note,
    'for bolts',
  );
  assert.match(await readFault('a,b,c'), /^1 .*languages/);
  assert.match(await readFault('a,b,c,d,e'), /^1 5 columns found\. Name them in the first row: term, translation/);
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

test('a column whose name says nothing is left out and told, two of one meaning are refused', async () => {
  assert.deepEqual(await readLines('term,translation,colour\nnut,Mutter,red', { languages }), [
    '2 en>de nut=Mutter',
    '1 skipped',
  ]);
  assert.match(await readFault('term,translation,Term\n', { languages }), /^1 Two columns/);
});

test('the delimiter is the one that makes sense of the first row', async () => {
  assert.deepEqual(await readLines('term;translation\nnut, metal;Mutter', { languages }), [
    '2 en>de nut, metal=Mutter',
  ]);
  assert.deepEqual(await readLines('nut;Mutter', { languages }), ['1 en>de nut=Mutter']);
  assert.deepEqual(await readLines('one, two, three;drei', { languages, name: 'x.csv' }), [
    '1 en>de one, two, three=drei',
  ]);
  assert.deepEqual(await readLines('nut, metal\tMutter; Metall', { languages }), ['1 en>de nut, metal=Mutter; Metall']);
  assert.deepEqual(await readLines('sep=;\nnut;Mutter', { languages }), ['2 en>de nut=Mutter']);
});

test('quoted fields hold delimiters and quotes, and quotes that are none stay', async () => {
  assert.deepEqual(await readLines('"nut, ""big""","Mutter"\n5" disk,Scheibe\n"odd" one,eins', { languages }), [
    '1 en>de nut, "big"=Mutter',
    '2 en>de 5" disk=Scheibe',
    '3 en>de "odd" one=eins',
  ]);
});

test('an apostrophe before the sign of a formula is that of a spreadsheet', async () => {
  const file = "'-able,'=1+A1\n''=x,'tis\n";
  assert.deepEqual(await readLines(file, { languages }), ['1 en>de -able==1+A1', "2 en>de '=x='tis"]);
});

test('the ending of the name decides where the content does not, and a format that is given always', async () => {
  const file = 'a\tb,c\td\n';
  assert.deepEqual(await readLines(file, { languages, name: 'terms.CSV' }), ['1 en>de a b=c d']);
  assert.deepEqual(await readLines('"a,b"\tc\n', { languages, format: 'tsv', name: 'terms.csv' }), ['1 en>de a,b=c']);
});

test('reports an empty file', async () => {
  assert.match(await readFault(''), /^- .*empty/);
  assert.deepEqual(await readLines('\n\n'), []);
});

test('refuses XML', async () => {
  for (const xml of ['<?xml version="1.0"?><tmx version="1.4"/>', '\n<tbx type="TBX-Basic"/>', '<martif/>']) {
    for (const options of [{}, { name: 'memory.tmx' }, { languages, format: 'csv' as const }]) {
      assert.match(await readFault(xml, options), /^1 .*TBX or TMX is not supported\. Import CSV or TSV/);
    }
  }
});

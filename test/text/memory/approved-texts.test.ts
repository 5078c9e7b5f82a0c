import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../src/ground/steps.ts';
import { parseTexts } from '../../../src/text/attempts/translate-text.ts';
import { render } from '../../../src/text/document/render.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { keysOfSource, type Memory } from '../../../src/text/memory/memory-entry.ts';
import { readCases } from '../../support/case-file.ts';
import { type ListedEntry, ListedMemory } from '../../support/listed-memory.ts';

const never = new AbortController().signal;

async function approve(text: string, memory: Memory | undefined, language = 'es') {
  const asked = { texts: [text], language: language as LanguageTag, glossary: undefined, memory };
  const { documents } = await parseTexts({ turns: new Turns() }, asked, never);
  const document = documents[0] ?? assert.fail('one document for each text');
  const sentences = document.sentences.map((sentence) => `[x]${sentence}`);
  return { ...document, rendered: render(document, sentences).text };
}

function entryOf(written: string): ListedEntry {
  const [source = '', target = ''] = written.split(' => ');
  return { source, target };
}

/** By what they show: a text, the text with its approved translations and `[x]` before other sentences, and entries. */
for (const { title, rows } of readCases(import.meta.url, 'approved-texts.txt')) {
  test(title, async () => {
    for (const [text = '', expected, ...entries] of rows) {
      const { rendered } = await approve(text, new ListedMemory(entries.map(entryOf)));
      assert.equal(rendered, expected);
    }
  });
}

/** The target that an entry has for a text with another number; undefined if it serves none. */
async function withNumber(languages: readonly [string, string], entry: ListedEntry, text: string) {
  const [source, target] = languages;
  const { rendered, approved } = await approve(text, new ListedMemory([entry], { source, target }), source);
  return approved.length > 0 ? rendered : undefined;
}

test('an entry serves numbers of the same plural category in both languages', async () => {
  const polish = { source: 'Delete 3 files', target: 'Usuń 3 pliki' };
  assert.equal(await withNumber(['en', 'pl'], polish, 'Delete 4 files'), 'Usuń 4 pliki');
  assert.equal(await withNumber(['en', 'pl'], polish, 'Delete 5 files'), undefined);
  assert.equal(await withNumber(['en', 'pl'], polish, 'Delete 23 files'), 'Usuń 23 pliki');
  assert.equal(await withNumber(['en', 'de'], { source: '3 files', target: '3 Dateien' }, '15 files'), '15 Dateien');
  assert.equal(await withNumber(['en', 'de'], { source: '3 files', target: '3 Dateien' }, '1 files'), undefined);
  const arabic = { source: '3 files', target: '3 ملفات' };
  assert.equal(await withNumber(['en', 'ar'], arabic, '10 files'), '10 ملفات');
  assert.equal(await withNumber(['en', 'ar'], arabic, '11 files'), undefined);
  assert.equal(await withNumber(['ar', 'en'], { source: '11 ملفًا', target: '11 files' }, '99 ملفًا'), '99 files');
  assert.equal(await withNumber(['ar', 'en'], { source: '11 ملفًا', target: '11 files' }, '100 ملفًا'), undefined);
});

test('a number that is not in both sides, is no whole number or has no known plurals must be equal', async () => {
  const serves = (entry: ListedEntry, text: string) => withNumber(['en', 'de'], entry, text);
  assert.equal(await serves({ source: '3 of 3 files', target: '3 von 3 Dateien' }, '5 of 5 files'), '5 von 5 Dateien');
  assert.equal(await serves({ source: '3 of 3 files', target: '3 von 3 Dateien' }, '5 of 6 files'), undefined);
  assert.equal(await serves({ source: '3 of 5 files', target: 'Von 5: 3' }, '7 of 9 files'), 'Von 9: 7');
  assert.equal(await serves({ source: 'Take 2 apples', target: 'Nimm zwei Äpfel' }, 'Take 3 apples'), undefined);
  for (const [own, other] of ['2.5 3.5', '1234567 1234568', '3rd 4rd', '3:15 4:15', '1/2 1/3'].map((pair) =>
    pair.split(' '),
  )) {
    const entry = { source: `It is ${own} now`, target: `Es ist ${own} jetzt` };
    assert.equal(await serves(entry, `It is ${other} now`), undefined, other);
    assert.equal(await serves(entry, `It is ${own} now`), entry.target);
  }
  const unknown = { source: '3 fitxers', target: '3 fichèrs' };
  assert.equal(await withNumber(['ca', 'xx'], unknown, '4 fitxers'), undefined);
  assert.equal(await withNumber(['ca', 'xx'], unknown, '3 fitxers'), '3 fichèrs');
});

test('an exact match comes before one of a number, and that before one without tags; then the best entry', async () => {
  const entries = [
    { source: '<b>Uno</b> de 2', target: 'untagged 2' },
    { source: 'Uno de 3', target: 'number 3' },
    { source: 'Uno de 4', target: 'exact 4' },
    { source: 'Uno de 4', target: 'less specific 4' },
  ].map((entry) => ({ ...entry, target: entry.target.replace('untagged', '<b>untagged</b>') }));
  const rendered = async (from: number) => {
    const { approved } = await approve('Uno de 4', new ListedMemory(entries.slice(from)));
    return approved.map(({ text, match }) => [match, text]);
  };
  assert.deepEqual(await rendered(0), [['exact', 'exact 4']]);
  assert.deepEqual(await rendered(3), [['exact', 'less specific 4']]);
  const other = new ListedMemory(entries.slice(0, 2));
  assert.deepEqual(
    (await approve('Uno de 5', other)).approved.map(({ text }) => text),
    ['number 5'],
  );
  assert.deepEqual((await approve('Uno de 2', new ListedMemory(entries.slice(0, 1)))).rendered, 'untagged 2');
});

test('the memory is asked once for all texts, by their match keys too, and not at all if it has no hash of them', async () => {
  const memory = new ListedMemory([{ source: 'Página 5.', target: 'Page 5.' }]);
  const asked = { language: 'es' as LanguageTag, glossary: undefined, memory };
  const texts = ['Página 2. Dos.', 'Tres. Página 3.', 'Página 4.'];
  const { documents } = await parseTexts({ turns: new Turns() }, { ...asked, texts }, never);
  assert.deepEqual(
    documents.map(({ approved }) => approved.length),
    [1, 1, 1],
  );
  const keys = ['Página 2.', 'Página 3.', 'Página 4.'].map((text) => keysOfSource(text).key);
  assert.deepEqual(
    memory.lookups.map((each) => each.toSorted()),
    [keys],
  );
  await parseTexts({ turns: new Turns() }, { ...asked, texts: ['Dos. Tres.'] }, never);
  assert.equal(memory.lookups.length, 1);
});

test('refuses texts whose approved translations are together much longer than they are', async () => {
  const memory = new ListedMemory([{ source: 'no', target: 'x'.repeat(10_000) }]);
  const asked = { language: 'es' as LanguageTag, glossary: undefined, memory };
  const refused = { reason: 'approved_too_long' };
  const parse = (texts: readonly string[]) => parseTexts({ turns: new Turns() }, { ...asked, texts }, never);
  const { documents } = await parse(['no\n'.repeat(10)]);
  assert.equal(documents[0]?.approved.length, 10);
  await assert.rejects(parse(['no\n'.repeat(11)]), refused);
  await assert.rejects(parse(Array.from({ length: 11 }, () => 'no')), refused);
});

test('what is written into a string of JSON is a string of JSON, with the escapes of the source', async () => {
  const written = async (source: string, target: string) => {
    const text = `{"a": "${source}", "b": "Un gato."}`;
    return (JSON.parse((await approve(text, new ListedMemory([{ source, target }]))).rendered) as { a: string }).a;
  };
  assert.equal(await written('La casa.', 'The\thouse.'), 'The house.');
  assert.equal(await written('La casa.', 'C:\\Users\\new'), 'C:\\Users\\new');
  assert.equal(await written('La casa.', 'House\\'), 'House\\');
  assert.equal(await written('La casa.', 'The \\"house\\".'), 'The \\”house\\”.');
  assert.equal(await written('La casa.', 'The \\\\"house".'), 'The \\\\”house”.');
  assert.equal(await written('La \\"casa\\".', 'A \\"house\\"\\u1\\x\\'), 'A "house"\\u1\\x\\');
  assert.equal(await written('La \\"casa\\".', 'A \\\\"house".'), 'A \\”house”.');
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPeers, readTexts, textFor } from '../../eval/texts.ts';

test('texts are read by language, and refused if their numbers of lines differ', async () => {
  await using folder = await folderOf({ 'es.txt': 'uno\ndos\n', 'en.txt': 'one\ntwo\n', README: 'about' });
  const texts = await readTexts(folder.path);
  assert.deepEqual([...texts.keys()], ['en', 'es']);
  assert.deepEqual(textFor(texts, 'en-US'), ['one', 'two']);
  assert.equal(textFor(texts, 'ca'), undefined);
  await writeFile(join(folder.path, 'fr.txt'), 'un\n');
  await assert.rejects(readTexts(folder.path), /differ in their number of lines/);
});

test('a folder without texts is refused', async () => {
  await using folder = await folderOf({});
  await assert.rejects(readTexts(folder.path), /no <language>\.txt/);
  await assert.rejects(readTexts(join(folder.path, 'absent')), /absent cannot be read: FLORES_DIR /);
});

test('outputs of other systems are read if they have the lines of the test text', async () => {
  await using folder = await folderOf({
    'es-en.google.txt': 'One\n\n',
    'es-en.bergamot-base-memory.txt': 'Uno\nTwo\n',
    'es-en.short.txt': 'One\n',
    'es-fr.google.txt': 'Un\nDeux\n',
    'notes.txt': 'a\nb\n',
  });
  const texts = new Map([['en', ['one', 'two']]]);
  assert.deepEqual(await readPeers(folder.path, texts), [
    { path: 'es>en', who: 'bergamot-base-memory', lines: ['Uno', 'Two'] },
    { path: 'es>en', who: 'google', lines: ['One', ''] },
  ]);
  assert.deepEqual(await readPeers(join(folder.path, 'absent'), texts), []);
});

async function folderOf(files: Readonly<Record<string, string>>): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'texts-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

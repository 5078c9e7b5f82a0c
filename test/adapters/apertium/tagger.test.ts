import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  discardTaggerFile,
  openTaggerNotes,
  readProb,
  sweepTaggerFiles,
  TaggerData,
} from '../../../src/adapters/apertium/tagger-data.ts';
import { needsApertium } from './installed-apertium.ts';

const notes = [
  "Error: A new ambiguity class was found. \nRetraining the tagger is necessary so as to take it into account.\nWord 'más'.\n",
  'New ambiguity class: {NUM,PRNSUBJ}\n',
  "Word 'New ambiguity class: {A}'.\n",
  'New ambiguity class: {A} and more\n',
  'New ambiguity class: {ADV}\n',
].join('');

test("reads classes from whole lines of the tagger's notes, in any chunks", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
      const reader = openTaggerNotes();
      const bytes = Buffer.from(notes);
      const found: (readonly string[])[] = [];
      for (let start = 0, turn = 0; start < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        found.push(...reader.read(bytes.subarray(start, start + size)));
        start += size;
      }
      assert.deepEqual(found, [['NUM', 'PRNSUBJ'], ['ADV']]);
    }),
  );
});

test('discards an endless line', () => {
  const reader = openTaggerNotes();
  for (let turn = 0; turn < 100; turn++) assert.deepEqual(reader.read(Buffer.alloc(100_000, 'x')), []);
  assert.deepEqual(reader.read(Buffer.from('\nNew ambiguity class: {ADV}\n')), [['ADV']]);
});

async function setup() {
  const cacheDir = await mkdtemp(join(tmpdir(), 'apertium-'));
  const source = '/usr/share/apertium/apertium-eng-spa/spa-eng.prob';
  const openData = (shipped: readonly string[]) => new TaggerData({ source, cacheDir, name: 'spa-eng', shipped });
  const readClasses = async (data: TaggerData) => {
    const path = await data.write();
    const { classes, tagNames } = readProb(await readFile(path));
    await discardTaggerFile(path);
    return classes.map((tags) => tags.map((tag) => tagNames[tag]).join());
  };
  return { cacheDir, openData, readClasses, [Symbol.asyncDispose]: () => rm(cacheDir, { recursive: true }) };
}

test(
  'the tagger gets what ships and what was learned, once each, and nothing that it cannot know',
  needsApertium,
  async () => {
    await using world = await setup();
    const own = await world.readClasses(world.openData([]));
    const [first = ''] = own;
    const data = world.openData(['TAG_CM,TAG_SENT', first, 'TAG_SENT,TAG_CM', 'NOSUCHTAG', '']);
    assert.deepEqual((await world.readClasses(data)).slice(own.length), ['TAG_CM,TAG_SENT']);
    assert.equal(await data.learn([['TAG_CM', 'NUM']]), true);
    assert.equal(await data.learn([['TAG_CM', 'NUM']]), false);
    assert.deepEqual((await world.readClasses(data)).length, own.length + 2);
    assert.deepEqual((await world.readClasses(world.openData([]))).length, own.length + 1);
    assert.deepEqual(await readdir(world.cacheDir), ['spa-eng.classes.json']);
  },
);

test('ignores a damaged list of learned classes', needsApertium, async () => {
  await using world = await setup();
  const own = await world.readClasses(world.openData([]));
  for (const damaged of ['', '{', '{"a":1}', '[1,{},"NOSUCHTAG"]']) {
    await writeFile(join(world.cacheDir, 'spa-eng.classes.json'), damaged);
    assert.deepEqual(await world.readClasses(world.openData([])), own);
  }
});

test('removes files of a killed process once no process can read them', async () => {
  await using world = await setup();
  const hourAgo = Date.now() / 1_000 - 3_601;
  for (const name of ['old.prob', 'young.prob', 'old.classes.json', 'old.classes.json.1', 'other.txt']) {
    await writeFile(join(world.cacheDir, name), '');
    if (name !== 'young.prob') await utimes(join(world.cacheDir, name), hourAgo, hourAgo);
  }
  await sweepTaggerFiles(world.cacheDir);
  assert.deepEqual((await readdir(world.cacheDir)).toSorted(), ['old.classes.json', 'other.txt', 'young.prob']);
  await sweepTaggerFiles(join(world.cacheDir, 'missing'));
  await assert.rejects(stat(join(world.cacheDir, 'missing')));
});

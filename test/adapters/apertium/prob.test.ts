import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { markovTagger, readMode } from '../../../src/adapters/apertium/mode.ts';
import {
  encodeInteger,
  findTags,
  openReader,
  readProb,
  type TagSet,
  writeProb,
} from '../../../src/adapters/apertium/tagger-data.ts';
import { needsApertium } from './installed-apertium.ts';
import { probFile } from './prob-file.ts';

const open: TagSet = [0, 1, 2];

/** What `bytes` says of the class that was added last: its tags, and by tag the first byte of its probability. */
function lastClass(bytes: Uint8Array) {
  const { classes, emissions } = readProb(bytes);
  const added = classes.length - 1;
  const own = emissions.filter(({ classNumber }) => classNumber === added);
  return { tags: classes[added], emissions: own.map(({ tag, value }) => [tag, value[0]]) };
}

test('writes numbers in as few bytes as possible, and reads them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 30 - 1 }), (value) => {
      const bytes = Uint8Array.from(encodeInteger(value));
      assert.equal(openReader(bytes).integer(), value);
      assert.equal(bytes.length, [2 ** 6, 2 ** 14, 2 ** 22, 2 ** 30].findIndex((limit) => value < limit) + 1);
    }),
  );
  for (const value of [-1, 0.5, 2 ** 30]) assert.throws(() => encodeInteger(value), RangeError);
});

test('writes an unchanged file byte for byte', () => {
  const bytes = probFile([open, [0], [3, 4]]);
  assert.deepEqual(Buffer.from(writeProb(readProb(bytes), [])), Buffer.from(bytes));
});

test("writes every tagger file of Debian's pairs byte for byte", needsApertium, () => {
  const folder = '/usr/share/apertium/modes';
  let read = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mode'))) {
    const mode = readMode(file, readFileSync(join(folder, file), 'utf8'));
    const path = mode && markovTagger(mode.stages)?.dataFile;
    const bytes = path === undefined ? undefined : readWhereThere(path);
    if (bytes === undefined) continue;
    assert.ok(bytes.equals(writeProb(readProb(bytes), [])), path);
    read++;
  }
  assert.ok(read > 0);
});

function readWhereThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

test('copies the probabilities of the smallest class that includes an added one', () => {
  const prob = readProb(probFile([open, [1, 2, 3, 4], [0, 1], [0, 2], [1, 2]]));
  assert.deepEqual(lastClass(writeProb(prob, [[0]])), { tags: [0], emissions: [[0, 2]] });
  assert.deepEqual(lastClass(writeProb(prob, [[2]])), { tags: [2], emissions: [[2, 3]] });
  // Nothing smaller than the class of unknown words includes it, and that one does.
  assert.deepEqual(lastClass(writeProb(prob, [[0, 1, 2]])).emissions, [
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});

test('gives equal probabilities to an added class that no class includes', () => {
  const { tags, emissions } = lastClass(writeProb(readProb(probFile([open, [3]])), [[0, 3]]));
  assert.deepEqual(tags, [0, 3]);
  assert.equal(emissions.length, 2);
  assert.equal(new Set(emissions.map(([, value]) => value)).size, 1);
});

test('gives a class the same probabilities whatever else is added, in any order', () => {
  const prob = readProb(probFile([open, [3], [0, 3, 4], [1, 2]]));
  const sets: readonly TagSet[] = [[0, 3], [4], [1], [0, 1, 2, 3, 4]];
  const told = (added: readonly TagSet[]) => {
    const { classes, emissions } = readProb(writeProb(prob, added));
    return new Map(
      added.map((tags) => {
        const number = classes.findIndex((candidate) => candidate.join() === tags.join());
        return [
          tags.join(),
          emissions.filter((one) => one.classNumber === number).map(({ tag, value }) => [tag, [...value]]),
        ];
      }),
    );
  };
  const all = told(sets);
  fc.assert(
    fc.property(fc.shuffledSubarray([...sets], { minLength: 1 }), (some) => {
      for (const [name, emissions] of told(some)) assert.deepEqual(emissions, all.get(name));
    }),
  );
});

test('finds tags by name in any order', () => {
  const prob = readProb(probFile([open]));
  assert.deepEqual(findTags(prob, ['PREADV', 'NOUN']), [0, 4]);
  assert.equal(findTags(prob, ['NOUN', 'GERUND']), undefined);
});

test('rejects other kinds of files and truncated files', () => {
  const bytes = probFile([open, [0], [3, 4]]);
  for (let length = 0; length < bytes.length - 3; length++) {
    assert.throws(() => readProb(bytes.subarray(0, length)), RangeError, `${length} bytes`);
  }
  assert.throws(() => readProb(new TextEncoder().encode('#!/bin/sh and more of the like')), RangeError);
});

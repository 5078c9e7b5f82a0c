import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  markovTagger,
  modeFiles,
  modePrograms,
  persistentStages,
  readMode,
  type Stage,
  withTaggerData,
} from '../../../src/adapters/apertium/mode.ts';

const line =
  "lt-proc -w '/data/a b.bin' | apertium-tagger -g $2 '/data/a.prob' | apertium-pretransfer | lt-proc $1 '/data/g.bin'\n";

function modeOf(text: string) {
  const mode = readMode('eng-spa', text);
  assert.ok(mode !== undefined);
  return mode;
}

test('a mode file is programs and arguments, which quotes hold together', () => {
  assert.deepEqual(modeOf(line).stages, [
    ['lt-proc', '-w', '/data/a b.bin'],
    ['apertium-tagger', '-g', '$2', '/data/a.prob'],
    ['apertium-pretransfer'],
    ['lt-proc', '$1', '/data/g.bin'],
  ]);
  assert.deepEqual(modeFiles(modeOf(line)), ['/data/a b.bin', '/data/a.prob', '/data/g.bin']);
  assert.deepEqual(modePrograms(modeOf(line)), ['lt-proc', 'apertium-tagger', 'apertium-pretransfer']);
});

test('a mode file that uses more of the shell than pipes and quotes is not read', () => {
  for (const text of [
    '',
    '   ',
    'lt-proc a.bin | ',
    'lt-proc a.bin; rm b',
    'lt-proc `id`',
    'lt-proc $(id)',
    'lt-proc $HOME/a.bin',
    'lt-proc a.bin > /tmp/x',
    'lt-proc a.bin &',
    "lt-proc 'a.bin",
    'lt-proc "a.bin"',
    'lt-proc a\\ b.bin',
    'lt-proc a.bin || true',
    'lt-proc *.bin',
  ]) {
    assert.equal(readMode('eng-spa', text), undefined, JSON.stringify(text));
  }
});

test('every program of a persistent pipeline flushes at a NUL, and none marks unknown words', () => {
  assert.deepEqual(persistentStages(modeOf(line)), [
    ['lt-proc', '-z', '-w', '/data/a b.bin'],
    ['apertium-tagger', '-z', '-g', '/data/a.prob'],
    ['apertium-pretransfer', '-z'],
    ['lt-proc', '-z', '-n', '/data/g.bin'],
  ]);
  assert.deepEqual(persistentStages(modeOf("lt-proc -g 'g.bin'")), [['lt-proc', '-z', '-n', 'g.bin']]);
});

test('only a tagger with a hidden Markov model is watched, and reads another file with the same options', () => {
  const stages = persistentStages(modeOf(line));
  assert.deepEqual(markovTagger(stages), { index: 1, dataFile: '/data/a.prob' });
  assert.deepEqual(withTaggerData(stages, '/cache/b.prob')[1], ['apertium-tagger', '-d', '-z', '-g', '/cache/b.prob']);
  const others: readonly Stage[] = [
    ['apertium-tagger', '-gx', '/data/a.prob'],
    ['apertium-tagger', '-w', '-g', '/data/a.prob'],
    ['apertium-tagger', '-g', '-u', '/data/a.prob'],
    ['lt-proc', '/data/a.bin'],
  ];
  for (const stage of others) assert.equal(markovTagger([stage]), undefined);
});

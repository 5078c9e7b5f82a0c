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

test('reads programs and quoted arguments from a mode file', () => {
  assert.deepEqual(modeOf(line).stages, [
    ['lt-proc', '-w', '/data/a b.bin'],
    ['apertium-tagger', '-g', '$2', '/data/a.prob'],
    ['apertium-pretransfer'],
    ['lt-proc', '$1', '/data/g.bin'],
  ]);
  assert.deepEqual(modeFiles(modeOf(line)), ['/data/a b.bin', '/data/a.prob', '/data/g.bin']);
  assert.deepEqual(modePrograms(modeOf(line)), ['lt-proc', 'apertium-tagger', 'apertium-pretransfer']);
});

test('rejects a mode file with more shell syntax than pipes and quotes', () => {
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

test('lets every program flush at a NUL, and none mark unknown words', () => {
  assert.deepEqual(persistentStages(modeOf(line)), [
    ['lt-proc', '-z', '-w', '/data/a b.bin'],
    ['apertium-tagger', '-z', '-g', '/data/a.prob'],
    ['apertium-pretransfer', '-z'],
    ['lt-proc', '-z', '-n', '/data/g.bin'],
  ]);
  assert.deepEqual(persistentStages(modeOf("lt-proc -g 'g.bin'")), [['lt-proc', '-z', '-n', 'g.bin']]);
});

test('watches only a tagger with a hidden Markov model, and replaces only its data file', () => {
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

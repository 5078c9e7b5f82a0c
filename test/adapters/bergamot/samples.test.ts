import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { UnusableModel } from '../../../packages/marian/src/index.ts';
import type { ModelFiles } from '../../../src/adapters/bergamot/model.ts';
import { sampleTexts, translatesSamples, tryModel } from '../../../src/adapters/bergamot/worker-thread.ts';
import { copyStarter } from '../../support/folder-models.ts';
import { starterFiles } from '../../support/starter-model.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { pairOf } from './opened-engine.ts';

/** The files as a store knows them after it has written them. */
function withHashes(files: ModelFiles): ModelFiles {
  const paths = [files.model, ...files.vocabularies];
  return { ...files, sha256: Object.fromEntries(paths.map((path) => [path, hash('sha256', readFileSync(path))])) };
}

/** Copies the model of es>en, with every 997th byte of its weights changed. */
async function changedStarter(folder: string): Promise<ModelFiles> {
  const files = await copyStarter(folder);
  const weights = readFileSync(files.model);
  for (let at = 700_000; at < weights.length; at += 997) weights[at] = (weights[at] ?? 0) ^ 0x55;
  writeFileSync(files.model, weights);
  return files;
}

test('a model is refused whose bytes changed, that translates nothing, or that is of another pair', async () => {
  await using folder = await temporaryFolder();
  await tryModel(withHashes(starterFiles), pairOf('es>en'));
  const { sha256 } = withHashes(await copyStarter(folder.path));
  const changed = await changedStarter(folder.path);
  const refusal = (message: RegExp) => ({ name: UnusableModel.name, message });
  const trial = tryModel({ ...changed, sha256: sha256 ?? {} }, pairOf('es>en'));
  await assert.rejects(trial, refusal(/^model\.bin is damaged: its SHA-256/));
  await assert.rejects(tryModel(withHashes(changed), pairOf('es>en')), refusal(/es>en fail their checks/));
  await assert.rejects(tryModel(withHashes(starterFiles), pairOf('en>es')), refusal(/en>es fail their checks/));
});

test('texts to test a model with are of its source language, in any script', () => {
  assert.deepEqual(sampleTexts(pairOf('es>en')).slice(0, 2), ['24 kilómetros', '35 kilogramos']);
  for (const source of 'ar bn ca ca-valencia fa he hi ja ko ru th zh zh-hant'.split(' ')) {
    const pair = pairOf(`${source}>en`);
    const texts = sampleTexts(pair);
    assert.equal(new Set(texts).size, 6);
    for (const text of texts) assert.match(text, /\d{2}/);
    const [first = ''] = texts;
    assert.ok(translatesSamples(pair, texts, [first.replace(/\D+/, ' kilometres'), ...texts.slice(1)]), first);
    assert.ok(
      !translatesSamples(
        pair,
        texts,
        texts.map(() => 'the the the'),
      ),
    );
    assert.ok(!translatesSamples(pair, texts, texts));
  }
  for (const source of 'bo ckb mg mt oc rw st su szl tg tlh tt xh yo zu'.split(' ')) {
    assert.deepEqual(sampleTexts(pairOf(`${source}>en`)), [], source);
  }
  assert.ok(translatesSamples(pairOf('en>fa'), ['24 kilometers'], ['۲۴ کیلومتر']));
});

import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readModel } from '../../../src/adapters/bergamot/model-bytes.ts';
import { UnusableModel } from '../../../src/adapters/bergamot/model-format.ts';
import { tryModel } from '../../../src/adapters/bergamot/trial.ts';
import { microFiles } from '../../support/folder-models.ts';
import { microShortlist, readItems, widened, writeItems, writeModel } from './altered-model.ts';

const folder = () => mkdtempDisposable(join(tmpdir(), 'models-'));

test('a small vocabulary does without its shortlist, so that texts go together', async () => {
  const model = await readModel({ ...microFiles, shortlist: fileURLToPath(microShortlist) });
  assert.equal(model.isBatched, true);
  assert.equal(model.shortlist, undefined);
});

test('a large vocabulary is used with its shortlist, and texts go alone', async () => {
  await using at = await folder();
  const contents = await widened(16_000);
  const model = await readModel(await writeModel(at.path, contents));
  assert.equal(model.isBatched, false);
  assert.equal(model.shortlist?.byteLength, contents.shortlist.byteLength);
  const { shortlist: _, ...without } = contents;
  assert.equal((await readModel(await writeModel(at.path, without))).isBatched, true);
});

test('a model without multipliers has its texts go alone', async () => {
  await using at = await folder();
  const items = (await readItems()).filter(({ name }) => !name.endsWith('_QuantMultA'));
  const files = await writeModel(at.path, { model: writeItems(items) });
  assert.equal((await readModel(files)).isBatched, false);
  await tryModel(files);
});

test('files that do not belong together are refused', async () => {
  await using at = await folder();
  const { model, shortlist, vocabulary } = await widened(12_000);
  const refused = async (contents: Parameters<typeof writeModel>[1], reason: RegExp): Promise<void> => {
    const files = await writeModel(at.path, contents);
    await assert.rejects(readModel(files), (error) => error instanceof UnusableModel && reason.test(error.message));
  };
  await refused({ vocabulary }, /a vocabulary has 12000 pieces and the model 6000/);
  await refused({ model }, /a vocabulary has 6000 pieces and the model 12000/);
  await refused({ shortlist }, /the shortlist is of another vocabulary/);
  await refused({ shortlist: shortlist.subarray(0, -4) }, /the shortlist is damaged/);
  await refused({ shortlist: Buffer.from('not a shortlist') }, /the shortlist is none/);
});

test('a model that the library takes passes its trial', async () => {
  await using at = await folder();
  await tryModel({ ...microFiles, shortlist: fileURLToPath(microShortlist) });
  await tryModel(await writeModel(at.path, await widened(12_000)));
});

test('a model that the library gives up on fails its trial with the reason, in one plain line', async () => {
  await using at = await folder();
  const items = await readItems();
  const refused = async (contents: Parameters<typeof writeModel>[1], reason: RegExp): Promise<void> => {
    await assert.rejects(tryModel(await writeModel(at.path, contents)), (error) => {
      assert.ok(error instanceof UnusableModel, String(error));
      assert.match(error.message, reason);
      assert.ok(!error.message.includes('\n') && error.message.length < 500);
      return true;
    });
  };
  const lacking = items.filter(({ name }) => name !== 'encoder_l1_self_Wq' && name !== 'encoder_l1_self_Wq_QuantMultA');
  await refused({ model: writeItems(lacking) }, /^the library gave up: /);
  const other = items.map((item) => {
    if (item.name !== 'special:model.yml') return item;
    const data = Buffer.from(
      item.data.toString('latin1').replace(/^type: .*$/m, 'type: fortune\u001B[2Jteller'),
      'latin1',
    );
    return { ...item, data, dimensions: [data.byteLength] };
  });
  await refused({ model: writeItems(other) }, /^the library gave up: Unknown model type: fortune \[2Jteller at /);
  const vocabulary = await readFile(microFiles.vocabularies[0]);
  await refused({ vocabulary: vocabulary.subarray(0, 50_000) }, /a vocabulary ends too early/);
});

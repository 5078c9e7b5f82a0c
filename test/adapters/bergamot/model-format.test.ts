import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readModelFormat, UnusableModel } from '../../../src/adapters/bergamot/model-format.ts';
import { microFiles } from '../../support/folder-models.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { type Item, readItems, types, writeItems } from './altered-model.ts';

const unusable = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnusableModel);
  assert.match(error.message, reason);
  assert.ok(!error.message.includes('\n'));
  return true;
};

async function altered(change: (items: Item[]) => readonly Item[] | undefined): Promise<Buffer> {
  const items = await readItems();
  return writeItems(change(items) ?? items);
}

function optionsOf(items: readonly Item[]): Item {
  const item = items.find(({ name }) => name === 'special:model.yml');
  assert.ok(item);
  return item;
}

test('a model with a multiplier for each matrix is run with them', async () => {
  assert.deepEqual(readModelFormat(await readFile(microFiles.model)), {
    precision: 'int8shiftAlphaAll',
    pieces: [6_000, 6_000],
  });
});

test('a model without multipliers, or with one missing, is not run with them', async () => {
  const without = await altered((items) => items.filter(({ name }) => !name.endsWith('_QuantMultA')));
  assert.equal(readModelFormat(without).precision, 'int8shiftAll');
  for (const missing of ['Wemb', 'decoder_l1_rnn_W']) {
    const file = await altered((items) => items.filter(({ name }) => name !== `${missing}_QuantMultA`));
    assert.equal(readModelFormat(file).precision, 'int8shiftAll');
  }
});

test('a model without 8-bit matrices is run in floating point', async () => {
  const file = await altered((items) =>
    items.map((item) =>
      item.type === types.intgemm8
        ? {
            ...item,
            type: types.float32,
            data: Buffer.alloc(4 * item.dimensions.reduce((one, other) => one * other, 1)),
          }
        : item,
    ),
  );
  assert.equal(readModelFormat(file).precision, 'float32');
});

test('sizes of vocabularies are read in both forms of a list', async () => {
  const file = await altered((items) => {
    const options = optionsOf(items);
    options.data = Buffer.from(
      options.data.toString('latin1').replace(/dim-vocabs:\n.*\n.*\n/, 'dim-vocabs: [6000, 6000]\n'),
    );
    options.dimensions = [options.data.byteLength];
    return undefined;
  });
  assert.deepEqual(readModelFormat(file).pieces, [6_000, 6_000]);
});

test('what is no model, cut short or of another kind is refused with the reason', async () => {
  const file = await readFile(microFiles.model);
  const other = Buffer.from(file);
  other.writeBigUInt64LE(2n, 0);
  assert.throws(() => readModelFormat(other), unusable(/of a version not known/));
  assert.throws(() => readModelFormat(Buffer.alloc(0)), unusable(/ends too early/));
  assert.throws(
    () => readModelFormat(Buffer.from('<!doctype html><title>404</title>')),
    unusable(/no model of Marian/),
  );
  assert.throws(() => readModelFormat(file.subarray(0, -1)), unusable(/ends too early/));
  const foreign = await altered((items) =>
    items.map((item) => ({ ...item, type: item.name === 'Wemb' ? 0x1801 : item.type })),
  );
  assert.throws(() => readModelFormat(foreign), unusable(/arithmetic that the library lacks \(type 0x1801\)/));
  const silent = await altered((items) => items.filter((item) => item.name !== 'special:model.yml'));
  assert.throws(() => readModelFormat(silent), unusable(/does not say what it was trained with/));
});

test('a model that contradicts itself is refused', async () => {
  const rows = await altered((items) =>
    items.map((item) => ({ ...item, dimensions: item.name === 'Wemb' ? [5_999, 256] : item.dimensions })),
  );
  assert.throws(() => readModelFormat(rows), unusable(/damaged/));
  const short = await altered((items) =>
    items.map((item) => ({ ...item, data: item.name === 'Wemb' ? item.data.subarray(0, 1_000) : item.data })),
  );
  assert.throws(() => readModelFormat(short), unusable(/damaged/));
  const huge = await altered((items) =>
    items.map((item) => ({
      ...item,
      dimensions: item.name === 'Wemb' ? [6_000, 256, 4_294_967_295] : item.dimensions,
    })),
  );
  assert.throws(() => readModelFormat(huge), unusable(/damaged/));
});

test('whatever bytes a file has, it is read or refused', async () => {
  const file = await altered((items) =>
    items.map((item) => (item.name.startsWith('special') ? item : { ...item, dimensions: [0], data: Buffer.alloc(4) })),
  );
  const readOrRefused = (bytes: Uint8Array): void => {
    try {
      readModelFormat(bytes);
    } catch (error) {
      assert.ok(error instanceof UnusableModel, String(error));
    }
  };
  readOrRefused(file);
  const numRuns = propertyRuns('', 300);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readOrRefused), { numRuns });
  fc.assert(
    fc.property(fc.nat(file.byteLength), (end) => {
      assert.throws(() => readModelFormat(file.subarray(0, Math.min(end, file.byteLength - 1))), UnusableModel);
    }),
    { numRuns },
  );
  const change = fc.record({ at: fc.nat(file.byteLength - 1), to: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const damaged = Buffer.from(file);
      for (const { at, to } of changes) damaged[at] = to;
      readOrRefused(damaged);
    }),
    { numRuns },
  );
});

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

async function altered(change: (items: readonly Item[]) => readonly Item[]): Promise<Buffer> {
  return writeItems(change(await readItems()));
}

/** The small model with one item that is another. */
function changed(name: string, change: (item: Item) => Partial<Item>): Promise<Buffer> {
  return altered((items) => items.map((item) => (item.name === name ? { ...item, ...change(item) } : item)));
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
  const inFloats = (item: Item): Item => {
    const bytes = 4 * item.dimensions.reduce((one, other) => one * other, 1);
    return { ...item, type: types.float32, data: Buffer.alloc(bytes) };
  };
  const file = await altered((items) => items.map((item) => (item.type === types.intgemm8 ? inFloats(item) : item)));
  assert.equal(readModelFormat(file).precision, 'float32');
});

test('sizes of vocabularies are read in both forms of a list', async () => {
  const file = await changed('special:model.yml', ({ data: written }) => {
    const options = written.toString('latin1').replace(/dim-vocabs:\n.*\n.*\n/, 'dim-vocabs: [6000, 6000]\n');
    return { data: Buffer.from(options), dimensions: [options.length] };
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
  const foreign = await changed('Wemb', () => ({ type: 0x1801 }));
  assert.throws(() => readModelFormat(foreign), unusable(/arithmetic that the library lacks \(type 0x1801\)/));
  const silent = await altered((items) => items.filter((item) => item.name !== 'special:model.yml'));
  assert.throws(() => readModelFormat(silent), unusable(/does not say what it was trained with/));
});

test('a model that contradicts itself is refused', async () => {
  for (const change of [
    () => ({ dimensions: [5_999, 256] }),
    ({ data }: Item) => ({ data: data.subarray(0, 1_000) }),
    () => ({ dimensions: [6_000, 256, 4_294_967_295] }),
  ]) {
    const file = await changed('Wemb', change);
    assert.throws(() => readModelFormat(file), unusable(/damaged/));
  }
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

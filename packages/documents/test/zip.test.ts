import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readZip, writeZip } from '../src/zip.ts';
import { type Entries, zipOf } from './office-file.ts';

/** The archive with bytes of each header of its central directory replaced. */
function withHeader(archive: Uint8Array, offset: number, values: readonly number[]): Uint8Array {
  const changed = Uint8Array.from(archive);
  for (let at = 0; at < changed.length; at++) {
    if ([0x50, 0x4b, 1, 2].every((byte, index) => changed[at + index] === byte)) changed.set(values, at + offset);
  }
  return changed;
}

const bytesOf = (value: number): readonly number[] => [...new Uint8Array(Uint32Array.of(value).buffer)];

const renamed = (archive: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(archive).toString('latin1').replaceAll(from, to), 'latin1');

const refusesWith = async (archive: Uint8Array, code: string): Promise<void> => {
  const { heapUsed, external } = process.memoryUsage();
  await assert.rejects(readZip(archive), { name: 'FileError', code });
  const after = process.memoryUsage();
  assert.ok(after.heapUsed + after.external - heapUsed - external < 100_000_000);
};

describe('a ZIP archive', () => {
  const entries: Entries = {
    'b.xml': '<b/>',
    mimetype: 'a/b',
    'd/é.xml': 'é'.repeat(9_999),
    'x.png': 'png',
    'e.xml': '',
  };

  test('is written in its order, with mimetype first, stored and without an extra field', async () => {
    const written = await writeZip(await readZip(await zipOf(entries)));
    const again = await readZip(written);
    assert.deepEqual(
      again.map(({ name, isStored }) => [name, isStored]),
      [
        ['mimetype', true],
        ['b.xml', false],
        ['d/é.xml', false],
        ['x.png', true],
        ['e.xml', false],
      ],
    );
    for (const { name, bytes, modified } of again) {
      assert.equal(new TextDecoder().decode(bytes), entries[name]);
      assert.deepEqual(modified, new Date(2020, 0, 1));
    }
    assert.equal(Buffer.from(written).toString('latin1', 30, 41), 'mimetypea/b');
  });

  test('may have bytes after its end', async () => {
    const read = await readZip(Uint8Array.from([...(await zipOf(entries)), 0, 0]));
    assert.equal(read.length, 5);
  });

  test('is refused with more than 10,000 entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.png`, '']));
    await refusesWith(await zipOf(many), 'too_large');
  });

  test('is refused if it unpacks to more than 200 MB', async () => {
    const archive = await zipOf({ a: 'a', b: 'b', c: 'c' });
    await refusesWith(withHeader(archive, 24, bytesOf(67_000_000)), 'too_large');
    await assert.rejects(readZip(withHeader(archive, 24, bytesOf(3_000_000)), 2_000_000), /more than 2 MB/);
  });

  for (const [size, title] of [
    [1_000, 'smaller'],
    [6_000_000, 'larger'],
    [0, 'none'],
  ] as const) {
    test(`is refused if an entry states a size that is ${title}`, async () => {
      const archive = await zipOf({ a: new Uint8Array(5_000_000) });
      await refusesWith(withHeader(archive, 24, bytesOf(size)), 'damaged');
    });
  }

  test('is refused with an entry that differs from its checksum', async () => {
    await refusesWith(renamed(await zipOf({ 'x.png': 'picture' }), 'picture', 'pacture'), 'damaged');
  });
  test('is refused if encrypted', async () => {
    await refusesWith(withHeader(await zipOf({ a: 'a' }), 8, [9, 0]), 'encrypted');
  });
  test('is refused with an unknown compression', async () => {
    await refusesWith(withHeader(await zipOf({ a: 'a' }), 10, [12, 0]), 'damaged');
  });
  test('is refused with two entries of one name', async () => {
    await refusesWith(renamed(await zipOf({ 'a.xml': '1', 'b.xml': '2' }), 'b.xml', 'a.xml'), 'damaged');
  });
  for (const path of ['../x.xml', '/abc.xml', 'C:/x.xml']) {
    test(`is refused with the path ${path}`, async () => {
      await refusesWith(renamed(await zipOf({ 'abcd.xml': '1' }), 'abcd.xml', path), 'damaged');
    });
  }
  test('is refused if cut anywhere', async () => {
    const archive = await zipOf(entries);
    for (let length = 0; length < archive.length; length += 7) await refusesWith(archive.slice(0, length), 'damaged');
  });
});

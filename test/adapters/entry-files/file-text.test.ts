import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileBytesMax } from '../../../src/adapters/entry-files/entry-file.ts';
import { readGlossaryFile } from '../../../src/adapters/entry-files/read-glossary-file.ts';
import { de, en, readFault, readLines } from './reading.ts';

const languages = { source: en, target: de };
const text = 'nut,Mutter 😀ß\r\nbolt,Bolzen\r\n';
const lines = ['1 en>de nut=Mutter 😀ß', '2 en>de bolt=Bolzen'];

function utf16(written: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(written, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
}

test('UTF-8 is read with a byte order mark and without, and UTF-16 with one', async () => {
  const files = [
    Buffer.from(text),
    Buffer.from(`\u{FEFF}${text}`),
    ...(['little', 'big'] as const).map((order) => utf16(`\u{FEFF}${text}`, order)),
  ];
  for (const file of files) assert.deepEqual(await readLines(file, { languages }), lines);
});

test('reports the line of bytes that are not text', async () => {
  const latin = Buffer.from('nut,Mutter\r\nnut,écrou\n', 'latin1');
  assert.match(await readFault(latin, { languages }), /^2 .*UTF-8/);
  const cut = Buffer.from('nut,Mutter\ncafé').subarray(0, -1);
  assert.match(await readFault(cut, { languages }), /^2 .*UTF-8/);
  assert.match(await readFault(utf16('\u{FEFF}a,b\nc,\uD800\n', 'little'), { languages }), /^2 .*UTF-16/);
  const odd = Buffer.concat([utf16('\u{FEFF}a,b\n', 'big'), Buffer.from([0])]);
  assert.match(await readFault(odd, { languages }), /^2 .*UTF-16/);
  assert.match(await readFault(utf16('a,b\nc,d\n', 'big'), { languages }), /^1 .*UTF-8/);
  assert.match(await readFault(Buffer.from('a,b\r\nc,\0\n'), { languages }), /^2 .*UTF-8/);
  const late = Buffer.concat([Buffer.from('a,b\n'.repeat(50_000)), Buffer.from([0xff])]);
  assert.match(await readFault(late, { languages }), /^50001 /);
  const rows = '"é\r\né",b\r\n';
  for (let shift = 0; shift < rows.length; shift++) {
    const long = `${'"'.padEnd(shift + 1, 'a')}",b\r\n${rows.repeat(900)}`;
    const [utf8, ofUtf16] = [Buffer.from(long), utf16(`\u{FEFF}${long}`, 'little')];
    assert.match(await readFault(Buffer.concat([utf8, Buffer.from([0xff])]), { languages }), /^1802 .*UTF-8/);
    assert.match(await readFault(Buffer.concat([ofUtf16, Buffer.from([0])]), { languages }), /^1802 .*UTF-16/);
  }
});

test('refuses an oversized file without reading it', async () => {
  assert.match(await readFault(Buffer.alloc(fileBytesMax + 1)), /64 MB/);
});

test('reports progress up to the whole file', async () => {
  const bytes = Buffer.from('nut,Mutter\n'.repeat(20_000));
  const told: number[] = [];
  await readGlossaryFile(bytes, {
    languages,
    onProgress({ bytesDone, bytesTotal }) {
      told.push(bytesDone);
      assert.equal(bytesTotal, bytes.length);
    },
  });
  assert.equal(told.at(-1), bytes.length);
  const sorted = told.toSorted((one, other) => one - other);
  assert.deepEqual(told, sorted);
});

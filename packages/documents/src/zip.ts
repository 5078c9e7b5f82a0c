/** ZIP archives: read whole, within limits, and written again. */
import { Buffer } from 'node:buffer';
import { inflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile as ZipSource } from 'yauzl';
import { ZipFile } from 'yazl';
import { FileError, type FileErrorCode } from './file-error.ts';
import type { ZipEntry } from './skeleton.ts';

const unpackedBytesDefault = 200_000_000;
const entriesMax = 10_000;
const nameLengthMax = 4_096;

/** @throws {FileError} if the archive is damaged or encrypted, exceeds the limits, or states wrong sizes. */
export async function readZip(
  bytes: Uint8Array,
  unpackedBytesMax = unpackedBytesDefault,
): Promise<readonly ZipEntry[]> {
  const buffer = bufferOf(bytes);
  try {
    const archive = await fromBufferPromise(buffer.subarray(0, endOf(buffer)));
    const read: ZipEntry[] = [];
    for (const entry of await listEntries(archive, unpackedBytesMax))
      read.push(await readEntry(archive, buffer, entry));
    return read;
  } catch (error) {
    throw error instanceof FileError ? error : refused('damaged', 'the file is not a complete ZIP archive');
  }
}

/** The end of the archive. Some programs write bytes after it, which yauzl refuses. */
function endOf(buffer: Buffer): number {
  const record = buffer.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (record < 0 || record + 22 > buffer.length) return buffer.length;
  return Math.min(record + 22 + buffer.readUInt16LE(record + 20), buffer.length);
}

/** All entries before any is unpacked, so that an archive over the limits costs nothing. */
async function listEntries(archive: ZipSource, unpackedBytesMax: number): Promise<readonly Entry[]> {
  if (archive.entryCount > entriesMax) throw refused('too_large', `the archive has more than ${entriesMax} entries`);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    const { fileName: name, uncompressedSize } = entry;
    if (entry.isEncrypted()) throw refused('encrypted', 'the file is encrypted: save it without a password');
    if (entries.has(name)) throw refused('damaged', 'the archive has two entries of one name');
    if (name === '' || name.length > nameLengthMax)
      throw refused('damaged', 'an entry of the archive has no valid name');
    unpacked += uncompressedSize;
    if (unpacked > unpackedBytesMax) {
      throw refused('too_large', `the archive unpacks to more than ${Math.floor(unpackedBytesMax / 1e6)} MB`);
    }
    entries.set(name, entry);
  }
  return [...entries.values()];
}

async function readEntry(archive: ZipSource, buffer: Buffer, entry: Entry): Promise<ZipEntry> {
  const { fileName: name, compressedSize, compressionMethod, uncompressedSize } = entry;
  const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = buffer.subarray(fileDataStart, fileDataStart + compressedSize);
  if (compressionMethod !== 0 && compressionMethod !== 8) {
    throw refused('damaged', 'the archive is compressed in an unknown way');
  }
  const bytes = compressionMethod === 0 ? packed : await inflate(packed, uncompressedSize);
  const isDirectory = name.endsWith('/') && bytes.length > 0;
  if (bytes.length !== uncompressedSize || crc32(bytes) !== entry.crc32 || isDirectory) {
    throw refused('damaged', 'an entry of the archive differs from its size or checksum');
  }
  return { name, bytes, isStored: compressionMethod === 0, modified: entry.getLastModDate({ forceDosFormat: true }) };
}

/** Fails as soon as there is more than `size`. yauzl's stream does this too, but takes three times as long. */
const inflate = (packed: Buffer, size: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Zero is no valid limit. One chunk, because joining several would take the memory twice; 64 is the least.
    inflateRaw(packed, { maxOutputLength: size + 1, chunkSize: Math.max(size + 1, 64) }, (error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(error);
    });
  });

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

const refused = (code: FileErrorCode, message: string): FileError => new FileError(code, message);

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** The checksum of ZIP. Node 18 has no `zlib.crc32`. */
function crc32(bytes: Uint8Array): number {
  let value = -1;
  // An iterator takes three times as long.
  for (let index = 0; index < bytes.length; index++) {
    value = (crcTable[(value ^ (bytes[index] ?? 0)) & 255] ?? 0) ^ (value >>> 8);
  }
  return ~value >>> 0;
}

/** Writes entries in their order, but `mimetype` first and stored, as ODF and EPUB require. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Uint8Array> {
  const archive = new ZipFile();
  const isFirst = ({ name }: ZipEntry): boolean => name === 'mimetype';
  for (const entry of [...entries.filter(isFirst), ...entries.filter((one) => !isFirst(one))]) {
    // Time stamps of UNIX would be an extra field, which the entry `mimetype` must not have.
    const options = { mtime: entry.modified, forceDosTimestamp: true };
    if (entry.name.endsWith('/')) archive.addEmptyDirectory(entry.name, options);
    else {
      const compress = !entry.isStored && !isFirst(entry);
      archive.addBuffer(bufferOf(entry.bytes), entry.name, { ...options, compress });
    }
  }
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

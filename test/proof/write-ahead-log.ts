/**
 * Reads SQLite's write-ahead log as recovery does. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

const headerBytes = 32;
const frameHeaderBytes = 24;
const bigEndianMagic = 0x377f0683;
const littleEndianMagic = 0x377f0682;

/** One transaction of the log: the offset of its end, and the numbers of the pages that it wrote. */
export type LoggedCommit = { readonly end: number; readonly pages: readonly number[] };

type Sums = readonly [number, number];

/**
 * Returns the transactions of `log` that had been flushed to the disk, according to the index of the log: a commit is
 * counted there after it has waited for the disk, and before it returns.
 * Source: https://www.sqlite.org/walformat.html#the_wal_index_header
 *
 * @param index begins with two copies of one header; one of them may be inconsistent
 */
export function flushedCommits(log: Buffer, index: Buffer): readonly LoggedCommit[] {
  const frames = [0, 48].map((copy) => {
    const salts = index.subarray(copy + 32, copy + 40);
    return log.subarray(16, 24).equals(salts) ? index.readUInt32LE(copy + 16) : 0;
  });
  const end = headerBytes + Math.min(...frames) * (frameHeaderBytes + pageBytesOf(log));
  return loggedCommits(log).filter((commit) => commit.end <= end);
}

/** Returns the transactions that recovery would find in `log`, oldest first; none when its header is incomplete. */
function loggedCommits(log: Buffer): readonly LoggedCommit[] {
  const sum = checksumOf(log);
  if (log.length < headerBytes || sum === undefined) return [];
  const pageBytes = log.readUInt32BE(8);
  let sums = sum(log.subarray(0, 24), [0, 0]);
  if (sums[0] !== log.readUInt32BE(24) || sums[1] !== log.readUInt32BE(28)) return [];
  const commits: LoggedCommit[] = [];
  let pages: number[] = [];
  const frameBytes = frameHeaderBytes + pageBytes;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    sums = sum(log.subarray(at + frameHeaderBytes, at + frameBytes), sum(log.subarray(at, at + 8), sums));
    if (sums[0] !== log.readUInt32BE(at + 16) || sums[1] !== log.readUInt32BE(at + 20)) break;
    pages.push(log.readUInt32BE(at));
    if (log.readUInt32BE(at + 4) === 0) continue;
    commits.push({ end: at + frameBytes, pages });
    pages = [];
  }
  return commits;
}

/** Returns the page size from the log's header, in bytes. */
export function pageBytesOf(log: Buffer): number {
  return log.length < headerBytes ? 0 : log.readUInt32BE(8);
}

/** The log's header is written before any content, and is on disk before any frame. */
export const logHeaderBytes = headerBytes;

function checksumOf(log: Buffer): ((bytes: Buffer, from: Sums) => Sums) | undefined {
  const magic = log.length < headerBytes ? 0 : log.readUInt32BE(0);
  if (magic !== bigEndianMagic && magic !== littleEndianMagic) return undefined;
  const littleEndian = magic === littleEndianMagic;
  return (bytes, from) => {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let [first, second] = from;
    for (let at = 0; at < bytes.length; at += 8) {
      first = (first + words.getUint32(at, littleEndian) + second) >>> 0;
      second = (second + words.getUint32(at + 4, littleEndian) + first) >>> 0;
    }
    return [first, second];
  };
}

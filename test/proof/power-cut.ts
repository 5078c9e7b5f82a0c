import { readFileSync, writeFileSync } from 'node:fs';
import type { Chance } from './extent.ts';

/** The atomic unit of a disk: a sector is written completely, or lost. */
const sectorBytes = 512;

export type PowerCut = {
  /** The database when everything stopped, with its log and the log's index. */
  readonly file: string;
  /** Path for what the disk may have kept of it. */
  readonly toFile: string;
  readonly chance: Chance;
};

/**
 * Changes a stopped database into what a power cut may leave. Data written since the last flush may be present,
 * missing, or torn, sector by sector:
 *
 * - of the log, everything after the last flushed transaction;
 * - of the database, every page in the flushed part of the log, because a checkpoint may have been writing it;
 * - of the index of the log, which is never flushed, everything.
 * @returns a short description of the changes
 */
export function cutPower({ file, toFile, chance }: PowerCut): string {
  const log = readFileSync(`${file}-wal`);
  const commits = flushedCommits(log, readFileSync(`${file}-shm`));
  const torn = tearLog(log, commits.at(-1)?.end ?? headerBytes, chance);
  const { database, pages } = tearDatabase(readFileSync(file), { log, commits, chance });
  writeFileSync(toFile, database);
  writeFileSync(`${toFile}-wal`, torn.log);
  writeFileSync(`${toFile}-shm`, chance.bytes(32_768));
  return `${commits.length} commits of the log flushed, the rest ${torn.how}, ${pages} pages torn`;
}

function tearLog(log: Buffer, flushed: number, chance: Chance): { readonly log: Buffer; readonly how: string } {
  const [kept, rest] = [log.subarray(0, flushed), log.subarray(flushed)];
  const how = chance.pick(['cut', 'empty', 'garbled', 'torn'] as const);
  switch (how) {
    case 'cut':
      return { how, log: Buffer.concat([kept, rest.subarray(0, chance.below(rest.length + 1))]) };
    case 'empty':
      return { how, log: Buffer.concat([kept, Buffer.alloc(rest.length)]) };
    case 'garbled':
      return { how, log: Buffer.concat([kept, chance.bytes(rest.length)]) };
    case 'torn':
      return { how, log: Buffer.concat([kept, tearSectors(rest, chance)]) };
  }
}

type LoggedPages = { readonly log: Buffer; readonly commits: readonly LoggedCommit[]; readonly chance: Chance };

/** Tears some of the pages that the log contains. */
function tearDatabase(database: Buffer, { log, commits, chance }: LoggedPages) {
  const pages = [...new Set(commits.flatMap((commit) => commit.pages))].filter(() => chance.below(3) === 0);
  for (const page of pages) {
    const at = (page - 1) * pageBytesOf(log);
    tearSectors(database.subarray(at, at + pageBytesOf(log)), chance).copy(database, at);
  }
  return { database, pages: pages.length };
}

/** Leaves each sector unchanged, empty, or garbled. */
function tearSectors(bytes: Buffer, chance: Chance): Buffer {
  const torn = Buffer.from(bytes);
  for (let at = 0; at < torn.length; at += sectorBytes) {
    const sector = torn.subarray(at, at + sectorBytes);
    const fate = chance.below(3);
    if (fate === 1) sector.fill(0);
    if (fate === 2) chance.bytes(sector.length).copy(sector);
  }
  return torn;
}

// Reads SQLite's write-ahead log as recovery does. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
// The header is written before any content, and is on disk before any frame.
const headerBytes = 32;
const frameHeaderBytes = 24;
const bigEndianMagic = 0x377f0683;
const littleEndianMagic = 0x377f0682;

/** One transaction of the log: the offset of its end, and the numbers of the pages that it wrote. */
type LoggedCommit = { readonly end: number; readonly pages: readonly number[] };

type Sums = readonly [number, number];

/**
 * Returns the transactions of `log` that had been flushed to the disk, according to the index of the log: a commit is
 * counted there after it has waited for the disk, and before it returns.
 * Source: https://www.sqlite.org/walformat.html#the_wal_index_header
 * @param index begins with two copies of one header; one of them may be inconsistent
 */
function flushedCommits(log: Buffer, index: Buffer): readonly LoggedCommit[] {
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
function pageBytesOf(log: Buffer): number {
  return log.length < headerBytes ? 0 : log.readUInt32BE(8);
}

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

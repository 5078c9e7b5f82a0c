import { readFileSync, writeFileSync } from 'node:fs';
import type { Chance } from './extent.ts';
import { flushedCommits, type LoggedCommit, logHeaderBytes, pageBytesOf } from './write-ahead-log.ts';

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
 *
 * @returns a short description of the changes
 */
export function cutPower({ file, toFile, chance }: PowerCut): string {
  const log = readFileSync(`${file}-wal`);
  const commits = flushedCommits(log, readFileSync(`${file}-shm`));
  const torn = tearLog(log, commits.at(-1)?.end ?? logHeaderBytes, chance);
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

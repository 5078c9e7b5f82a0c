import { readFileSync, writeFileSync } from 'node:fs';
import type { Chance } from './extent.ts';
import { flushedCommits, type LoggedCommit, logHeaderBytes, pageBytesOf } from './write-ahead-log.ts';

/** What power loss spares at the least: a disk writes a sector whole, or it is lost. */
const sectorBytes = 512;

export type PowerCut = {
  /** The database as it stood when everything stopped, with its log and the log's index. */
  readonly file: string;
  /** Where to put what the disk may have kept of it. */
  readonly toFile: string;
  readonly chance: Chance;
};

/**
 * Makes of a database that stands still what a power cut may leave of it. What was written since the last flush may be
 * there, missing, or torn, sector by sector:
 *
 * - of the log, everything behind the last transaction that had been flushed;
 * - of the database, every page that stands in the flushed part of the log: a checkpoint may have been writing it;
 * - of the index of the log, which is never flushed, everything.
 *
 * @returns what was done, in a few words
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

/** Tears some of the pages that the log holds. */
function tearDatabase(database: Buffer, { log, commits, chance }: LoggedPages) {
  const pages = [...new Set(commits.flatMap((commit) => commit.pages))].filter(() => chance.below(3) === 0);
  for (const page of pages) {
    const at = (page - 1) * pageBytesOf(log);
    tearSectors(database.subarray(at, at + pageBytesOf(log)), chance).copy(database, at);
  }
  return { database, pages: pages.length };
}

/** Each sector by itself as it is, empty, or garbled. */
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

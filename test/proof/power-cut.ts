import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Chance } from './extent.ts';
import { type LoggedCommit, loggedCommits, logHeaderBytes, pageBytesOf } from './write-ahead-log.ts';

/** What power loss spares at the least: a disk writes a sector whole, or it is lost. */
const sectorBytes = 512;

export type PowerCut = {
  /** The database as it stood when everything stopped. */
  readonly file: string;
  /** Where to put what the disk may have kept of it. */
  readonly toFile: string;
  readonly chance: Chance;
  /** Whether a database contains everything that was acknowledged. */
  readonly isComplete: (file: string) => boolean;
};

/**
 * Makes of a database that stands still what a power cut may leave of it. What was written since the last flush may be
 * there, missing, or torn, sector by sector:
 *
 * - of the log, everything behind the last transaction whose commit had returned: a commit flushes before it returns,
 *   and the next begins only then, so that this is the last transaction in the log, or the one before it;
 * - of the database, every page that stands in the flushed part of the log: a checkpoint may have been writing it;
 * - of the index of the log, which is never flushed, everything.
 */
export function cutPower({ file, toFile, chance, isComplete }: PowerCut): string {
  const log = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0);
  const commits = loggedCommits(log);
  const keptCommits = flushedCommits(commits, (few) => {
    copyFileSync(file, toFile);
    writeFileSync(`${toFile}-wal`, log.subarray(0, endOf(few)));
    return isComplete(toFile);
  });
  const torn = tearLog(log, endOf(keptCommits), chance);
  const { database, pages } = tearDatabase(readFileSync(file), { log, commits: keptCommits, chance });
  writeFileSync(toFile, database);
  writeFileSync(`${toFile}-wal`, torn.log);
  writeFileSync(`${toFile}-shm`, chance.bytes(32_768));
  return `log of ${commits.length} commits, ${keptCommits.length} flushed: ${torn.how}; ${pages} pages torn`;
}

const endOf = (commits: readonly LoggedCommit[]) => commits.at(-1)?.end ?? logHeaderBytes;

/** The last transaction counts as flushed when something that was acknowledged stands only there. */
function flushedCommits(
  commits: readonly LoggedCommit[],
  isCompleteWith: (few: readonly LoggedCommit[]) => boolean,
): readonly LoggedCommit[] {
  const butLast = commits.slice(0, -1);
  return isCompleteWith(butLast) ? butLast : commits;
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

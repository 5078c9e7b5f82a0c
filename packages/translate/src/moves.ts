import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, readContent } from './content.ts';
import { type Fingerprint, fingerprintOf, isContentOf } from './hash.ts';
import { type Lock, type OutputRecord, setRecord } from './lock-file.ts';
import { leavesFolder } from './real-path.ts';
import type { Source } from './sources.ts';
import type { Task } from './tasks.ts';

/** A translation that an earlier run wrote to another path, because its source file or the pattern had another name. */
export type Move = {
  readonly task: Task;
  /** Path of the earlier translation. */
  readonly from: string;
  /** Its content, at its new path. */
  readonly content: Content;
};

/** A translation whose source file no longer exists. */
export type Orphan = { readonly file: string; readonly to: string; readonly out: string };

type Parts = { readonly folder: string; readonly lock: Lock };

/**
 * Finds source files that were renamed, by their content, and translations that get another path. Their records go to the
 * new names in `lock`.
 */
export async function findMoves(tasks: readonly Task[], { folder, lock }: Parts): Promise<readonly Move[]> {
  const has = (path: string): boolean => existsSync(join(folder, path));
  const gone = [...lock].filter(([file]) => !has(file)).map(([, records]) => records);
  const moves: Move[] = [];
  for (const task of tasks) {
    const { source, to, out } = task;
    const own = lock.get(source.path)?.get(to);
    if (own === undefined ? gone.length === 0 : own.out === out || has(out)) continue;
    // The survey reports a file that cannot be read.
    const content = await readContent(folder, source.path).catch(() => undefined);
    const record =
      own ??
      (content &&
        mostAlike(
          content,
          gone.flatMap((records) => records.get(to) ?? []),
        ));
    if (record === undefined) continue;
    setRecord(lock, { file: source.path, to, record: { ...record, out } });
    if (has(out) || leavesFolder(folder, record.out)) continue;
    const target = await readContent(folder, record.out).catch(() => undefined);
    if (target !== undefined) moves.push({ task, from: record.out, content: { ...target, path: out } });
  }
  return moves;
}

/** Leaves out sources that are translations, renamed together with their source files, which a folder or pattern found. */
export async function withoutMoved(sources: readonly Source[], { folder, lock }: Parts): Promise<readonly Source[]> {
  const gone = [...lock].flatMap(([file, records]) =>
    [...records.values()].filter(({ out }) => out !== file && !existsSync(join(folder, out))),
  );
  if (gone.length === 0) return sources;
  const written = new Set(gone.flatMap(({ whole }) => whole?.[1].join() ?? []));
  const kept: Source[] = [];
  for (const source of sources) {
    const content = source.isNamed ? undefined : await readContent(folder, source.path).catch(() => undefined);
    const hashes = content ? [content.hash, fingerprintOf(content.bytes).join()] : [];
    if (!hashes.some((hash) => written.has(hash))) kept.push(source);
  }
  return kept;
}

/** Returns the record of the file that has most lines of a content, if it has half of those with letters. */
function mostAlike(content: Content, records: readonly OutputRecord[]): OutputRecord | undefined {
  const lines = fingerprintOf(content.bytes);
  const texts = Buffer.from(content.bytes).toString().split('\n');
  const others = new Set(lines.filter((_, at) => !/\p{L}/u.test(texts[at] ?? '')));
  const counted = (all: Fingerprint = []): Fingerprint => all.filter((line) => !others.has(line));
  const shareOf = ({ whole }: OutputRecord): number =>
    isContentOf(whole?.[0], content) ? 1 : shareOfLines(counted(lines), counted(whole?.[0]));
  const [best] = records
    .map((record) => ({ record, share: shareOf(record) }))
    .filter(({ share }) => share >= 0.5)
    .sort((one, other) => other.share - one.share);
  return best?.record;
}

/** One common line may be a heading that many files have. */
function shareOfLines(one: Fingerprint, other: Fingerprint): number {
  const [lines, others] = [new Set(one), new Set(other)];
  const common = [...lines].filter((line) => others.has(line)).length;
  return common < 2 ? 0 : common / Math.max(lines.size, others.size);
}

/** Removes the records of source files that no longer exist, and returns those whose translation does. */
export function removeGone({ folder, lock }: Parts): readonly Orphan[] {
  const orphans: Orphan[] = [];
  for (const [file, records] of lock) {
    if (existsSync(join(folder, file))) continue;
    for (const [to, { out }] of records) {
      if (out !== file && existsSync(join(folder, out))) orphans.push({ file, to, out });
      else records.delete(to);
    }
    if (records.size === 0) lock.delete(file);
  }
  return orphans;
}

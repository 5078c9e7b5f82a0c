import { dirname, join } from 'node:path';
import { check } from './check.ts';
import { type Console, counted, formatCount, problem } from './console.ts';
import { readContent } from './content.ts';
import { isSourceOf } from './examine.ts';
import { Journal } from './journal.ts';
import { type Lock, readLock, setRecord, writeLock } from './lock-file.ts';
import { findMoves, removeGone, withoutMoved } from './moves.ts';
import { realPathOf } from './real-path.ts';
import { Reports } from './report.ts';
import type { Settings } from './settings.ts';
import { beginRun } from './single-run.ts';
import { findSources, type Source } from './sources.ts';
import { type Survey, survey } from './survey.ts';
import { planOutputs } from './tasks.ts';
import type { Translating } from './translate.ts';
import { UsageError } from './usage-error.ts';
import { writeWhole } from './whole-file.ts';

/** What a run needs of its process. */
export type Process = {
  readonly console: Console;
  /** Aborts when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  readonly key: string | undefined;
};

/**
 * Translates, checks, counts or approves the files of the settings.
 *
 * @returns the exit status: 0, or 1 if something is missing or failed
 * @throws UsageError before anything is done; TaskError if a file of the command cannot be written; the reason of the
 * signal
 */
export async function run(settings: Settings, process: Process): Promise<number> {
  if (settings.mode !== 'translate') return runAlone(settings, process);
  const end = beginRun(await folderOfLock(settings));
  try {
    return await runAlone(settings, process);
  } finally {
    end();
  }
}

async function runAlone(settings: Settings, { console, signal, key }: Process): Promise<number> {
  const { folder, mode, force: isForced } = settings;
  const { lock, hasConflict } = await readLock(folder, settings.lock);
  const journal = new Journal(join(await folderOfLock(settings), '.dragoman-pending'), isForced);
  await applyRecords(lock, journal, folder);
  const sources = await withoutMoved(await findSources(settings, outputsOf(lock)), { folder, lock });
  const tasks = await planOutputs(sources, settings, (source, to) => holds(source, to, { lock, settings }));
  const moves = isForced ? [] : await findMoves(tasks, { folder, lock });
  const moved = new Map(moves.map(({ content }) => [content.path, content]));
  if (settings.approve !== undefined) {
    const [{ approve }, { openClient }] = await Promise.all([import('./approve.ts'), import('./service.ts')]);
    const client = settings.approve.isDryRun && !key ? undefined : openClient(settings.url, key);
    const read = { folder, lock, hasConflict, isForced, moved };
    return approve(tasks, { ...read, console, signal, client, choice: settings.approve });
  }
  const orphans = removeGone({ folder, lock });
  const found = await survey(tasks, {
    ...{ folder, lock, hasConflict, isForced },
    // A check needs the files themselves.
    moved: mode === 'check' ? new Map() : moved,
  });
  const reports = new Reports(found, orphans);
  for (const { error } of found.failed) problem(console, error.path, error.message, error.line);
  for (const { file, out } of orphans) {
    console.out(`${out}: its source ${file} no longer exists. Remove it, unless you need it.\n`);
  }
  if (mode === 'check') return check(found, { lock, lockPath: settings.lock, reports, console });
  for (const { from, content } of moves) console.out(`${content.path}: taken from ${from}\n`);

  const open = async () => {
    const { openClient } = await import('./service.ts');
    const client = openClient(settings.url, key);
    return { folder, concurrency: settings.concurrency, client, journal, lock, reports, console, signal };
  };
  if (mode === 'dry-run') {
    const { estimate } = await import('./estimate.ts');
    const { openClient } = await import('./service.ts');
    return estimate(found.open, {
      journal,
      reports,
      console,
      signal,
      client: key ? openClient(settings.url, key) : undefined,
    });
  }
  const translate = found.open.length === 0 ? async () => true : await prepare(found.open, await open());
  let isDone = false;
  try {
    for (const { path, bytes } of moved.values()) await writeWhole(folder, path, bytes);
    isDone = await translate();
  } finally {
    for (const { task, record } of found.unchanged) setRecord(lock, { file: task.source.path, to: task.to, record });
    await writeLock(folder, settings.lock, lock);
    if (hasConflict) console.out(`${settings.lock}: the merge conflict is resolved. Add the file with git.\n`);
    if (isDone) journal.remove(lock);
    else journal.close();
  }
  reports.print(console, summary(reports));
  const isWhole = isDone && reports.count('failed') === 0 && reports.sum('untranslated') === 0;
  return isWhole ? 0 : 1;
}

/** The folder of the command's own files. @throws UsageError */
async function folderOfLock({ folder, lock }: Settings): Promise<string> {
  return realPathOf(folder, dirname(lock)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${lock}: the file cannot be read (${error.code}).`);
  });
}

/** Loads what translates, which takes longer than `--check`. @throws UsageError before a text is sent */
async function prepare(outputs: Survey['open'], parts: Translating): Promise<() => Promise<boolean>> {
  const { prepareTexts, translateTexts } = await import('./translate.ts');
  const texts = await prepareTexts(outputs, parts);
  return () => translateTexts(texts, parts);
}

/** Whether a source file itself holds translations into a language. Files that the lock file knows are not parsed. */
async function holds(
  source: Source,
  to: string,
  { lock, settings }: { readonly lock: Lock; readonly settings: Settings },
): Promise<boolean> {
  const content = await readContent(settings.folder, source.path);
  if (content === undefined) return false;
  const record = lock.get(source.path)?.get(to);
  if (record && isSourceOf(record, source, content)) return record.out === source.path;
  const { holdsLanguage } = await import('./parsing.ts');
  return holdsLanguage(source, content, { from: settings.from, to });
}

/** Takes over what an interrupted run wrote after its lock file. */
async function applyRecords(lock: Lock, journal: Journal, folder: string): Promise<void> {
  for (const { file, to, record, hash } of journal.records) {
    const content = await readContent(folder, record.out).catch(() => undefined);
    if (content?.hash === hash) setRecord(lock, { file, to, record });
  }
}

/** Paths of target files that are no source files. */
const outputsOf = (lock: Lock): ReadonlySet<string> =>
  new Set(
    [...lock].flatMap(([file, records]) => [...records.values()].map(({ out }) => out).filter((out) => out !== file)),
  );

function summary(reports: Reports): string {
  const counts = [
    `${counted(reports.count('translated'), 'file')} translated`,
    `${formatCount(reports.count('unchanged'))} up to date`,
    ...(reports.count('failed') > 0 ? [`${formatCount(reports.count('failed'))} failed`] : []),
    ...(reports.count('missing', 'stale') > 0 ? [`${formatCount(reports.count('missing', 'stale'))} not done`] : []),
  ];
  return `${counts.join(', ')}. ${counted(reports.sum('charged'), 'character')} charged.\n`;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './usage-error.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Hashes of a source text, of its translation as we wrote it, and of a correction by hand that a run has seen. Without the
 * second, the unit could not be translated and is tried again. An empty one: the translation is no unit of the target.
 */
export type UnitRecord = readonly [source: string, target?: string, correction?: string];

/** Units by their id; in formats without keys a list in the order of the file. */
export type UnitRecords = Readonly<Record<string, UnitRecord>> | readonly UnitRecord[];

/** What a run left of a source file and a target language. */
export type OutputRecord = {
  /** Path of the target file. */
  readonly out: string;
  /** Hashes of the source file and the target file. Missing while a unit is not translated. */
  readonly whole?: readonly [string, string];
  readonly units: UnitRecords;
};

/** Records by source file and target language. */
export type Lock = Map<string, Map<string, OutputRecord>>;

export function setRecord(
  lock: Lock,
  { file, to, record }: { readonly file: string; readonly to: string; readonly record: OutputRecord },
): void {
  const records = lock.get(file) ?? new Map<string, OutputRecord>();
  lock.set(file, records.set(to, record));
}

const version = 1;

/** Returns an empty lock if there is no file. @throws UsageError if the file is damaged, has a conflict, or is newer */
export async function readLock(path: string): Promise<Lock> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${path}: the file cannot be read (${error.code}).`);
  });
  return text === undefined ? new Map() : parseLock(text, path);
}

function parseLock(text: string, path: string): Lock {
  const conflict = text.split('\n').findIndex((line) => /^(?:<{7}|={7}|>{7})/.test(line));
  if (conflict >= 0) throw new UsageError(`${path}:${conflict + 1}: the file has a merge conflict. Resolve it first.`);
  const lock = asLock(text);
  if (lock === undefined) {
    throw new UsageError(`${path}: the file is damaged. Restore it, or delete it: translations with keys are kept.`);
  }
  if (lock.version !== version) {
    throw new UsageError(`${path}: the file was written by a newer version. Update dragoman-translate.`);
  }
  return new Map(Object.entries(lock.files).map(([file, languages]) => [file, new Map(Object.entries(languages))]));
}

type LockJson = {
  readonly version: number;
  readonly files: Readonly<Record<string, Readonly<Record<string, OutputRecord>>>>;
};

function asLock(text: string): LockJson | undefined {
  try {
    const lock = JSON.parse(text) as LockJson;
    if (typeof lock.version !== 'number') return undefined;
    if (lock.version !== version) return { version: lock.version, files: {} };
    const records = Object.values(lock.files).flatMap((languages) => Object.values(languages));
    return records.every(isRecord) ? lock : undefined;
  } catch {
    return undefined;
  }
}

/** @throws TypeError for what is no object */
export const isRecord = ({ out, units, whole }: OutputRecord): boolean =>
  typeof out === 'string' && (whole === undefined || whole.length === 2) && Object.values(units).every(Array.isArray);

/** Writes the lock file, sorted and with one unit a line, so that git merges it. @throws TaskError */
export async function writeLock(folder: string, path: string, lock: Lock): Promise<void> {
  const text = formatLock(lock);
  const written = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  if (written !== text) await writeWhole(folder, path, text);
}

function formatLock(lock: Lock): string {
  const files = sorted(lock).map(([file, languages]) => {
    const records = sorted(languages).map(([to, { out, whole, units }]) => {
      const lines = [
        `        "out": ${JSON.stringify(out)}`,
        ...(whole === undefined ? [] : [`        "whole": ${jsonList(whole)}`]),
        `        "units": ${formatUnits(units)}`,
      ];
      return `      ${JSON.stringify(to)}: {\n${lines.join(',\n')}\n      }`;
    });
    return `    ${JSON.stringify(file)}: {\n${records.join(',\n')}\n    }`;
  });
  return `{\n  "version": ${version},\n  "files": {\n${files.join(',\n')}\n  }\n}\n`;
}

function formatUnits(units: UnitRecords): string {
  const [open, close] = Array.isArray(units) ? '[]' : '{}';
  const lines = Array.isArray(units)
    ? units.map(jsonList)
    : sorted(Object.entries(units)).map(([id, unit]) => `${JSON.stringify(id)}: ${jsonList(unit)}`);
  return lines.length === 0 ? `${open}${close}` : `${open}\n          ${lines.join(',\n          ')}\n        ${close}`;
}

const jsonList = (values: readonly unknown[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** By code units, so that every machine has the same order. */
const sorted = <Value>(entries: Iterable<[string, Value]>): [string, Value][] =>
  [...entries].sort(([one], [other]) => (one < other ? -1 : 1));

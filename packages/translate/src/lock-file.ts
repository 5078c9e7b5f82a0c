import assert from 'node:assert/strict';
import type { Fingerprint } from './hash.ts';
import { readReal } from './real-path.ts';
import type { Reading } from './sources.ts';
import { UsageError } from './usage-error.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Hashes of a source text, of its translation as we wrote it, and of a correction by hand that a run has seen. Without the
 * second, the unit could not be translated and is tried again. An empty one: the translation is no unit of the target.
 */
export type UnitRecord = readonly [source: string, target?: string, correction?: string];

/** Units by their id; in formats without keys a list. Both are in the order of the file. */
export type UnitRecords = Readonly<Record<string, UnitRecord>> | readonly UnitRecord[];

/** What a run left of a source file and a target language. */
export type OutputRecord = {
  /** Path of the target file. */
  readonly out: string;
  /** The language of the source file, if `--from`, the configuration or the path named it. */
  readonly from?: string;
  /** Undefined in version 1 of the lock file: it is not known. */
  readonly options?: Reading;
  /** Of the source file and the target file. Missing while a unit is not translated. */
  readonly whole?: readonly [source: Fingerprint, target: Fingerprint];
  readonly units: UnitRecords;
  /** Two branches recorded different units: `units` lists those of both. */
  readonly isInDoubt?: true;
};

/** Records by source file and target language. */
export type Lock = Map<string, Map<string, OutputRecord>>;

type Entry = { readonly file: string; readonly to: string; readonly record: OutputRecord };

export function setRecord(lock: Lock, { file, to, record }: Entry): void {
  const records = lock.get(file) ?? new Map<string, OutputRecord>();
  lock.set(file, records.set(to, record));
}

const version = 2;
const end = 'end';

export type ReadLock = {
  readonly lock: Lock;
  /** Whether git left the file with a merge conflict. */
  readonly hasConflict: boolean;
};

/**
 * Returns an empty lock if there is no file. The sides of a merge conflict are joined: what they record differently is in
 * doubt.
 *
 * @throws UsageError if the file is damaged or newer
 */
export async function readLock(folder: string, path: string): Promise<ReadLock> {
  const bytes = await readReal(folder, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${path}: the file cannot be read (${error.code}).`);
  });
  const lock: Lock = new Map();
  const sides = bytes === undefined ? [] : sidesOf(bytes.toString());
  for (const side of sides) for (const entry of parseLock(side, path)) addRecord(lock, entry);
  return { lock, hasConflict: sides.length > 1 };
}

/** The two sides of the conflicts that git marked in a file, or the file itself. */
function sidesOf(text: string): readonly string[] {
  const [ours, theirs]: [string[], string[]] = [[], []];
  let sides = [ours, theirs];
  for (const line of text.split(/\r?\n/)) {
    const mark = /^(?:<{7}|\|{7}|={7}|>{7})(?= |$)/.exec(line)?.[0].charAt(0);
    if (mark === '<') sides = [ours];
    else if (mark === '|') sides = [];
    else if (mark === '=') sides = [theirs];
    else if (mark === '>') sides = [ours, theirs];
    else for (const side of sides) side.push(line);
  }
  return [...new Set([ours.join('\n'), theirs.join('\n')])];
}

function addRecord(lock: Lock, { file, to, record }: Entry): void {
  const other = lock.get(file)?.get(to);
  setRecord(lock, { file, to, record: other === undefined ? record : joinRecords(other, record) });
}

function joinRecords({ whole, ...one }: OutputRecord, other: OutputRecord): OutputRecord {
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  if (isSame(one, { ...other, whole: undefined })) return whole && isSame(whole, other.whole) ? { ...one, whole } : one;
  return { ...one, units: [one, other].flatMap(({ units }) => Object.values(units)), isInDoubt: true };
}

function parseLock(text: string, path: string): readonly Entry[] {
  const found = Number(/^(?:dragoman\.lock |\{\s*"version": )(\d+)/.exec(text)?.[1]);
  if (found > version) {
    throw new UsageError(`${path}: the file was written by a newer version. Update dragoman-translate.`);
  }
  try {
    const entries = found === version ? parseLines(text) : parseVersion1(text);
    assert(entries.every(({ file, to, record }) => areTexts([file, to]) && isRecord(record)));
    return entries;
  } catch {
    throw new UsageError(`${path}: the file is damaged. Restore it, or delete it: translations with keys are kept.`);
  }
}

/** @throws Error for a damaged file */
function parseVersion1(text: string): readonly Entry[] {
  type Files = Record<string, Record<string, OutputRecord & { readonly whole?: readonly [string, string] }>>;
  const { files } = JSON.parse(text) as { readonly files: Files };
  return Object.entries(files).flatMap(([file, languages]) =>
    Object.entries(languages).map(([to, { whole, ...rest }]) => {
      return { file, to, record: { ...rest, ...(whole && { whole: [[whole[0]], [whole[1]]] as const }) } };
    }),
  );
}

type Head = Omit<OutputRecord, 'units' | 'whole'> & Pick<Entry, 'file' | 'to'>;

type Section = {
  readonly head: Head;
  readonly key: (readonly [id: string, ...UnitRecord])[];
  readonly text: UnitRecord[];
  readonly source: string[];
  readonly target: string[];
};

/** @throws Error for a damaged file */
function parseLines(text: string): readonly Entry[] {
  const lines = text.trimEnd().split('\n');
  assert.equal(lines.pop(), end);
  const sections: Section[] = [];
  for (const line of lines.slice(1).filter((each) => each !== '')) {
    const [tag = ''] = line.split(' ', 1);
    const value = JSON.parse(line.slice(tag.length));
    if (tag === 'file') sections.push({ head: value, key: [], text: [], source: [], target: [] });
    else sections.at(-1)?.[tag as Exclude<keyof Section, 'head'>].push(value);
  }
  return sections.map(({ head: { file, to, ...head }, key, text: list, source, target }) => {
    const keyed = key.map(([id, ...record]): [string, UnitRecord] => [id, record]);
    const units = key.length > 0 ? Object.fromEntries(keyed) : list;
    const whole = [source, target] as const;
    const record = { options: {}, ...head, ...(source.length > 0 && { whole }), units };
    const isTwice = new Set(keyed.map(([id]) => id)).size < key.length;
    return {
      file,
      to,
      record: isTwice ? { ...record, units: keyed.map(([, unit]) => unit), isInDoubt: true } : record,
    };
  });
}

/** @throws TypeError if it is not an object */
export function isRecord({ out, from = '', units, whole = [[], []], options = {}, ...rest }: OutputRecord): boolean {
  const values = [options, rest].flatMap((each) => Object.values(each));
  return (
    areTexts([out, from]) &&
    typeof options === 'object' &&
    whole.length === 2 &&
    [...whole, ...Object.values(units)].every(areTexts) &&
    values.every((value) => typeof value === 'boolean' || typeof value === 'string' || areTexts(value))
  );
}

const areTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');

/** Writes the lock file. @throws TaskError */
export async function writeLock(folder: string, path: string, lock: Lock): Promise<void> {
  const text = formatLock(lock);
  const written = await readReal(folder, path).catch(() => undefined);
  if (written?.toString() !== text) await writeWhole(folder, path, text);
}

/**
 * One line for each text and for each line of a file, in their order: git merges the lock file as it merges the files. The
 * blank lines keep changes of two neighbours apart.
 */
function formatLock(lock: Lock): string {
  const sections = sorted(lock).flatMap(([file, languages]) =>
    sorted(languages).map(([to, { units, whole = [[], []], options = {}, ...head }]) => {
      const read = Object.keys(options).length > 0 && { options };
      const texts = Array.isArray(units)
        ? units.map((unit) => `text ${jsonList(unit)}\n\n`)
        : Object.entries(units).map(([id, unit]) => `key ${jsonList([id, ...unit])}\n\n`);
      const [source, target] = whole.map((all, at) =>
        all.map((hash) => `${at === 0 ? 'source' : 'target'} "${hash}"\n`),
      );
      return [
        `file ${JSON.stringify({ file, to, ...head, ...read })}\n\n`,
        ...texts,
        ...(source ?? []),
        ...(target ?? []),
        '\n',
      ].join('');
    }),
  );
  return `dragoman.lock ${version}\n\n${sections.join('')}${end}\n`;
}

const jsonList = (values: readonly unknown[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** By code units, so that every machine has the same order. */
const sorted = <Value>(entries: Iterable<[string, Value]>): [string, Value][] =>
  [...entries].sort(([one], [other]) => (one < other ? -1 : 1));

import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { notWritten } from './content.ts';
import { hashOf } from './hash.ts';
import { isRecord, type Lock, type OutputRecord, type UnitRecord } from './lock-file.ts';
import { isPrivate, openOwn } from './real-path.ts';
import { TextMap, type Wanted } from './text-map.ts';
import { UsageError } from './usage-error.ts';

/** A request with its Idempotency-Key. Sent again with the same key and body, it is not charged again. */
export type JournaledRequest = {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly texts: readonly string[];
};

type Line =
  | (JournaledRequest & { readonly sentAt: number; readonly isForced?: boolean })
  /** The translations of a request, in the order of its texts; null for one that failed. */
  | { readonly done: string; readonly translations: readonly (string | null)[] }
  | JournaledRecord;

/** The record of a target file that is about to be written, and the hash that it will have. */
export type JournaledRecord = {
  readonly file: string;
  readonly to: string;
  readonly record: OutputRecord;
  readonly hash: string;
};

/** The journal has texts. */
const privateMode = 0o600;

/** How long the service knows an Idempotency-Key. */
const keyLifetimeMs = 24 * 3_600_000;

/**
 * What a run did that is in no target file or not in the lock file yet. The file stays after an interruption, so that the
 * next run pays nothing twice. It has texts: only its owner can read it.
 */
export class Journal {
  readonly #path: string;
  readonly #translations = new TextMap<string>();
  readonly #unfinished = new Map<string, JournaledRequest>();
  readonly #records: readonly JournaledRecord[];
  /** Requests of earlier runs whose keys the service still knows. */
  readonly #earlier: readonly JournaledRequest[];
  readonly #isForced: boolean;
  #descriptor: number | undefined;

  /**
   * @param isForced whether the run sends everything again: only requests of such runs in the last day count
   * @throws UsageError if the file cannot be read
   */
  constructor(path: string, isForced: boolean) {
    this.#path = path;
    this.#isForced = isForced;
    const lines = linesOf(path);
    this.#records = lines.filter((line) => 'record' in line);
    const requests = lines.filter((line) => 'texts' in line);
    this.#earlier = requests.filter(({ sentAt }) => sentAt <= Date.now() && Date.now() - sentAt < keyLifetimeMs);
    const known = isForced ? this.#earlier.filter((request) => 'isForced' in request) : requests;
    for (const request of known) this.#unfinished.set(request.key, request);
    for (const line of lines) if ('done' in line) this.#keep(line.done, line.translations);
    for (const { key } of known.filter((request) => !this.#earlier.includes(request))) this.#unfinished.delete(key);
  }

  /** Requests of earlier runs whose reply is unknown, but can still be had without a further charge. */
  get unfinished(): readonly JournaledRequest[] {
    return [...this.#unfinished.values()];
  }

  /** Records of target files that earlier runs wrote, or were about to write. */
  get records(): readonly JournaledRecord[] {
    return this.#records;
  }

  /** A translation that was paid for. */
  translation(wanted: Wanted): string | undefined {
    return this.#translations.get(wanted);
  }

  /** On disk before the request is sent, unless an earlier run wrote it. */
  begin(request: JournaledRequest): void {
    if (this.#unfinished.has(request.key)) return;
    this.#unfinished.set(request.key, request);
    this.#append({ ...request, sentAt: Date.now(), ...(this.#isForced && { isForced: true }) });
  }

  end(key: string, translations: readonly (string | null)[]): void {
    this.#append({ done: key, translations });
    this.#keep(key, translations);
  }

  /** On disk before the target file is. */
  writes(record: JournaledRecord): void {
    this.#append(record);
  }

  /**
   * Removes the file. It stays while an earlier run paid for texts that `lock` does not have: those of other files. After a
   * run with `--force`, only another one writes them.
   */
  remove(lock: Lock): void {
    this.close();
    const languages = [...lock.values()].flatMap((records) => [...records]);
    const written = new Set(
      languages.flatMap(([to, { units }]) => Object.values(units).map(([hash]: UnitRecord) => `${to} ${hash}`)),
    );
    const isLeft = this.#earlier.some((request) => {
      const { to, texts } = request;
      return ('isForced' in request && !this.#isForced) || texts.some((text) => !written.has(`${to} ${hashOf(text)}`));
    });
    if (!isLeft) rmSync(this.#path, { force: true });
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #keep(key: string, translations: readonly (string | null)[]): void {
    const request = this.#unfinished.get(key);
    for (const [index, text] of request?.texts.entries() ?? []) {
      const translation = translations[index];
      if (request && translation) this.#translations.set({ from: request.from, to: request.to, text }, translation);
    }
    this.#unfinished.delete(key);
  }

  /** @throws TaskError */
  #append(line: Line): void {
    try {
      this.#descriptor ??= openJournal(this.#path);
      // The newline before it ends a line that an earlier run could not complete.
      writeFileSync(this.#descriptor, `\n${JSON.stringify(line)}`);
      // If a power cut takes translations, the next run sends their request again, which is free.
      if (!('done' in line)) fdatasyncSync(this.#descriptor);
    } catch (error) {
      throw notWritten(this.#path, error);
    }
  }
}

function openJournal(path: string): number {
  const descriptor = openOwn(path, constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY, privateMode);
  fchmodSync(descriptor, privateMode);
  return descriptor;
}

function textOf(path: string): string {
  try {
    const descriptor = openOwn(path, constants.O_RDONLY);
    try {
      if (isOwned(fstatSync(descriptor))) return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new UsageError(`${path}: the file cannot be read (${code}). Remove it.`);
  }
  throw new UsageError(`${path}: the file was not written by a run of this user. Remove it.`);
}

/** A journal of other people, such as one in a clone, would have their texts sent. Windows has no such modes. */
const isOwned = (status: Stats): boolean =>
  process.getuid === undefined || (status.uid === process.getuid() && isPrivate(status));

function linesOf(path: string): readonly Line[] {
  const text = textOf(path);
  return text.split('\n').flatMap((json) => {
    try {
      const line = JSON.parse(json) as Line;
      return isLine(line) ? [line] : [];
    } catch {
      // Damaged, such as the last write of a killed run.
      return [];
    }
  });
}

/** @throws TypeError if it is not an object */
function isLine(line: Line): boolean {
  if ('record' in line) return isRecord(line.record) && [line.file, line.to, line.hash].every(isText);
  if ('texts' in line) return line.texts.every(isText) && [line.key, line.from, line.to].every(isText);
  return isText(line.done) && line.translations.every((text) => text === null || isText(text));
}

const isText = (value: unknown): boolean => typeof value === 'string';

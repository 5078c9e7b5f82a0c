import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { notWritten } from './content.ts';
import type { OutputRecord } from './lock-file.ts';
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
  | JournaledRequest
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

/**
 * What a run did that is in no target file or not in the lock file yet. The file stays after an interruption, so that the
 * next run pays nothing twice. It has texts: only its owner can read it.
 */
export class Journal {
  readonly #path: string;
  readonly #translations = new TextMap<string>();
  readonly #unfinished = new Map<string, JournaledRequest>();
  readonly #records: JournaledRecord[] = [];
  #descriptor: number | undefined;

  /**
   * @param options.isFresh whether to forget what an earlier run left
   * @throws UsageError if the file cannot be read
   */
  constructor(path: string, { isFresh = false }: { readonly isFresh?: boolean } = {}) {
    this.#path = path;
    if (isFresh) rmSync(path, { force: true });
    for (const line of linesOf(path)) {
      if ('texts' in line) this.#unfinished.set(line.key, line);
      else if ('record' in line) this.#records.push(line);
      else this.#keep(line.done, line.translations);
    }
  }

  /** Requests of earlier runs whose reply is unknown. */
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

  /** On disk before the request is sent. */
  begin(request: JournaledRequest): void {
    this.#unfinished.set(request.key, request);
    this.#append(request);
  }

  end(key: string, translations: readonly (string | null)[]): void {
    this.#append({ done: key, translations });
    this.#keep(key, translations);
  }

  /** On disk before the target file is. */
  writes(record: JournaledRecord): void {
    this.#append(record);
  }

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
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
      this.#descriptor ??= openSync(this.#path, 'a', 0o600);
      // The newline before it ends a line that an earlier run could not complete.
      writeFileSync(this.#descriptor, `\n${JSON.stringify(line)}`);
      // If a power cut takes translations, the next run sends their request again, which is free.
      if (!('done' in line)) fdatasyncSync(this.#descriptor);
    } catch (error) {
      throw notWritten(this.#path, error);
    }
  }
}

function linesOf(path: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UsageError(`${path}: the file cannot be read (${code}).`);
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line];
    } catch {
      // The last write of a killed run.
      return [];
    }
  });
}

import { performance } from 'node:perf_hooks';
import type { Writable } from 'node:stream';

/** Reports progress; disposing ends it. */
export type Progress = Disposable & { readonly tell: (doneBytes: number, totalBytes: number) => void };

const barWidth = 24;
const drawEveryMs = 100;
const lineEveryMs = 5_000;
const mebibyte = 2 ** 20;

/** On a terminal a bar that is redrawn, elsewhere a line every few seconds. */
export function openProgress(to: Writable & { readonly isTTY?: boolean }, label: string): Progress {
  return to.isTTY === true ? new Bar(to, label) : new Lines(to, label);
}

/** Returns whether enough time has passed since it last returned true. */
function pacer(everyMs: number, firstAt = performance.now()): () => boolean {
  let nextAt = firstAt;
  return () => {
    const now = performance.now();
    if (now < nextAt) return false;
    nextAt = now + everyMs;
    return true;
  };
}

class Bar implements Progress {
  readonly #to: Writable;
  readonly #label: string;
  readonly #isDue = pacer(drawEveryMs);
  #drawn = '';

  constructor(to: Writable, label: string) {
    this.#to = to;
    this.#label = label;
  }

  tell(doneBytes: number, totalBytes: number): void {
    if (!this.#isDue() && doneBytes < totalBytes) return;
    const filled = Math.floor(share(doneBytes, totalBytes) * barWidth);
    const bar = `${'='.repeat(filled)}${' '.repeat(barWidth - filled)}`;
    const line = `${this.#label}  [${bar}] ${amount(doneBytes, totalBytes)}`;
    // Spaces overwrite the rest of a longer line.
    if (line !== this.#drawn) this.#to.write(`\r${line.padEnd(this.#drawn.length)}`);
    this.#drawn = line;
  }

  [Symbol.dispose](): void {
    if (this.#drawn !== '') this.#to.write('\n');
  }
}

class Lines implements Progress {
  readonly #to: Writable;
  readonly #label: string;
  readonly #isDue = pacer(lineEveryMs, performance.now() + lineEveryMs);

  constructor(to: Writable, label: string) {
    this.#to = to;
    this.#label = label;
  }

  tell(doneBytes: number, totalBytes: number): void {
    if (this.#isDue()) this.#to.write(`${this.#label}: ${amount(doneBytes, totalBytes)}\n`);
  }

  [Symbol.dispose](): void {}
}

function share(doneBytes: number, totalBytes: number): number {
  return totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
}

/** ` 42%  9.6 of 22.8 MiB` */
function amount(doneBytes: number, totalBytes: number): string {
  const percent = String(Math.floor(share(doneBytes, totalBytes) * 100)).padStart(3);
  return `${percent}%  ${formatMebibytes(doneBytes)} of ${formatMebibytes(totalBytes)} MiB`;
}

/** With one decimal: `22.8`. */
export function formatMebibytes(bytes: number): string {
  return (bytes / mebibyte).toFixed(1);
}

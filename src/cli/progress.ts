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
  const isTerminal = to.isTTY === true;
  let dueAt = performance.now() + (isTerminal ? 0 : lineEveryMs);
  let drawn = '';
  const draw = (doneBytes: number, totalBytes: number) => {
    const bar = '='.repeat(Math.floor(share(doneBytes, totalBytes) * barWidth)).padEnd(barWidth);
    const line = `${label}  [${bar}] ${amount(doneBytes, totalBytes)}`;
    // Spaces overwrite the rest of a longer line.
    if (line !== drawn) to.write(`\r${line.padEnd(drawn.length)}`);
    drawn = line;
  };
  return {
    tell: (doneBytes, totalBytes) => {
      const now = performance.now();
      if (now < dueAt && !(isTerminal && doneBytes >= totalBytes)) return;
      dueAt = now + (isTerminal ? drawEveryMs : lineEveryMs);
      if (isTerminal) draw(doneBytes, totalBytes);
      else to.write(`${label}: ${amount(doneBytes, totalBytes)}\n`);
    },
    [Symbol.dispose]: () => {
      if (drawn !== '') to.write('\n');
    },
  };
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

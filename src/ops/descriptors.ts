import { readFileSync } from 'node:fs';

/** How many files, sockets and pipes this process may have open at once. Source: proc(5), /proc/pid/limits */
export const descriptorsMax = readLimit();

function readLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    // Not Linux.
    return Infinity;
  }
}

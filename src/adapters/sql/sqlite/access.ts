import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Access } from '../access.ts';
import type { WriterOperation } from './operation.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** Longer than the pause of a writer in another process between two attempts to get the lock. */
const writerPauseMs = 5;

export function accessTo(writer: Writer, reader: Reader): Access {
  const read: Access['read'] = (begin) => reader.readTogether(begin());
  return {
    read,
    // SQLite reads in the order of the index.
    readInOrder: read,
    change: (_, operation) => writer.submit(operation as WriterOperation, sizeOf(operation)),
    pauseForWriters: () => pause(writerPauseMs),
    pauseForRequests: () => nextTurn(),
  };
}

/** Length of all texts in a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
}

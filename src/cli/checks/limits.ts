import { getHeapStatistics } from 'node:v8';
import { descriptorsMax } from '../../ops/descriptors.ts';
import type { Finding } from './check.ts';

const mebibyte = 2 ** 20;

/** Below these, long texts or many connections at once make requests fail, or end the server. */
const heapWarnMib = 512;
const descriptorsWarn = 1_024;

/** Whether the process may use enough memory and open files. The command gets the same limits as a server started like it. */
export function checkLimits(
  heapMib = Math.floor(getHeapStatistics().heap_size_limit / mebibyte),
  descriptors = descriptorsMax,
): readonly Finding[] {
  const heap = { check: 'memory', message: `${heapMib} MiB for Node's heap` };
  const files = { check: 'open files', message: `${descriptors} at once` };
  return [
    heapMib >= heapWarnMib
      ? { ...heap, state: 'ok' }
      : {
          ...heap,
          state: 'warn',
          remedy: `give the service 1 GiB, or set NODE_OPTIONS=--max-old-space-size=${heapWarnMib}`,
        },
    descriptors >= descriptorsWarn
      ? { ...files, state: 'ok' }
      : { ...files, state: 'warn', remedy: `raise the limit (ulimit -n, LimitNOFILE=) to ${descriptorsWarn} or more` },
  ];
}

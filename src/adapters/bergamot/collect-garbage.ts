import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Frees unreferenced models of this thread: V8 collects shared memory far too late, as it is not in the heap. */
export function collectGarbage(): void {
  if (collect === undefined) {
    // Flags are per process: a thread that clears this one could do so while another thread reads `gc`.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/**
 * Memory of the library with four threads, each with the model on the command line, in a separate process: prints the
 * resident MB when all have translated.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type ModelPaths, openLibrary } from './bare-library.ts';
import { longSentences } from './corpus.ts';
import { residentMb } from './processes.ts';

if (isMainThread) {
  const workers = Array.from(
    { length: 4 },
    () => new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  process.stdout.write(String(await residentMb(process.pid)));
  process.exit();
} else {
  const translate = await openLibrary(JSON.parse(process.argv[2] ?? '') as ModelPaths, 2);
  for (const text of longSentences(8)) translate([text]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage('done');
  setInterval(() => undefined, 1_000);
}

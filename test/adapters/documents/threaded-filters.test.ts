import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadedFilters } from '../../../src/adapters/documents/threaded-filters.ts';

test('a thread that fails after its reply ends neither the process nor later files', async () => {
  const file = { format: 'text', source: 'es', units: [] };
  const script = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => {
      parentPort.postMessage({ kind: 'read', file: ${JSON.stringify(file)} });
      setImmediate(() => { throw new Error('late'); });
    });`;
  await using filters = new ThreadedFilters(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const sent = { name: 'a.txt', bytes: new Uint8Array(), format: undefined, options: {}, source: 'es', target: 'en' };
  const signal = AbortSignal.timeout(20_000);
  const ended = Promise.withResolvers<unknown>();
  process.once('worker', (thread) => thread.once('exit', ended.resolve));
  await filters.read(sent, signal);
  await ended.promise;
  assert.deepEqual(await filters.read(sent, signal), file);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { ThreadedFilters } from '../../../src/adapters/documents/threaded-filters.ts';

test('a thread that fails between two files ends neither the process nor later files', async () => {
  const file = { format: 'text', source: 'es', units: [] };
  const name = randomUUID();
  const script = `import { BroadcastChannel, parentPort } from 'node:worker_threads';
    new BroadcastChannel('${name}').onmessage = () => { throw new Error('between two files'); };
    parentPort.on('message', () => parentPort.postMessage({ kind: 'read', file: ${JSON.stringify(file)} }));`;
  await using filters = new ThreadedFilters(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const sent = { name: 'a.txt', bytes: new Uint8Array(), format: undefined, options: {}, source: 'es', target: 'en' };
  const signal = AbortSignal.timeout(20_000);
  const ended = Promise.withResolvers<unknown>();
  process.once('worker', (thread) => thread.once('exit', ended.resolve));
  await filters.read(sent, signal);
  const toThread = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  toThread.postMessage('fail');
  await ended.promise;
  toThread.close();
  assert.deepEqual(await filters.read(sent, signal), file);
});

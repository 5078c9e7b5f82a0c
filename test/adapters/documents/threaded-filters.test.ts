import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { ThreadedFilters } from '../../../src/adapters/documents/threaded-filters.ts';
import { silentEvents } from '../../../src/adapters/telemetry/events.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { describeError } from '../../../src/ops/error-description.ts';

const sent = { name: 'a.txt', bytes: new Uint8Array(), format: undefined, options: {}, source: 'es', target: 'en' };

test('a thread that fails between two files ends neither the process nor later files', async () => {
  const file = { format: 'text', source: 'es', units: [] };
  const name = randomUUID();
  const script = `import { BroadcastChannel, parentPort } from 'node:worker_threads';
    new BroadcastChannel('${name}').onmessage = () => { throw new Error('between two files'); };
    parentPort.on('message', () => parentPort.postMessage({ kind: 'read', file: ${JSON.stringify(file)} }));`;
  await using filters = new ThreadedFilters(
    { heap: 64, unpacked: 1 },
    silentEvents,
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  );
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

test('a file that needs more than the heap of the thread is refused, and the next one is read', async () => {
  await using filters = new ThreadedFilters({ heap: 32, unpacked: 1 }, silentEvents);
  const signal = AbortSignal.timeout(60_000);
  const fileOf = (content: string) => ({ ...sent, name: 'a.html', bytes: Buffer.from(content) });
  await assert.rejects(filters.read(fileOf('<p><b>a</b></p>'.repeat(500_000)), signal), (error) => {
    return error instanceof ServiceError && error.message === 'unusable_file';
  });
  assert.equal((await filters.read(fileOf('<p>a</p>'), signal)).units.length, 1);
});

test('an error that no filter expected refuses the file, and is reported with its place', async () => {
  const script = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({
      kind: 'refused', message: 'the content is not valid for its format', fault: new TypeError('Invalid code point -1'),
    }));`;
  const faults: unknown[] = [];
  await using filters = new ThreadedFilters(
    { heap: 64, unpacked: 1 },
    { backgroundFailed: ({ cause }) => faults.push(cause) },
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  );
  await assert.rejects(filters.read(sent, AbortSignal.timeout(20_000)), { reason: 'unusable_file' });
  const { stack } = describeError(faults[0], () => false);
  assert.match(stack?.join('\n') ?? '', /MessagePort/);
});

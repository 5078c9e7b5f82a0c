import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { ThreadedFilters } from '../../../src/adapters/documents/threaded-filters.ts';
import { silentEvents } from '../../../src/adapters/telemetry/events.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { describeError } from '../../../src/ops/error-description.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';

const callerOf = (account: string, signal = AbortSignal.timeout(60_000)) => ({
  accountId: account as AccountId,
  signal,
});

/** A module for threads that never finish files with `slow` in their names. */
const fakeThread = (before = '') => {
  const file = { format: 'text', source: 'es', units: [] };
  const script = `import { BroadcastChannel, parentPort } from 'node:worker_threads';
    ${before}
    parentPort.on('message', ({ file: { name } }) => {
      while (name.includes('slow'));
      parentPort.postMessage({ kind: 'read', file: ${JSON.stringify(file)} });
    });`;
  return { file, module: new URL(`data:text/javascript,${encodeURIComponent(script)}`) };
};

const sent = { name: 'a.txt', bytes: new Uint8Array(), format: undefined, options: {}, source: 'es', target: 'en' };

test('a thread that fails between two files ends neither the process nor later files', async () => {
  const name = randomUUID();
  const { file, module } = fakeThread(
    `new BroadcastChannel('${name}').onmessage = () => { throw new Error('between two files'); };`,
  );
  await using filters = new ThreadedFilters({ heap: 64, unpacked: 1 }, silentEvents, module);
  const caller = callerOf('ana');
  const ended = Promise.withResolvers<unknown>();
  process.once('worker', (thread) => thread.once('exit', ended.resolve));
  await filters.read(sent, caller);
  const toThread = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  toThread.postMessage('fail');
  await ended.promise;
  toThread.close();
  assert.deepEqual(await filters.read(sent, caller), file);
});

test('files of other accounts do not wait for large files, nor for a small one that takes as long', async () => {
  const { file, module } = fakeThread();
  await using filters = new ThreadedFilters({ heap: 64, unpacked: 1 }, silentEvents, module);
  const large = { ...sent, bytes: new Uint8Array(200_000) };
  const abort = new AbortController();
  const slow = Promise.allSettled([
    filters.read({ ...large, name: 'slow' }, callerOf('ana', abort.signal)),
    filters.read({ ...sent, name: 'slow' }, callerOf('eva', abort.signal)),
    filters.read({ ...sent, name: 'slow' }, callerOf('ana', abort.signal)),
  ]);
  assert.deepEqual(await filters.read(sent, callerOf('leo')), file);
  abort.abort(new Error('the test is over'));
  for (const each of await slow)
    assert.match(each.status === 'rejected' ? String(each.reason) : '', /the test is over/);
  assert.deepEqual(await filters.read(large, callerOf('leo')), file);
});

test('a file that needs more than the heap of a thread is refused, and the next one is read', async () => {
  await using filters = new ThreadedFilters({ heap: 32, unpacked: 1 }, silentEvents);
  const caller = callerOf('ana');
  const fileOf = (content: string) => ({ ...sent, name: 'a.html', bytes: Buffer.from(content) });
  await assert.rejects(filters.read(fileOf('<p><b>a</b></p>'.repeat(500_000)), caller), (error) => {
    return error instanceof ServiceError && error.message === 'unusable_file';
  });
  assert.equal((await filters.read(fileOf('<p>a</p>'), caller)).units.length, 1);
});

test('an error that no filter expected refuses the file, and is reported with its place', async () => {
  const script = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({
      kind: 'refused', code: 'damaged', message: 'the content is not valid for its format', fault: new TypeError('Invalid code point -1'),
    }));`;
  const faults: unknown[] = [];
  await using filters = new ThreadedFilters(
    { heap: 64, unpacked: 1 },
    { backgroundFailed: ({ cause }) => faults.push(cause) },
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  );
  await assert.rejects(filters.read(sent, callerOf('ana')), { reason: 'unusable_file' });
  const { stack } = describeError(faults[0], () => false);
  assert.match(stack?.join('\n') ?? '', /MessagePort/);
});

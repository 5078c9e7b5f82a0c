import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { pieceStream } from '../../src/ops/piece-stream.ts';
import { fileReply } from '../../src/web/reply.ts';
import { servePages, standingNow, visitorOf } from '../support/served-pages.ts';

/** A file and its reported errors. */
function sent(pieces: AsyncIterable<string>) {
  const told: unknown[] = [];
  const work = { [Symbol.dispose]: mock.fn(() => undefined) };
  const cutOff = Promise.withResolvers<'cut off'>();
  const stream = pieceStream({
    pieces,
    work,
    readingMsMax: 60_000,
    failed: (_, error) => told.push(error),
    exchange: { requestId: 'request-1', destroy: () => cutOff.resolve('cut off') },
  });
  const ended = () => work[Symbol.dispose].mock.callCount() > 0;
  return { reader: stream.getReader(), told, ended, cutOff: cutOff.promise };
}

const textOf = (value: Uint8Array | undefined) => Buffer.from(value ?? []).toString();

describe('streamed file', () => {
  test('is produced no faster than it is read, and no further after the reader cancels', async () => {
    let written = 0;
    async function* endless() {
      for (;;) yield String(++written);
    }
    const { reader, ended, told } = sent(endless());
    for (let read = 1; read <= 3; read++) assert.equal(textOf((await reader.read()).value), String(read));
    assert.deepEqual([written, ended()], [3, false]);
    await reader.cancel();
    assert.deepEqual([written, ended(), told], [3, true, []]);
  });

  test('that the reader cancels while the next piece is being written is no failure', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const isAsked = Promise.withResolvers<void>();
    let isClosed = false;
    async function* slow() {
      try {
        isAsked.resolve();
        yield await promise;
      } finally {
        isClosed = true;
      }
    }
    const { reader, ended, told } = sent(slow());
    const asked = reader.read();
    await isAsked.promise;
    const left = reader.cancel();
    resolve('piece');
    await left;
    assert.equal((await asked).done, true);
    assert.deepEqual([isClosed, ended(), told], [true, true, []]);
  });

  test('ends once everything is sent', async () => {
    const { reader, ended, told } = sent(
      (async function* () {
        yield 'all';
      })(),
    );
    assert.equal(textOf((await reader.read()).value), 'all');
    assert.deepEqual([(await reader.read()).done, ended(), told], [true, true, []]);
  });

  test('is aborted by a failure, so that a part is not mistaken for the whole, and the failure is reported', async () => {
    const failure = new Error('no database');
    async function* broken() {
      yield 'number\r\n';
      throw failure;
    }
    const { reader, ended, told, cutOff } = sent(broken());
    await reader.read();
    const next = await Promise.race([reader.read(), cutOff]);
    assert.equal(next, 'cut off', 'neither a piece nor an end comes after the failure');
    assert.deepEqual([ended(), told], [true, [failure]]);
  });

  test('is aborted on a server too, and only the log reports the failure', async (context) => {
    const printed = context.mock.method(console, 'error', () => undefined);
    const failure = new Error('no database');
    async function* broken() {
      yield 'number\r\n';
      await new Promise(setImmediate);
      throw failure;
    }
    const told: unknown[] = [];
    const work = { [Symbol.dispose]: mock.fn(() => undefined) };
    await using service = await servePages({
      routes: () => [
        {
          method: 'GET',
          path: '/file',
          audience: 'anyone',
          answer: async ({ exchange }) => {
            const failed = (_: string, error: unknown) => told.push(error);
            const body = pieceStream({ pieces: broken(), work, readingMsMax: 60_000, exchange, failed });
            return fileReply('file.csv', 'text/csv', body);
          },
        },
      ],
      visitor: visitorOf('acc-1'),
      now: () => standingNow,
    });
    await assert.rejects(fetch(`${service.url}/file`).then((reply) => reply.text()));
    assert.deepEqual([told, work[Symbol.dispose].mock.callCount()], [[failure], 1]);
    const lines = printed.mock.calls.map(({ arguments: [said] }) => String(said));
    assert.deepEqual(lines, []);
  });

  test('that is not read in time is aborted', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let isClosed = false;
    async function* slow() {
      try {
        for (;;) yield 'row';
      } finally {
        isClosed = true;
      }
    }
    const { reader, ended, cutOff } = sent(slow());
    await reader.read();
    context.mock.timers.tick(60_000);
    assert.equal(ended(), true);
    await cutOff;
    assert.equal(isClosed, true);
  });
});

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { type Log, type LogOptions, openLog } from '../../src/ops/log.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/stores.ts';

class OurError extends Error {
  readonly detail = { unit: 'eng-spa', restarts: 3, nested: { secret: 'no' } };
}

/** Returns the log lines of `write`. */
function written(
  write: (log: Log) => void,
  options: Partial<LogOptions> & { isTTY?: boolean } = {},
): readonly string[] {
  const chunks: string[] = [];
  const stream = Object.assign(
    new Writable({
      write: (chunk, _encoding, done) => {
        chunks.push(String(chunk));
        done();
      },
    }),
    { isTTY: options.isTTY ?? false },
  );
  write(openLog({ level: 'info', stream, isOurs: (error) => error instanceof OurError, ...options }));
  return chunks.join('').split('\n').slice(0, -1);
}

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('a line is one JSON object with level, time in UTC, message and fields', () => {
  const [line] = parsed(
    written((log) => log.warn('engine restarted', { engine: 'apertium', restarts: 3, gone: undefined })),
  );
  assert.ok(line);
  const { time, ...rest } = line;
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, { level: 'warn', message: 'engine restarted', engine: 'apertium', restarts: 3 });
});

test('lines below the level are not written', () => {
  const levels = ['debug', 'info', 'warn', 'error'] as const;
  const counts = (['debug', 'info', 'warn', 'error', 'silent'] as const).map(
    (level) => written((log) => levels.forEach((each) => log[each]('event')), { level }).length,
  );
  assert.deepEqual(counts, [4, 3, 2, 1, 0]);
});

test("the program's own error is logged with its message, its detail and its frames", () => {
  const [line] = parsed(written((log) => log.error('failed', {}, new OurError('pipeline ended'))));
  const error = line?.['error'] as { type: string; message: string; facts: object; stack: string[] };
  assert.equal(error.message, 'pipeline ended');
  assert.deepEqual(error.facts, { unit: 'eng-spa', restarts: 3 });
  assert.match(error.stack[0] ?? '', /log\.test\.ts:\d+:\d+/);
});

test('of other errors only type, codes and frames are logged', () => {
  const thrown = Object.assign(new TypeError('cannot read "Querida Ana"'), {
    code: 'ERR_X',
    errcode: 5,
    detail: { text: 'Querida' },
  });
  const [line] = written((log) => log.error('failed', {}, new OurError('outer', { cause: thrown })));
  assert.doesNotMatch(String(line), /Querida/);
  const error = JSON.parse(String(line)).error;
  assert.equal(error.cause.type, 'TypeError');
  assert.deepEqual(error.cause.facts, { code: 'ERR_X', errcode: 5 });
  assert.ok(error.cause.stack.length > 0);
});

test('no message of another error reaches the log, not even one that looks like stack frames', () => {
  const frame = fc.string({ minLength: 1 }).map((text) => `\n    at SECRET${text}`);
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 5 }), (frames) => {
      const [line] = written((log) => log.error('failed', {}, new Error(`SECRET${frames.join('')}`)));
      assert.doesNotMatch(String(line), /SECRET/);
    }),
    { numRuns: propertyRuns('', 250) },
  );
});

test('a thrown value that is not an error is logged by its type only', () => {
  const errors = parsed(
    written((log) => {
      for (const thrown of ['Querida Ana', 7, null, { text: 'Querida' }]) log.error('failed', {}, thrown);
    }),
  ).map((line) => line['error']);
  assert.deepEqual(errors, [{ type: 'string' }, { type: 'number' }, { type: 'null' }, { type: 'object' }]);
});

test('a chain of causes is followed four levels deep, and a circle of causes ends', () => {
  const circle = new OurError('round');
  circle.cause = circle;
  const [line] = parsed(written((log) => log.error('failed', {}, circle)));
  let depth = 0;
  for (let error = line?.['error'] as { cause?: unknown } | undefined; error; error = error.cause as typeof error)
    depth++;
  assert.equal(depth, 5);
});

test('long values are truncated', () => {
  const [line] = parsed(written((log) => log.info('event', { name: 'x'.repeat(10_000) })));
  assert.equal(String(line?.['name']).length, 503);
});

test('in a terminal a line is short, and no value can move the cursor', () => {
  const lines = written(
    (log) => {
      log.warn('engine restarted', { engine: 'apertium', reason: 'a\u001b[2Jb\nc\u202e\u009b' });
      log.error('failed', {}, new OurError('pipeline\u001b ended'));
    },
    { isTTY: true },
  );
  assert.match(
    lines[0] ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} WARN  engine restarted engine=apertium reason="a\\u001b\[2Jb\\nc\ufffd\ufffd"$/,
  );
  assert.match(lines[1] ?? '', /^\S+ ERROR failed$/);
  assert.match(lines[2] ?? '', /^ {4}Error \{"message":"pipeline\\u001b ended"/);
  assert.match(lines[3] ?? '', /^ {6}at .*log\.test\.ts/);
});

const logModule = new URL('../../src/ops/log.ts', import.meta.url).href;
const scriptOf = (body: string) => [
  '--input-type=module',
  '--eval',
  `import { openLog } from ${JSON.stringify(logModule)};
   const log = openLog({ level: 'info', stream: process.stdout, isOurs: () => false });
   ${body}`,
];

test('disposing waits until every line has reached the reader', async () => {
  const script = scriptOf(`
    for (let line = 0; line < 5000; line++) log.info('event', { line });
    await log[Symbol.asyncDispose]();
    process.exit(0);`);
  const { stdout } = await promisify(execFile)(process.execPath, script);
  assert.equal(stdout.split('\n').length - 1, 5_000);
});

test('a reader that closes the stream ends the log, not the program', async () => {
  const script = scriptOf(`
    const gone = new Promise((resolve) => process.stdout.on('close', resolve));
    process.stdin.resume().on('end', async () => {
      log.info('event');
      await gone;
      log.info('event');
      await log[Symbol.asyncDispose]();
      process.exitCode = 7;
    });`);
  const child = execFile(process.execPath, script);
  child.stdout?.destroy();
  child.stdin?.end();
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});

test('a reader that stalls loses lines, which are counted later, and delays no caller', async () => {
  const script = scriptOf(`
    const line = 'x'.repeat(400);
    for (let count = 0; count < 20_000; count++) log.info('early', { line });
    process.stderr.write('written');
    process.stdin.resume().on('end', async () => {
      await log[Symbol.asyncDispose]();
      log.info('late');
      log.info('later');
    });`);
  const child = spawn(process.execPath, script);
  await once(child.stderr, 'data');
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  child.stdin.end();
  assert.deepEqual(await once(child, 'close'), [0, null]);
  const lines = parsed(chunks.join('').split('\n').slice(0, -1));
  const early = lines.filter((line) => line['message'] === 'early');
  assert.ok(early.length < 20_000, `${early.length} lines were kept`);
  assert.deepEqual(
    lines.slice(-2).map((line) => [line['message'], line['lines_lost']]),
    [
      ['late', 20_000 - early.length],
      ['later', undefined],
    ],
  );
});

test('a full disk loses lines, which are counted, and not the program; with room, lines are whole again', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'log');
  const script = scriptOf(`
    for (const name of ['a', 'b', 'c', 'd', 'e']) log.info('event', { name: name.repeat(400) });
    process.stderr.write(String(log.linesLost()));
    process.stdin.resume().on('end', () => log.info('late'));`);
  // A file may have 1 KiB: two lines and a part of the third.
  const command = 'ulimit -f 2; exec "$0" "$@" >> log';
  const child = spawn('sh', ['-c', command, process.execPath, ...script], { cwd: folder.path });
  const [lost] = await once(child.stderr, 'data');
  assert.equal(String(lost), '3');
  const [, , cut] = readFileSync(file, 'utf8').split('\n');
  assert.match(cut ?? '', /^\{"level"/);
  truncateSync(file);
  child.stdin.end();
  assert.deepEqual(await once(child, 'close'), [0, null]);
  const [first, late, last] = readFileSync(file, 'utf8').split('\n');
  assert.deepEqual([first, last], ['', ''], 'the end of the line that was cut');
  assert.equal(JSON.parse(late ?? '').lines_lost, 3);
});

test('a closed log leaves no listeners on its stream', async () => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const before = stream.listenerCount('error');
  for (let opened = 0; opened < 3; opened++) {
    await using log = openLog({ level: 'info', stream, isOurs: () => false });
    log.info('listening');
  }
  assert.equal(stream.listenerCount('error'), before);
});

import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test } from 'node:test';

const shutdownModule = new URL('../../src/ops/shutdown.ts', import.meta.url).href;

type Program = {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** Exit status and signal. */
  readonly exited: Promise<readonly unknown[]>;
  readonly said: (line: string) => Promise<void>;
};

/** Runs a program that prints `ready`, waits for its stop signal, prints it, and then runs `closing`. */
async function program(graceMs: number, closing: string): Promise<Program> {
  const script = `
    import { stopSignal } from ${JSON.stringify(shutdownModule)};
    const alive = setInterval(() => {}, 1000);
    const stop = stopSignal({ graceMs: ${graceMs}, onForced: (reason) => console.log(reason),
      onHangup: () => console.log('hangup') });
    console.log('ready');
    console.log(await stop);
    ${closing}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async (line: string) => assert.equal((await lines.next()).value, line);
  await said('ready');
  return { child, exited, said };
}

const hang = `process.on('SIGUSR2', () => console.log('hanging'));`;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} is reported once, and the program then ends normally`, async () => {
    const { child, exited, said } = await program(60_000, 'clearInterval(alive);');
    child.kill(signal);
    await said(signal);
    assert.deepEqual(await exited, [0, null]);
  });
}

test('SIGHUP without a terminal is reported each time, and the program goes on', async () => {
  const { child, exited, said } = await program(60_000, 'clearInterval(alive);');
  for (let count = 0; count < 2; count++) {
    child.kill('SIGHUP');
    await said('hangup');
  }
  child.kill('SIGTERM');
  await said('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
});

test('a program that hangs while it closes is ended by force after its grace period', async () => {
  const { child, exited, said } = await program(50, hang);
  child.kill('SIGTERM');
  await said('SIGTERM');
  await said('grace_over');
  assert.deepEqual(await exited, [1, null]);
});

test('a second signal within a second is the same key press and changes nothing', async () => {
  const { child, exited, said } = await program(
    60_000,
    // The program sends it itself, because from outside it might take longer than a second.
    `${hang} process.once('SIGINT', () => { console.log('twice'); clearInterval(alive); });
     process.kill(process.pid, 'SIGINT');`,
  );
  child.kill('SIGINT');
  await said('SIGINT');
  await said('twice');
  assert.deepEqual(await exited, [0, null]);
});

test('a second signal a second later ends the process by force, with the status of that signal', async () => {
  const { child, exited, said } = await program(60_000, `setTimeout(() => console.log('later'), 1_050);`);
  child.kill('SIGTERM');
  await said('SIGTERM');
  await said('later');
  child.kill('SIGINT');
  await said('second_signal');
  assert.deepEqual(await exited, [130, null]);
});

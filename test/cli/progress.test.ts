import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { openProgress } from '../../src/cli/progress.ts';

function screen(isTTY: boolean) {
  const said: string[] = [];
  const to = new Writable({
    write(chunk, _, done) {
      said.push(String(chunk));
      done();
    },
  });
  return { to: Object.assign(to, { isTTY }), said };
}

const mebibyte = 2 ** 20;

test('on a terminal, a bar is redrawn, is full at the end, and leaves the line', () => {
  const { to, said } = screen(true);
  {
    using progress = openProgress(to, 'es>en');
    progress.tell(0, 20 * mebibyte);
    for (let done = 0; done < 20 * mebibyte; done += 4_096) progress.tell(done, 20 * mebibyte);
    progress.tell(20 * mebibyte, 20 * mebibyte);
    progress.tell(20 * mebibyte, 20 * mebibyte);
  }
  assert.equal(said[0], `\res>en  [${' '.repeat(24)}]   0%  0.0 of 20.0 MiB`);
  assert.equal(said.at(-2), `\res>en  [${'='.repeat(24)}] 100%  20.0 of 20.0 MiB`);
  assert.equal(said.at(-1), '\n');
  assert.equal(said.filter((part) => part.includes('100%')).length, 1);
});

test('elsewhere, quick work prints nothing', () => {
  const { to, said } = screen(false);
  {
    using progress = openProgress(to, 'es>en');
    progress.tell(0, 100);
    progress.tell(100, 100);
  }
  assert.deepEqual(said, []);
});

test('a bar that was never drawn leaves no line', () => {
  const { to, said } = screen(true);
  openProgress(to, 'es>en')[Symbol.dispose]();
  assert.deepEqual(said, []);
});

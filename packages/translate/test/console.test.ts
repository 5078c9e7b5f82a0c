import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { DragomanError } from '../../../sdk/src/dragoman-error.ts';
import { messageOf, openConsole, ProgressLine, problem } from '../src/console.ts';

/** A console, and what it has printed. */
function openPrinted(options: { isTTY?: boolean; isJson?: boolean }) {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof printed) => ({
    isTTY: options.isTTY ?? false,
    write: (text: string) => void (printed[name] += text),
  });
  return { printed, console: openConsole({ stdout: stream('stdout'), stderr: stream('stderr') }, options) };
}

/** What a line prints while two of three texts are done. */
function drawn(isTTY: boolean): string {
  const { printed, console } = openPrinted({ isTTY });
  const line = new ProgressLine(console, { texts: 3, characters: 4_000 });
  line.draw();
  line.advance(1_000);
  line.advance(1_000);
  line.draw();
  line.clear();
  return printed.stderr;
}

describe('progress', () => {
  it('counts texts and characters, says the time left once it is known, and leaves the line empty', () => {
    const [start, ...lines] = drawn(true).replaceAll('\x1b[K', '|').split('\r').slice(1);
    assert.equal(start, '0 of 3 texts, 0 of 4,000 characters|');
    assert.match(lines.at(-2) ?? '', /^2 of 3 texts, 2,000 of 4,000 characters, \d+ s left\|$/);
    assert.equal(lines.at(-1), '|');
  });

  it('is drawn on a terminal only', () => assert.equal(drawn(false), ''));
});

test('a message of the service has our names of its fields, and no other name changes', () => {
  const message = '`source_lang` and `constructor` and `__proto__` are wrong.';
  const error = new DragomanError({ code: 'validation_error', message });
  assert.equal(messageOf(error), '--from and `constructor` and `__proto__` are wrong.');
});

describe('console', () => {
  // Escape, 8-bit CSI, delete, a right-to-left override and isolate, a line separator, a line break.
  const hostile = 'a\x1b[2J\x9b1m\x7f\u202eb\u2066\u2028c\r\nd';
  const shown = 'a\ufffd[2J\ufffd1m\ufffd\ufffdb\ufffd\ufffdc\ufffd\ufffdd';

  it('prints no value that controls the terminal or begins another line', () => {
    const { printed, console } = openPrinted({});
    console.out(`${hostile}: done\n`);
    problem(console, hostile, `the key ${hostile} is stale.`, 3);
    assert.deepEqual(printed, { stdout: `${shown}: done\n`, stderr: `${shown}:3: the key ${shown} is stale.\n` });
  });

  it('escapes such values in JSON', () => {
    const { printed, console } = openPrinted({ isJson: true });
    console.json?.({ file: hostile });
    assert.match(printed.stdout, /^\{\n {2}"file": "[ -~]+"\n\}\n$/);
    assert.deepEqual(JSON.parse(printed.stdout), { file: hostile });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProgressLine } from '../src/console.ts';

/** What a line prints while two of three texts are done. */
function drawn(hasProgress: boolean): string {
  let printed = '';
  const console = { out: () => {}, json: undefined, error: (text: string) => void (printed += text), hasProgress };
  const line = new ProgressLine(console, { texts: 3, characters: 4_000 });
  line.draw();
  line.advance(1_000);
  line.advance(1_000);
  line.draw();
  line.clear();
  return printed;
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

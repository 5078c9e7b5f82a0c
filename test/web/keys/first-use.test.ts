import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unixMs } from '../../../src/ground/units.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { firstUsePiece } from '../../../src/web/keys/first-use.ts';
import { markupOf } from '../../../src/web/page.ts';

const unused = { id: 'a-key' as KeyId, lastUsedAt: undefined };

describe('wait for the first request of a key', () => {
  test('checks for about ten minutes, silently, and announces its end', () => {
    let seconds = 0;
    let tries = 0;
    for (; ; tries++) {
      const html = markupOf(firstUsePiece(unused, tries));
      const [, next, delay] =
        /hx-get="\/keys\/a-key\/first-use\?try=(\d+)" hx-trigger="load delay:(\d+)s"/.exec(html) ?? [];
      if (next === undefined) break;
      assert.equal(Number(next), tries + 1);
      assert.match(html, /aria-live="off"/);
      seconds += Number(delay);
    }
    assert.ok(seconds > 540 && seconds < 660, String(seconds));
    const last = markupOf(firstUsePiece(unused, tries));
    assert.match(last, /this page no longer checks/);
    assert.doesNotMatch(last, /aria-live="off"/);
  });

  test('ends with the first request', () => {
    const html = markupOf(firstUsePiece({ ...unused, lastUsedAt: unixMs(1) }, 3));
    assert.match(html, /It works/);
    assert.doesNotMatch(html, /hx-get|aria-live="off"/);
  });
});

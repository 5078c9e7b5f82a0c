import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unixMs } from '../../../src/ground/units.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { firstUsePiece } from '../../../src/web/keys/keys-page.ts';
import { trialRequest } from '../../../src/web/keys/new-key-page.ts';
import { markupOf } from '../../../src/web/page.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

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

test('a new key is tried in a pair of the best grade, into English if there is one', () => {
  const engine = new ReversingEngine();
  const catalogue = new LanguageCatalogue([engine]);
  const pairOn = (pairs: string) => {
    engine.serve(pairs);
    const { source, target } = trialRequest(catalogue);
    return `${source}>${target}`;
  };
  engine.scores.set('es>en', 46.6).set('fr>ca', 75).set('de>en', 67.3);
  assert.equal(pairOn('es-en fr-ca de-en'), 'de>en');
  assert.equal(pairOn('es-en fr-ca'), 'fr>ca');
  assert.equal(pairOn('es-en ca-fr'), 'es>en', 'basic before unmeasured');
  assert.equal(pairOn('es-en hi-ur'), 'es>en', 'hi has no sample sentence');
});

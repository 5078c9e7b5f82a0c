import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { openStarter } from '../../adapters/bergamot/opened-engine.ts';
import { documentWorld } from '../../support/document-world.ts';

const detector = await openDetector();
const engine = await openStarter();
after(() => engine[Symbol.asyncDispose]());

describe('errors of a real model', () => {
  test('detects a repetition loop, and repairs it by splitting', async () => {
    const { translate, repairs } = documentWorld([engine], { detector });
    const { translatedText } = await translate('Viscosidad concentración conflicto acetato electricidad');
    assert.doesNotMatch(translatedText, /(\b\w+\b)(?:\W+\1\b){2}/i);
    assert.deepEqual(repairs, [{ issue: 'loop', repair: 'split', succeeded: true }]);
  });

  test('detects a lost or changed number, and repairs it by cutting the number out', async () => {
    for (const [text, number] of [
      ['2 500 000 000 de años', '2 500 000 000'],
      ['una página que tuvo 3 000 000 000 de visitas', '3 000 000 000'],
    ] as const) {
      const { translate, repairs } = documentWorld([engine], { detector });
      assert.ok((await translate(text)).translatedText.includes(number));
      assert.deepEqual([repairs[0]?.issue, repairs.at(-1)?.succeeded], ['numbers', true]);
    }
  });
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDetector } from '../../../src/adapters/detection/detector.ts';
import { openMicro } from '../../adapters/bergamot/opened-engine.ts';
import { documentWorld } from '../../support/document-world.ts';
import { LettersEngine } from '../../support/letters-engine.ts';

const detector = await openDetector();
const engine = await openMicro();
after(() => engine[Symbol.asyncDispose]());

describe('errors of a real small model', () => {
  test('detects a repetition loop, and repairs it by splitting', async () => {
    for (const text of ['El Distrito del Canal (en', 'Sófocles y Aristófanes continúan siendo']) {
      const { translate, repairs } = documentWorld([engine], { detector });
      const { translatedText } = await translate(text);
      assert.deepEqual(repairs, [{ issue: 'loop', repair: 'split', succeeded: true }], text);
      assert.doesNotMatch(translatedText, /(\b\w+\b)(?:\W+\1\b){2}/i);
    }
  });

  test('detects a lost or changed number, and repairs it by cutting the number out', async () => {
    for (const [text, number] of [
      ['Invierno de 2010.', '2010'],
      ['mm2 contra 864).', '864'],
    ] as const) {
      const { translate, repairs } = documentWorld([engine], { detector });
      assert.ok((await translate(text)).translatedText.includes(number));
      assert.deepEqual([repairs[0]?.issue, repairs.at(-1)?.succeeded], ['numbers', true]);
    }
  });

  test('uses the next route after an empty translation, and fails the text without one', async () => {
    const { translate, repairs } = documentWorld([engine, new LettersEngine()], { detector });
    assert.deepEqual(await translate('de'), { engine: 'letters', translatedText: 'ed' });
    assert.deepEqual(repairs, [{ issue: 'empty', repair: 'route', succeeded: true }]);
    const alone = documentWorld([engine], { detector });
    await assert.rejects(alone.translate('de'), { code: 'unfaithful_translation' });
    assert.deepEqual(alone.failures, [{ engine: 'bergamot', issue: 'empty' }]);
  });

  test('does not send text in an unknown script to the model', async () => {
    const { translate, repairs } = documentWorld([engine], { detector });
    const text = 'Привет, как дела?\n¡Buenos días!\n今日はとても暑いです。';
    assert.equal((await translate(text)).translatedText, 'Привет, как дела?\nGood morning!\n今日はとても暑いです。');
    assert.deepEqual(repairs, []);
  });
});

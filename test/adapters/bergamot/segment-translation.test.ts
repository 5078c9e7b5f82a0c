import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareSegments, translateSegment } from '../../../src/adapters/bergamot/segment-translation.ts';
import { never, pairOf } from './opened-engine.ts';

/** Translates a segment with a model of these answers; it gives up other texts. */
async function translateWith(answers: Readonly<Record<string, string>>, segment: string): Promise<string> {
  const pair = pairOf('en>es');
  const [prepared] = await prepareSegments([{ segment, entries: [] }], { pair, hasCharacter: () => true }, never());
  assert(prepared !== undefined);
  return translateSegment(prepared, ({ text: { text } }) => {
    const answer = answers[text];
    return Promise.resolve(answer === undefined ? undefined : { text: answer, pieces: [], confidence: undefined });
  });
}

test('a number whose figure is lost is translated in words, if that succeeds', async () => {
  const [figures, words] = ['Some 20 people waited.', 'Some twenty people waited.'];
  const lost = 'Algunas personas esperaban.';
  const kept = await translateWith({ [figures]: 'Unas 20 personas esperaban.' }, words);
  assert.equal(kept, 'Unas veinte personas esperaban.');
  const repaired = await translateWith({ [figures]: lost, [words]: 'Veinte personas esperaban.' }, words);
  assert.equal(repaired, 'Veinte personas esperaban.');
  assert.equal(await translateWith({ [figures]: lost }, words), lost);
  assert.equal(await translateWith({ [figures]: lost, [words]: '' }, words), lost);
  assert.equal(await translateWith({}, words), '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { needsApertium, openInstalled, readSentences } from '../../adapters/apertium/installed-apertium.ts';
import { documentWorld } from '../../support/document-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** The same sentences with marks in them, of every role. */
function withMarks(sentence: string, index: number): string {
  const words = sentence.split(' ');
  const at = Math.floor(words.length / 2);
  const word = words[at] ?? '';
  const marked = [
    `<b>${word}</b>`,
    `**${word}**`,
    `{count} ${word}`,
    `${word} 😀`,
    `[${word}](https://example.com/${index})`,
  ];
  return words.with(at, marked[index % marked.length] ?? word).join(' ');
}

test(
  'a sentence is translated alike alone and in any company, early and late, with and without a memory, by one and by many',
  needsApertium,
  async () => {
    // Sentences that come one after the other all go to one pipeline of the first.
    await using engine = await openInstalled({ limits: { pipelinesPerPairMax: 1 } });
    await using crowd = await openInstalled({ limits: { pipelinesPerPairMax: 3 } });
    const plain = await readSentences('es');
    const sentences = [...plain, ...plain.map(withMarks)].filter((sentence) => !sentence.includes('\n'));
    const alone = documentWorld([engine]);
    const expected = new Map<string, string>();
    for (const sentence of sentences) expected.set(sentence, (await alone.translate(sentence)).translatedText);
    const remembering = documentWorld([engine], { memoryBytes: 20_000 });
    const company = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 60 });
    const worlds = fc.constantFrom(
      () => remembering,
      () => documentWorld([engine]),
      () => documentWorld([crowd]),
    );
    const property = fc.asyncProperty(
      fc.array(company, { minLength: 1, maxLength: 4 }),
      worlds,
      async (texts, openWorld) => {
        const world = openWorld();
        const replies = await Promise.all(
          texts.map((text, index) => world.translate(text.join('\n\n'), { account: `account ${index % 2}` })),
        );
        for (const [index, text] of texts.entries()) {
          const translations = replies[index]?.translatedText.split('\n\n');
          assert.deepEqual(
            translations,
            text.map((sentence) => expected.get(sentence)),
          );
        }
      },
    );
    await fc.assert(property, { numRuns: propertyRuns('Apertium', 12) });
  },
);

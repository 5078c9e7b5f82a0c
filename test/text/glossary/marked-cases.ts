import assert from 'node:assert/strict';
import { type TestOptions, test } from 'node:test';
import type { Morphology } from '../../../src/text/glossary/morphology.ts';
import { baseOf, type MadeEntry, markMatches, readMarked } from './marked-matches.ts';

/**
 * Glossary entries, and sentences with these in brackets. Tokens are shown as ◁ (open), ▷ (close), • (point), ⏎ (white
 * space) and ▣ (a word); `/plural` says that a term in the singular occurs in the plural.
 */
export type MarkedCase = {
  readonly title: string;
  readonly language: string;
  readonly entries: readonly (string | MadeEntry)[];
  readonly sentences: readonly string[];
};

/** One test for each: all sentences of a case are matched at once, and each of them alone. */
export function testMarked(
  cases: readonly MarkedCase[],
  open: (opened: AsyncDisposableStack) => Promise<Pick<Morphology, 'read'>>,
  options: TestOptions = {},
): void {
  for (const { title, language, entries, sentences } of cases) {
    test(`${title} (${language})`, options, async () => {
      await using opened = new AsyncDisposableStack();
      const base = baseOf(language, entries);
      const morphology = await open(opened);
      const together = await base.match(sentences.map(readMarked), morphology);
      for (const marked of sentences) {
        const sentence = readMarked(marked);
        const alone = await base.match([sentence], morphology);
        assert.equal(markMatches(sentence, alone.get(sentence) ?? []), marked);
        assert.deepEqual(together.get(sentence), alone.get(sentence));
      }
    });
  }
}

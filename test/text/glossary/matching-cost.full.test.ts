import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lightMorphology } from '../../support/light-morphology.ts';
import { baseOf, type MadeEntry } from './marked-matches.ts';

describe('how long matching takes', () => {
  /** Each pause stands for 20,000 characters and steps. */
  const pausesFor = async (entries: readonly MadeEntry[], text: string, language = 'en'): Promise<number> => {
    let pauses = 0;
    const base = baseOf(language, entries);
    const sentences = text.match(/.{1,1999}/gsu) ?? [];
    // Not the same sentence again and again, which is looked at once.
    const numbered = sentences.map((sentence, index) => `${sentence}${index}`);
    await base.match(numbered, lightMorphology, async () => void pauses++);
    return pauses;
  };
  const upTo = (count: number, write: (length: number) => string): readonly MadeEntry[] =>
    Array.from({ length: count }, (_, index) => ({ term: write(index + 1) }));
  const hostile: readonly (readonly [what: string, stretch: string, terms: readonly MadeEntry[], language?: string])[] =
    [
      ['a word that is the beginning of 20 terms', 'a ', upTo(20, (length) => 'a '.repeat(length).trim())],
      ['terms that match except the last word', 'a ', upTo(20, (length) => `${'a '.repeat(length)}b`)],
      ['words tied together by hyphens', 'a-', upTo(100, (length) => `a${'-a'.repeat(length - 1)}`)],
      ['characters that are the beginning of 200 terms', '一', upTo(200, (length) => '一'.repeat(length)), 'zh-Hans'],
      ['syllables', '가', upTo(200, (length) => '가'.repeat(length)), 'ko'],
      ['words with many forms', 'banas ', upTo(1_000, (length) => `ban${(length + 100).toString(36)} bana`)],
      ['apostrophes', "d'", upTo(20, (length) => `d${"'d".repeat(length)}`), 'fr'],
    ];
  for (const [what, stretch, entries, language] of hostile) {
    test(`${what} cost in proportion to the length of a text`, async () => {
      const textOf = (units: number): string => stretch.repeat(units / stretch.length);
      const [half, whole] = [
        await pausesFor(entries, textOf(50_000), language),
        await pausesFor(entries, textOf(100_000), language),
      ];
      assert.ok(half > 0 && whole <= half * 2.1, `${half} pauses for half the text, ${whole} for the whole`);
      // 200 characters of a term at most, in two passes.
      assert.ok(whole * 20_000 <= 100_000 * 2 * 210, `${whole} pauses`);
    });
  }

  test('more terms do not cost more', async () => {
    const text = 'the quick brown fox jumps over the lazy dog '.repeat(2_000);
    const few = await pausesFor(
      upTo(100, (length) => `fox ${length}`),
      text,
    );
    const many = await pausesFor(
      upTo(20_000, (length) => `fox ${length}`),
      text,
    );
    assert.ok(few > 0 && many <= few * 1.1, `${few} pauses with 100 terms, ${many} with 20,000`);
  });
});

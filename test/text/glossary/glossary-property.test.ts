import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeToken } from '../../../src/text/document/token.ts';
import { lightMorphology } from '../../support/light-morphology.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { baseOf, type MadeEntry } from './marked-matches.ts';

type Found = { readonly start: number; readonly end: number; readonly term: string };

const tag = '[\uFDD1-\uFDD3].';
const gap = `(?:${tag}|\\s)*(?:\\s|\uFDD4.)(?:${tag}|\\s|\uFDD4.)*`;

/** Finds every place of each entry with a regular expression, then takes the longest, the first, the newest. */
function foundNaively(sentence: string, entries: readonly MadeEntry[]): readonly Found[] {
  const all = entries.flatMap(({ term, caseRule, addedIn = 0 }) => {
    const words = term.split(' ').map((each) => each.replaceAll('-', `(?:${tag})*-(?:${tag})*`));
    const before = `(?<!\\p{L})(?<!\\p{L}(?:${tag})*-(?:${tag})*)`;
    const behind = `(?!\\p{L})(?!(?:${tag})*-(?:${tag})*\\p{L})`;
    const pattern = new RegExp(`${before}${words.join(gap)}${behind}`, caseRule === 'exact' ? 'suy' : 'isuy');
    return Array.from(sentence, (_, start) => {
      pattern.lastIndex = start;
      const [match] = pattern.exec(sentence) ?? [];
      const length = match?.replaceAll(/[\uFDD1-\uFDD3]./gsu, '').replaceAll(/\uFDD4./gsu, ' ').length ?? 0;
      return { start, end: start + (match?.length ?? 0), term, length, addedIn };
    }).filter(({ length }) => length > 0);
  });
  const taken: Found[] = [];
  for (const { start, end, term } of all.toSorted(
    (one, other) => other.length - one.length || one.start - other.start || other.addedIn - one.addedIn,
  )) {
    if (taken.every((other) => end <= other.start || start >= other.end)) taken.push({ start, end, term });
  }
  return taken.toSorted((one, other) => one.start - other.start);
}

// Without a letter that could be read as an ending.
const word = fc.constantFrom('a', 'b', 'ab', 'ba', 'aa', 'A', 'aB', 'é');
const words = fc
  .array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: fc.constant('a-b') }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((each) => each.join(' '));
const separator = fc.constantFrom(' ', ' ', ' ', '\u00A0', ', ', '-', '', '  ');
const token = fc
  .constantFrom(...(['open', 'close', 'point', 'space', 'word'] as const))
  .map((role) => writeToken(role, 0));
const piece = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 6, arbitrary: separator },
  { weight: 1, arbitrary: token },
);

describe('matching, compared with a search for each entry', () => {
  test('finds the same entries at the same positions', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ term: words, exact: fc.boolean() }), {
          maxLength: 12,
          selector: (entry) => (entry.exact ? `=${entry.term}` : entry.term.toLowerCase()),
        }),
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        async (entries, sentence) => {
          const made = entries.map((entry, index): MadeEntry => {
            return {
              term: entry.term,
              translation: undefined,
              caseRule: entry.exact ? 'exact' : 'follow',
              addedIn: index + 1,
            };
          });
          const matches = await baseOf('es', made).match([sentence], lightMorphology);
          const found = (matches.get(sentence) ?? []).map((match) => ({
            start: match.start,
            end: match.end,
            term: match.entry.term,
          }));
          assert.deepEqual(found, foundNaively(sentence, made));
        },
      ),
      { numRuns: propertyRuns('matching', 2_000) },
    ));

  test('matches in any sentence are inside it, in order, and do not overlap', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { maxLength: 10 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('en', 'tr', 'ja', 'th', 'ko', 'he'),
        async (terms, text, language) => {
          const sentence = `${terms.join(' ')} ${text}`;
          const matches = await baseOf(language, terms).match([sentence], lightMorphology);
          let last = 0;
          for (const { start, end } of matches.get(sentence) ?? []) {
            assert.ok(start >= last && end > start && end <= sentence.length);
            last = end;
          }
        },
      ),
      { numRuns: propertyRuns('matching', 500) },
    ));
});

import { withoutTokens } from '../../core/checks/words.ts';
import { hasTokens, writeToken } from '../../core/document/token.ts';
import type { SegmentTerm } from '../../core/engine/engine.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import type { AlignedText } from './aligned-text.ts';
import type { Carried, SegmentToCarry } from './carried.ts';
import type { SoughtTerm } from './found-terms.ts';
import { placeMarks } from './mark-placement.ts';
import { findNouns, type NounKind, nounKinds, nounsFor } from './placeholder-nouns.ts';
import { countWordTokens, type PlainSegment, plainSegmentOf } from './plain-segment.ts';
import { bareWords } from './target-words.ts';
import { joinParts, partsOf, type TextPart } from './text-parts.ts';

/** A segment with tokens, in the parts that the model translates. */
type Marked = SegmentToCarry & {
  readonly target: LanguageTag;
  readonly kinds: readonly NounKind[];
  /** Count of its `word` tokens. */
  readonly words: number;
  readonly parts: readonly MarkedPart[];
};

type MarkedPart = {
  readonly part: TextPart;
  /** The text before, between and after its placeholder nouns: one entry more than nouns. */
  readonly texts: readonly string[];
  /** Index of its first placeholder noun among those of the segment. */
  readonly firstNoun: number;
};

/** The best translation of a part so far. */
type Outcome = {
  readonly nouns: readonly string[];
  readonly source: string;
  readonly translation: AlignedText;
  /** Count of lost and of repeated placeholder nouns. */
  readonly faults: number;
};

const letter = /\p{L}/u;

/**
 * Returns the texts for the model to translate. They do not depend on the numbers of the segment's tokens. Pure; linear in
 * the length.
 */
export function carry({ segment, terms }: SegmentToCarry, target: LanguageTag): Carried {
  if (!letter.test(withoutTokens(segment))) return { texts: [], read: () => segment };
  const kinds = nounKinds(target);
  const words = countWordTokens(segment);
  const plain = plainSegmentOf(segment, nounsFor(kinds[0] ?? 'code', segment, words));
  return carryRound({ segment, terms, target, kinds, words, parts: markedParts(plain) }, [], 0);
}

function markedParts(plain: PlainSegment): readonly MarkedPart[] {
  let noun = 0;
  return partsOf(plain.text, plain.words).map((part) => {
    const firstNoun = noun;
    const texts: string[] = [];
    let from = part.start;
    for (let word = plain.words[noun]; word !== undefined && word.end <= part.end; word = plain.words[++noun]) {
      texts.push(plain.text.slice(from, word.start));
      from = word.end;
    }
    texts.push(plain.text.slice(from, part.end));
    return { part, texts, firstNoun };
  });
}

/**
 * Translates the parts that lost or repeated placeholder nouns again, with nouns of the next kind.
 *
 * @param before the best translation of each part; empty in the first round
 */
function carryRound(marked: Marked, before: readonly Outcome[], round: number): Carried {
  const all = nounsFor(marked.kinds[round] ?? 'code', marked.segment, marked.words);
  const sent = [...marked.parts.entries()]
    .filter(([index]) => before[index]?.faults !== 0)
    .map(([index, { texts, firstNoun }]) => {
      const nouns = all.slice(firstNoun, firstNoun + texts.length - 1);
      const source = texts.map((text, at) => text + (nouns[at] ?? '')).join('');
      return { index, nouns, source };
    });
  return {
    texts: sent.map(({ source }) => ({ text: source, isAligned: hasTokens(marked.segment) })),
    read(translations) {
      const outcomes = [...before];
      for (const [at, { index, nouns, source }] of sent.entries()) {
        const translation = translations[at];
        const best = outcomes[index];
        if (translation !== undefined && translation.text.trim() !== '') {
          const faults = faultsIn(translation.text, nouns);
          if (best === undefined || faults < best.faults) outcomes[index] = { nouns, source, translation, faults };
        } else if (best === undefined) return '';
      }
      const isDone = outcomes.every(({ faults }) => faults === 0) || round + 1 >= marked.kinds.length;
      return isDone ? finish(marked, outcomes) : carryRound(marked, outcomes, round + 1);
    },
  };
}

function faultsIn(translation: string, nouns: readonly string[]): number {
  const found = findNouns(translation, nouns);
  const different = new Set(found.map(({ index }) => index)).size;
  return nouns.length - different + (found.length - different);
}

function finish({ segment, parts, terms, target }: Marked, outcomes: readonly Outcome[]): string {
  const translated = outcomes.flatMap((outcome, index) => {
    const part = parts[index]?.part;
    return part === undefined ? [] : [{ ...outcome, part }];
  });
  const aligned = joinParts(translated);
  if (!hasTokens(segment)) return aligned.text;
  const nouns = outcomes.flatMap((outcome) => outcome.nouns);
  const sought = terms.map(soughtTerm).filter(({ open }) => segment.includes(open));
  const found = { nouns: findNouns(aligned.text, nouns), terms: sought };
  return placeMarks(plainSegmentOf(segment, nouns), aligned, { ...found, target });
}

function soughtTerm({ number, wanted }: SegmentTerm): SoughtTerm {
  return { open: writeToken('open', number), wanted: wanted === undefined ? [] : bareWords(wanted) };
}

import type { SegmentTerm } from '../../core/engine/engine.ts';
import { withoutTokens } from '../../core/fidelity/words.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { hasTokens, writeToken } from '../../core/marks/token.ts';
import type { AlignedText } from './aligned-text.ts';
import type { Carried, SegmentToCarry } from './carried.ts';
import type { SoughtTerm } from './found-terms.ts';
import { placeMarks } from './mark-placement.ts';
import { countWordTokens, type ShownSegment, showSegment } from './shown-segment.ts';
import { findStandIns, type StandInKind, standInKinds, standInsFor } from './stand-ins.ts';
import { bareWords } from './target-words.ts';
import { joinParts, partsOf, type TextPart } from './text-parts.ts';

/** A segment with tokens, in parts as the library gets it. */
type Marked = SegmentToCarry & {
  readonly target: LanguageTag;
  readonly kinds: readonly StandInKind[];
  /** How many of its tokens stand for words. */
  readonly words: number;
  readonly parts: readonly MarkedPart[];
};

type MarkedPart = {
  readonly part: TextPart;
  /** What stands before, between and behind its stand-ins: one more than it has of them. */
  readonly texts: readonly string[];
  /** Which of the segment's stand-ins is its first one. */
  readonly firstStandIn: number;
};

/** What came of a part. */
type Outcome = {
  readonly standIns: readonly string[];
  readonly source: string;
  readonly translation: AlignedText;
  /** How many stand-ins did not come back, and how often others came again. */
  readonly faults: number;
};

const letter = /\p{L}/u;

/**
 * Makes a segment into texts that a model can translate. Depends on nothing but these two, and not on the numbers of the
 * segment's tokens. Pure; linear in the length.
 */
export function carry({ segment, terms }: SegmentToCarry, target: LanguageTag): Carried {
  if (!letter.test(withoutTokens(segment))) return { texts: [], read: () => segment };
  const kinds = standInKinds(target);
  const words = countWordTokens(segment);
  const shown = showSegment(segment, standInsFor(kinds[0] ?? 'code', segment, words));
  return carryRound({ segment, terms, target, kinds, words, parts: markedParts(shown) }, [], 0);
}

function markedParts(shown: ShownSegment): readonly MarkedPart[] {
  let standIn = 0;
  return partsOf(shown.text, shown.words).map((part) => {
    const firstStandIn = standIn;
    const texts: string[] = [];
    let from = part.start;
    for (let word = shown.words[standIn]; word !== undefined && word.end <= part.end; word = shown.words[++standIn]) {
      texts.push(shown.text.slice(from, word.start));
      from = word.end;
    }
    texts.push(shown.text.slice(from, part.end));
    return { part, texts, firstStandIn };
  });
}

/**
 * Sends the parts whose stand-ins did not all come back yet, with those of the next kind.
 *
 * @param before what came of each part so far; empty in the first round
 */
function carryRound(marked: Marked, before: readonly Outcome[], round: number): Carried {
  const all = standInsFor(marked.kinds[round] ?? 'code', marked.segment, marked.words);
  const sent = [...marked.parts.entries()]
    .filter(([index]) => before[index]?.faults !== 0)
    .map(([index, { texts, firstStandIn }]) => {
      const standIns = all.slice(firstStandIn, firstStandIn + texts.length - 1);
      const source = texts.map((text, at) => text + (standIns[at] ?? '')).join('');
      return { index, standIns, source };
    });
  return {
    texts: sent.map(({ source }) => ({ text: source, isAligned: hasTokens(marked.segment) })),
    read(translations) {
      const outcomes = [...before];
      for (const [at, { index, standIns, source }] of sent.entries()) {
        const translation = translations[at];
        const best = outcomes[index];
        if (translation !== undefined && translation.text.trim() !== '') {
          const faults = faultsIn(translation.text, standIns);
          if (best === undefined || faults < best.faults) outcomes[index] = { standIns, source, translation, faults };
        } else if (best === undefined) return '';
      }
      const isDone = outcomes.every(({ faults }) => faults === 0) || round + 1 >= marked.kinds.length;
      return isDone ? finish(marked, outcomes) : carryRound(marked, outcomes, round + 1);
    },
  };
}

function faultsIn(translation: string, standIns: readonly string[]): number {
  const found = findStandIns(translation, standIns);
  const different = new Set(found.map(({ index }) => index)).size;
  return standIns.length - different + (found.length - different);
}

function finish({ segment, parts, terms, target }: Marked, outcomes: readonly Outcome[]): string {
  const translated = outcomes.flatMap((outcome, index) => {
    const part = parts[index]?.part;
    return part === undefined ? [] : [{ ...outcome, part }];
  });
  const aligned = joinParts(translated);
  if (!hasTokens(segment)) return aligned.text;
  const standIns = outcomes.flatMap((outcome) => outcome.standIns);
  const sought = terms.map(soughtTerm).filter(({ open }) => segment.includes(open));
  const found = { standIns: findStandIns(aligned.text, standIns), terms: sought };
  return placeMarks(showSegment(segment, standIns), aligned, { ...found, target });
}

function soughtTerm({ number, wanted }: SegmentTerm): SoughtTerm {
  return { open: writeToken('open', number), wanted: wanted === undefined ? [] : bareWords(wanted) };
}

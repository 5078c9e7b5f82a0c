import { fitPiece } from '../../text/checks/capitals.ts';
import { unspacedLetter, withoutTokens } from '../../text/checks/words.ts';
import type { Span } from '../../text/document/span.ts';
import { findTokens, hasTokens, writeToken } from '../../text/document/token.ts';
import type { SegmentEntry } from '../../text/engine/engine.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AlignedPiece, AlignedText } from './aligned-text.ts';
import { cutLongText } from './long-text.ts';
import { findNouns, type NounPlan, nounsFor, roundsMax } from './placeholder-nouns.ts';
import { type PlainSegment, plainSegmentOf } from './plain-segment.ts';
import { bareWords, type SoughtEntry } from './target-words.ts';
import { placeTokens } from './token-placement.ts';

export type ModelSegment = { readonly segment: string; readonly entries: readonly SegmentEntry[] };

/** A text for a model, and whether the alignment of its translation is needed. */
export type EngineText = { readonly text: string; readonly isAligned: boolean };

export type ModelInput = {
  /** Each is translated separately. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Returns the segment's translation, or texts for another round (at most three) if placeholder nouns were lost or
   * repeated. Empty if a translation is empty. @param translations one for each of `texts`, in order
   */
  read(translations: readonly AlignedText[]): string | ModelInput;
};

type CutSegment = ModelSegment & NounPlan & { readonly parts: readonly SegmentPart[] };

type SegmentPart = {
  readonly part: Span;
  /** The text before, between and after its placeholder nouns: one entry more than nouns. */
  readonly texts: readonly string[];
  /** Index of its first placeholder noun among those of the segment. */
  readonly firstNoun: number;
};

type Outcome = {
  readonly nouns: readonly string[];
  readonly source: string;
  readonly translation: AlignedText;
  /** Count of lost and of repeated placeholder nouns. */
  readonly errors: number;
};

const letter = /\p{L}/u;

/** The texts do not depend on the numbers of the segment's tokens. Pure; linear in the length. */
export function modelInputOf({ segment, entries }: ModelSegment, target: LanguageTag): ModelInput {
  if (!letter.test(withoutTokens(segment))) return { texts: [], read: () => segment };
  const words = findTokens(segment).flatMap(({ role, kind }) => (role === 'word' ? [kind] : []));
  const plan = { segment, words, target };
  const plain = plainSegmentOf(segment, nounsFor(plan, 0));
  return inputOfRound({ ...plan, entries, parts: segmentParts(plain) }, [], 0);
}

function segmentParts(plain: PlainSegment): readonly SegmentPart[] {
  let noun = 0;
  return cutLongText(plain.text, plain.words).map((part) => {
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

/** Translates parts that lost or repeated nouns again, with the next kind. @param before empty in the first round */
function inputOfRound(cut: CutSegment, before: readonly Outcome[], round: number): ModelInput {
  const all = nounsFor(cut, round);
  const sent = [...cut.parts.entries()]
    .filter(([index]) => before[index]?.errors !== 0)
    .map(([index, { texts, firstNoun }]) => {
      const nouns = all.slice(firstNoun, firstNoun + texts.length - 1);
      const source = texts.map((text, at) => text + (nouns[at] ?? '')).join('');
      return { index, nouns, source };
    });
  return {
    texts: sent.map(({ source }) => ({ text: source, isAligned: hasTokens(cut.segment) })),
    read(translations) {
      const outcomes = [...before];
      for (const [at, { index, nouns, source }] of sent.entries()) {
        const translation = translations[at];
        const best = outcomes[index];
        if (translation !== undefined && translation.text.trim() !== '') {
          const errors = errorsIn(translation.text, nouns);
          if (best === undefined || errors < best.errors) outcomes[index] = { nouns, source, translation, errors };
        } else if (best === undefined) return '';
      }
      const isDone = outcomes.every(({ errors }) => errors === 0) || round + 1 >= roundsMax;
      return isDone ? finish(cut, outcomes) : inputOfRound(cut, outcomes, round + 1);
    },
  };
}

function errorsIn(translation: string, nouns: readonly string[]): number {
  const found = findNouns(translation, nouns);
  const different = new Set(found.map(({ index }) => index)).size;
  return nouns.length - different + (found.length - different);
}

function finish({ segment, parts, entries, target }: CutSegment, outcomes: readonly Outcome[]): string {
  const translated = outcomes.flatMap((outcome, index) => {
    const part = parts[index]?.part;
    return part === undefined ? [] : [{ ...outcome, part }];
  });
  const aligned = joinParts(translated);
  if (!hasTokens(segment)) return aligned.text;
  const nouns = outcomes.flatMap((outcome) => outcome.nouns);
  const sought = { nouns: findNouns(aligned.text, nouns), entries: entries.map(soughtEntry) };
  return placeTokens(plainSegmentOf(segment, nouns), aligned, { ...sought, target });
}

function soughtEntry({ number, wanted }: SegmentEntry): SoughtEntry {
  return { open: writeToken('open', number), wanted: wanted === undefined ? [] : bareWords(wanted) };
}

/** The translation of one part of a sentence. `source`: the part with its placeholder nouns. */
type TranslatedPart = { readonly part: Span; readonly source: string; readonly translation: AlignedText };

/** Joins the translations of the parts of a sentence. Maps source offsets to offsets in the sentence. */
function joinParts(translated: readonly TranslatedPart[]): AlignedText {
  let joined = '';
  const pieces: AlignedPiece[] = [];
  let sourceOffset = 0;
  for (const [index, { part, source, translation }] of translated.entries()) {
    const before = translated[index - 1];
    const text = translation.text.trim();
    const fitted = translated.length === 1 ? text : fitPiece(source, text, { isFirst: index === 0 });
    sourceOffset += part.start - (before?.part.end ?? 0);
    if (before !== undefined && needsSpace(before, { part, source }) && takesSpace(joined, fitted)) joined += ' ';
    const offset = joined.length - (translation.text.length - translation.text.trimStart().length);
    for (const { start, source: from, weight } of translation.pieces) {
      pieces.push({ start: Math.max(joined.length, offset + start), source: sourceOffset + from, weight });
    }
    joined += fitted;
    sourceOffset += source.length;
  }
  return { text: joined, pieces };
}

type SourcePart = Pick<TranslatedPart, 'part' | 'source'>;

/** A cut between words of a source without spaces becomes a space in a target language with spaces. */
function needsSpace(before: SourcePart, after: SourcePart): boolean {
  const isCutAtSpace = before.part.end < after.part.start;
  return isCutAtSpace || unspacedLetter.test(before.source.slice(-1)) || unspacedLetter.test(after.source.charAt(0));
}

function takesSpace(before: string, after: string): boolean {
  return !unspacedLetter.test(after.charAt(0)) && !/[\u3000-\u303F\uFF00-\uFFEF]/.test(before.slice(-1));
}

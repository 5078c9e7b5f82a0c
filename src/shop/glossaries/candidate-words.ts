import { segmenterOf } from '../../text/glossary/word-segmenter.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { unspacedScripts } from '../../text/languages/unspaced-scripts.ts';

/** A word of a sentence in the search for phrases. */
export type CandidateWord = {
  readonly text: string;
  /** In small letters. */
  readonly folded: string;
  /** UTF-16 offsets in the sentence, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether only a space, a line break or nothing is between it and the previous word. */
  readonly goesOn: boolean;
  readonly isCapital: boolean;
  /** Whether any word is capitalised in its place: at the start, after a colon or a quote. */
  readonly isFirst: boolean;
};

const unspacedLetter = new RegExp(`[${unspacedScripts}]`, 'u');

/** A word, or a run of characters of a script without spaces. */
const pattern = new RegExp(
  `[${unspacedScripts}ー]+|(?:(?![${unspacedScripts}])[\\p{L}\\p{N}])(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])*(?:['’·-](?![${unspacedScripts}])[\\p{L}\\p{N}](?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])*)*`,
  'gu',
);

/** Elided words of French, Italian, Catalan and Occitan, which are separate words: `l'`, `dell'`, `qu'`. */
const elision = /^(?:\p{L}{1,2}|qu|quell|dell|nell|sull|dall|all|un|lorsqu|jusqu|puisqu)['’](?=\p{L})/iu;

const elidingLanguages: ReadonlySet<string> = new Set(['ca', 'fr', 'it', 'oc', 'sc', 'frp']);

/** White space in a sentence: one space, or a `space` token (`text/document/token.ts`). */
const joint = /^(?:[ \u00a0]|\uFDD4[\uE000-\uE3E7])?$/;

/** After these signs any word is capitalised. */
const opening = /[.:!?…"“”„«»‘([{—–*#•-]\s*$/u;

/** Returns the words of a sentence with tokens. Time is linear in its length. */
export function readCandidateWords(sentence: string, language: LanguageTag): readonly CandidateWord[] {
  const words: CandidateWord[] = [];
  let last = 0;
  const add = (text: string, start: number) => {
    const gap = sentence.slice(last, start);
    words.push({
      text,
      folded: text.toLowerCase(),
      start,
      end: start + text.length,
      goesOn: words.length > 0 && joint.test(gap),
      isCapital: /^(?:\p{Lu}|\p{Lt}|\p{Ll}\p{Lu})/u.test(text),
      isFirst: words.length === 0 || opening.test(gap.slice(-8)),
    });
    last = start + text.length;
  };
  const elides = elidingLanguages.has(language.split('-')[0] ?? '');
  for (const { 0: text, index } of sentence.matchAll(pattern)) {
    if (unspacedLetter.test(text)) {
      for (const { segment, index: at } of segmenterOf(language).segment(text)) add(segment, index + at);
      continue;
    }
    const elided = elides ? (elision.exec(text)?.[0].length ?? 0) : 0;
    if (elided > 0) add(text.slice(0, elided), index);
    add(text.slice(elided), index + elided);
  }
  return words;
}

/** Whether nearly all words of a sentence are capitalised, as in a heading. Then capitals do not show names. */
export function isHeading(sentence: string, words: readonly CandidateWord[]): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  const capital = long.filter(({ isCapital }) => isCapital);
  return long.length >= (/\p{P}$/u.test(sentence) ? 3 : 2) && capital.length > long.length * 0.8;
}

/** Returns words as written, with one space for white space. */
export function wordsAsWritten(words: readonly CandidateWord[]): string {
  return words
    .map(({ text, start }, index) => {
      const before = words[index - 1];
      return before === undefined || before.end === start ? text : ` ${text}`;
    })
    .join('');
}

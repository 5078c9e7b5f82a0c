import { assert } from '../assert.ts';
import { noncharacter, tokenPattern } from '../marks/token.ts';
import { guard, type Setting } from './inner-text.ts';
import type { Spelling } from './spelling.ts';

/** A text in parts: what is kept as it is, and sentences. */
export type Part = string | SentencePart;

/** Where a sentence stands in a text, and what to write there. */
export type SentencePart = {
  /** Which of the text's sentences it is, from 0, and */
  readonly index: number;
  /** how an engine gets it. */
  readonly sentence: string;
  /** How it stands in the text: what is written where the translation is the sentence itself. */
  readonly source: readonly Part[];
  readonly tokens: ReadonlyMap<string, readonly Part[]>;
  /** Words with marks inside, by the first of their tokens. */
  readonly splitWords: ReadonlyMap<string, WordPart>;
  readonly spelling: Spelling;
  readonly setting: Setting;
};

export type WordPart = {
  /** How the word stands in a sentence: its tokens before, itself, its tokens behind. */
  readonly before: string;
  readonly word: string;
  readonly after: string;
  readonly source: readonly Part[];
};

const letter = /[\p{L}\p{M}\p{N}]/u;
/** Tokens that a sentence does not have, and pieces of tokens. */
const strays = new RegExp(`${tokenPattern.source}|${noncharacter.source}`, 'g');

/** @param translations by the index of their sentence */
export function writeParts(parts: readonly Part[], translations: readonly string[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : writeSentence(part, translations))).join('');
}

function writeSentence(part: SentencePart, translations: readonly string[]): string {
  const translation = translations[part.index];
  assert(translation !== undefined, `no translation of sentence ${part.index}`);
  if (translation === part.sentence) return writeParts(part.source, translations);
  const written: string[] = [];
  const seen = new Set<string>();
  const trimmed = translation.trim();
  let from = 0;
  for (const { 0: token, index } of trimmed.matchAll(tokenPattern)) {
    const standsFor = part.tokens.get(token);
    if (standsFor === undefined || index < from) {
      if (standsFor !== undefined) seen.add(token);
      continue;
    }
    seen.add(token);
    const word = unchangedWord(trimmed, part.splitWords.get(token), index);
    const start = word ? index - (word.before === '' ? word.word.length : 0) : index;
    written.push(writeStretch(trimmed.slice(from, start), part), writeParts(word?.source ?? standsFor, translations));
    from = word ? start + word.before.length + word.word.length + word.after.length : index + token.length;
  }
  written.push(writeStretch(trimmed.slice(from), part));
  assert(seen.size === part.tokens.size, `marks of sentence ${part.index} are missing`);
  return written.join('');
}

/** The word with marks inside that `token` is part of, when the translation has it as the sentence had it. */
function unchangedWord(translation: string, word: WordPart | undefined, index: number): WordPart | undefined {
  if (word === undefined) return undefined;
  const { before, word: letters, after } = word;
  const start = before === '' ? index - letters.length : index;
  const whole = before + letters + after;
  if (start < 0 || !translation.startsWith(whole, start)) return undefined;
  const [previous, next] = [translation.charAt(start - 1), translation.charAt(start + whole.length)];
  return letter.test(previous) || letter.test(next) ? undefined : word;
}

function writeStretch(stretch: string, { sentence, spelling, setting }: SentencePart): string {
  const written = stretch.replaceAll(strays, '');
  // Where the text itself has such a quotation mark between these, it may have it again.
  const isUnguarded = setting.kind === 'quoted' && sentence.includes(setting.quote);
  return spelling(isUnguarded ? written : guard(written, setting));
}

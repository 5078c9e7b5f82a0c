import { repairTokens } from '../../../core/checks/repair-tokens.ts';
import { readToken, type TokenRole, tokenPattern, tokensMax, writeToken } from '../../../core/document/token.ts';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { lettersOfLanguage } from '../../../core/languages/script-letters.ts';
import { unspacedScripts } from '../../../core/languages/unspaced-scripts.ts';
import type { Written } from './written.ts';

/** Whether the vocabulary of a model has a character. */
export type Knows = (character: string) => boolean;

/** What goes around the model. Halves of a pair have the same `number`. */
type Unknown = { start: number; end: number; role: TokenRole; number: number };

type Model = { readonly pair: LanguagePair; readonly knows: Knows };

const spacedLetter = String.raw`[[\p{L}\p{M}]--[${unspacedScripts}]]`;
/** A token, a letter of those that are written without blanks, a word, or a single sign. */
const piece = new RegExp(String.raw`${tokenPattern.source}|[${unspacedScripts}]\p{M}*|${spacedLetter}+|[\s\S]`, 'gv');
const letter = /\p{L}/u;
const foreignLetters = /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
/** A name in Latin letters. */
const name = /^(?=\p{Script=Latin})\p{Lu}[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}]*$/u;
const digit = /\p{Nd}/u;
/** No sign that a reader would miss, or one with which a word is spelt. */
const insignificant = /[\s\p{C}\p{M}'’‘ʼ·‧]/u;
const alphanumeric = /^[a-z\d]$/i;
/** What may stand between two words in foreign letters that go together. */
const between = /^[ ,.'’-]{1,2}$/;

/**
 * In UTF-16 units. The longest words that people write have some eighty; letters without end take a model twenty times as
 * long as words do, since it goes on as long as it may.
 */
const wordLengthMax = 100;

const brackets: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')', '«': '»', '“': '”', '‹': '›' };

/**
 * Has what a model cannot know go around it, as tokens: words in letters that neither of the languages is written in, signs
 * that its vocabulary lacks, names with letters that it lacks, and what is too long for a word. Small models make up whole clauses upon them.
 *
 * Pure; linear in the length of the segment and of its translation.
 */
export function aroundUnknownSigns(segment: string, pair: LanguagePair, knows: Knows): Written {
  const unknown = findUnknown(segment, { pair, knows });
  const first = firstFreeNumber(segment);
  if (unknown.length === 0 || first + unknown.length > tokensMax) return { text: segment, restore: (same) => same };
  const originals = new Map<string, string>();
  let text = '';
  let end = 0;
  for (const one of unknown) {
    const token = writeToken(one.role, first + one.number);
    originals.set(token, segment.slice(one.start, one.end));
    text += segment.slice(end, one.start) + token;
    end = one.end;
  }
  text += segment.slice(end);
  return {
    text,
    restore: (translation) =>
      translation === ''
        ? ''
        : repairTokens(text, translation).replaceAll(tokenPattern, (token) => originals.get(token) ?? token),
  };
}

function findUnknown(segment: string, model: Model): readonly Unknown[] {
  const found: Unknown[] = [];
  for (const { 0: text, index: start } of segment.matchAll(piece)) {
    const role = roleOf(text, model);
    if (role === undefined || (role === 'point' && isAtFigure(segment, start, start + text.length))) continue;
    const last = found.at(-1);
    const gap = last && segment.slice(last.end, start);
    if (last?.role === role && (gap === '' || (role === 'word' && between.test(gap ?? '')))) {
      last.end = start + text.length;
    } else found.push({ start, end: start + text.length, role, number: found.length });
  }
  return paired(found, segment);
}

/** A figure without its sign, `+1`, is another one; the model writes it twice, or lets it go elsewhere. */
function isAtFigure(segment: string, start: number, end: number): boolean {
  return digit.test(segment.charAt(start - 1)) || digit.test(segment.charAt(end));
}

/** Undefined for what the model is to see. Brackets count as `open` and `close` until it is known whether they pair. */
function roleOf(text: string, model: Model): 'word' | 'point' | 'open' | 'close' | undefined {
  if (alphanumeric.test(text) || text.search(tokenPattern) === 0) return undefined;
  if (letter.test(text)) {
    const isUnknown = text.length > wordLengthMax || isForeign(text, model) || isUnknownName(text, model);
    return isUnknown ? 'word' : undefined;
  }
  if (insignificant.test(text) || model.knows(text)) return undefined;
  if (digit.test(text)) return 'word';
  if (brackets[text] !== undefined) return 'open';
  return closing.has(text) ? 'close' : 'point';
}

const closing: ReadonlySet<string> = new Set(Object.values(brackets));

function isForeign(word: string, { pair }: Model): boolean {
  const foreign = word.match(foreignLetters);
  if (foreign === null) return false;
  const languages = [lettersOfLanguage(pair.source), lettersOfLanguage(pair.target)];
  if (languages.includes(undefined)) return false;
  return foreign.some((one) => languages.every((letters) => letters?.any.test(one) === false));
}

/** Capitals that only headings have do not count: what such text becomes in small letters may be known. */
function isUnknownName(word: string, { knows }: Model): boolean {
  return name.test(word) && [...word].some((one) => letter.test(one) && !knows(one) && !knows(one.toLowerCase()));
}

/** Brackets that have no counterpart are points. */
function paired(found: readonly Unknown[], segment: string): readonly Unknown[] {
  const open: Unknown[] = [];
  for (const one of found) {
    if (one.role === 'open') open.push(one);
    if (one.role !== 'close') continue;
    const last = open.at(-1);
    if (last !== undefined && brackets[segment.slice(last.start, last.end)] === segment.slice(one.start, one.end)) {
      open.pop();
      one.number = last.number;
    } else one.role = 'point';
  }
  for (const one of open) one.role = 'point';
  return found;
}

function firstFreeNumber(segment: string): number {
  let first = 0;
  for (const [token] of segment.matchAll(tokenPattern)) first = Math.max(first, readToken(token).number + 1);
  return first;
}

import { repairTokens } from '../../../text/checks/repair-tokens.ts';
import type { Span } from '../../../text/document/span.ts';
import { readToken, type TokenRole, tokenPattern, tokensMax, writeToken } from '../../../text/document/token.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { lettersOfLanguage, unspacedScripts } from '../../../text/languages/script-letters.ts';
import type { Normalised } from './normalised.ts';

/** Whether the vocabulary of a model has a character. */
export type HasCharacter = (character: string) => boolean;

/** A span that is not sent to the model. The halves of a pair have the same `number`. */
type Unknown = { start: number; end: number; role: TokenRole; number: number };

type ModelLanguage = { readonly pair: LanguagePair; readonly hasCharacter: HasCharacter };

const spacedLetter = String.raw`[[\p{L}\p{M}]--[${unspacedScripts}]]`;
/** A token, a letter of a script without spaces, a word, or any other character. */
const piece = new RegExp(String.raw`${tokenPattern.source}|[${unspacedScripts}]\p{M}*|${spacedLetter}+|[\s\S]`, 'gv');
const letter = /\p{L}/u;
const foreignLetters = /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
const name = /^(?=\p{Script=Latin})\p{Lu}[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}]*$/u;
const digit = /\p{Nd}/u;
/** Characters without meaning of their own, or that belong to the spelling of words. */
const insignificant = /[\s\p{C}\p{M}'’‘ʼ·‧]/u;
const alphanumeric = /^[a-z\d]$/i;
/** What may be between two foreign words that form one span. */
const between = /^[ ,.'’-]{1,2}$/;

/** In UTF-16 units. Real words have up to about eighty; an endless one takes a model twenty times as long as text. */
const wordLengthMax = 100;

const brackets: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')', '«': '»', '“': '”', '‹': '›' };
const closing: ReadonlySet<string> = new Set(Object.values(brackets));

/**
 * Replaces by tokens what small models invent clauses for: words in scripts of neither language, characters and letters
 * of names that the vocabulary lacks, and endless words. Pure; linear in the lengths.
 */
export function protectUnknown(segment: string, pair: LanguagePair, hasCharacter: HasCharacter): Normalised {
  const unknown = findUnknown(segment, { pair, hasCharacter });
  const numbers = Array.from(segment.matchAll(tokenPattern), ([token]) => readToken(token).number);
  const firstFree = Math.max(-1, ...numbers) + 1;
  if (unknown.length === 0 || firstFree + unknown.length > tokensMax) return { text: segment, restore: (same) => same };
  const originals = new Map<string, string>();
  let text = '';
  let end = 0;
  for (const one of unknown) {
    const token = writeToken(one.role, firstFree + one.number);
    originals.set(token, contentOf(segment, one));
    text += segment.slice(end, one.start) + token;
    end = one.end;
  }
  text += segment.slice(end);
  const restore = (translation: string): string => {
    if (translation === '') return '';
    return repairTokens(text, translation).replaceAll(tokenPattern, (token) => originals.get(token) ?? token);
  };
  return { text, restore };
}

function contentOf(segment: string, { start, end }: Span): string {
  return segment.slice(start, end);
}

function findUnknown(segment: string, model: ModelLanguage): readonly Unknown[] {
  const found: Unknown[] = [];
  for (const { 0: text, index: start } of segment.matchAll(piece)) {
    const end = start + text.length;
    const role = roleOf(text, model);
    // `+1` without its sign is another number. The model writes it twice or moves it.
    const isSign = role === 'point' && (digit.test(segment.charAt(start - 1)) || digit.test(segment.charAt(end)));
    if (role === undefined || isSign) continue;
    const last = found.at(-1);
    const gap = last && segment.slice(last.end, start);
    if (last?.role === role && (gap === '' || (role === 'word' && between.test(gap ?? '')))) last.end = end;
    else found.push({ start, end, role, number: found.length });
  }
  pairBrackets(found, segment);
  return found;
}

/** Returns undefined for text that is sent to the model. A bracket is `open` or `close` until `pairBrackets`. */
function roleOf(text: string, model: ModelLanguage): 'word' | 'point' | 'open' | 'close' | undefined {
  if (alphanumeric.test(text) || text.search(tokenPattern) === 0) return undefined;
  if (letter.test(text)) {
    const isUnknown = text.length > wordLengthMax || isForeign(text, model) || isUnknownName(text, model);
    return isUnknown ? 'word' : undefined;
  }
  if (insignificant.test(text) || model.hasCharacter(text)) return undefined;
  if (digit.test(text)) return 'word';
  if (brackets[text] !== undefined) return 'open';
  return closing.has(text) ? 'close' : 'point';
}

function isForeign(word: string, { pair }: ModelLanguage): boolean {
  const [source, target] = [lettersOfLanguage(pair.source), lettersOfLanguage(pair.target)];
  if (source === undefined || target === undefined) return false;
  return (word.match(foreignLetters) ?? []).some((one) => !source.any.test(one) && !target.any.test(one));
}

/** Capitals of headings do not count: the vocabulary may have their lower-case letters. */
function isUnknownName(word: string, { hasCharacter }: ModelLanguage): boolean {
  const isKnown = (one: string) => !letter.test(one) || hasCharacter(one) || hasCharacter(one.toLowerCase());
  return name.test(word) && ![...word].every(isKnown);
}

/** Gives the halves of a pair one number. Brackets without a counterpart become points. */
function pairBrackets(found: readonly Unknown[], segment: string): void {
  const open: Unknown[] = [];
  for (const one of found) {
    if (one.role === 'open') open.push(one);
    if (one.role !== 'close') continue;
    const last = open.at(-1);
    if (last !== undefined && brackets[contentOf(segment, last)] === contentOf(segment, one)) {
      open.pop();
      one.number = last.number;
    } else one.role = 'point';
  }
  for (const one of open) one.role = 'point';
}

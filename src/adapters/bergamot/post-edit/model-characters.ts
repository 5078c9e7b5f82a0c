import { repairTokens } from '../../../text/checks/repair-tokens.ts';
import { inOrder, outside, type Span } from '../../../text/document/span.ts';
import {
  readToken,
  type TokenRole,
  tokenPattern,
  tokensMax,
  type WordKind,
  writeToken,
} from '../../../text/document/token.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { lettersOfLanguage, unspacedScripts } from '../../../text/languages/script-letters.ts';
import type { Normalised } from './normalised.ts';

/** Whether the pieces of a model contain a character. It also reads characters with a compatible form (NFKC) in its pieces. */
export type HasCharacter = (character: string) => boolean;

/** A span that is sent as other characters, or as a token. */
type Changed = Span & { readonly written: string; readonly isRun: boolean };
/** The halves of a pair have the same `number`. */
type Hidden = { start: number; end: number; role: TokenRole; number: number; kind: WordKind };

type ModelLanguage = { readonly pair: LanguagePair; readonly hasCharacter: HasCharacter };

const spacedLetter = String.raw`[[\p{L}\p{M}]--[${unspacedScripts}]]`;
/** Characters that NFKC changes although their form has a meaning: `™`, `1º`, `CO₂`, `½`. */
const compatible = String.raw`[\p{No}\p{Nl}\p{So}ªº]`;
const runUnit = String.raw`[${spacedLetter}\p{N}]`;
/** A word with a compatible character. */
const run = String.raw`(?<!${runUnit})${runUnit}*\.?${compatible}[${runUnit}${compatible}]*`;
/** A number with several separators, which models mix up. Not of an identity document or company: `12.345.678-9`. */
const longNumber = String.raw`(?<![\d.,])\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?![.,\/\-]?\d|-\p{L})`;
const isLongNumber = new RegExp(`^${longNumber}$`, 'v');
/** A token, a long number, a run, a letter of a script without spaces, a word, or any other character. */
const pieces = String.raw`${tokenPattern.source}|${longNumber}|${run}|[${unspacedScripts}]\p{M}*|${spacedLetter}+|[\s\S]`;
const piece = new RegExp(pieces, 'gv');
const hasCompatible = new RegExp(compatible, 'v');
/** As behind a mark of a letter of a script without spaces. */
const endsInWord = new RegExp(`${runUnit}$`, 'v');
/** As in "10²" and "3½", which would be other numbers. */
const gluedNumber = /\p{Nd}\p{No}|\p{No}\p{Nd}/u;
/** How `nº` and `Mª` are sent. Translations may have another abbreviation. */
const ordinalWord = /^\p{L}+\.?[oa]$/iu;
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

/** Signs with the same meaning. The first one that the model has replaces the others. */
const alike = ["'’‘ʼ‛´′", '"“”„‟″«»', '—―–-', '-‐‑‒−', '/⁄∕'];
/** A hyphen would make one word of two. */
const jointDash = /^\p{L}[—―–]\p{L}$/u;
const replaceable = new Set(`${alike.join('')}…`);

/** @returns a character or a short text that the model has; undefined if there is none */
function nearest(character: string, has: HasCharacter): string | undefined {
  const sign = [...(alike.find((signs) => signs.includes(character)) ?? '')].find(has);
  if (sign !== undefined) return sign;
  const form = [...character.normalize('NFKC')].map((one) => (has(one) || one === character ? one : nearest(one, has)));
  return form.every((one) => one !== undefined && has(one)) ? form.join('') : undefined;
}

export type WrittenForModel = Normalised & {
  /** Whether a translation has all words with compatible characters. If not, `keepsWords` gives a better one. */
  hasWords(translation: string): boolean;
};

type Options = { readonly keepsWords?: boolean };

/**
 * Writes characters that the vocabulary lacks as the nearest that it has: `’` as `'`, `CO₂` as `CO2`. Replaces by tokens
 * what small models invent clauses for: words in scripts of neither language, other characters and letters of names that
 * the vocabulary lacks, and endless words. Pure; linear in the lengths.
 * @param options `keepsWords`: also words with compatible characters
 */
export function writeForModel(segment: string, model: ModelLanguage, options: Options = {}): WrittenForModel {
  const { hidden, changed } = findUnknown(segment, model, options);
  const numbers = Array.from(segment.matchAll(tokenPattern), ([token]) => readToken(token).number % tokensMax);
  const firstFree = Math.max(-1, ...numbers) + 1;
  if (hidden.length + changed.length === 0 || firstFree + hidden.length > tokensMax)
    return { text: segment, restore: (same) => same, hasWords: () => true };
  const originals = new Map<string, string>();
  const signs = new Map<string, string[]>();
  const words = new Map<string, string[]>();
  let text = '';
  /** `text` with the signs of the segment. */
  let signed = '';
  let end = 0;
  for (const one of inOrder<Hidden | Changed>(hidden, changed)) {
    const original = segment.slice(one.start, one.end);
    const written = 'role' in one ? writeToken(one.role, firstFree + one.number, one.kind) : one.written;
    if ('role' in one) originals.set(written, withSeparators(original, model.pair));
    else add(one.isRun ? words : signs, written.toLowerCase(), original);
    const before = segment.slice(end, one.start);
    text += before + written;
    signed += before + ('role' in one || one.isRun ? written : original);
    end = one.end;
  }
  text += segment.slice(end);
  signed += segment.slice(end);
  return {
    text,
    restore: (translation) => {
      if (translation === '') return '';
      const repaired = originals.size === 0 ? translation : repairTokens(text, translation);
      const restored = [...signs].reduce((part, own) => restoreSigns(signed, part, own), repaired);
      return restoreWords(restored, words).text.replaceAll(tokenPattern, (token) => originals.get(token) ?? token);
    },
    hasWords: (translation) => restoreWords(translation, words).isComplete,
  };
}

/** Converts the separators of a long number in the source's convention to those of the target. Source: Unicode CLDR. */
function withSeparators(original: string, { source, target }: LanguagePair): string {
  if (!isLongNumber.test(original)) return original;
  const [own, wanted] = [source, target].map((language) => {
    const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1_234_567.8);
    return parts.filter(({ type }) => type !== 'integer' && type !== 'fraction').map(({ value }) => value);
  });
  if (/[.,]/.exec(original)?.[0] !== own?.[0]) return original;
  return original.replace(/[.,]/g, (sign) => wanted?.[sign === own?.[0] ? 0 : 2] ?? sign);
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function restoreWords(translation: string, words: ReadonlyMap<string, readonly string[]>) {
  if (words.size === 0) return { text: translation, isComplete: true };
  const left = new Map(Array.from(words, ([written, originals]) => [written, originals.values()]));
  const whole = new RegExp(String.raw`(?<!${runUnit})${anyOf(left.keys())}(?!${runUnit}|\. ?\d)`, 'giv');
  const text = translation.replace(whole, (word) => left.get(word.toLowerCase())?.next().value ?? word);
  return {
    text,
    isComplete: [...left].every(([written, originals]) => ordinalWord.test(written) || originals.next().done),
  };
}

/**
 * Writes signs as the segment does: in the same order if there are as many, otherwise like its first two in turn. Those
 * inside words, which belong to the spelling of each language, are counted apart.
 */
function restoreSigns(
  sent: string,
  translation: string,
  [written, originals]: readonly [string, readonly string[]],
): string {
  const any = anyOf(new Set([written, ...originals]));
  const [around, inside] = [String.raw`(?<!\p{L})${any}|${any}(?!\p{L})`, String.raw`(?<=\p{L})${any}(?=\p{L})`];
  return [around, inside].reduce((text, place) => {
    const signs = new RegExp(place, 'gu');
    const [own, came] = [sent.match(signs) ?? [], text.match(signs) ?? []];
    let index = 0;
    return text.replace(signs, (sign) => own[own.length === came.length ? index++ : index++ % 2] ?? own[0] ?? sign);
  }, translation);
}

function anyOf(texts: Iterable<string>): string {
  const unit = (one: string) => `\\u{${one.codePointAt(0)?.toString(16)}}`;
  // Models write more points than three.
  const escaped = (text: string) => (text === '...' ? String.raw`\.{3,}` : Array.from(text, unit).join(''));
  return `(?:${[...texts]
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')})`;
}

function findUnknown(segment: string, model: ModelLanguage, { keepsWords = false }: Options) {
  const hidden: Hidden[] = [];
  const changed: Changed[] = [];
  const plain = new Set(segment.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  for (const { 0: text, index: start } of segment.matchAll(piece)) {
    const end = start + text.length;
    const written = jointDash.test(segment.slice(start - 1, end + 1)) ? undefined : writtenOf(text, model);
    const isRun = written !== undefined && hasCompatible.test(text);
    const isAbbreviation = isRun && ordinalWord.test(written);
    const isGlued = gluedNumber.test(text) || endsInWord.test(segment.slice(Math.max(start - 2, 0), start));
    const isAmbiguous = isRun && (isGlued || plain.has(written.toLowerCase()));
    if (isAbbreviation && isAmbiguous) continue;
    const isHidden = isRun && !isAbbreviation && (keepsWords || isAmbiguous);
    if (written !== undefined && !isHidden) {
      changed.push({ start, end, written, isRun });
      continue;
    }
    const role = isHidden ? 'word' : roleOf(text, model);
    // `+1` without its sign is another number. The model writes it twice or moves it.
    const isSign = role === 'point' && (digit.test(segment.charAt(start - 1)) || digit.test(segment.charAt(end)));
    if (role === undefined || isSign) continue;
    const last = hidden.at(-1);
    const gap = last && segment.slice(last.end, start);
    const kind = isLongNumber.test(text) ? 'many' : 'noun';
    const isAlike = last?.role === role && last.kind === 'noun' && kind === 'noun';
    if (isAlike && (gap === '' || (role === 'word' && between.test(gap ?? '')))) last.end = end;
    else hidden.push({ start, end, role, number: hidden.length, kind });
  }
  pairBrackets(hidden, segment);
  // Hidden words may enclose the signs between them.
  return { hidden, changed: outside(changed, hidden) };
}

/** Returns how a sign or a run is sent; undefined if as it is, or as a token. */
function writtenOf(text: string, { hasCharacter }: ModelLanguage): string | undefined {
  if (text.length > wordLengthMax || !(replaceable.has(text) || hasCompatible.test(text))) return undefined;
  const form = [...text].map((one) => (hasCharacter(one) ? one : nearest(one, hasCharacter)));
  return form.includes(undefined) || form.join('') === text ? undefined : form.join('');
}

/** Returns undefined for text that is sent to the model. A bracket is `open` or `close` until `pairBrackets`. */
function roleOf(text: string, model: ModelLanguage): 'word' | 'point' | 'open' | 'close' | undefined {
  if (alphanumeric.test(text) || text.search(tokenPattern) === 0) return undefined;
  if (letter.test(text)) {
    const isUnknown = text.length > wordLengthMax || isForeign(text, model) || isUnknownName(text, model);
    return isUnknown ? 'word' : undefined;
  }
  if (isLongNumber.test(text)) return 'word';
  if (insignificant.test(text) || canRead(text, model.hasCharacter)) return undefined;
  if (digit.test(text)) return 'word';
  if (brackets[text] !== undefined) return 'open';
  return closing.has(text) ? 'close' : 'point';
}

function canRead(character: string, has: HasCharacter): boolean {
  return has(character) || [...character.normalize('NFKC')].every(has);
}

function isForeign(word: string, { pair }: ModelLanguage): boolean {
  const [source, target] = [lettersOfLanguage(pair.source), lettersOfLanguage(pair.target)];
  if (source === undefined || target === undefined) return false;
  return (word.match(foreignLetters) ?? []).some((one) => !source.any.test(one) && !target.any.test(one));
}

/** Capitals of headings do not count: the vocabulary may have their lower-case letters. */
function isUnknownName(word: string, { hasCharacter }: ModelLanguage): boolean {
  const isKnown = (one: string) => !letter.test(one) || canRead(one, hasCharacter) || hasCharacter(one.toLowerCase());
  return name.test(word) && ![...word].every(isKnown);
}

/** Gives the halves of a pair one number. Brackets without a counterpart become points. */
function pairBrackets(found: readonly Hidden[], segment: string): void {
  const open: Hidden[] = [];
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
}

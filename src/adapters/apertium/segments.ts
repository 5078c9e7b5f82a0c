import { readToken, tokenPattern, tokensMax, writeToken } from '../../text/document/token.ts';
import type { Pool, Work } from './pool.ts';

/** The pool for the segments of one pair, and a function that normalises them. */
export type SegmentRoute = { readonly pool: Pool; readonly prepare: (segment: string) => string };

/** Returns one translation for each segment, in order; empty for one that cannot be translated completely. */
export async function translateSegments(
  route: SegmentRoute,
  work: Work,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const translations = await translateInPieces(route, work, signal);
  const retries = work.segments.map((segment, index) => findRetry(segment, translations[index] ?? ''));
  const segments = retries.flatMap((retry) => retry?.segment ?? []);
  if (segments.length === 0) return translations;
  const placeholders = work.placeholders?.filter((_, index) => retries[index] !== undefined);
  const again = await translateInPieces(route, { ...work, segments, placeholders }, signal);
  let taken = 0;
  return translations.map((translation, index) => retries[index]?.merge(again[taken++] ?? '') ?? translation);
}

function findRetry(segment: string, translation: string): Retry | undefined {
  const spaced = spacedCompounds(segment, translation);
  if (spaced !== undefined) return { segment: spaced, merge: (model) => withSpacesOf(translation, model) };
  return knownOwners(segment, translation) ?? figureForToken(segment, translation);
}

async function translateInPieces(
  { pool, prepare }: SegmentRoute,
  { segments, share, placeholders }: Work,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const cut = segments.map((segment) => cutSegment(prepare(segment)));
  const pieces = cut.flatMap((one) => one.pieces.map(pairQuotes));
  const ofPieces = placeholders && cut.flatMap((one, index) => one.pieces.map(() => placeholders[index]));
  const texts = pieces.map(({ text }) => text);
  const translated = await pool.translate({ segments: texts, share, placeholders: ofPieces }, signal);
  const translations = pieces.map(({ marks }, index) =>
    (translated[index] ?? '').replaceAll(tokenPattern, (each) => marks.get(each) ?? each),
  );
  let taken = 0;
  return cut.map((one) => {
    const own = translations.slice(taken, taken + one.pieces.length);
    taken += one.pieces.length;
    // If one piece of a segment fails, the whole segment fails.
    const lacks = own.some((text, index) => text === '' && /\p{L}/u.test(one.pieces[index] ?? ''));
    return lacks ? '' : one.join(own);
  });
}

/** In UTF-16 units; sentences are rarely longer. In some modes the time grows with the square, and others wait. */
const pieceUnitsMax = 1_000;
/** The same without white space. Dictionaries read all of such a run again from each of its words. */
const runUnitsMax = 120;

type SegmentPieces = { readonly pieces: readonly string[]; join(translations: readonly string[]): string };

/** An ampersand that is not inside a word. Modes move it, and join its sides: "Afecciones & de plazos". */
const ampersand = /( ?(?:(?<![\p{L}\p{N}])&|&(?![\p{L}\p{N}]))[ &]*)/u;

/**
 * Cuts at ampersands, and a part that is too long between words, outside all pairs if possible, and inside a word that
 * is too long, but never in a token.
 */
export function cutSegment(segment: string): SegmentPieces {
  const pieces: string[] = [];
  const gaps: string[] = [];
  for (const [index, part] of segment.split(ampersand).entries()) {
    if (index % 2 > 0) {
      gaps.push(part);
      continue;
    }
    let rest = part;
    for (;;) {
      const end = runCut(rest) ?? (rest.length > pieceUnitsMax ? (lastGap(rest) ?? wholeCharacters(rest)) : undefined);
      if (end === undefined) break;
      const after = rest.slice(end).trimStart();
      pieces.push(rest.slice(0, end));
      gaps.push(after.length < rest.length - end ? ' ' : '');
      rest = after;
    }
    pieces.push(rest);
  }
  return { pieces, join: (translations) => translations.map((text, index) => text + (gaps[index] ?? '')).join('') };
}

/** Signs after which a run without white space may be cut: not those of a token. */
const signs = /[^\s\p{L}\p{M}\p{N}\p{Cs}\p{Co}\uFDD0-\uFDD4](?=[\p{L}\p{N}])/gu;

/** Returns where to cut the first overlong run, if it is in the first piece and has a sign to cut at. */
function runCut(text: string): number | undefined {
  let start = 0;
  while (start + runUnitsMax < Math.min(text.length, pieceUnitsMax)) {
    const space = text.indexOf(' ', start);
    if (space >= 0 && space - start <= runUnitsMax) start = space + 1;
    else {
      const last = [...text.slice(start, start + runUnitsMax).matchAll(signs)].at(-1);
      if (last !== undefined) return start + last.index + last[0].length;
      start += runUnitsMax;
    }
  }
  return undefined;
}

const gapOrToken = new RegExp(`\\s+|${tokenPattern.source}`, 'g');

/** Returns the last white space at which a piece can end, if possible outside all pairs. */
function lastGap(text: string): number | undefined {
  let [inPair, outside]: (number | undefined)[] = [];
  let depth = 0;
  for (const { 0: found, index } of text.slice(0, pieceUnitsMax + 1).matchAll(gapOrToken)) {
    const role = found.trim() === '' ? 'space' : readToken(found).role;
    if (role === 'open') depth++;
    if (role === 'close') depth = Math.max(0, depth - 1);
    if (role !== 'space' || index === 0) continue;
    if (depth === 0) outside = index;
    else inPair = index;
  }
  return outside ?? inPair;
}

/** Returns the full length, or one unit less to avoid cutting a surrogate pair or a token. */
function wholeCharacters(text: string): number {
  return /[\ud800-\udbff\uFDD0-\uFDD4]/.test(text.charAt(pieceUnitsMax - 1)) ? pieceUnitsMax - 1 : pieceUnitsMax;
}

/** A quotation of at most four words, without a pair of tokens inside. */
const quotation =
  /(?<![\p{L}\p{M}\p{N}"“„«])(["“„«]+)([^\s"“”„«».,;:!?…\uFDD1\uFDD2]+(?: [^\s"“”„«».,;:!?…\uFDD1\uFDD2]+){0,3})(["”“»]+)(?![\p{L}\p{M}\p{N}])/gu;

/** Writes the marks of short quotations as pairs of tokens, which follow the words: modes leave marks at their place. */
function pairQuotes(segment: string): { readonly text: string; readonly marks: ReadonlyMap<string, string> } {
  const marks = new Map<string, string>();
  let number = tokensMax;
  const text = segment.replace(quotation, (whole, opens: string, words: string, closes: string) => {
    number--;
    const [open, close] = [writeToken('open', number), writeToken('close', number)];
    if (segment.includes(open) || segment.includes(close)) return whole;
    marks.set(open, opens).set(close, closes);
    return open + words + close;
  });
  return { text, marks };
}

const hyphens = /(?<=[\p{L}\p{M}\p{N}])-(?=[\p{L}\p{N}])/gu;

/**
 * Returns the segment with spaces around its hyphens if the translation has fewer of them. Transfer rules put the
 * blanks of the source between target words: "low-carbohydrate diet" became "dietadecarbohidrato".
 */
export function spacedCompounds(segment: string, translation: string): string | undefined {
  const count = (text: string) => text.match(hyphens)?.length ?? 0;
  return count(translation) < count(segment) ? segment.replaceAll(hyphens, ' - ') : undefined;
}

/** Adds missing spaces. @param spaced translation of the result of `spacedCompounds`; ignored if its words differ */
export function withSpacesOf(translation: string, spaced: string): string {
  const [own, others] = [partsOf(translation), partsOf(spaced)];
  const isSame =
    own.length === others.length && own.every(({ sign }, at) => sign.toLowerCase() === others[at]?.sign.toLowerCase());
  if (!isSame) return translation;
  return own
    .map(({ before, sign }, at) => (before === '' && isSpace(others[at]?.before) ? ' ' : before) + sign)
    .join('');
}

/** Returns every character other than spaces and hyphens, with the spaces and hyphens before it. */
function partsOf(text: string): readonly { readonly before: string; readonly sign: string }[] {
  return [...text.matchAll(/([ -]*)([^ -]|$)/g)].map(([, before = '', sign = '']) => ({ before, sign }));
}

function isSpace(before: string | undefined): boolean {
  return before !== undefined && before !== '' && !before.includes('-');
}

/** A segment to translate again with words that the dictionaries have, and how to use its translation. */
type Retry = { readonly segment: string; merge(translation: string): string };

/** Names that every dictionary of English has and no mode changes. */
const names = ['Peter', 'David', 'Robert', 'Richard'];
const token = '\uFDD0[\uE000-\uEF9F]';
/** A token, or a word, before a genitive; between them, tags may end. */
const owners = new RegExp(
  `(?:${token}|(?<![\\p{L}\\p{N}-])[\\p{L}\\p{N}-]{1,60})(?=(?:\uFDD2[\uE000-\uEF9F])*['’]s(?!\\p{L}))`,
  'gu',
);
const nameOrToken = /[\p{Lu}\p{N}\uFDD0]/u;
const beforeToken = new RegExp(`^\\P{L}*(\\p{L}\\p{Ll}+) (${token})`, 'u');

/**
 * Returns the segment with known names for the owners whose genitive is lost: modes read the ending of an unknown word
 * as "is" or "has".
 */
export function knownOwners(segment: string, translation: string): Retry | undefined {
  if (!/['’]s(?!\p{L})/u.test(segment)) return undefined;
  const isMissed = (owner: string) =>
    nameOrToken.test(owner) && translation.includes(owner) && !isOwner(owner, translation);
  const found = [...new Set((segment.match(owners) ?? []).filter((owner) => isMissed(owner)))];
  const free = names.filter((name) => !segment.includes(name));
  if (found.length === 0 || found.length > free.length) return undefined;
  const known = new Map(found.map((owner, index) => [owner, free[index] ?? '']));
  return {
    segment: segment.replace(owners, (owner) => known.get(owner) ?? owner),
    merge(second) {
      const used = [...known.values()];
      const isComplete = used.every((name) => second.split(name).length === 2);
      if (!isComplete || !used.every((name) => isOwner(name, second))) return translation;
      return [...known].reduce((text, [owner, name]) => text.replace(name, () => owner), second);
    },
  };
}

function isOwner(name: string, text: string): boolean {
  const before = text.slice(0, text.indexOf(name)).replaceAll(tag, '');
  return genitive.test(before.slice(-genitiveUnitsMax));
}

/** "of", also with an article, in the languages that modes translate English to. */
const genitive = /(?<!\p{L})d(?:els?|[aeo]s?)?['’\s]\s?(?:(?:el|las?|los|l['’])\s?)?$/iu;
const tag = /[\uFDD1\uFDD2][\uE000-\uEF9F]/g;
const genitiveUnitsMax = 12;

/**
 * Returns the segment with a figure for the token after its first word, if the translation copies that word: taggers
 * read a verb before an unknown word as a noun or a name.
 */
export function figureForToken(segment: string, translation: string): Retry | undefined {
  const [, word, quantity] = beforeToken.exec(segment) ?? [];
  if (word === undefined || quantity === undefined || segment.includes(figure)) return undefined;
  if (!translation.replace(/^\P{L}+/u, '').startsWith(`${word} `)) return undefined;
  return {
    segment: segment.replace(quantity, figure),
    merge(second) {
      const isUsable = second.split(figure).length === 2 && !firstPerson.test(second);
      return isUsable ? second.replace(figure, () => quantity) : translation;
    },
  };
}

const figure = '88';
/** "Radio 5" as a verb, which is rare in texts with placeholders. */
const firstPerson = /^\P{L}*I /u;

import type { Span } from '../../text/document/span.ts';
import type { WordKind } from '../../text/document/token.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { unspacedScripts } from '../../text/languages/script-letters.ts';

/** A placeholder noun in a translation; `index` is the index of its word. */
export type FoundNoun = Span & { readonly index: number };

/** Letters that begin the codes. The shape was chosen by measuring; see docs/engines/bergamot.md. */
const codeLetters = [...'XZKVYTRBDFGHJLMNPSWC'];
/** 24, 35 and so on: two digits that both differ from the previous ones. */
const figures = Array.from({ length: 90 }, (_, index) => String(10 + ((14 + index * 11) % 90)));
/** Of 1,800 codes. The remaining ones are enough for all words of a segment. */
const codesSkippedMax = 500;

const listed = {
  given: ['David', 'Robert', 'Kevin', 'Martin', 'Max', 'Anton', 'Mike', 'Karl', 'Brian', 'Hugo', 'Daniel', 'Victor'],
  family: ['Watson', 'Wilson', 'Robinson', 'Morrison', 'Harrison', 'Jackson', 'Lincoln', 'Clinton', 'Peterson'],
  one: ['1', ...figures],
  many: figures,
  date: figures.map((figure) => `24/11/19${figure}`),
} as const;

type NounKind = 'code' | keyof typeof listed;

/** How many kinds of nouns are tried for a segment. */
export const roundsMax = 3;

/** Kinds to try in order. Given names give the best translations; outside Latin script, only codes are copied. */
function nounKinds(target: LanguageTag): readonly NounKind[] {
  const isLatin = new Intl.Locale(target).maximize().script === 'Latn';
  return isLatin ? ['given', 'code', 'family'] : ['code', 'given', 'family'];
}

/** `words`: those that are protected, in order, at most `tokensMax`. */
export type NounPlan = { readonly segment: string; readonly words: readonly WordKind[]; readonly target: LanguageTag };

/**
 * Returns a noun for each protected word; none is in the segment. Models mostly copy names and translate the words
 * around them correctly. In the first round, a number or date is a figure, which is no name of the words after it.
 */
export function nounsFor({ segment, words, target }: NounPlan, round: number): readonly string[] {
  const taken = segment.toLowerCase();
  const chosen = new Set<string>();
  const isFree = (noun: string): boolean => !chosen.has(noun) && !taken.includes(noun.toLowerCase());
  const own = nounKinds(target)[round] ?? 'code';
  const wanted = words.map((word) => (round === 0 && word !== 'noun' ? word : own));
  const nouns = new Map(Array.from(new Set(wanted), (kind) => [kind, candidates(kind, words.length, isFree)]));
  return wanted.map((kind) => {
    const noun = nouns.get(kind)?.next().value ?? '';
    chosen.add(noun);
    return noun;
  });
}

/** Codes follow the others. They mostly differ from those of the kind `code`, because parts may have either. */
function* candidates(kind: NounKind, count: number, isFree: (noun: string) => boolean): Generator<string> {
  if (kind !== 'code') for (const noun of listed[kind]) if (isFree(noun)) yield noun;
  let skipped = kind === 'code' ? 0 : Math.min(count, codesSkippedMax);
  for (const codeLetter of codeLetters) {
    for (const figure of figures) if (skipped-- <= 0 && isFree(codeLetter + figure)) yield codeLetter + figure;
  }
}

const otherForms = /[\uFF01-\uFF5E\u0660-\u0669\u06F0-\u06F9]/g;
const wideOffset = 0xfee0;
/** A noun outside longer words, with an ending that a language may add to names: the protected word has none. */
const nounPattern = new RegExp(
  String.raw`(?<![[\p{L}\p{N}]--[${unspacedScripts}]])(?:([A-Z]\d\d|${[...listed.given, ...listed.family].join('|')})\p{Ll}{0,3}|(24/11/19\d\d|(?<!\d[.,:\/\-])\d\d?(?![.,:\/\-]\d)))(?![\p{Lu}\p{Ll}\p{N}])`,
  'giv',
);

/** Finds the placeholder nouns in a translation, in upper or lower case, from left to right. */
export function findNouns(text: string, nouns: readonly string[]): readonly FoundNoun[] {
  const indexes = new Map(nouns.map((each, index) => [each.toLowerCase(), index]));
  return [...text.replaceAll(otherForms, plainForm).matchAll(nounPattern)].flatMap((match) => {
    const [found, name, figure = ''] = match;
    const index = indexes.get((name ?? figure).toLowerCase());
    return index === undefined ? [] : [{ index, start: match.index, end: match.index + found.length }];
  });
}

function plainForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - wideOffset);
  return String(code & 0xf);
}

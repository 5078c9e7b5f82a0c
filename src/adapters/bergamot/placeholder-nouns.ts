import type { Span } from '../../text/document/span.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { unspacedScripts } from '../../text/languages/script-letters.ts';

/** A placeholder noun in a translation; `index` is the index of its word. */
export type FoundNoun = Span & { readonly index: number };

/** Letters that begin the codes. The shape was chosen by measuring; see docs/engines/bergamot.md. */
const codeLetters = [...'XZKVYTRBDFGHJLMNPSWC'];
/** Two digits that both differ from the previous ones: 35 follows 24. */
const firstCode = 24;
const codeStep = 11;
const codes = 90;
/** Of 1,800 codes. The remaining ones are enough for all words of a segment. */
const codesSkippedMax = 500;

const names = {
  given: ['David', 'Robert', 'Kevin', 'Martin', 'Max', 'Anton', 'Mike', 'Karl', 'Brian', 'Hugo', 'Daniel', 'Victor'],
  family: ['Watson', 'Wilson', 'Robinson', 'Morrison', 'Harrison', 'Jackson', 'Lincoln', 'Clinton', 'Peterson'],
} as const;

export type NounKind = 'code' | 'given' | 'family';

/** Kinds to try in order. Given names give the best translations; outside Latin script, only codes are copied. */
export function nounKinds(target: LanguageTag): readonly NounKind[] {
  const isLatin = new Intl.Locale(target).maximize().script === 'Latn';
  return isLatin ? ['given', 'code', 'family'] : ['code', 'given', 'family'];
}

/**
 * Returns a noun for each of `count` protected words, at most `tokensMax`, by their order; none is in `segment`. Models
 * mostly copy names and translate the words around them correctly.
 */
export function nounsFor(kind: NounKind, segment: string, count: number): readonly string[] {
  const taken = segment.toLowerCase();
  const chosen: string[] = [];
  for (const candidate of candidates(kind, count)) {
    if (chosen.length === count) break;
    if (!taken.includes(candidate.toLowerCase())) chosen.push(candidate);
  }
  return chosen;
}

/** Codes follow the names. They mostly differ from those of the kind `code`, because parts may have either. */
function* candidates(kind: NounKind, count: number): Generator<string> {
  if (kind !== 'code') yield* names[kind];
  let skipped = kind === 'code' ? 0 : Math.min(count, codesSkippedMax);
  for (const codeLetter of codeLetters) {
    for (let index = 0; index < codes; index++) {
      if (skipped-- <= 0) yield `${codeLetter}${10 + ((firstCode - 10 + index * codeStep) % codes)}`;
    }
  }
}

const otherForms = /[\uFF01-\uFF5E\u0660-\u0669\u06F0-\u06F9]/g;
const wideOffset = 0xfee0;
/** A noun outside longer words, with an ending that a language may add to names: the protected word has none. */
const nounPattern = new RegExp(
  `(?<![[\\p{L}\\p{N}]--[${unspacedScripts}]])([A-Z]\\d\\d|${[...names.given, ...names.family].join('|')})\\p{Ll}{0,3}(?![\\p{Lu}\\p{Ll}\\p{N}])`,
  'giv',
);

/** Finds the placeholder nouns in a translation, in upper or lower case, from left to right. */
export function findNouns(text: string, nouns: readonly string[]): readonly FoundNoun[] {
  const indexes = new Map(nouns.map((each, index) => [each.toLowerCase(), index]));
  return [...text.replaceAll(otherForms, plainForm).matchAll(nounPattern)].flatMap((match) => {
    const [found, own = ''] = match;
    const index = indexes.get(own.toLowerCase());
    return index === undefined ? [] : [{ index, start: match.index, end: match.index + found.length }];
  });
}

function plainForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - wideOffset);
  return String(code & 0xf);
}

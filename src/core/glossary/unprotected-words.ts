import { findProtectedSpans } from '../document/protected-spans/find-protected-spans.ts';
import { findInlineSpans } from '../document/protected-spans/inline-spans.ts';
import type { LanguageTag } from '../languages/language.ts';
import { caseFolding } from './case-folding.ts';

/**
 * Protected spans that may be words of a term: names with figures, points or signs, numbers with their units. None of them
 * is a placeholder, a tag, an entity, code, an email address or an address with a scheme or a path.
 */
const name = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._-](?=[\p{L}\p{N}]))*(?:\+\+|#)?$/u;
const quantity =
  /^(?!10\.\d{4,9}\/)(?:(?!\$)\p{Sc}\s?)?\p{N}(?:[\p{L}\p{M}\p{N}\s°′″×]|(?!\$)\p{Sc}|[.,:'’–−-](?=[\p{L}\p{N}])|\/(?=[\p{L}\p{N}€]{1,4}(?:[\s/]|$)))*[%‰]?$/u;

/** What such a protected span holds at least: most terms hold none of it. */
const hint = /[\p{N}\p{Sc}_+#]|\S\.\S|[a-z][A-Z]/u;
/** Inside a sentence nothing of this is markup, so that half of the search can be left out. */
const bare = /^[\p{L}\p{M}\p{N} .'’-]+$/u;

/**
 * The protected spans in the words of a term, as they are written. Texts of an account with that term write them out.
 *
 * @returns undefined where the term holds what is a protected span in every text, so that none can match it
 */
export function protectedWordsOf(term: string): readonly string[] | undefined {
  // Inside a sentence: alone it might pass for a list, a heading or a file of data.
  const [before, text] = ['a ', `a ${term} a`];
  const { spans, spelled } = bare.test(term) ? findInlineSpans(text) : findProtectedSpans(text);
  if (spans.length === 0 && spelled.length === 0) return [];
  const end = before.length + term.length;
  const isWordlike = spans.every((protectedSpan) => {
    const written = text.slice(protectedSpan.start, protectedSpan.end);
    const isInside = protectedSpan.start >= before.length && protectedSpan.end <= end;
    return (
      isInside &&
      protectedSpan.role === 'word' &&
      !protectedSpan.inner &&
      (name.test(written) || quantity.test(written))
    );
  });
  if (!isWordlike || spelled.length > 0) return undefined;
  return spans.map((protectedSpan) => text.slice(protectedSpan.start, protectedSpan.end));
}

/** The protected spans that are words to the terms of an account: "CO2" where a term is or contains it. */
export class UnprotectedWords {
  readonly #fold: (word: string) => string;
  readonly #words = new Set<string>();

  /** @param language of the terms */
  constructor(language: LanguageTag) {
    this.#fold = caseFolding(language);
  }

  get size(): number {
    return this.#words.size;
  }

  add(term: string): void {
    if (isOfLetters(term) || !hint.test(term)) return;
    for (const word of protectedWordsOf(term) ?? []) this.#words.add(this.#keyOf(word));
  }

  /** Whether a protected span may be of a term. Which capitals the term allows is a matter of matching it. */
  has(written: string): boolean {
    return this.#words.has(this.#keyOf(written));
  }

  #keyOf(written: string): string {
    return this.#fold(written.normalize('NFC').replaceAll(/\s+/gu, ' '));
  }
}

/** Whether a term holds Latin letters, spaces and hyphens alone, no capital behind a small letter: `hint` is far slower. */
function isOfLetters(term: string): boolean {
  let isAfterSmall = false;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    const isSmall = unit >= 0x61 && unit <= 0x7a;
    const isCapital = unit >= 0x41 && unit <= 0x5a;
    if (isCapital ? isAfterSmall : !isSmall && unit !== 0x20 && unit !== 0x2d && (unit < 0xc0 || unit > 0x24f))
      return false;
    isAfterSmall = isSmall;
  }
  return true;
}

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

/** What such a protected span contains at least; most terms contain none of it. */
const hint = /[\p{N}\p{Sc}_+#]|\S\.\S|[a-z][A-Z]/u;
const latinWords = /^[A-Za-z\u00C0-\u024F -]+$/;
const innerCapital = /[a-z][A-Z]/;
/** Text that is no markup inside a sentence, so that inline spans are enough. */
const bare = /^[\p{L}\p{M}\p{N} .'’-]+$/u;

/**
 * The protected spans in the words of a term, as they are written. Texts of an account with that term write them out.
 *
 * @returns undefined if the term contains a protected span of every text, so that it can match none
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
    // Most terms are such words, and `hint` takes several times as long.
    const mayHaveSpans = latinWords.test(term) ? innerCapital.test(term) : hint.test(term);
    if (!mayHaveSpans) return;
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

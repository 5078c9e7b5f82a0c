import { isPlain } from '../document/block.ts';
import { findProtectedSpans } from '../document/protected-spans/find-protected-spans.ts';
import { findInlineSpans } from '../document/protected-spans/inline-spans.ts';
import type { LanguageTag } from '../languages/language.ts';
import { caseFolding } from './case-folding.ts';

/** Spans that may be words of an entry: names with signs, single letters, gender endings, notes, numbers with units. */
const name =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._+-](?=[\p{L}\p{N}]))*(?:\+\+|#)?|\[[\d, –-]+\]|\p{Lu}\.(?: \p{Lu}\.)*|\p{Lu}(?:[/&]\p{Lu})+|\/-?\p{L}{1,2}|\(\p{L}{1,2}\)s?)$/u;
const quantity =
  /^(?!10\.\d{4,9}\/)(?:(?!\$)\p{Sc}\s?)?\p{N}(?:[\p{L}\p{M}\p{N}\s°′″×]|(?!\$)\p{Sc}|[.,:'’–−-](?=[\p{L}\p{N}])|\/(?=[\p{L}\p{N}€]{1,4}(?:[\s/]|$)))*[%‰]?$/u;

/** Every such protected span matches this pattern, and most entries do not. */
const hint = /[\p{N}\p{Sc}_+#/&([]|\S\.\S|[a-z][A-Z]|(?<!\p{L})\p{Lu}(?!\p{L})/u;
/** Text without markup, for which inline spans are enough. Some formats double an apostrophe. */
const bare = /^(?!.*'')[\p{L}\p{M}\p{N} .'’-]+$/u;

/** Spans to leave unprotected in this account's texts. Undefined: one is always protected, the entry never matches. */
export function protectedWordsOf(term: string): readonly string[] | undefined {
  if (!isPlain(term)) return undefined;
  // Inside a sentence, because the words alone may be parsed as a list, a heading or a data file.
  const [before, text] = ['a ', `a ${term} a`];
  const { spans, spelled } = bare.test(term) ? findInlineSpans(text) : findProtectedSpans(text);
  if (spans.length === 0 && spelled.length === 0) return [];
  const end = before.length + term.length;
  const isWordlike = spans.every((protectedSpan) => {
    const written = text.slice(protectedSpan.start, protectedSpan.end);
    const isInside = protectedSpan.start >= before.length && protectedSpan.end <= end;
    const isWhole = isInside && protectedSpan.role !== 'bound' && !protectedSpan.inner;
    return isWhole && (name.test(written) || quantity.test(written));
  });
  if (!isWordlike || spelled.length > 0) return undefined;
  return spans.map((protectedSpan) => text.slice(protectedSpan.start, protectedSpan.end));
}

/** Protected spans that are words of an account's entries: "CO2" if an entry contains it. */
export class UnprotectedWords {
  readonly #fold: (word: string) => string;
  readonly #words = new Set<string>();

  /** @param language of the entries */
  constructor(language: LanguageTag) {
    this.#fold = caseFolding(language);
  }

  get size(): number {
    return this.#words.size;
  }

  add(term: string): void {
    if (!hint.test(term)) return;
    for (const word of protectedWordsOf(term) ?? []) this.#words.add(this.#keyOf(word));
  }

  /** Whether a protected span may be part of an entry, in any case. The matcher checks the case. */
  has(written: string): boolean {
    return this.#words.has(this.#keyOf(written));
  }

  #keyOf(written: string): string {
    return this.#fold(written.normalize('NFC').replaceAll(/\s+/gu, ' '));
  }
}

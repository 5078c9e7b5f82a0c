import type { Stretch } from './long-text.ts';

/** A stretch of a translation, and the number of the word that the library aligned it with. */
export type AlignedStretch = Stretch & { readonly number: number };

/** A translation, and of which word of the sentence its stretches are. */
export type AlignedText = {
  readonly text: string;
  /** In order, apart from each other; what stands in none of them is of no word. */
  readonly stretches: readonly AlignedStretch[];
};

/** The elements that this library takes for parts of a sentence are HTML's inline ones; of those it knows one is as good as another. */
const element = 'i';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const unescapes: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * Writes a sentence as HTML with each of its words, as blanks divide them, in an element with its number. The library
 * translates the same words as without the elements and puts each element around what its alignment says that became of
 * the word; of some words that is nothing.
 *
 * Elements stand at blanks only: elsewhere the library would put one, and read other words. What it gets is always
 * well-formed, since it gives up the whole module over what is not.
 * Source: bergamot-translator, src/translator/html.cpp
 *
 * @param text without control characters and lone surrogates; one plain space between words
 * @param firstNumber of the first word
 */
export function writeHtml(text: string, firstNumber: number): string {
  return text
    .split(' ')
    .map((word, index) => `<${element} id="${firstNumber + index}">${escapeHtml(word)}</${element}>`)
    .join(' ');
}

function escapeHtml(word: string): string {
  return word.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '');
}

const piece = new RegExp(`<${element} id="(\\d{1,6})">|</${element}>|&(?:amp|lt|gt);|[^<&]+|[<&]`, 'g');

/** Reads what the library made of such HTML; undefined when it is not what the library writes. */
export function readHtml(html: string): AlignedText | undefined {
  const stretches: AlignedStretch[] = [];
  let text = '';
  let open: { readonly number: number; readonly start: number } | undefined;
  for (const [all, number] of html.matchAll(piece)) {
    if (number !== undefined) {
      if (open !== undefined) return undefined;
      open = { number: Number(number), start: text.length };
    } else if (all.startsWith('</')) {
      if (open === undefined) return undefined;
      if (open.start < text.length) stretches.push({ ...open, end: text.length });
      open = undefined;
    } else if (all === '<' || all === '&') return undefined;
    else text += unescapes[all] ?? all;
  }
  return open === undefined ? { text, stretches } : undefined;
}

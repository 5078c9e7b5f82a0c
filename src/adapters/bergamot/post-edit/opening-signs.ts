import type { LanguagePair, LanguageTag } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';

/** Languages with an opening question or exclamation mark. */
const opening = new Set(['es', 'ast']);
const signs = [
  { open: '¿', close: '?' },
  { open: '¡', close: '!' },
] as const;
const anyOpening = /[¿¡]/g;
/** Where the last sentence begins: its first letter or figure, or an opening quotation mark. */
const start = /[\p{L}\p{N}"'“‘«([]|[\uFDD0\uFDD1][\uE000-\uE3E7]/u;
const sentenceEnd = /[.!?…:]["'”’»)\]]*\s+/g;

/** How a question begins inside a sentence: after what is said first, with a word that asks. */
const question =
  /[,;:] (?:(?:y|pero|por|de|a|en|con|para|desde|hasta|entonces) )*(?:qu[ée]|qui[ée]n(?:es)?|cu[áa]l(?:es)?|c[óo]mo|d[óo]nde|ad[óo]nde|cu[áa]ndo|cu[áa]nt[oa]s?)(?![\p{L}\p{M}])/giu;

/**
 * Opens a question whose author has left that to the reader, as many do who write Spanish: of 20 such questions the test
 * model takes half for statements, and with the sign none (chrF2 62 and 86).
 */
export function withOpeningQuestion(segment: string, language: LanguageTag): string {
  if (!opening.has(tagParts(language).language) || segment.includes('¿') || !segment.includes('?')) return segment;
  return opened(segment, '¿', '?');
}

/** Opens what `translation` closes with `?` or `!` where its language does that, and elsewhere takes such signs out. */
export function withOpeningSigns(segment: string, translation: string, pair: LanguagePair): string {
  if (!opening.has(tagParts(pair.target).language)) {
    return opening.has(tagParts(pair.source).language) ? translation.replaceAll(anyOpening, '') : translation;
  }
  return signs.reduce((text, { open, close }) => {
    return text.includes(close) && !text.includes(open) && segment.includes(close) ? opened(text, open, close) : text;
  }, translation);
}

/** Opens the sentence that the last `close` ends, or the question inside it. */
function opened(text: string, open: string, close: string): string {
  const last = text.lastIndexOf(close);
  let from = 0;
  for (const { 0: found, index } of text.matchAll(sentenceEnd)) {
    if (index + found.length <= last) from = index + found.length;
  }
  if (close === '?') {
    for (const { index } of text.matchAll(question)) if (index > from && index < last) from = index + 2;
  }
  const at = text.slice(from, last).search(start);
  return at < 0 ? text : text.slice(0, from + at) + open + text.slice(from + at);
}

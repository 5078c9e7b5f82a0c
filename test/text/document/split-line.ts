import { sentenceEnds } from '../../../src/text/document/sentence-ends.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

/** The sentences of a line, each with the white space that follows it; joined they are `line` again. */
export function splitLine(line: string, language: string): readonly string[] {
  const sentences: string[] = [];
  const endAfter = sentenceEnds(line, language as LanguageTag);
  for (let start = 0, end = endAfter(start); ; start = end, end = endAfter(start)) {
    sentences.push(line.slice(start, end));
    if (end >= line.length) return sentences;
  }
}

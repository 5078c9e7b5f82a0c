import { finish } from '../../../src/ground/steps.ts';
import { type TokenRole, writeToken } from '../../../src/text/document/token.ts';
import { compileGlossary, type Glossary } from '../../../src/text/glossary/glossary.ts';
import type { EntryId, EntryMatch, GlossaryEntry } from '../../../src/text/glossary/glossary-entry.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';

/** Sentences with the places of terms between brackets, as people write and read them in tests. */

export type MadeEntry = Partial<GlossaryEntry> & { readonly term: string };

const signs: Readonly<Record<string, TokenRole>> = {
  '◁': 'open',
  '▷': 'close',
  '•': 'point',
  '⏎': 'space',
  '▣': 'word',
};

/** Terms into English, that follow the capitals and were added one by one, in this order, unless they say otherwise. */
export function baseOf(language: string, entries: readonly (string | MadeEntry)[]): Glossary {
  const pair = { source: language, target: 'en' } as LanguagePair;
  return finish(
    compileGlossary(
      entries.map((entry, index) => madeEntry(pair, typeof entry === 'string' ? { term: entry } : entry, index)),
      pair,
    ),
  );
}

function madeEntry(pair: LanguagePair, made: MadeEntry, index: number): GlossaryEntry {
  return {
    id: `term-${String(index).padStart(6, '0')}` as EntryId,
    ...pair,
    translation: `the word for ${made.term}`,
    caseRule: 'follow',
    partOfSpeech: undefined,
    addedIn: index + 1,
    ...made,
  };
}

/** The sentence without its brackets, and with tokens in the place of their signs. */
export function readMarked(marked: string): string {
  let number = 0;
  return marked
    .replaceAll(/\[|(?:\/plural)?\]/g, '')
    .replaceAll(/[◁▷•⏎▣]/gu, (sign) => writeToken(signs[sign] ?? 'point', number++));
}

/** Puts brackets around the matches, as `readMarked` reads them, with what is said of their number. */
export function markMatches(sentence: string, matches: readonly EntryMatch[]): string {
  let marked = '';
  let read = 0;
  for (const { start, end, number } of matches) {
    const ending = number === undefined ? ']' : `/${number}]`;
    marked += `${sentence.slice(read, start)}[${sentence.slice(start, end)}${ending}`;
    read = end;
  }
  return (marked + sentence.slice(read)).replaceAll(
    /[\uFDD0-\uFDD4]./gsu,
    (token) => Object.keys(signs).find((sign) => writeToken(signs[sign] ?? 'point', 0)[0] === token[0]) ?? token,
  );
}
